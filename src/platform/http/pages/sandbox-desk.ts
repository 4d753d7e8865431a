import { request as send } from 'undici'
import type { Config } from '../../config/config.ts'
import { jsonAnswer } from '../envelope.ts'
import { barePage, type Method, type Route } from '../route.ts'

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
 * another origin. Every client of the service can then read all mails of the sandbox.
 */
export const sandboxDeskRoutes = (emulators: Config['emulators']): readonly Route[] =>
  emulators === null ? [] : offered.map(([method, path]) => passedOn(method, path, emulators.port))

const passedOn = (method: Method, path: string, port: number): Route => ({
  ...barePage,
  method,
  path: `/app/sandbox/${path}`,
  cacheControl: 'no-store',
  serve: async (_ctx, { request: { raw, url } }) => {
    const { search } = new URL(url, 'http://sandbox')
    const { statusCode, body } = await send(`http://127.0.0.1:${port}/control/${path}${search}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: method === 'GET' ? null : raw,
    })
    return jsonAnswer(statusCode, await body.text())
  },
})
