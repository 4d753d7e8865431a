/** The twelve providers. Each is real or emulated independently of the others. */
import { masked, withoutPassword } from '../../base/settings/environment.ts'
import { captcha } from '../../providers/captcha/captcha-settings.ts'
import { custody } from '../../providers/custody/custody-settings.ts'
import { registry, vision } from '../../providers/idp/idp-settings.ts'
import { mail } from '../../providers/mail/mail-settings.ts'
import { objectStore } from '../../providers/object-store/object-store-settings.ts'
import { payd } from '../../providers/payd/payd-settings.ts'
import { payx } from '../../providers/payx/payx-settings.ts'
import type {
  ProviderDefinition,
  ProviderSetting,
  ReadFrom,
} from '../../providers/provider-settings.ts'
import { push } from '../../providers/push/push-settings.ts'
import { reportQueue } from '../../providers/report-queue/report-queue-settings.ts'
import { sms } from '../../providers/sms/sms-settings.ts'
import { venue } from '../../providers/venue/venue-settings.ts'

/** In the order in which the service lists them. */
const definitions = [
  custody,
  venue,
  payx,
  payd,
  reportQueue,
  push,
  captcha,
  vision,
  registry,
  sms,
  mail,
  objectStore,
]

export type ProviderName = (typeof definitions)[number]['name']

type ProviderFacts = Omit<ProviderDefinition<ProviderName, never>, 'read'>

export const providers: readonly ProviderFacts[] = definitions

type NamedSetting = ProviderSetting<never> & Readonly<{ name: string; provider: ProviderName }>

export const providerSettings: readonly NamedSetting[] = providers.flatMap((provider) =>
  Object.entries(provider.settings).map(([name, its]) => ({
    ...its,
    name,
    provider: provider.name,
  })),
)

/** Returns undefined for a setting of the service itself. */
export const providerSetting = (wanted: string): NamedSetting | undefined =>
  providerSettings.find(({ name }) => name === wanted)

/** The names of all settings of a provider. */
export const settingsOf = (provider: ProviderName): readonly string[] =>
  providerSettings.filter((its) => its.provider === provider).map(({ name }) => name)

type ReadProvidersFrom = Omit<ReadFrom, 'emulator'> &
  Readonly<{
    /** The addresses of the service's own emulators. */
    emulators: NonNullable<ReadFrom['emulator']>
    /** The providers that they replace. */
    emulated: readonly ProviderName[]
  }>

export type ProviderSettings = Readonly<ReturnType<typeof readProviders>>

export function readProviders(from: ReadProvidersFrom) {
  const { settings, secret, emulators, emulated } = from
  const read = <Values>(provider: ProviderDefinition<ProviderName, Values>): Values =>
    provider.read({
      settings,
      secret,
      emulator: emulated.includes(provider.name) ? emulators : null,
    })
  return {
    custody: read(custody),
    venue: read(venue),
    payx: read(payx),
    payd: read(payd),
    reportQueue: read(reportQueue),
    mail: read(mail),
    captcha: read(captcha),
    idp: { ...read(vision), ...read(registry) },
    sms: read(sms),
    push: read(push),
    objectStore: read(objectStore),
  }
}

/** Returns the settings of all providers by name, with secrets masked. */
export function describeProviders(config: ProviderSettings): Readonly<Record<string, string>> {
  const secrets = providerSettings.filter(({ made }) => made !== undefined)
  return {
    ...Object.fromEntries(secrets.map(({ name }) => [name, masked])),
    ...describe(custody, config.custody),
    ...describe(venue, config.venue),
    ...describe(payx, config.payx),
    ...describe(payd, config.payd),
    ...describe(reportQueue, config.reportQueue),
    ...describe(mail, config.mail),
    ...describe(captcha, config.captcha),
    ...describe(vision, config.idp),
    ...describe(registry, config.idp),
    ...describe(sms, config.sms),
    ...describe(push, config.push),
    ...describe(objectStore, config.objectStore),
  }
}

function describe<Values>(
  { required, optional = [], settings }: ProviderDefinition<ProviderName, Values>,
  values: Values,
): Readonly<Record<string, string>> {
  const instead = required.length === 0 ? '(a folder)' : '(none)'
  const addresses = [...required, ...optional]
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, { shown }]) => {
      if (shown === undefined) return []
      const value = shown(values)
      const isPlain = value !== null && !addresses.includes(name)
      return [[name, isPlain ? value : withoutPassword(value, instead)]]
    }),
  )
}
