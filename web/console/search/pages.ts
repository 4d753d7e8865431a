import { load, type Page } from '../page.ts'
import { searchTexts } from './texts.ts'

const { id, en } = searchTexts

export const pages: readonly Page[] = [
  {
    path: '/search',
    title: { id: id.search, en: en.search },
    View: load(async () => (await import('./search.tsx')).Search),
  },
]
