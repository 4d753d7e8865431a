/** How each provider's room defines its settings; `config/` composes the definitions. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { isNetwork, privateKeyPem, type Settings, web } from '../base/settings/environment.ts'

export type ProviderSetting<Values> = Readonly<{
  /**
   * A realistic value, as the provider publishes or issues it; secrets only show their form.
   * Addresses are those of production.
   */
  example: string
  /** Returns the value for display; the password of an address is masked. */
  shown?: (values: Values) => string | null
  /** Generates the value for the emulator: the setting is a secret, unless it is shown. */
  made?: () => string
  /** The operator chooses this secret and its length; no provider issues it. */
  isChosen?: true
  /** May be a list of two during a change. */
  isRotating?: true
  /** Secrets that this one must differ from: a leak of the weaker place compromises the other. */
  unlike?: readonly string[]
  /** May be set without an address: the service's own emulator uses it too. */
  isOfAny?: true
}>

export type ProviderDefinition<Name extends string, Values> = Readonly<{
  name: Name
  /** All of them must be set, unless the service's own emulator takes the provider's place. */
  required: readonly string[]
  /** Further addresses that receive secrets or users' data, or that supply prices. */
  optional?: readonly string[]
  /** All of its settings, by name. */
  settings: Readonly<Record<string, ProviderSetting<Values>>>
  read: (from: ReadFrom) => Values
}>

export type ReadFrom = Readonly<{
  settings: Settings
  secret: (name: string) => string
  /** The addresses of the service's own emulators if they replace this provider, else null. */
  emulator: Readonly<{ url: string; smtpUrl: string }> | null
}>

export const madeSecret = (): string => randomBytes(24).toString('base64url')
export const madeKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey

export const readAddress = (
  { settings, emulator }: ReadFrom,
  name: string,
  inSandbox: string,
): string => (emulator === null ? (settings.url(name, web) ?? '') : `${emulator.url}${inSandbox}`)

/** Reads a setting of which emulators accept any value and providers only the right one. */
export function readNamed(from: ReadFrom, name: string, inSandbox: string): string {
  const given = from.settings.text(name)
  const isNeeded = given === null && from.emulator === null
  if (isNeeded) from.settings.refuse(name, 'is missing', 'set it')
  return given ?? inSandbox
}

export function readPrivateKey({ settings, secret }: ReadFrom, name: string): string {
  const text = secret(name)
  const pem = privateKeyPem(text)
  if (pem === null && text !== '') {
    settings.refuse(
      name,
      'is not an RSA private key in PEM',
      'set it to the key of the API account',
    )
  }
  return pem ?? ''
}

/** Reads the addresses and networks of a provider's callbacks. */
export const readSources = ({ settings }: ReadFrom, name: string, provider: string) =>
  settings.list(
    name,
    isNetwork,
    `list addresses or networks of ${provider}, as 203.0.113.0/28, with commas between`,
  )

/** Reads a secret of ours, or the old and the new one separated by a comma, during a change. */
export function readRotating(
  { settings, secret }: ReadFrom,
  name: string,
): readonly [string, string | null] {
  const [first = '', second, ...more] = secret(name)
    .split(',')
    .map((one) => one.trim())
  if (second === undefined) return [first, null]
  if (more.length > 0 || first === second || first === '' || second === '') {
    const mend = 'list the old and the new one with a comma between'
    settings.refuse(name, 'is neither one value nor two different ones', mend)
  }
  return [first, second]
}
