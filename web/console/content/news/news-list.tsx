import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { useLanguage, useTexts } from '../../../ui/language.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'
import { useOperator, useRead } from '../../desk.tsx'
import { timeColumn } from '../../list/columns.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { mayActAs } from '../../roles.ts'
import { shared } from '../texts.ts'
import { newsTexts } from './texts.ts'

export type News = components['schemas']['StoredNews']

type State = 'DRAFT' | 'PUBLISHED' | 'SCHEDULED'

const tones: Readonly<Record<State, Tone>> = {
  DRAFT: 'quiet',
  PUBLISHED: 'good',
  SCHEDULED: 'busy',
}

function stateOf({ status, publishedAt }: News): State {
  if (status !== 'PUBLISHED' || publishedAt === null) return 'DRAFT'
  return Date.parse(publishedAt) > Date.now() ? 'SCHEDULED' : 'PUBLISHED'
}

export function NewsState({ item }: Readonly<{ item: News }>) {
  const t = useTexts(newsTexts)
  const state = stateOf(item)
  return <Status tone={tones[state]}>{t.states[state]}</Status>
}

export const useCategories = () =>
  useRead(['news-categories'], (client) => client.get('/operator/api/news-categories'))

/** The categories as choices, named in the language of the page. */
export function useCategoryChoices() {
  const language = useLanguage()
  const categories = useCategories().data ?? []
  return categories.map(({ id, name }) => ({ value: `${id}`, label: name[language] }))
}

export function NewsList() {
  const t = useTexts(newsTexts)
  const words = useTexts(shared)
  const language = useLanguage()
  const operator = useOperator()
  const categories = useCategoryChoices()
  const nameOf = (id: number) => categories.find(({ value }) => value === `${id}`)?.label ?? id
  const states = (['DRAFT', 'PUBLISHED'] as const).map((value) => ({
    value,
    label: t.states[value],
  }))
  return (
    <>
      {mayActAs(operator.role, 'support') && (
        <p>
          <Link href="/news/new" className="button small">
            {t.newItem}
          </Link>
        </p>
      )}
      <ListPage
        label={t.news}
        path="/operator/api/news"
        keyOf={({ id }) => id}
        open={({ id }) => `/news/${id}`}
        exportedBy="support"
        filters={[
          { name: 'status', label: words.status, kind: 'choice', choices: states },
          { name: 'categoryId', label: t.category, kind: 'choice', choices: categories },
        ]}
        columns={[
          {
            key: 'title',
            title: t.title,
            cell: ({ title }) => title[language],
            sortBy: ({ title }) => title[language],
          },
          { key: 'category', title: t.category, cell: ({ categoryId }) => nameOf(categoryId) },
          { key: 'status', title: words.status, cell: (item) => <NewsState item={item} /> },
          timeColumn('published', t.published, 'publishedAt'),
          timeColumn('changed', t.changed, 'updatedAt'),
          { key: 'slug', title: t.slug, cell: ({ slug }) => <code>{slug}</code>, hidden: true },
        ]}
      />
    </>
  )
}
