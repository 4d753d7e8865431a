import { load, type Page } from '../page.ts'
import { explainTexts } from './texts.ts'

const { id, en } = explainTexts

export const pages: readonly Page[] = [
  {
    path: '/statement',
    title: { id: id.statement, en: en.statement },
    group: 'money',
    View: load(async () => (await import('./statement.tsx')).Statement),
  },
  {
    path: '/postings',
    title: { id: id.postings, en: en.postings },
    group: 'money',
    View: load(async () => (await import('./postings.tsx')).Postings),
  },
  {
    path: '/postings/:id',
    title: { id: id.posting, en: en.posting },
    View: load(async () => (await import('./posting.tsx')).Posting),
  },
  {
    path: '/holds',
    title: { id: id.holds, en: en.holds },
    group: 'money',
    begin: '?sort=asc',
    View: load(async () => (await import('./holds.tsx')).Holds),
  },
  {
    path: '/house',
    title: { id: id.house, en: en.house },
    group: 'money',
    View: load(async () => (await import('./house.tsx')).House),
  },
  {
    path: '/inbox/:id',
    title: { id: id.event, en: en.event },
    View: load(async () => (await import('./event.tsx')).InboxEvent),
  },
]
