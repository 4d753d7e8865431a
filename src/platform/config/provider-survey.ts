/** Determines which providers are real, and from that which settings are required. */
import { isLocalUrl, type Settings, withoutPassword } from '../../base/settings/environment.ts'
import { type ProviderName, providerSetting, providers } from './providers.ts'

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
  const required = providers.flatMap(({ required }) => required)
  const given = providers
    .flatMap(({ addresses }) => addresses)
    .filter((name) => text(name) !== null)
  const real = given.filter((name) => !isLocalUrl(text(name) ?? ''))
  const missing = required.filter((name) => text(name) === null)
  const noneConfigured = real.length === 0 && missing.length === required.length
  const emulated = providers.filter((provider) =>
    provider.required.length === 0
      ? noneConfigured
      : provider.required.every((name) => missing.includes(name)) &&
        !provider.addresses.some((name) => real.includes(name)),
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
export const isSandbox = ({ emulated }: ProviderSurvey): boolean =>
  emulated.length === providers.length

/**
 * Refuses missing addresses that no emulator replaces: in production all of them, else those of a
 * partly configured provider.
 */
export function refuseMissing(settings: Settings, survey: ProviderSurvey): void {
  const { given, real, emulated } = survey
  const inProduction = settings.text('NODE_ENV') === 'production'
  const beside = real.length === 0 ? '' : ` while ${real.join(', ')} ${nameReal(real)}`
  for (const provider of providers) {
    const { required, addresses, name } = provider
    if (emulated.includes(name) && real.length === 0) continue
    const its = addresses.filter((one) => given.includes(one))
    const isPart = its.length > 0 || emulated.includes(name) || required.length === 0
    if (isPart) refusePart(settings, provider, its)
    else if (inProduction) {
      const problem = `is missing${beside}, and in production no emulator stands in`
      const mend = 'set it to the address of the provider'
      for (const one of required) settings.refuse(one, problem, mend)
    }
  }
}

export const nameReal = (names: readonly string[]): string =>
  names.length > 1 ? 'name real providers' : 'names a real one'

/** Settings of a provider without all of its addresses look like a forgotten address. */
function refusePart(
  settings: Settings,
  { settings: all, required, addresses }: (typeof providers)[number],
  given: readonly string[],
): void {
  const wanted = required.length > 0 ? required : addresses
  const lacking = wanted.filter((name) => settings.text(name) === null)
  const set = all.filter(({ name, isOfAny }) => !isOfAny && settings.text(name) !== null)
  const found = given.length > 0 ? given : set.map(({ name }) => name)
  if (found.length === 0) return
  const names = found.join(' and ')
  const problem = `is missing while ${names} ${found.length > 1 ? 'are' : 'is'} set`
  const mend = `set it as well, or unset ${names}`
  for (const name of lacking) settings.refuse(name, problem, mend)
}

/** True if the setting belongs to a provider with a real address. */
export const isOfReal = (setting: string, { real }: ProviderSurvey): boolean => {
  const provider = providerSetting(setting)?.provider
  return provider?.addresses.some((address) => real.includes(address)) === true
}

type ProviderState = Readonly<{
  name: ProviderName
  state: 'real' | 'emulated' | 'on this machine' | 'a folder' | 'not set'
  /** The settings with its addresses; empty if the service's own emulator is used. */
  addresses: readonly string[]
}>

/** Returns how each of the twelve providers runs. */
const providerStates = (survey: ProviderSurvey): readonly ProviderState[] =>
  providers.map(({ name, required, addresses: all }) => {
    const addresses = all.filter((one) => survey.given.includes(one))
    if (addresses.length === 0) {
      const instead = required.length === 0 ? 'a folder' : 'not set'
      return { name, state: survey.emulated.includes(name) ? 'emulated' : instead, addresses }
    }
    const isReal = addresses.some((one) => survey.real.includes(one))
    return { name, state: isReal ? 'real' : 'on this machine', addresses }
  })

/** Returns one line for each of the twelve providers: how it runs, and its addresses. */
export const describeStates = (
  survey: ProviderSurvey,
  { text }: Pick<Settings, 'text'>,
): readonly string[] =>
  providerStates(survey).map(({ name, state, addresses }) => {
    const shown = addresses.map((address) => withoutPassword(text(address) ?? ''))
    return [name.padEnd(12), state.padEnd(15), ...shown].join('  ').trim()
  })
