/** Addresses of custody (Fireblocks): its API, and the keys of its webhooks. */
import { isLocalUrl, parseUrl, type Settings } from '../../base/settings/environment.ts'

/**
 * Removes the version from the base address that Fireblocks publishes; our calls name it
 * themselves.
 */
export const withoutVersion = (baseUrl: string): string => baseUrl.replace(/\/v1$/, '')

const keysAt = (host: string): string => `https://${host}/.well-known/jwks.json`

/** Fireblocks' key hosts by API host, one pair for each region. */
const keyHosts: ReadonlyMap<string, string> = new Map([
  ['api.fireblocks.io', 'keys.fireblocks.io'],
  ['eu-api.fireblocks.io', 'eu-keys.fireblocks.io'],
  ['eu2-api.fireblocks.io', 'eu2-keys.fireblocks.io'],
  ['sandbox-api.fireblocks.io', 'sandbox-keys.fireblocks.io'],
])

/**
 * Returns the address of the keys that sign newer webhooks. It follows the region of the base
 * address; an emulator publishes its own keys. For any other host the keys of the US region are
 * used, with a warning.
 */
export function jwksUrlOf(baseUrl: string, warn: Settings['warn']): string {
  if (isLocalUrl(baseUrl)) return `${baseUrl}/.well-known/jwks.json`
  const host = keyHosts.get(parseUrl(baseUrl)?.hostname ?? '')
  const byDefault = keysAt(host ?? 'keys.fireblocks.io')
  if (host === undefined) {
    const warning = 'is missing, and CUSTODY_BASE_URL names no region of Fireblocks: using'
    warn('CUSTODY_JWKS_URL', `${warning} ${byDefault}`)
  }
  return byDefault
}
