/** Determines which providers are real, and from that which settings are required. */
import { providerExamples } from './provider-examples.ts'
import { isLocalUrl, type Settings } from './settings.ts'

type Addresses = Readonly<{
  /** All of them must be set, unless the service's own emulator takes the provider's place. */
  required: readonly string[]
  /** Further addresses that receive secrets or users' data, or that supply prices. */
  optional?: readonly string[]
  /** Matches the names of all its settings. */
  settings: RegExp
}>

/** The twelve providers. Each is real or emulated independently of the others. */
const providers = {
  custody: { required: ['CUSTODY_BASE_URL'], settings: /^CUSTODY_/ },
  venue: {
    required: ['VENUE_BASE_URL'],
    optional: ['VENUE_STREAM_URL', 'VENUE_MARKET_STREAM_URL'],
    settings: /^VENUE_/,
  },
  payx: { required: ['PAYX_BASE_URL'], settings: /^PAYX_/ },
  payd: { required: ['PAYD_BASE_URL'], settings: /^PAYD_/ },
  'report queue': { required: ['REPORT_QUEUE_BASE_URL'], settings: /^REPORT_QUEUE_/ },
  push: { required: ['PUSH_BASE_URL'], optional: ['PUSH_TOKEN_URL'], settings: /^PUSH_/ },
  captcha: { required: ['CAPTCHA_BASE_URL'], settings: /^CAPTCHA_/ },
  vision: { required: ['IDP_BASE_URL'], settings: /^IDP_(?:BASE_URL|USERNAME|PASSWORD|API_KEY)$/ },
  registry: {
    required: ['IDP_REGISTRY_URL', 'IDP_TOKEN_URL'],
    settings: /^IDP_(?:REGISTRY|TOKEN|CLIENT)_/,
  },
  sms: { required: ['SMS_BASE_URL'], settings: /^SMS_/ },
  mail: { required: ['MAIL_URL'], settings: /^MAIL_/ },
  // If other providers are configured and this address is not, objects are kept in a folder.
  'object store': {
    required: [],
    optional: ['OBJECT_STORE_BASE_URL'],
    settings: /^OBJECT_STORE_/,
  },
} as const satisfies Readonly<Record<string, Addresses>>

export type ProviderName = keyof typeof providers

const all: readonly (Addresses & Readonly<{ name: ProviderName }>)[] = namesOf(providers).map(
  (name) => ({ name, ...providers[name] }),
)

function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(record).filter((key): key is Name => Object.hasOwn(record, key))
}

export type ProviderSurvey = Readonly<{
  /** The names of all addresses that are set. */
  given: readonly string[]
  /** Addresses on another machine. */
  real: readonly string[]
  /** Addresses on this machine: emulators, or the near end of a tunnel. */
  local: readonly string[]
  missing: readonly string[]
  /** Providers without any address, for which this service starts its own emulators. */
  emulated: readonly ProviderName[]
}>

export function surveyProviders({ text }: Pick<Settings, 'text'>): ProviderSurvey {
  const required = all.flatMap((provider) => provider.required)
  const optional = all.flatMap((provider) => provider.optional ?? [])
  const given = [...required, ...optional].filter((name) => text(name) !== null)
  const real = given.filter((name) => !isLocalUrl(text(name) ?? ''))
  const missing = required.filter((name) => text(name) === null)
  const noneConfigured = real.length === 0 && missing.length === required.length
  const emulated = all.filter((provider) =>
    provider.required.length === 0
      ? noneConfigured
      : provider.required.every((name) => missing.includes(name)) &&
        provider.optional?.some((name) => real.includes(name)) !== true,
  )
  return {
    given,
    real,
    local: given.filter((name) => !real.includes(name)),
    missing,
    emulated: text('NODE_ENV') === 'production' ? [] : emulated.map(({ name }) => name),
  }
}

/** True if the emulators take every provider's place. */
export const isSandbox = ({ emulated }: ProviderSurvey): boolean => emulated.length === all.length

/**
 * Refuses missing addresses that no emulator replaces: in production all of them, else those of a
 * partly configured provider.
 */
export function refuseMissing(settings: Settings, survey: ProviderSurvey): void {
  const { given, real, emulated } = survey
  const inProduction = settings.text('NODE_ENV') === 'production'
  const beside = real.length === 0 ? '' : ` while ${real.join(', ')} ${nameReal(real)}`
  for (const { required, optional = [], name: provider } of all) {
    if (emulated.includes(provider) && real.length === 0) continue
    const its = [...required, ...optional].filter((name) => given.includes(name))
    const isPart = its.length > 0 || emulated.includes(provider) || required.length === 0
    if (isPart) refusePart(settings, provider, its)
    else if (inProduction) {
      const problem = `is missing${beside}, and in production no emulator stands in`
      const mend = 'set it to the address of the provider'
      for (const name of required) settings.refuse(name, problem, mend)
    }
  }
}

export const nameReal = (names: readonly string[]): string =>
  names.length > 1 ? 'name real providers' : 'names a real one'

/** Valid with an emulator too: it says whether prices are observed, not how to reach the venue. */
const ofAnyVenue = 'VENUE_PRICES'

/** Settings of a provider without all of its addresses look like a forgotten address. */
function refusePart(
  settings: Settings,
  provider: ProviderName,
  addresses: readonly string[],
): void {
  const { required, optional = [] }: Addresses = providers[provider]
  const wanted = required.length > 0 ? required : optional
  const lacking = wanted.filter((name) => settings.text(name) === null)
  const set = settingsOf(provider).filter((name) => settings.text(name) !== null)
  const found = addresses.length > 0 ? addresses : set.filter((name) => name !== ofAnyVenue)
  if (found.length === 0) return
  const names = found.join(' and ')
  const problem = `is missing while ${names} ${found.length > 1 ? 'are' : 'is'} set`
  const mend = `set it as well, or unset ${names}`
  for (const name of lacking) settings.refuse(name, problem, mend)
}

/** The names of all settings of a provider. */
export const settingsOf = (provider: ProviderName): readonly string[] =>
  Object.keys(providerExamples).filter((name) => providers[provider].settings.test(name))

/** Returns the provider that a setting belongs to; null for a setting of the service itself. */
export const providerOf = (setting: string): ProviderName | null =>
  all.find(({ settings }) => settings.test(setting))?.name ?? null

/** True if the setting belongs to a provider with a real address. */
export function isOfReal(setting: string, { real }: ProviderSurvey): boolean {
  const provider = providerOf(setting)
  return provider !== null && real.some((address) => providerOf(address) === provider)
}

export type ProviderState = Readonly<{
  name: ProviderName
  state: 'real' | 'emulated' | 'on this machine' | 'a folder' | 'not set'
  /** The settings with its addresses; empty if the service's own emulator is used. */
  addresses: readonly string[]
}>

/** Returns how each of the twelve providers runs. */
export const providerStates = (survey: ProviderSurvey): readonly ProviderState[] =>
  all.map(({ name, required, optional = [] }) => {
    const addresses = [...required, ...optional].filter((one) => survey.given.includes(one))
    if (addresses.length === 0) {
      const instead = required.length === 0 ? 'a folder' : 'not set'
      return { name, state: survey.emulated.includes(name) ? 'emulated' : instead, addresses }
    }
    const isReal = addresses.some((one) => survey.real.includes(one))
    return { name, state: isReal ? 'real' : 'on this machine', addresses }
  })
