/** Reads secrets: set by the operator, or generated once for what is emulated. */
import { randomBytes } from 'node:crypto'
import type { AppKeys } from '../../base/secrets/app-keys.ts'
import { keyBytes, type Settings } from '../../base/settings/environment.ts'
import { madeSecret } from '../../providers/provider-settings.ts'
import type { Mode } from './mode.ts'
import { isPlaceholder } from './placeholder.ts'
import { isOfReal, isSandbox, type ProviderSurvey } from './provider-survey.ts'
import { providerSetting, providerSettings } from './providers.ts'
import type { SecretStore, Secrets } from './secret-file.ts'

type SecretReader = (name: string) => string

type SecretUse = Readonly<{
  mode: Mode
  production: boolean
  survey: ProviderSurvey
}>

const leastChosen = 24

/**
 * Returns a reader of secrets that are set or, for emulated providers, stored; else it adds a
 * problem.
 */
export function secretReader(settings: Settings, store: SecretStore, use: SecretUse): SecretReader {
  const { mode, production, survey } = use
  const kept = keptSecrets(settings, store, use)
  const known = new Set(Object.values(kept))
  return (name) => {
    const emulated = mode !== 'production' && name !== 'APP_KEY' && !isOfReal(name, survey)
    const given = settings.text(name)
    if (given === null) {
      const own = emulated || (name === 'APP_KEY' && !production) ? kept[name] : undefined
      if (own !== undefined) return own
      const mend = name === 'APP_KEY' ? keyMend : 'set it to the value that the provider issued'
      settings.refuse(name, 'is missing', mend)
      return ''
    }
    const provided = providerSetting(name)
    if (!production || provided?.shown !== undefined) return given
    const isChosen = name === 'APP_KEY' || provided?.isChosen
    const each = provided?.isRotating ? given.split(',').map((one) => one.trim()) : [given]
    if (each.some((one) => known.has(one)) && !emulated) {
      settings.refuse(name, 'is the one created for the sandbox', 'use one created for production')
    } else if (isChosen && each.some((one) => one.length < leastChosen)) {
      settings.refuse(name, `has less than ${leastChosen} characters`, 'use a longer one')
    } else if (
      !name.endsWith('_PRIVATE_KEY') &&
      each.some((one) => one !== '' && isPlaceholder(name, one))
    ) {
      settings.refuse(name, 'is a placeholder', 'use a random one')
    }
    return given
  }
}

const keyMend = 'set it to 32 random bytes, for example from: openssl rand -base64 32'

/** Generates secrets of the emulated providers, and of the service itself if that is allowed. */
function keptSecrets(
  settings: Settings,
  store: SecretStore,
  { production, survey }: SecretUse,
): Secrets {
  try {
    const known = store.known()
    const missing = makersOf(production, survey).filter(
      ([name]) => known[name] === undefined && settings.text(name) === null,
    )
    if (missing.length === 0) return known
    const made = Object.fromEntries(missing.map(([name, make]) => [name, make()]))
    // A start that is refused because of NODE_ENV stores nothing.
    const isRefused = settings.problems.some(({ name }) => name === 'NODE_ENV')
    return isRefused ? { ...known, ...made } : store.keep(made)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown reason'
    settings.refuse('DATA_DIR', `cannot store secrets: ${why}`, 'name a folder that is writable')
    return {}
  }
}

type SecretMaker = readonly [name: string, make: () => string]

const makersOf = (production: boolean, survey: ProviderSurvey): readonly SecretMaker[] => [
  ...(production ? [] : [['APP_KEY', () => randomBytes(32).toString('base64')] as const]),
  ...(isSandbox(survey) ? [['SANDBOX_OPERATOR_PASSWORD', madeSecret] as const] : []),
  ...providerSettings.flatMap(({ name, provider, made }) =>
    made !== undefined && survey.emulated.includes(provider) ? [[name, made] as const] : [],
  ),
]

const otherKeys = ['APP_KEY_NEXT', 'APP_KEY_PREVIOUS'] as const

/** Reads the application key, and those that stand beside it during a change. */
export function readAppKeys(
  settings: Settings,
  secret: SecretReader,
  production: boolean,
): AppKeys {
  const appKey = readKey(settings, 'APP_KEY', secret('APP_KEY')) ?? Buffer.alloc(32)
  const otherAppKeys: Buffer[] = []
  let previousAppKey: Buffer | null = null
  for (const name of otherKeys) {
    const text = settings.text(name)
    const key = text === null ? null : readKey(settings, name, text)
    if (text === null || key === null) continue
    if ([appKey, ...otherAppKeys].some((one) => one.equals(key))) {
      settings.refuse(name, 'is a key that is set already', 'unset it, or set the other key')
    } else if (production && isPlaceholder(name, text)) {
      settings.refuse(name, 'is a placeholder', 'use a random one')
    }
    otherAppKeys.push(key)
    if (name === 'APP_KEY_PREVIOUS') previousAppKey = key
  }
  return { appKey, otherAppKeys, previousAppKey, formerLookups: [] }
}

function readKey(settings: Settings, name: string, text: string): Buffer | null {
  const key = keyBytes(text)
  if (key === null && text !== '') {
    settings.refuse(name, 'is not 32 bytes as base64 or hex', keyMend)
  }
  return key
}

/** With one secret in two places, a leak of the weaker place compromises the other. */
export function refuseSharedSecrets(settings: Settings): void {
  for (const { name, unlike = [] } of providerSettings) {
    const values = new Set(valuesOf(settings, name))
    for (const other of unlike) {
      if (valuesOf(settings, other).every((value) => !values.has(value))) continue
      settings.refuse(name, `is the same as ${other}`, 'use another one')
    }
  }
}

function valuesOf(settings: Settings, name: string): readonly string[] {
  const text = settings.text(name)
  if (text === null) return []
  const isList = providerSetting(name)?.isRotating === true
  return isList ? text.split(',').map((one) => one.trim()) : [text]
}
