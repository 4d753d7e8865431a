import { pages as approvals } from './approvals/pages.ts'
import { pages as carf } from './carf/pages.ts'
import { pages as content } from './content/pages.ts'
import { pages as events } from './events/pages.ts'
import { pages as overview } from './overview/pages.ts'
import { load, type Page } from './page.ts'
import { pages as search } from './search/pages.ts'
import { pages as trading } from './trading/pages.ts'
import { pages as users } from './users/pages.ts'

/** Every page. The first one is where an operator begins. */
export const pages: readonly Page[] = [
  ...overview,
  ...approvals,
  ...users,
  ...trading,
  ...content,
  ...search,
  ...carf,
  ...events,
  {
    path: '/account',
    title: { id: 'Akun saya', en: 'My account' },
    View: load(async () => (await import('./access/account.tsx')).Account),
  },
]
