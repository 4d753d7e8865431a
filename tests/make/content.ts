import { insertBanner } from '../../src/app/content/banners/banners.sql.ts'
import { insertCategory } from '../../src/app/content/news/news-categories.sql.ts'
import { insertNews, publishNews } from '../../src/app/content/news/news-writing.sql.ts'
import type {
  WrittenBanner,
  WrittenCategory,
  WrittenNews,
} from '../../src/app/content/writing-contracts.ts'
import type { Tukar } from '../harness.ts'

const both = (words: string) => ({ id: `${words} (id)`, en: `${words} (en)` })

/** Makes a category of news; returns its id. */
export async function makeCategory(
  { service }: Tukar,
  slug: string,
  fields: Partial<WrittenCategory> = {},
): Promise<number> {
  const category = { slug, name: both(slug), position: 0, ...fields }
  const id = await service.ctx.db.inTransaction((tx) => insertCategory(tx, category))
  if (id === null) throw new Error(`there is a category ${slug} already`)
  return id
}

type NewsFields = Partial<WrittenNews> & Readonly<{ from?: Date | null; draft?: boolean }>

/** Makes a news item, published from now on unless `from` or `draft` differ. */
export async function makeNews(
  { service }: Tukar,
  slug: string,
  categoryId: number,
  { from = null, draft = false, ...fields }: NewsFields = {},
): Promise<number> {
  const news = {
    slug,
    categoryId,
    title: both(slug),
    summary: both(`Summary of ${slug}`),
    body: both(`<p>Body of ${slug}</p>`),
    tags: [],
    ...fields,
  }
  const id = await service.ctx.db.inTransaction(async (tx) => {
    const made = await insertNews(tx, news)
    if (made !== null && !draft) await publishNews(tx, made, from)
    return made
  })
  if (id === null) throw new Error(`there is an item ${slug} already`)
  return id
}

export const makeBanner = (
  { service }: Tukar,
  title: string,
  fields: Partial<WrittenBanner> = {},
): Promise<number> =>
  service.ctx.db.inTransaction((tx) =>
    insertBanner(tx, {
      title: both(title),
      image: `https://cdn.test/${title}.png`,
      status: 'ACTIVE',
      position: 0,
      ...fields,
    }),
  )
