import { load, type Page } from '../page.ts'

export const pages: readonly Page[] = [
  {
    path: '/search',
    title: { id: 'Hasil pencarian', en: 'Search results' },
    View: load(async () => (await import('./search.tsx')).Search),
  },
]
