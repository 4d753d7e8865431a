/** Which providers are real: what is demanded of a configuration follows from it. */
import { isLocalUrl, type Settings } from './settings.ts'

/** Every provider has an address; either all are set, or the emulators take their places. */
const required = [
  'CUSTODY_BASE_URL',
  'VENUE_BASE_URL',
  'PAYX_BASE_URL',
  'PAYD_BASE_URL',
  'REPORT_QUEUE_BASE_URL',
  'PUSH_BASE_URL',
  'CAPTCHA_BASE_URL',
  'IDP_BASE_URL',
  'IDP_REGISTRY_URL',
  'IDP_TOKEN_URL',
  'SMS_BASE_URL',
  'MAIL_URL',
] as const

/** More addresses that secrets or users' data are sent to, or that money is valued by. */
const optional = [
  'VENUE_STREAM_URL',
  'VENUE_MARKET_STREAM_URL',
  'PUSH_TOKEN_URL',
  'OBJECT_STORE_BASE_URL',
] as const

export type ProviderSurvey = Readonly<{
  /** The names of all addresses that are set. */
  given: readonly string[]
  /** Addresses on another machine. */
  real: readonly string[]
  /** Addresses on this machine: emulators, or the near end of a tunnel. */
  local: readonly string[]
  missing: readonly string[]
}>

export function surveyProviders({ text }: Pick<Settings, 'text'>): ProviderSurvey {
  const given = [...required, ...optional].filter((name) => text(name) !== null)
  return {
    given,
    real: given.filter((name) => !isLocalUrl(text(name) ?? '')),
    local: given.filter((name) => isLocalUrl(text(name) ?? '')),
    missing: required.filter((name) => text(name) === null),
  }
}

/** Whether the emulators take every provider's place; half a set of providers is refused. */
export function noneConfigured(
  settings: Settings,
  { given, real, missing }: ProviderSurvey,
  inProduction: boolean,
): boolean {
  if (missing.length === required.length && real.length === 0 && !inProduction) return true
  const problem = inProduction
    ? 'is missing, and in production no emulator stands in'
    : `is missing while ${given.join(' and ')} ${given.length > 1 ? 'are' : 'is'} set`
  const mend = inProduction
    ? 'set it to the address of the provider'
    : 'set it as well, or unset the others to run with the emulators'
  for (const name of missing) settings.refuse(name, problem, mend)
  return false
}

const provider = /^(?:CUSTODY|VENUE|PAYX|PAYD|REPORT_QUEUE|PUSH|CAPTCHA|IDP|SMS|MAIL|OBJECT_STORE)_/

/** Whether a setting belongs to a provider of which any address is real. */
export function isOfReal(name: string, { real }: ProviderSurvey): boolean {
  const prefix = provider.exec(name)?.[0]
  return prefix !== undefined && real.some((address) => address.startsWith(prefix))
}
