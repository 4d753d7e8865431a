/** Reads settings by their declarations. */
import { type Emulators, isRequired, type Setting } from '../../base/settings/setting.ts'
import { refusePlain } from './encryption.ts'
import { named } from './mode.ts'
import { providerSetting } from './providers.ts'
import { mayBeMade, refuseWeak, type Use } from './secrets.ts'

/**
 * Returns a reader that adds a problem for each value that is missing, wrong or unsafe. `emulators`
 * have the addresses of the service's own emulators.
 */
export function settingReader(
  use: Use,
  emulators: Emulators | null = null,
): <Value>(setting: Setting<Value>) => Value {
  const { settings, production } = use
  return (setting) => {
    const given = settings.text(setting.name)
    const text = given ?? standIn(setting, use, emulators) ?? setting.default ?? ''
    if (text === '') {
      refuseMissing(setting, use)
      return setting.unset
    }
    const problemsBefore = settings.problems.length
    const value = setting.parse(text, (...problem) => settings.refuse(setting.name, ...problem))
    const isUsable = settings.problems.length === problemsBefore
    if (given !== null && production) refuseUnsafe(setting, given, use)
    return isUsable ? value : setting.unset
  }
}

/** The value that an emulator needs, if it takes the provider's place. */
function standIn(
  { name, made, inSandbox }: Setting<unknown>,
  use: Use,
  emulators: Emulators | null,
): string | undefined {
  if (made !== undefined) return mayBeMade(name, use) ? use.made()[name] : undefined
  if (emulators === null || !isEmulated(name, use)) return undefined
  return typeof inSandbox === 'function' ? inSandbox(emulators) : inSandbox
}

const isEmulated = (name: string, { survey }: Use): boolean => {
  const provider = providerSetting(name)?.provider
  return provider !== undefined && survey.emulated.includes(provider.name)
}

/** Missing addresses were refused with their providers. */
function refuseMissing(setting: Setting<unknown>, use: Use): void {
  const { name, inProduction, isAddress, secret } = setting
  const provider = providerSetting(name)?.provider
  if (provider === undefined) {
    if (inProduction !== 'required' || !use.production) return
    use.settings.refuse(name, `is missing in ${named(use.mode)}`, setting.mend ?? 'set it')
    return
  }
  const isUsed =
    provider.required.length > 0 ||
    provider.addresses.some((one) => use.settings.text(one) !== null)
  if (!isUsed || !isRequired(setting) || isAddress || isEmulated(name, use)) return
  const mend = secret === undefined ? 'set it' : 'set it to the value that the provider issued'
  use.settings.refuse(name, 'is missing', mend)
}

function refuseUnsafe(setting: Setting<unknown>, text: string, use: Use): void {
  const { settings, mode } = use
  const { name, inProduction, secret } = setting
  if (inProduction === 'refused') settings.refuse(name, `is set in ${named(mode)}`, 'unset it')
  if (inProduction === 'encrypted') refusePlain(settings, name, text)
  if (secret !== undefined) refuseWeak(setting, text, use)
}
