import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Markup } from '../../ui/markup.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useRead } from '../data.ts'
import { messagesTexts } from '../texts/messages.ts'
import { readNews } from './read-news.ts'

const pageItems = 20

/** News and announcements in the language of the user. */
export function News() {
  const t = useTexts(messagesTexts)
  const lang = useLanguage()
  const [limit, setLimit] = useState(pageItems)
  const news = useRead(['settings', 'news', lang, limit], (tukar) => readNews(tukar, lang, limit))
  return (
    <Loaded query={news}>
      {(items) =>
        items.length === 0 ? (
          <Empty>{t.noNews}</Empty>
        ) : (
          <>
            <ul className="card flush list">
              {items.map(({ slug, title, summary, category, publishedAt }) => (
                <li key={slug}>
                  <Link href={`/news/${slug}`}>
                    <span>
                      <strong>{title}</strong>
                      <span className="block">{summary}</span>
                      <span className="hint">
                        {category.name} · <Time at={publishedAt} />
                      </span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            {items.length === limit && (
              <button type="button" onClick={() => setLimit(limit + pageItems)}>
                {t.more}
              </button>
            )}
          </>
        )
      }
    </Loaded>
  )
}

export function Article() {
  const t = useTexts(messagesTexts)
  const lang = useLanguage()
  const { slug = '' } = useParams()
  const article = useRead(['settings', 'news', lang, slug], (tukar) =>
    tukar.get('/api/news/{slug}', { params: { path: { slug }, query: { lang } } }),
  )
  return (
    <>
      <Link href="/news">{t.allNews}</Link>
      <Loaded query={article}>
        {({ title, body, category, publishedAt }) => (
          <article className="card">
            <h2>{title}</h2>
            <p className="hint">
              {category.name} · <Time at={publishedAt} />
            </p>
            <Markup html={body} />
          </article>
        )}
      </Loaded>
    </>
  )
}
