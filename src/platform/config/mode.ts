import { parseUrl, type Settings } from '../../base/settings/environment.ts'
import { isSandbox, nameReal, type ProviderSurvey } from './provider-survey.ts'

/** A trial mixes real and emulated providers; it refuses what production refuses. */
export type Mode = 'production' | 'trial' | 'development' | 'test'

/** The mode as messages name it. */
export const named = (mode: Mode): string => (mode === 'trial' ? 'a trial' : mode)

/** Refuses a NODE_ENV that contradicts the providers, and adds a warning that names the mode. */
export function readMode(settings: Settings, survey: ProviderSurvey): Mode {
  const { mode, why } = modeOf(settings, survey)
  settings.warn('NODE_ENV', `Tukar runs in ${mode} mode: ${why}`)
  return mode
}

type Reasoned = Readonly<{ mode: Mode; why: string }>

function modeOf(settings: Settings, survey: ProviderSurvey): Reasoned {
  const { real, local, missing, emulated } = survey
  const env = settings.text('NODE_ENV')
  const stated = ['production', 'development', 'test'].find((mode) => mode === env)
  if (stated === 'production') return { mode: 'production', why: 'NODE_ENV is set to it' }
  const facts = factsOf(survey)
  const isMixed = emulated.length > 0 && !isSandbox(survey)
  if (env === null && (isMixed || (real.length > 0 && local.length + missing.length > 0))) {
    const mend = 'set it to development for a trial, or give every provider its real address'
    settings.refuse('NODE_ENV', `is missing while ${facts}`, mend)
  }
  if (real.length === 0) {
    const providers = local.length === 0 ? 'no provider is configured' : 'no provider is real'
    const why = stated === undefined ? providers : `NODE_ENV is set to it, and ${providers}`
    return { mode: stated === 'test' ? 'test' : 'development', why }
  }
  if (stated === 'test') {
    const problem = `is test while ${real.join(', ')} ${nameReal(real)}`
    settings.refuse('NODE_ENV', problem, 'unset it, or set it to production')
  }
  if (stated !== 'development' && local.length === 0 && missing.length === 0) {
    return { mode: 'production', why: 'NODE_ENV is not set, and every provider is real' }
  }
  return { mode: 'trial', why: `NODE_ENV is development while ${facts}` }
}

/** Lists which addresses are real, which are on this machine, and which are not set. */
function factsOf({ real, local, missing }: ProviderSurvey): string {
  const are = (names: readonly string[]) => `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'}`
  const facts = [
    real.length > 0 ? [`${real.join(', ')} ${nameReal(real)}`] : [],
    local.length > 0 ? [`${are(local)} on this machine`] : [],
    missing.length > 0 ? [`${are(missing)} not set`] : [],
  ]
  return facts.flat().join(' and ')
}

/** In production a local address must be the near end of a tunnel, never the sandbox. */
export function refuseSandboxAddresses(
  settings: Settings,
  { local }: ProviderSurvey,
  sandboxPorts: readonly number[],
): void {
  for (const name of local) {
    const port = parseUrl(settings.text(name) ?? '')?.port ?? ''
    if (sandboxPorts.some((taken) => port === String(taken))) {
      const mend = 'set it to the address of the provider'
      settings.refuse(name, 'is the sandbox, and production accepts no emulators', mend)
    } else settings.warn(name, 'is on this machine: it should be a tunnel to the provider')
  }
}

/**
 * Refuses a local address at a port of the service's own emulators, which do not emulate a provider
 * that has an address.
 */
export function refuseOwnPorts(
  settings: Settings,
  { local, emulated }: ProviderSurvey,
  sandboxPorts: readonly number[],
): void {
  if (emulated.length === 0) return
  for (const name of local) {
    const port = parseUrl(settings.text(name) ?? '')?.port ?? ''
    if (!sandboxPorts.some((taken) => port === String(taken))) continue
    const mend = 'unset it to use them, or set SANDBOX_PORT and SANDBOX_SMTP_PORT to other ports'
    settings.refuse(name, 'is an address of the emulators that the service starts', mend)
  }
}

/** A vulnerability in a service that runs as root exposes the whole machine. */
export function refuseRoot(settings: Settings, mode: Mode, allowRoot: boolean): void {
  if (allowRoot) {
    settings.warn('ALLOW_ROOT', 'lets the service run as root: a user of its own is safer')
    return
  }
  const mend = 'start the service as a user of its own, or set ALLOW_ROOT=yes'
  settings.refuse('ALLOW_ROOT', `is not set while ${named(mode)} runs as root`, mend)
}
