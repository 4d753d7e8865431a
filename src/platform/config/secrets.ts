/** Secrets: set by the operator, or generated once for what is emulated. */

import type { Settings } from '../../base/settings/environment.ts'
import type { Setting } from '../../base/settings/setting.ts'
import { itemsOf } from '../../base/settings/setting-kinds.ts'
import type { Mode } from './mode.ts'
import { isPlaceholder } from './placeholder.ts'
import { isOfReal, type ProviderSurvey } from './provider-survey.ts'
import { providerSetting, providerSettings } from './providers.ts'
import type { SecretStore, Secrets } from './secret-file.ts'
import { allSettings } from './settings.ts'

const leastChosen = 24

type Found = Readonly<{
  settings: Settings
  survey: ProviderSurvey
  mode: Mode
  production: boolean
}>

/** What decides how settings are read; `made` returns the generated secrets. */
export type Use = Found & Readonly<{ made: () => Secrets }>

/** True if a generated value may take its place. */
export const mayBeMade = (name: string, { mode, production, survey }: Found): boolean =>
  providerSetting(name) === undefined
    ? !production
    : mode !== 'production' && !isOfReal(name, survey)

/** Several values during a change, else one. */
const valuesOf = ({ parse }: Setting<unknown>, text: string): readonly string[] =>
  Array.isArray(parse(text, () => undefined)) ? itemsOf(text) : [text]

/** Refuses a secret of the sandbox, a short one that we choose, and a placeholder. */
export function refuseWeak(setting: Setting<unknown>, text: string, use: Use): void {
  const { name, secret } = setting
  const each = valuesOf(setting, text)
  const made = new Set(Object.values(use.made()))
  const refuse = (problem: string, mend: string) => use.settings.refuse(name, problem, mend)
  if (!mayBeMade(name, use) && each.some((one) => made.has(one))) {
    refuse('is the one created for the sandbox', 'use one created for production')
  } else if (secret === 'chosen' && each.some((one) => one.length < leastChosen)) {
    refuse(`has less than ${leastChosen} characters`, 'use a longer one')
  } else if (secret !== 'other' && each.some((one) => one !== '' && isPlaceholder(name, one))) {
    refuse('is a placeholder', 'use a random one')
  }
}

/**
 * Generates the secrets of the emulated providers, and of the service itself if that is allowed;
 * once, and not before they are needed.
 */
export function generateSecrets(use: Found, store: SecretStore): () => Secrets {
  let secrets: Secrets | null = null
  return () => {
    secrets ??= keptSecrets(use, store)
    return secrets
  }
}

function keptSecrets(use: Found, store: SecretStore): Secrets {
  const { settings, production, survey } = use
  try {
    const known = store.known()
    const made = allSettings.flatMap(({ name, made }) => {
      if (made === undefined || known[name] !== undefined) return []
      const provider = providerSetting(name)?.provider.name
      const isNeeded = provider === undefined ? !production : survey.emulated.includes(provider)
      return isNeeded && settings.text(name) === null ? [[name, made()]] : []
    })
    if (made.length === 0) return known
    // A start that is refused because of NODE_ENV stores nothing.
    const isRefused = settings.problems.some(({ name }) => name === 'NODE_ENV')
    const all = Object.fromEntries(made)
    return isRefused ? { ...known, ...all } : store.keep(all)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown reason'
    settings.refuse('DATA_DIR', `cannot store secrets: ${why}`, 'name a folder that is writable')
    return {}
  }
}

/** With one secret in two places, a leak of the weaker place compromises the other. */
export function refuseSharedSecrets(settings: Settings): void {
  for (const setting of providerSettings) {
    const values = new Set(givenOf(settings, setting.name))
    for (const other of setting.unlike ?? []) {
      if (givenOf(settings, other).every((value) => !values.has(value))) continue
      settings.refuse(setting.name, `is the same as ${other}`, 'use another one')
    }
  }
}

function givenOf(settings: Settings, name: string): readonly string[] {
  const text = settings.text(name)
  const setting = providerSetting(name)
  return text === null || setting === undefined ? [] : valuesOf(setting, text)
}
