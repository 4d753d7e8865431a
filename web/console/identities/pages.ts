import { load, type Page } from '../page.ts'

export const pages: readonly Page[] = [
  {
    path: '/identities',
    title: { id: 'Identitas', en: 'Identities' },
    group: 'people',
    View: load(async () => (await import('./identities.tsx')).Identities),
  },
  {
    path: '/identities/:id',
    title: { id: 'Pendaftaran identitas', en: 'Registration of an identity' },
    View: load(async () => (await import('./identity.tsx')).Identity),
  },
]
