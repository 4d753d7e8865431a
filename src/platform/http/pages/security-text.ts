import type { Config } from '../../config/config.ts'
import { pageLimits } from '../http-limits.ts'
import { barePage, type Route } from '../route.ts'

/** Serves where to report vulnerabilities (RFC 9116), if a contact is configured. */
export const securityTextRoutes = ({
  securityContact: contact,
  baseUrl,
}: Pick<Config, 'securityContact' | 'baseUrl'>): readonly Route[] =>
  contact === null ? [] : [securityText(contact, baseUrl)]

const path = '/.well-known/security.txt'

const securityText = (contact: string, baseUrl: string): Route => ({
  ...barePage,
  path,
  cacheControl: 'public, max-age=3600',
  serve: async ({ clock }) => {
    const expires = new Date(clock.now().getTime() + pageLimits.contactMs)
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: id, en',
      `Canonical: ${baseUrl}${path}`,
    ]
    return {
      status: 200,
      mediaType: 'text/plain; charset=utf-8',
      body: `${lines.join('\n')}\n`,
      headers: {},
    }
  },
})
