import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type CrashPoint, crashPoints } from './base/crash-point.ts'
import { databaseUrlWithoutPassword, parseDatabaseUrl } from './base/database-url.ts'
import { describeProviders, describeStates } from './base/describe-providers.ts'
import { refusePlain, warnOfPlain } from './base/encryption.ts'
import { isGuessable } from './base/guessable.ts'
import {
  type ListenerAddress,
  type ListenerSettings,
  readListeners,
} from './base/listener-settings.ts'
import {
  type Mode,
  named,
  readMode,
  refuseOwnPorts,
  refuseRoot,
  refuseSandboxAddresses,
} from './base/mode.ts'
import {
  isOfReal,
  isSandbox,
  type ProviderName,
  type ProviderSurvey,
  providerOf,
  refuseMissing,
  surveyProviders,
} from './base/provider-addresses.ts'
import { providerExamples } from './base/provider-examples.ts'
import { type ProviderSettings, readProviders, sandboxSecrets } from './base/provider-settings.ts'
import { type SecretStore, type Secrets, secretFile } from './base/secret-file.ts'
import {
  type Environment,
  isOrigin,
  keyBytes,
  masked,
  type SettingProblem,
  type Settings,
  type SettingWarning,
  settingsFrom,
  withoutPassword,
} from './base/settings.ts'

/** The parsed environment. Every path is absolute, every secret non-empty. */
export type Config = Readonly<{
  mode: Mode
  /** True if all requirements of production apply, which includes a trial. */
  production: boolean
  appKey: Buffer
  dataDir: string
  /** Null for the embedded server under `dataDir`. */
  databaseUrl: string | null
  redisUrl: string | null
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  corsOrigins: readonly string[]
  /** How long a stopping node keeps serving, so that load balancers notice. */
  drainSeconds: number
  /** Maximum callbacks per commit; 1 gives each a transaction of its own. */
  callbackGroupItems: number
  /** The point at which a test makes this process crash. */
  crashAt: CrashPoint | null
  /** True if no provider is configured, so that all of them are emulated. */
  sandbox: boolean
  /** The emulators that start with the service, and the providers they replace. */
  emulators: (SandboxSettings & Readonly<{ of: readonly ProviderName[] }>) | null
  /**
   * The two operators that a sandbox starts with, who share a password; empty elsewhere, where a
   * command creates the first operator.
   */
  firstOperators: readonly Readonly<{ email: string; password: string }>[]
}> &
  ListenerSettings &
  ProviderSettings

/**
 * `providers` has a line for each of the twelve that says how it runs. `mode` names the mode and
 * the reason; null if NODE_ENV is among the problems.
 */
export type ConfigResult = Readonly<{ providers: readonly string[]; mode: string | null }> &
  (
    | Readonly<{ ok: true; config: Config; warnings: readonly SettingWarning[] }>
    | Readonly<{ ok: false; problems: readonly SettingProblem[] }>
  )

type SandboxSettings = Readonly<{ port: number; smtpPort: number; timeScale: number }>

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
 * directory. Some real providers among others require NODE_ENV. With any real provider nothing is
 * generated for it or for the service itself, and guessable secrets are refused.
 */
export function readConfig(env: Environment, sources: ConfigSources = fileSources): ConfigResult {
  const settings = settingsFrom(env, sources.readFile)
  const survey = surveyProviders(settings)
  const mode = readMode(settings, survey)
  const production = mode === 'production' || mode === 'trial'
  const dataDir = path.resolve(settings.text('DATA_DIR') ?? 'data')
  refuseMissing(settings, survey)
  const sandbox = isSandbox(survey)
  const own = readSandbox(settings)
  const { emulated } = survey
  const use: SecretUse = { mode, production, survey }
  const secret = secretReader(settings, sources.secretsIn(dataDir), use)
  const config: Config = {
    ...readListeners(settings, mode, production),
    ...readOwn(settings, mode, production),
    mode,
    production,
    dataDir,
    appKey: readAppKey(settings, secret),
    sandbox,
    emulators: emulated.length > 0 ? { ...own, of: emulated } : null,
    firstOperators: sandbox ? sandboxOperators(secret('SANDBOX_OPERATOR_PASSWORD')) : [],
    ...readProviders({ settings, secret, emulators: addressesOf(own), emulated }),
  }
  if (mode === 'production') refuseSandboxAddresses(settings, survey, [own.port, own.smtpPort])
  else refuseOwnPorts(settings, survey, [own.port, own.smtpPort])
  if (production) refuseUnsafe(settings, config, survey)
  if (production && sources.isRoot()) refuseRoot(settings, mode)
  warnOfPlain(settings, config)
  const { problems, warnings } = settings
  const about = { providers: describeStates(survey, settings), mode: modeLine(settings) }
  return problems.length === 0
    ? { ok: true, config: Object.freeze(config), warnings, ...about }
    : { ok: false, problems: problems.map(withExample), ...about }
}

const modeLine = ({ problems, warnings }: Settings): string | null =>
  problems.some(({ name }) => name === 'NODE_ENV')
    ? null
    : (warnings.find(({ name }) => name === 'NODE_ENV')?.warning ?? null)

const addressesOf = ({ port, smtpPort }: SandboxSettings) => ({
  url: `http://127.0.0.1:${port}`,
  smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
})

/** Adds an example to problems of missing or malformed provider settings. */
function withExample({ name, problem, mend }: SettingProblem): SettingProblem {
  const example = providerExamples[name]
  const helps = example !== undefined && /^is (?:missing|no|neither)\b/.test(problem)
  return { name, problem, mend: helps ? `${mend}, for example ${example}` : mend }
}

function refuseUnsafe(settings: Settings, config: Config, survey: ProviderSurvey): void {
  refuseSharedSecrets(settings, config)
  for (const name of survey.real) refusePlain(settings, name, settings.text(name))
  refusePlain(settings, 'CUSTODY_JWKS_URL', settings.text('CUSTODY_JWKS_URL'))
}

const sandboxOperators = (password: string): Config['firstOperators'] =>
  ['operator@sandbox.test', 'second@sandbox.test'].map((email) => ({ email, password }))

type Own = Omit<
  Config,
  | keyof ProviderSettings
  | keyof ListenerSettings
  | 'sandbox'
  | 'emulators'
  | 'firstOperators'
  | 'mode'
  | 'production'
  | 'dataDir'
  | 'appKey'
>

function readOwn(settings: Settings, mode: Mode, production: boolean): Own {
  const databaseUrl = readDatabaseUrl(settings)
  if (production && databaseUrl === null) {
    const mend = 'set it to the PostgreSQL server that holds the money and is backed up'
    settings.refuse('DATABASE_URL', `is missing in ${named(mode)}`, mend)
  }
  return {
    databaseUrl,
    redisUrl: settings.url('REDIS_URL', ['redis:', 'rediss:']),
    logLevel: settings.choice(
      'LOG_LEVEL',
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'info',
    ),
    corsOrigins: settings.list(
      'CORS_ORIGINS',
      isOrigin,
      'list exact origins, as https://app.example.com, with commas between',
    ),
    drainSeconds: settings.wholeNumber('DRAIN_SECONDS', production ? 5 : 0, 0, 300),
    callbackGroupItems: settings.wholeNumber('CALLBACK_GROUP_ITEMS', 200, 1, 1_000),
    crashAt: readCrashPoint(settings, mode, production),
  }
}

/**
 * May name several hosts, which URL classes cannot parse. May contain a password, so it is not
 * shown.
 */
function readDatabaseUrl(settings: Settings): string | null {
  const given = settings.text('DATABASE_URL')
  if (given === null) return null
  try {
    parseDatabaseUrl(given)
    return given.replace(/\/+$/, '')
  } catch (error) {
    const problem = error instanceof RangeError ? error.message : 'can not be read'
    const mend = 'use one that starts with postgres:// or postgresql://, as libpq reads it'
    settings.refuse('DATABASE_URL', problem, mend)
    return null
  }
}

function readCrashPoint(settings: Settings, mode: Mode, production: boolean): CrashPoint | null {
  if (settings.text('CRASH_AT') === null) return null
  if (production) settings.refuse('CRASH_AT', `is set in ${named(mode)}`, 'unset it')
  return settings.choice('CRASH_AT', crashPoints, 'withdrawal.held')
}

function readSandbox(settings: Settings): SandboxSettings {
  return {
    port: settings.wholeNumber('SANDBOX_PORT', 3001, 0, 65_535),
    smtpPort: settings.wholeNumber('SANDBOX_SMTP_PORT', 3025, 0, 65_535),
    timeScale: settings.wholeNumber('SANDBOX_TIME_SCALE', 60, 1, 100_000),
  }
}

type SecretReader = (name: 'APP_KEY' | keyof typeof sandboxSecrets) => string

type SecretUse = Readonly<{
  mode: Mode
  production: boolean
  survey: ProviderSurvey
}>

/** Secrets that no provider issues: operators choose them and their length. */
const chosen = /^(?:APP_KEY|VENUE_WEBHOOK_SECRET|REPORT_QUEUE_(?:TOKEN|SECRET_[ABC]))$/
const leastChosen = 24

/** Secrets that may be a list of two during a change. */
const rotating = /^PAYX_(?:DEPOSIT|WITHDRAWAL)_TOKEN$/

/**
 * Returns a reader of secrets that are set or, for emulated providers, stored; else it adds a
 * problem.
 */
function secretReader(settings: Settings, store: SecretStore, use: SecretUse): SecretReader {
  const { mode, production, survey } = use
  const kept = keptSecrets(settings, store, use)
  const known = new Set(Object.values(kept))
  return (name) => {
    const emulated = mode !== 'production' && name !== 'APP_KEY' && !isOfReal(name, survey)
    const given = settings.text(name)
    if (given === null) {
      const own = emulated || (name === 'APP_KEY' && !production) ? kept[name] : undefined
      if (own !== undefined) return own
      const mend = name === 'APP_KEY' ? keyMend : 'set it as the provider gave it to you'
      settings.refuse(name, 'is missing', mend)
      return ''
    }
    if (!production || name === 'PUSH_CLIENT_EMAIL') return given
    const each = rotating.test(name) ? given.split(',').map((one) => one.trim()) : [given]
    if (each.some((one) => known.has(one)) && !emulated) {
      settings.refuse(name, 'is the one made for the sandbox', 'take one made for production')
    } else if (chosen.test(name) && given.length < leastChosen) {
      settings.refuse(name, `has less than ${leastChosen} characters`, 'take a longer one')
    } else if (
      !name.endsWith('_PRIVATE_KEY') &&
      each.some((one) => one !== '' && isGuessable(name, one))
    ) {
      settings.refuse(name, 'is a sample or easily guessed', 'take a random one')
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
    const makers = Object.entries({
      ...(production ? {} : { APP_KEY: () => randomBytes(32).toString('base64') }),
      ...sandboxSecrets,
    }).filter(([name]) => name === 'APP_KEY' || isMade(name, survey))
    const missing = makers.filter(
      ([name]) => known[name] === undefined && settings.text(name) === null,
    )
    if (missing.length === 0) return known
    const made = Object.fromEntries(missing.map(([name, make]) => [name, make()]))
    // A start that is refused because of NODE_ENV stores nothing.
    const isRefused = settings.problems.some(({ name }) => name === 'NODE_ENV')
    return isRefused ? { ...known, ...made } : store.keep(made)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown reason'
    settings.refuse('DATA_DIR', `can not keep secrets: ${why}`, 'name a folder that is writable')
    return {}
  }
}

function isMade(name: string, survey: ProviderSurvey): boolean {
  const provider = providerOf(name)
  return provider === null ? isSandbox(survey) : survey.emulated.includes(provider)
}

function readAppKey(settings: Settings, secret: SecretReader): Buffer {
  const text = secret('APP_KEY')
  const key = keyBytes(text)
  if (key === null && text !== '') {
    settings.refuse('APP_KEY', 'is not 32 bytes as base64 or hex', keyMend)
  }
  return key ?? Buffer.alloc(32)
}

/**
 * With one secret in two places, a leak of the weaker place compromises the other. The two callback
 * tokens of payx may be equal: payx issues one for all callbacks of an account.
 */
function refuseSharedSecrets(settings: Settings, { venue, reportQueue }: Config): void {
  const { A, B, C } = reportQueue.secrets
  const pairs = [
    ['VENUE_WEBHOOK_SECRET', venue.webhookSecret, 'VENUE_API_SECRET', venue.apiSecret],
    ['REPORT_QUEUE_SECRET_B', B, 'REPORT_QUEUE_SECRET_A', A],
    ['REPORT_QUEUE_SECRET_C', C, 'REPORT_QUEUE_SECRET_A', A],
    ['REPORT_QUEUE_SECRET_C', C, 'REPORT_QUEUE_SECRET_B', B],
  ] as const
  for (const [name, value, otherName, other] of pairs) {
    if (value !== '' && value === other) {
      settings.refuse(name, `is the same as ${otherName}`, 'take another one')
    }
  }
}

/** Returns the configuration as `NAME=value` lines, with secrets masked. */
export function describeConfig(config: Config): readonly string[] {
  const { emulators } = config
  const embedded = `(embedded, in ${path.join(config.dataDir, 'postgres')})`
  return Object.entries({
    NODE_ENV: config.mode === 'trial' ? 'development' : config.mode,
    HOST: config.host,
    PORT: config.port,
    ...describePlace('INTERNAL', config.internal),
    ...describePlace('CALLBACK', config.callbacks),
    BASE_URL: config.baseUrl,
    APP_URL: config.appUrl,
    NODE_URL: config.nodeUrl,
    CALLBACK_URL: config.callbackUrl,
    CONSOLE_URL: config.consoleUrl,
    METRICS_TOKEN: config.metricsToken === null ? '(none)' : masked,
    APP_KEY: masked,
    DATA_DIR: config.dataDir,
    DATABASE_URL:
      config.databaseUrl === null ? embedded : databaseUrlWithoutPassword(config.databaseUrl),
    REDIS_URL: config.redisUrl === null ? '(none)' : withoutPassword(config.redisUrl),
    LOG_LEVEL: config.logLevel,
    CORS_ORIGINS: config.corsOrigins.join(','),
    TRUST_PROXY: config.noProxy ? 'none' : config.trustProxy.join(','),
    DRAIN_SECONDS: config.drainSeconds,
    CALLBACK_GROUP_ITEMS: config.callbackGroupItems,
    SANDBOX_PORT: emulators?.port ?? '(off)',
    SANDBOX_SMTP_PORT: emulators?.smtpPort ?? '(off)',
    SANDBOX_TIME_SCALE: emulators?.timeScale ?? '(off)',
    ...describeProviders(config),
  }).map(([name, value]) => `${name}=${value}`)
}

const describePlace = (prefix: string, place: ListenerAddress | null) => ({
  [`${prefix}_HOST`]: place?.host ?? '(off)',
  [`${prefix}_PORT`]: place?.port ?? '(off)',
})
