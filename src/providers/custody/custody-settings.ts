import { createPublicKey } from 'node:crypto'
import { publicKeyPem, withoutPassword } from '../../base/settings/environment.ts'
import {
  madeKey,
  madeSecret,
  type ProviderDefinition,
  type ReadFrom,
  readAddress,
  readNamed,
  readPrivateKey,
} from '../provider-settings.ts'
import { readJwksUrl, withoutVersion } from './custody-address.ts'

export type CustodySettings = Readonly<{
  baseUrl: string
  apiKey: string
  /** PEM of the key that signs our requests. */
  apiPrivateKey: string
  /** PEM of the keys that sign the older webhook; more than one during a key change. */
  webhookKeys: readonly string[]
  jwksUrl: string
  /** The vault account that withdrawals leave from, and whose addresses tagged coins share. */
  vault: string
  /** Our own collection addresses: deposits to them belong to no user. */
  defaultAddresses: readonly string[]
}>

export const custody: ProviderDefinition<'custody', CustodySettings> = {
  name: 'custody',
  required: ['CUSTODY_BASE_URL'],
  settings: {
    CUSTODY_BASE_URL: { example: 'https://api.fireblocks.io/v1', shown: ({ baseUrl }) => baseUrl },
    CUSTODY_API_KEY: { example: '3f1c27a4-58d0-4e6b-9a72-0c4be1d85f36', made: madeSecret },
    CUSTODY_API_PRIVATE_KEY: {
      example: '-----BEGIN PRIVATE KEY-----\\nMIIJQw…\\n-----END PRIVATE KEY-----',
      made: madeKey,
    },
    CUSTODY_WEBHOOK_PUBLIC_KEY: {
      example: '-----BEGIN PUBLIC KEY-----\\nMIICIj…\\n-----END PUBLIC KEY-----',
    },
    CUSTODY_JWKS_URL: {
      example: 'https://keys.fireblocks.io/.well-known/jwks.json',
      shown: ({ jwksUrl }) => withoutPassword(jwksUrl),
    },
    CUSTODY_VAULT: { example: '0', shown: ({ vault }) => vault },
    CUSTODY_DEFAULT_ADDRESSES: {
      example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      shown: ({ defaultAddresses }) => defaultAddresses.join(','),
    },
  },
  read: (from) => {
    const { settings, secret } = from
    const baseUrl = withoutVersion(readAddress(from, 'CUSTODY_BASE_URL', '/custody'))
    const apiPrivateKey = readPrivateKey(from, 'CUSTODY_API_PRIVATE_KEY')
    return {
      baseUrl,
      apiKey: secret('CUSTODY_API_KEY'),
      apiPrivateKey,
      webhookKeys: readWebhookKeys(from, apiPrivateKey),
      jwksUrl: readJwksUrl(settings, baseUrl),
      vault: readNamed(from, 'CUSTODY_VAULT', '1'),
      defaultAddresses: settings.list(
        'CUSTODY_DEFAULT_ADDRESSES',
        (item) => /^[\x21-\x7e]{4,200}$/.test(item),
        'list addresses with commas between',
      ),
    }
  },
}

/** The emulator signs its webhooks with the private key that both sides already hold. */
function readWebhookKeys({ settings, emulator }: ReadFrom, sandboxKey: string) {
  const given = settings.text('CUSTODY_WEBHOOK_PUBLIC_KEY')
  const pem = given === null ? null : publicKeyPem(given)
  if (given !== null && pem === null) {
    const mend = 'set it to the PEM that custody publishes for your environment'
    settings.refuse('CUSTODY_WEBHOOK_PUBLIC_KEY', 'is not an RSA public key in PEM', mend)
  }
  if (given === null && emulator === null) {
    settings.refuse('CUSTODY_WEBHOOK_PUBLIC_KEY', 'is missing', 'set it')
  }
  const own = emulator !== null && sandboxKey !== '' ? [publicHalf(sandboxKey)] : []
  return [...(pem === null ? [] : [pem]), ...own]
}

const publicHalf = (pem: string): string =>
  createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()
