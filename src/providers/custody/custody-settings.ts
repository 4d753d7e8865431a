import { createPublicKey } from 'node:crypto'
import { isLocalUrl, parseUrl, type Settings } from '../../base/settings/environment.ts'
import { madePrivateKey, setting, type ValuesOf } from '../../base/settings/setting.ts'
import { anyText, list, privateKey, publicKey, webUrl } from '../../base/settings/setting-kinds.ts'
import { address, issued } from '../provider-settings.ts'

export type CustodySettings = ReturnType<typeof completeCustody>

export const custody = {
  name: 'custody',
  title: 'Custody (Fireblocks)',
  settings: {
    baseUrl: address('CUSTODY_BASE_URL', '/custody', {
      example: 'https://api.fireblocks.io/v1',
      meaning:
        "The API's address, with or without `/v1`. Regions: `eu-api`, `eu2-api`; the provider's " +
        'sandbox is `sandbox-api`.',
    }),
    apiKey: setting('CUSTODY_API_KEY', anyText, {
      ...issued,
      example: '3f1c27a4-58d0-4e6b-9a72-0c4be1d85f36',
      meaning: 'The id of the API user.',
    }),
    /** Signs our requests. */
    apiPrivateKey: setting('CUSTODY_API_PRIVATE_KEY', privateKey, {
      secret: 'other',
      made: madePrivateKey,
      example: '-----BEGIN PRIVATE KEY-----\\nMIIJQw…\\n-----END PRIVATE KEY-----',
      meaning:
        "The API user's RSA private key (`fireblocks_secret.key`); `\\n` may stand for line ends.",
    }),
    webhookKey: setting('CUSTODY_WEBHOOK_PUBLIC_KEY', publicKey, {
      inSandbox: '',
      example: '-----BEGIN PUBLIC KEY-----\\nMIICIj…\\n-----END PUBLIC KEY-----',
      meaning: 'The public key of your region that signs v1 webhooks.',
    }),
    jwksUrl: setting('CUSTODY_JWKS_URL', webUrl, {
      inProduction: 'encrypted',
      without: "the region's key host",
      example: 'https://keys.fireblocks.io/.well-known/jwks.json',
      meaning: 'Where the keys that sign v2 webhooks are published.',
    }),
    /** Withdrawals leave from it, and tagged coins share its addresses. */
    vault: setting('CUSTODY_VAULT', anyText, {
      inSandbox: '1',
      example: '0',
      meaning: 'The id of the vault account that holds the coins.',
    }),
    defaultAddresses: setting(
      'CUSTODY_DEFAULT_ADDRESSES',
      list((item) => /^[\x21-\x7e]{4,200}$/.test(item), 'list addresses with commas between'),
      {
        default: '',
        without: 'none',
        example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        meaning:
          'Comma-separated addresses of our own, such as gas stations and collection addresses. ' +
          'Deposits to them are not credited to anyone.',
      },
    ),
  },
} as const

/**
 * Adds what follows from the address. The emulator signs its webhooks with the private key that
 * both sides already hold.
 */
export function completeCustody(
  given: ValuesOf<typeof custody.settings>,
  isEmulated: boolean,
  warn: Settings['warn'],
) {
  const baseUrl = withoutVersion(given.baseUrl)
  const own = isEmulated && given.apiPrivateKey !== '' ? publicHalf(given.apiPrivateKey) : ''
  return {
    ...given,
    baseUrl,
    jwksUrl: given.jwksUrl ?? jwksUrlOf(baseUrl, warn),
    /** PEM of the keys that sign the older webhook; more than one during a key change. */
    webhookKeys: [given.webhookKey, own].filter((pem) => pem !== ''),
  }
}

const publicHalf = (pem: string): string =>
  createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()

/**
 * Removes the version from the base address that Fireblocks publishes; our calls name it
 * themselves.
 */
const withoutVersion = (baseUrl: string): string => baseUrl.replace(/\/v1$/, '')

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
function jwksUrlOf(baseUrl: string, warn: Settings['warn']): string {
  if (isLocalUrl(baseUrl)) return `${baseUrl}/.well-known/jwks.json`
  const host = keyHosts.get(parseUrl(baseUrl)?.hostname ?? '')
  const byDefault = keysAt(host ?? 'keys.fireblocks.io')
  if (host === undefined) {
    const warning = 'is missing, and CUSTODY_BASE_URL names no region of Fireblocks: using'
    warn('CUSTODY_JWKS_URL', `${warning} ${byDefault}`)
  }
  return byDefault
}
