import type { FastifyRequest } from 'fastify'
import { Refused } from './refused.ts'

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Refuses requests that a page of another site makes a browser send. The control API has no
 * authentication, so it must be reached at a name of the loopback interface (else another site's
 * name could lead here), and by pages of that same origin only.
 */
export async function requireOwnOrigin({ headers }: FastifyRequest): Promise<void> {
  const { host = '', origin } = headers
  if (!loopback.has(URL.parse(`http://${host}`)?.hostname ?? '')) {
    throw new Refused(403, 'FORBIDDEN', 'call the sandbox at 127.0.0.1 or localhost')
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Refused(403, 'FORBIDDEN', 'pages of another origin may not call the control API')
  }
}
