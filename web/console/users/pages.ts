import { pages as explain } from '../explain/pages.ts'
import { pages as identities } from '../identities/pages.ts'
import { load, type Page } from '../page.ts'
import { userTexts } from './texts.ts'

const { id, en } = userTexts

export const pages: readonly Page[] = [
  {
    path: '/users',
    title: { id: id.users, en: en.users },
    group: 'people',
    View: load(async () => (await import('./users.tsx')).Users),
  },
  {
    path: '/users/:id',
    title: { id: id.user, en: en.user },
    View: load(async () => (await import('./user.tsx')).User),
  },
  {
    path: '/phones',
    title: { id: id.phones, en: en.phones },
    group: 'people',
    View: load(async () => (await import('./phones.tsx')).Phones),
  },
  ...identities,
  ...explain,
]
