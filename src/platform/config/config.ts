import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type Environment,
  type SettingProblem,
  type Settings,
  type SettingWarning,
  settingsFrom,
} from '../../base/settings/environment.ts'
import { linesOf, valuesOf } from '../../base/settings/setting.ts'
import { completeCustody } from '../../providers/custody/custody-settings.ts'
import { warnOfPlain } from './encryption.ts'
import { refuseContradictions, withJoined } from './join-sandbox.ts'
import { completeListeners } from './listener-settings.ts'
import { readMode, refuseOwnPorts, refuseRoot, refuseSandboxAddresses } from './mode.ts'
import { describeStates, isSandbox, refuseMissing, surveyProviders } from './provider-survey.ts'
import { providerTable } from './providers.ts'
import { settingReader } from './read-settings.ts'
import { type SecretStore, secretFile } from './secret-file.ts'
import { generateSecrets, refuseSharedSecrets, type Use } from './secrets.ts'
import { allSettings, serviceSettings } from './settings.ts'

/** The parsed environment: the values of all settings, and what follows from them. */
export type Config = Readonly<ReturnType<typeof readAll>>

/**
 * `providers` has a line for each provider that says how it runs. `mode` names the mode and the
 * reason; null if NODE_ENV is among the problems.
 */
export type ConfigResult = Readonly<{ providers: readonly string[]; mode: string | null }> &
  (
    | Readonly<{ ok: true; config: Config; warnings: readonly SettingWarning[] }>
    | Readonly<{ ok: false; problems: readonly SettingProblem[] }>
  )

/** Sources of settings besides the environment; tests pass their own. */
export type ConfigSources = Readonly<{
  secretsIn: (dataDir: string) => SecretStore
  readFile: (path: string) => string
  /** True if this process runs as root. */
  isRoot: () => boolean
}>

const fileSources: ConfigSources = {
  secretsIn: (dataDir) => secretFile(path.join(dataDir, 'secrets.json')),
  readFile: (file) => readFileSync(file, 'utf8'),
  isRoot: () => process.getuid?.() === 0,
}

/**
 * Reads the configuration, or returns all problems. No setting is required: each unconfigured
 * provider is replaced by its emulator, with secrets that are generated once and kept in the data
 * directory. If only some providers are real, NODE_ENV is required. If any is real, nothing is
 * generated for it or for the service itself, and placeholders are refused.
 *
 * `joined` has the settings of the sandbox that SANDBOX_URL names, from `askSandbox`.
 */
export function readConfig(
  env: Environment,
  sources: ConfigSources = fileSources,
  joined: Environment | null = null,
): ConfigResult {
  const settings = settingsFrom(withJoined(env, joined), sources.readFile)
  const survey = surveyProviders(settings)
  const mode = readMode(settings, survey)
  const production = mode === 'production' || mode === 'trial'
  const found = { settings, survey, mode, production }
  refuseMissing(settings, survey)
  const dataDir = settings.text('DATA_DIR') ?? serviceSettings.dataDir.default ?? ''
  const made = generateSecrets(found, sources.secretsIn(path.resolve(dataDir)))
  const config = readAll({ ...found, made })
  refuseContradictions(settings, config.sandboxUrl, { env, joined })
  if (production) refuseSharedSecrets(settings)
  if (production && sources.isRoot()) refuseRoot(settings, mode, config.allowRoot)
  const { problems, warnings } = settings
  if (problems.length === 0) warnOfPlain(settings, config)
  const about = { providers: describeStates(survey, settings), mode: modeLine(settings) }
  return problems.length === 0
    ? { ok: true, config: Object.freeze(config), warnings, ...about }
    : { ok: false, problems: problems.map(withExample), ...about }
}

function readAll(use: Use) {
  const { settings, survey, mode, production } = use
  const own = valuesOf(serviceSettings, settingReader(use))
  const { port, smtpPort } = own.emulators
  const emulators = { url: `http://127.0.0.1:${port}`, smtpUrl: `smtp://127.0.0.1:${smtpPort}` }
  const providers = valuesOf(providerTable, settingReader(use, emulators))
  const { emulated } = survey
  if (mode === 'production') refuseSandboxAddresses(settings, survey, [port, smtpPort])
  else refuseOwnPorts(settings, survey, [port, smtpPort])
  refuseStandbyAlone(settings, own.databaseReadUrl)
  const sandbox = own.sandboxUrl !== null || isSandbox(survey)
  const { endpoint, ...tracing } = own.tracing
  return {
    ...own,
    ...completeListeners(own, use),
    ...providers,
    nodeEnv: mode === 'trial' ? 'development' : mode,
    mode,
    /** True if all requirements of production apply, which includes a trial. */
    production,
    drainSeconds: own.drainSeconds ?? (production ? 5 : 0),
    /** Null: nothing is traced. */
    tracing: endpoint === null ? null : { ...tracing, endpoint },
    /** True if all providers are emulated, by this service or by the sandbox it joined. */
    sandbox,
    /** The emulators that start with the service, and the providers they replace. */
    emulators: emulated.length > 0 ? { ...own.emulators, of: emulated } : null,
    firstOperators: sandbox ? firstOperators(own.operatorPassword) : [],
    custody: completeCustody(providers.custody, emulated.includes('custody'), settings.warn),
  }
}

/**
 * The two operators that a sandbox starts with, who share a password. Elsewhere a command creates
 * the first operator.
 */
const firstOperators = (password: string | null) =>
  password === null
    ? []
    : ['operator@sandbox.test', 'second@sandbox.test'].map((email) => ({ email, password }))

function refuseStandbyAlone(settings: Settings, readUrl: string | null): void {
  if (readUrl !== null && settings.text('DATABASE_URL') === null) {
    settings.refuse('DATABASE_READ_URL', 'is set without DATABASE_URL', 'set both, or neither')
  }
}

const modeLine = ({ problems, warnings }: Settings): string | null =>
  problems.some(({ name }) => name === 'NODE_ENV')
    ? null
    : (warnings.find(({ name }) => name === 'NODE_ENV')?.warning ?? null)

/** Adds an example to problems of missing or malformed settings. */
function withExample({ name, problem, mend }: SettingProblem): SettingProblem {
  const example = allSettings.find((one) => one.name === name)?.example
  const helps = example !== undefined && /^is (?:missing|no|neither)\b/.test(problem)
  return { name, problem, mend: helps ? `${mend}, for example ${example}` : mend }
}

/** Returns the configuration as `NAME=value` lines, with secrets masked. */
export const describeConfig = (config: Config): readonly string[] =>
  linesOf({ ...serviceSettings, ...providerTable }, config)
