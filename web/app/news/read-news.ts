import type { Language, Tukar } from '@tukar/client'
import { readParts } from '../read-parts.ts'

const newestFirst = { sortBy: 'publishedAt', sort: 'desc' } as const

/** Reads the newest news in a language, so many. */
export async function readNews(tukar: Pick<Tukar, 'get'>, lang: Language, items: number) {
  const parts = await readParts(items, (part) =>
    tukar.get('/api/news', { params: { query: { lang, ...newestFirst, ...part } } }),
  )
  return parts.flat()
}
