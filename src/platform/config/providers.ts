/** The twelve providers. Each is real or emulated independently of the others. */
import { isRequired, type Setting, settingsIn } from '../../base/settings/setting.ts'
import { captcha } from '../../providers/captcha/captcha-settings.ts'
import { custody } from '../../providers/custody/custody-settings.ts'
import { registrySettings, vision } from '../../providers/idp/idp-settings.ts'
import { mail } from '../../providers/mail/mail-settings.ts'
import { objectStore } from '../../providers/object-store/object-store-settings.ts'
import { payd } from '../../providers/payd/payd-settings.ts'
import { payx } from '../../providers/payx/payx-settings.ts'
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
  registrySettings,
  sms,
  mail,
  objectStore,
] as const

export type ProviderName = (typeof definitions)[number]['name']

/** The settings of all providers, by their names in the configuration. */
export const providerTable = {
  custody: custody.settings,
  venue: venue.settings,
  payx: payx.settings,
  payd: payd.settings,
  reportQueue: reportQueue.settings,
  push: push.settings,
  captcha: captcha.settings,
  idp: { ...vision.settings, ...registrySettings.settings },
  sms: sms.settings,
  mail: mail.settings,
  objectStore: objectStore.settings,
} as const

type Provider = Readonly<{
  name: ProviderName
  title: string
  settings: readonly Setting<unknown>[]
  addresses: readonly string[]
  /** All of them must be set, unless the service's own emulator takes the provider's place. */
  required: readonly string[]
}>

export const providers: readonly Provider[] = definitions.map(({ name, title, settings }) => {
  const its = settingsIn(settings)
  const addresses = its.filter(({ isAddress }) => isAddress)
  const namesOf = (some: readonly Setting<unknown>[]) => some.map((one) => one.name)
  const required = namesOf(addresses.filter(isRequired))
  return { name, title, settings: its, addresses: namesOf(addresses), required }
})

const byName = new Map(
  providers.flatMap((provider) =>
    provider.settings.map((its) => [its.name, { ...its, provider }] as const),
  ),
)

export const providerSettings = [...byName.values()]

/** Returns undefined for a setting of the service itself. */
export const providerSetting = (name: string) => byName.get(name)
