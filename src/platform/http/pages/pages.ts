import type { Config } from '../../config/config.ts'
import type { Route } from '../route.ts'
import { appRoutes } from './app.ts'
import { bundledAppRoutes } from './bundled-app.ts'

import { endSessionPage } from './end-session-page.ts'
import { linkPageRoutes } from './link-page.ts'
import { verifyEmailPage } from './verify-email-page.ts'

/** Every page for people; those for developers are in `docs.ts`. */
export const pageRoutes = (config: Pick<Config, 'sandbox' | 'emulators'>): readonly Route[] => [
  ...bundledAppRoutes({ name: 'console', title: 'Tukar console' }),
  ...appRoutes(config),
  ...linkPageRoutes(verifyEmailPage),
  ...linkPageRoutes(endSessionPage),
]
