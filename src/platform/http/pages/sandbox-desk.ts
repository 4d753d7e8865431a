import { request as send } from 'undici'
import type { Config } from '../../config/config.ts'
import { jsonAnswer } from '../envelope.ts'
import { barePage, headerOf, type Method, type Route } from '../route.ts'

/** What the emulators do on behalf of a user: show mails and texts, and pay in from outside. */
const offered: readonly (readonly [method: Method, path: string])[] = [
  ['GET', 'messages'],
  ['POST', 'payx/va-payments'],
  ['POST', 'payx/qr-payments'],
  ['POST', 'payd/payments'],
  ['POST', 'payd/va-payments'],
  ['POST', 'custody/deposits'],
  ['POST', 'venue/price'],
]

/**
 * Passes some calls of the app on to the emulators' control API, which browsers may not call from
 * another origin. The names of host and origin go along, so that the control API refuses pages of
 * other sites and other names of this machine here as well.
 */
export const sandboxDeskRoutes = (emulators: Config['emulators']): readonly Route[] =>
  emulators === null ? [] : offered.map(([method, path]) => passedOn(method, path, emulators.port))

const passedOn = (method: Method, path: string, port: number): Route => ({
  ...barePage,
  method,
  path: `/app/sandbox/${path}`,
  cacheControl: 'no-store',
  serve: async (_ctx, { request }) => {
    const { search } = new URL(request.url, 'http://sandbox')
    const origin = headerOf(request, 'origin')
    const { statusCode, body } = await send(`http://127.0.0.1:${port}/control/${path}${search}`, {
      method,
      headers: {
        'content-type': 'application/json',
        host: headerOf(request, 'host') ?? '',
        ...(origin === undefined ? {} : { origin }),
      },
      body: method === 'GET' ? null : request.raw,
    })
    return jsonAnswer(statusCode, await body.text())
  },
})
