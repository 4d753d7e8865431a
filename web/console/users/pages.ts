import { pages as explain } from '../explain/pages.ts'
import { pages as identities } from '../identities/pages.ts'
import { load, type Page } from '../page.ts'

export const pages: readonly Page[] = [
  {
    path: '/users',
    title: { id: 'Pengguna', en: 'Users' },
    group: 'people',
    View: load(async () => (await import('./users.tsx')).Users),
  },
  {
    path: '/users/:id',
    title: { id: 'Pengguna', en: 'User' },
    View: load(async () => (await import('./user.tsx')).User),
  },
  {
    path: '/phones',
    title: { id: 'Telepon daftar hitam', en: 'Blacklisted phones' },
    group: 'people',
    View: load(async () => (await import('./phones.tsx')).Phones),
  },
  ...identities,
  ...explain,
]
