import { load, type Page } from '../page.ts'
import { identityTexts } from './texts.ts'

const { id, en } = identityTexts

export const pages: readonly Page[] = [
  {
    path: '/identities',
    title: { id: id.identities, en: en.identities },
    group: 'people',
    View: load(async () => (await import('./identities.tsx')).Identities),
  },
  {
    path: '/identities/:id',
    title: { id: id.identity, en: en.identity },
    View: load(async () => (await import('./identity.tsx')).Identity),
  },
]
