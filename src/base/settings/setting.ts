/** How a setting is declared. `config/settings.ts` lists all of them. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { masked } from './environment.ts'

type Refuse = (problem: string, mend: string) => void

export type SettingKind<Value> = Readonly<{
  /** Reports the problems of a text; then the value is not used. */
  parse: (text: string, refuse: Refuse) => Value
  /** Returns the form in which a value is shown, if it differs from the text. */
  show?: (text: string) => string
}>

type Facts = Readonly<{
  /** Markdown, as the default is. */
  meaning: string
  /** The text that is read if the setting is not set. */
  default?: string
  /** What applies if the setting is not set. One with neither this nor a default is required. */
  without?: string
  /** A realistic value, as a provider publishes or issues it; secrets only show their form. */
  example?: string
  /** No placeholder may stand for an issued or chosen one; chosen ones have a least length. */
  secret?: 'issued' | 'chosen' | 'other'
  /** A trial counts as production. */
  inProduction?: 'required' | 'refused' | 'encrypted'
  /** How to fix a missing value. */
  mend?: string
  /** Generates the value for an emulator, or for the service itself outside of production. */
  made?: () => string
  /** Secrets that this one must differ from: a leak of the weaker place compromises the other. */
  unlike?: readonly string[]
  /** An address of a provider that receives secrets or users' data, or that supplies prices. */
  isAddress?: true
  /** May be set without an address: the service's own emulator uses it too. */
  isOfAny?: true
  /** The value for the service's own emulator, if none is set. */
  inSandbox?: string | ((emulators: Emulators) => string)
}>

/** The addresses of the service's own emulators. */
export type Emulators = Readonly<{ url: string; smtpUrl: string }>

export type Setting<Value> = SettingKind<Value> &
  Facts &
  Readonly<{
    /** The environment variable. */
    name: string
    /** The value if nothing is set and nothing stands in. */
    unset: Value
  }>

/** Settings by the names that the code has for them, in groups. */
export type SettingTable = Readonly<{ [key: string]: Setting<unknown> | SettingTable }>

/** The values of settings, by the same names. */
export type ValuesOf<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends Setting<infer Value>
    ? Value
    : ValuesOf<Table[Key]>
}

/** Declares a setting. Without a default its value is null if `without` says what applies then. */
export function setting<Value>(
  name: string,
  kind: SettingKind<Value>,
  facts: Facts & Readonly<{ without: string; default?: undefined }>,
): Setting<Value | null>
export function setting<Value>(name: string, kind: SettingKind<Value>, facts: Facts): Setting<Value>
export function setting<Value>(
  name: string,
  kind: SettingKind<Value>,
  facts: Facts,
): Setting<Value | null> {
  const isOptional = facts.without !== undefined && facts.default === undefined
  return { ...kind, ...facts, name, unset: isOptional ? null : kind.parse('', () => undefined) }
}

const isSetting = (one: Setting<unknown> | SettingTable): one is Setting<unknown> =>
  typeof one['name'] === 'string'

/** All settings of a table, in its order. */
export const settingsIn = (table: SettingTable): readonly Setting<unknown>[] =>
  Object.values(table).flatMap((one) => (isSetting(one) ? [one] : settingsIn(one)))

/** True if nothing applies in its place. */
export const isRequired = ({ without, default: text }: Setting<unknown>): boolean =>
  without === undefined && text === undefined

type Read = <Value>(setting: Setting<Value>) => Value

export function valuesOf<Table extends SettingTable>(table: Table, read: Read): ValuesOf<Table>
export function valuesOf(table: SettingTable, read: Read): unknown {
  const entries = Object.entries(table)
  return Object.fromEntries(
    entries.map(([key, one]) => [key, isSetting(one) ? read(one) : valuesOf(one, read)]),
  )
}

/** Returns `NAME=value` for each setting of a table, with secrets masked; not null if it is off. */
export function linesOf(table: SettingTable, values: unknown): readonly string[] {
  return Object.entries(table).flatMap(([key, one]) => {
    const value: unknown = Reflect.get(Object(values), key)
    return isSetting(one) ? [`${one.name}=${shown(one, value)}`] : linesOf(one, value)
  })
}

function shown({ show, secret, without = 'none' }: Setting<unknown>, value: unknown): string {
  const text = String(value ?? '')
  if (text === '') return `(${without.replaceAll('`', '')})`
  if (show !== undefined) return show(text)
  return secret === undefined ? text : masked
}

export const madeSecret = (): string => randomBytes(24).toString('base64url')
export const madeAppKey = (): string => randomBytes(32).toString('base64')
export const madePrivateKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey
