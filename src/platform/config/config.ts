import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type CrashPoint, crashPoints } from '../../base/crash-point.ts'
import type { AppKeys } from '../../base/secrets/app-keys.ts'
import {
  type Environment,
  isOrigin,
  masked,
  type SettingProblem,
  type Settings,
  type SettingWarning,
  settingsFrom,
  withoutPassword,
} from '../../base/settings/environment.ts'
import { databaseLimits } from '../../core/database/database-limits.ts'
import {
  databaseUrlWithoutPassword,
  parseDatabaseUrl,
  withTarget,
} from '../../core/database/driver/database-url.ts'
import { refusePlain, warnOfPlain } from './encryption.ts'
import { readSandboxUrl, refuseJoined, withJoined } from './join-sandbox.ts'
import { type ListenerAddress, type ListenerSettings, readListeners } from './listener-settings.ts'
import {
  type Mode,
  named,
  readMode,
  refuseOwnPorts,
  refuseRoot,
  refuseSandboxAddresses,
} from './mode.ts'
import {
  describeStates,
  isSandbox,
  type ProviderSurvey,
  refuseMissing,
  surveyProviders,
} from './provider-survey.ts'
import {
  describeProviders,
  type ProviderName,
  type ProviderSettings,
  providerSetting,
  readProviders,
} from './providers.ts'
import { type SecretStore, secretFile } from './secret-file.ts'
import { readAppKeys, refuseSharedSecrets, secretReader } from './secrets.ts'
import { readTracing, type TracingSettings } from './tracing-settings.ts'

/** The parsed environment. Every path is absolute, every secret non-empty. */
export type Config = Readonly<{
  mode: Mode
  /** True if all requirements of production apply, which includes a trial. */
  production: boolean
  dataDir: string
  /** Null for the embedded server under `dataDir`. */
  databaseUrl: string | null
  /** Where the embedded server archives its log; null if it does not. */
  backupDir: string | null
  /** The number of base backups of the embedded server to keep. */
  backupsKept: number
  /** Sessions for requests; jobs, audits and throttles have their own. */
  databaseConnections: number
  /** A standby of the same cluster for reads; null if all go to the primary. */
  databaseReadUrl: string | null
  /** How long a read waits for the standby before it goes to the primary. */
  databaseReadWaitMs: number
  redisUrl: string | null
  /** Null: nothing is traced. */
  tracing: TracingSettings | null
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  corsOrigins: readonly string[]
  /** How long a stopping node keeps serving, so that load balancers notice. */
  drainSeconds: number
  /** Maximum callbacks per commit; 1 gives each a transaction of its own. */
  callbackGroupItems: number
  /** The age at which moves and events are detached; null keeps them for ever. */
  movesKeptDays: number | null
  eventsKeptDays: number | null
  /** The point at which a test makes this process crash. */
  crashAt: CrashPoint | null
  /** True if all providers are emulated, by this service or by the sandbox it joined. */
  sandbox: boolean
  /** The emulators that start with the service, and the providers they replace. */
  emulators: (SandboxSettings & Readonly<{ of: readonly ProviderName[] }>) | null
  /**
   * The two operators that a sandbox starts with, who share a password; empty elsewhere, where a
   * command creates the first operator.
   */
  firstOperators: readonly Readonly<{ email: string; password: string }>[]
}> &
  AppKeys &
  ListenerSettings &
  ProviderSettings

/**
 * `providers` has a line for each provider that says how it runs. `mode` names the mode and the
 * reason; null if NODE_ENV is among the problems.
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
  const joins = readSandboxUrl(settings, env, joined) !== null
  const survey = surveyProviders(settings)
  const mode = readMode(settings, survey)
  const production = mode === 'production' || mode === 'trial'
  const dataDir = path.resolve(settings.text('DATA_DIR') ?? 'data')
  refuseMissing(settings, survey)
  const sandbox = joins || isSandbox(survey)
  const own = readSandbox(settings)
  const { emulated } = survey
  const use = { mode, production, survey }
  const secret = secretReader(settings, sources.secretsIn(dataDir), use)
  const config: Config = {
    ...readListeners(settings, mode, production),
    ...readOwn(settings, mode, production),
    mode,
    production,
    dataDir,
    ...readAppKeys(settings, secret, production),
    sandbox,
    emulators: emulated.length > 0 ? { ...own, of: emulated } : null,
    firstOperators: sandbox ? sandboxOperators(secret('SANDBOX_OPERATOR_PASSWORD')) : [],
    ...readProviders({ settings, secret, emulators: addressesOf(own), emulated }),
  }
  if (mode === 'production') refuseSandboxAddresses(settings, survey, [own.port, own.smtpPort])
  else refuseOwnPorts(settings, survey, [own.port, own.smtpPort])
  if (joins && production) refuseJoined(settings, mode)
  if (production) refuseUnsafe(settings, survey)
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
  const example = providerSetting(name)?.example
  const helps = example !== undefined && /^is (?:missing|no|neither)\b/.test(problem)
  return { name, problem, mend: helps ? `${mend}, for example ${example}` : mend }
}

function refuseUnsafe(settings: Settings, survey: ProviderSurvey): void {
  refuseSharedSecrets(settings)
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
  | keyof AppKeys
>

function readOwn(settings: Settings, mode: Mode, production: boolean): Own {
  const databaseUrl = readDatabaseUrl(settings)
  if (production && databaseUrl === null) {
    const mend = 'set it to the PostgreSQL server that holds the money and is backed up'
    settings.refuse('DATABASE_URL', `is missing in ${named(mode)}`, mend)
  }
  return {
    databaseUrl,
    backupDir: readBackupDir(settings, databaseUrl),
    backupsKept: settings.wholeNumber('BACKUPS_KEPT', 7, 1, 1_000),
    databaseConnections: settings.wholeNumber(
      'DATABASE_CONNECTIONS',
      databaseLimits.poolConnections,
      4,
      200,
    ),
    databaseReadUrl: readReplicaUrl(settings, databaseUrl),
    databaseReadWaitMs: settings.wholeNumber('DATABASE_READ_WAIT_MS', 100, 10, 5_000),
    redisUrl: settings.url('REDIS_URL', ['redis:', 'rediss:']),
    tracing: readTracing(settings, production),
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
    movesKeptDays: readKeptDays(settings, 'MOVES_KEPT_DAYS', 365),
    eventsKeptDays: readKeptDays(settings, 'EVENTS_KEPT_DAYS', 90),
    crashAt: readCrashPoint(settings, mode, production),
  }
}

const readKeptDays = (settings: Settings, name: string, least: number): number | null =>
  settings.text(name) === null ? null : settings.wholeNumber(name, least, least, 36_500)

/**
 * May name several hosts, which URL classes cannot parse. May contain a password, so it is not
 * shown.
 */
function readDatabaseUrl(settings: Settings, name = 'DATABASE_URL'): string | null {
  const given = settings.text(name)
  if (given === null) return null
  try {
    parseDatabaseUrl(given)
    return given.replace(/\/+$/, '')
  } catch (error) {
    const problem = error instanceof RangeError ? error.message : 'cannot be read'
    const mend = 'use one that starts with postgres:// or postgresql://, as libpq reads it'
    settings.refuse(name, problem, mend)
    return null
  }
}

function readBackupDir(settings: Settings, databaseUrl: string | null): string | null {
  const given = settings.text('BACKUP_DIR')
  if (given === null) return null
  if (databaseUrl !== null) {
    const mend = 'back that server up as ops/backup shows, or unset one of the two'
    settings.refuse('BACKUP_DIR', 'is set, but DATABASE_URL names another server', mend)
  }
  return path.resolve(given)
}

function readReplicaUrl(settings: Settings, databaseUrl: string | null): string | null {
  const name = 'DATABASE_READ_URL'
  const url = readDatabaseUrl(settings, name)
  if (url === null) return null
  if (databaseUrl === null) {
    settings.refuse(name, 'is set without DATABASE_URL', 'set both, or neither')
    return null
  }
  return withTarget(url, 'standby')
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
    'APP_KEY_NEXT, APP_KEY_PREVIOUS': config.otherAppKeys.length === 0 ? '(none)' : masked,
    DATA_DIR: config.dataDir,
    DATABASE_URL:
      config.databaseUrl === null ? embedded : databaseUrlWithoutPassword(config.databaseUrl),
    BACKUP_DIR: config.backupDir ?? '(none)',
    BACKUPS_KEPT: config.backupsKept,
    DATABASE_READ_URL:
      config.databaseReadUrl === null
        ? '(none)'
        : databaseUrlWithoutPassword(config.databaseReadUrl),
    DATABASE_READ_WAIT_MS: config.databaseReadWaitMs,
    REDIS_URL: config.redisUrl === null ? '(none)' : withoutPassword(config.redisUrl),
    LOG_LEVEL: config.logLevel,
    OTEL_EXPORTER_OTLP_ENDPOINT:
      config.tracing === null ? '(none)' : withoutPassword(config.tracing.endpoint),
    OTEL_EXPORTER_OTLP_HEADERS: config.tracing === null ? '(none)' : masked,
    OTEL_SERVICE_NAME: config.tracing?.serviceName ?? '(none)',
    OTEL_TRACES_SAMPLER_ARG: config.tracing?.ratio ?? '(none)',
    CORS_ORIGINS: config.corsOrigins.join(','),
    TRUST_PROXY: config.noProxy ? 'none' : config.trustProxy.join(','),
    DATABASE_CONNECTIONS: config.databaseConnections,
    DRAIN_SECONDS: config.drainSeconds,
    CALLBACK_GROUP_ITEMS: config.callbackGroupItems,
    MOVES_KEPT_DAYS: config.movesKeptDays ?? '(for ever)',
    EVENTS_KEPT_DAYS: config.eventsKeptDays ?? '(for ever)',
    SANDBOX_PORT: emulators?.port ?? '(off)',
    SANDBOX_SMTP_PORT: emulators?.smtpPort ?? '(off)',
    SANDBOX_TIME_SCALE: emulators?.timeScale ?? '(off)',
    SANDBOX_OPERATOR_PASSWORD: masked,
    ...describeProviders(config),
  }).map(([name, value]) => `${name}=${value}`)
}

const describePlace = (prefix: string, place: ListenerAddress | null) => ({
  [`${prefix}_HOST`]: place?.host ?? '(off)',
  [`${prefix}_PORT`]: place?.port ?? '(off)',
})
