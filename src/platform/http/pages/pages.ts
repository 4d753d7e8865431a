import type { Config } from '../../config/config.ts'
import { barePage, type Route } from '../route.ts'
import { bundledAppRoutes } from './bundled-app.ts'
import { ledgerSealsRoute } from './ledger-seals.ts'
import { linkPageRoutes } from './link-page.ts'
import {
  endSessionPage,
  freezeAccountPage,
  undoChangePage,
  verifyEmailPage,
} from './mailed-pages.ts'
import { proofsPageRoutes } from './proofs-page.ts'
import { sandboxDeskRoutes } from './sandbox-desk.ts'
import { securityTextRoutes } from './security-text.ts'

/** Every page for people; those for developers are in `docs.ts`. */
export const pageRoutes = (
  config: Pick<Config, 'baseUrl' | 'emulators' | 'sandbox' | 'securityContact'>,
): readonly Route[] => [
  ...bundledAppRoutes({ name: 'console', title: 'Tukar console', isInstallable: false }),
  ...appRoutes(config),
  ...linkPageRoutes(verifyEmailPage),
  ...linkPageRoutes(endSessionPage),
  ...linkPageRoutes(undoChangePage),
  ...linkPageRoutes(freezeAccountPage),
  ...proofsPageRoutes(),
  ...securityTextRoutes(config),
  ledgerSealsRoute(),
]

/** Serves the reference app, in a sandbox only: it is an example for developers, not a product. */
const appRoutes = ({
  sandbox,
  emulators,
}: Pick<Config, 'sandbox' | 'emulators'>): readonly Route[] =>
  sandbox
    ? [
        ...bundledAppRoutes({ name: 'app', title: 'Tukar', isInstallable: true }),
        mailedReset,
        ...sandboxDeskRoutes(emulators),
      ]
    : []

/** Mailed links to reset a password lead to `APP_URL`, which is the service itself in a sandbox. */
const mailedReset: Route = {
  ...barePage,
  path: '/reset-password',
  cacheControl: 'no-store',
  serve: async (_ctx, { request: { url } }) => ({
    status: 302,
    mediaType: 'text/plain; charset=utf-8',
    body: '',
    headers: { location: `/app/reset-password${new URL(url, 'http://sandbox').search}` },
  }),
}
