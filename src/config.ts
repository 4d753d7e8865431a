import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type CrashPoint, crashPoints } from './base/crash-point.ts'
import {
  describeProviders,
  noneConfigured,
  type ProviderSettings,
  readProviders,
  sandboxSecrets,
  web,
} from './base/provider-settings.ts'
import { type SecretStore, type Secrets, secretFile } from './base/secret-file.ts'
import {
  type Environment,
  isGuessable,
  isNetwork,
  isOrigin,
  keyBytes,
  masked,
  reachable,
  type SettingProblem,
  type Settings,
  settingsFrom,
  withoutPassword,
} from './base/settings.ts'

/** The environment, parsed once. Every path here is absolute, every secret non-empty. */
export type Config = Readonly<{
  production: boolean
  host: string
  port: number
  baseUrl: string
  appUrl: string
  /** Where the other nodes reach this one (callbacks are passed to the leader). */
  nodeUrl: string
  appKey: Buffer
  dataDir: string
  /** null: the embedded server under `dataDir`. */
  databaseUrl: string | null
  redisUrl: string | null
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  corsOrigins: readonly string[]
  trustProxy: readonly string[]
  /** Callbacks committed together at most; 1 gives each a transaction of its own. */
  callbackGroupItems: number
  /** Where a test wants this process to end at once. */
  crashAt: CrashPoint | null
  /** null when a provider is configured: the emulators never run beside a real provider. */
  sandbox: Readonly<{ port: number; smtpPort: number; timeScale: number }> | null
  /** Who signs in to the sandbox's console; null elsewhere, where a command makes the first. */
  firstOperator: Readonly<{ email: string; password: string }> | null
}> &
  ProviderSettings

export type ConfigResult =
  | Readonly<{ ok: true; config: Config }>
  | Readonly<{ ok: false; problems: readonly SettingProblem[] }>

/** Where settings may come from besides the environment; tests pass their own. */
export type ConfigSources = Readonly<{
  secretsIn: (dataDir: string) => SecretStore
  readFile: (path: string) => string
}>

const fileSources: ConfigSources = {
  secretsIn: (dataDir) => secretFile(path.join(dataDir, 'secrets.json')),
  readFile: (file) => readFileSync(file, 'utf8'),
}

/**
 * Reads the configuration, or tells everything that is wrong with it. Nothing need be set: without
 * a provider the emulators stand in, with secrets that are made once and kept in the data
 * directory. In production nothing is made up and nothing guessable is taken.
 */
export function readConfig(env: Environment, sources: ConfigSources = fileSources): ConfigResult {
  const settings = settingsFrom(env, sources.readFile)
  const production = settings.text('NODE_ENV') === 'production'
  const dataDir = path.resolve(settings.text('DATA_DIR') ?? 'data')
  const sandboxed = noneConfigured(settings, production)
  const sandbox = sandboxed ? readSandbox(settings) : null
  const emulators =
    sandbox === null
      ? null
      : {
          url: `http://127.0.0.1:${sandbox.port}`,
          smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`,
        }
  const secret = secretReader(settings, sources.secretsIn(dataDir), { production, sandboxed })
  const config: Config = {
    ...readPlace(settings, production),
    production,
    dataDir,
    appKey: readAppKey(settings, secret),
    sandbox,
    firstOperator: sandboxed
      ? { email: 'operator@sandbox.test', password: secret('SANDBOX_OPERATOR_PASSWORD') }
      : null,
    ...readProviders({ settings, secret, emulators }),
  }
  if (production) refuseSharedSecrets(settings, config)
  const { problems } = settings
  return problems.length === 0
    ? { ok: true, config: Object.freeze(config) }
    : { ok: false, problems }
}

type Place = Omit<
  Config,
  keyof ProviderSettings | 'sandbox' | 'firstOperator' | 'production' | 'dataDir' | 'appKey'
>

function readPlace(settings: Settings, production: boolean): Place {
  const host = settings.text('HOST') ?? '127.0.0.1'
  const port = settings.wholeNumber('PORT', 3000, 0, 65_535)
  const here = `http://${reachable(host)}:${port}`
  const baseUrl = settings.url('BASE_URL', web) ?? here
  const databaseUrl = settings.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  if (production && databaseUrl === null) {
    const mend = 'set it to the PostgreSQL server that holds the money and is backed up'
    settings.refuse('DATABASE_URL', 'is missing in production', mend)
  }
  return {
    host,
    port,
    baseUrl,
    appUrl: settings.url('APP_URL', web) ?? baseUrl,
    nodeUrl: settings.url('NODE_URL', web) ?? here,
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
    trustProxy: settings.list(
      'TRUST_PROXY',
      isNetwork,
      'list addresses or networks of your proxies, as 10.0.0.0/8, with commas between',
    ),
    callbackGroupItems: settings.wholeNumber('CALLBACK_GROUP_ITEMS', 200, 1, 1_000),
    crashAt: readCrashPoint(settings, production),
  }
}

function readCrashPoint(settings: Settings, production: boolean): CrashPoint | null {
  if (settings.text('CRASH_AT') === null) return null
  if (production) settings.refuse('CRASH_AT', 'is set in production', 'unset it')
  return settings.choice('CRASH_AT', crashPoints, 'withdrawal.held')
}

function readSandbox(settings: Settings): NonNullable<Config['sandbox']> {
  return {
    port: settings.wholeNumber('SANDBOX_PORT', 3001, 0, 65_535),
    smtpPort: settings.wholeNumber('SANDBOX_SMTP_PORT', 3025, 0, 65_535),
    timeScale: settings.wholeNumber('SANDBOX_TIME_SCALE', 60, 1, 100_000),
  }
}

type SecretReader = (name: 'APP_KEY' | keyof typeof sandboxSecrets) => string

/** Answers secrets that are set or, outside of production, kept; what is neither is a problem. */
function secretReader(
  settings: Settings,
  store: SecretStore,
  { production, sandboxed }: Readonly<{ production: boolean; sandboxed: boolean }>,
): SecretReader {
  const kept = keptSecrets(settings, store, { production, sandboxed })
  const guessed = new Set(Object.values(kept))
  return (name) => {
    const given = settings.text(name)
    if (given === null) {
      const own = production ? undefined : kept[name]
      if (own !== undefined && (sandboxed || name === 'APP_KEY')) return own
      const mend = name === 'APP_KEY' ? keyMend : 'set it as the provider gave it to you'
      settings.refuse(name, 'is missing', mend)
      return ''
    }
    if (!production || name === 'PUSH_CLIENT_EMAIL') return given
    if (guessed.has(given)) {
      settings.refuse(name, 'is the one made for the sandbox', 'take one made for production')
    } else if (given.length < 24) {
      settings.refuse(name, 'has less than 24 characters', 'take a longer one')
    } else if (!name.endsWith('_PRIVATE_KEY') && isGuessable(given)) {
      settings.refuse(name, 'is a sample or easily guessed', 'take a random one')
    }
    return given
  }
}

const keyMend = 'set it to 32 random bytes, for example from: openssl rand -base64 32'

function keptSecrets(
  settings: Settings,
  store: SecretStore,
  { production, sandboxed }: Readonly<{ production: boolean; sandboxed: boolean }>,
): Secrets {
  try {
    const known = store.known()
    if (production) return known
    const makers = {
      APP_KEY: () => randomBytes(32).toString('base64'),
      ...(sandboxed ? sandboxSecrets : {}),
    }
    const missing = Object.entries(makers).filter(
      ([name]) => known[name] === undefined && settings.text(name) === null,
    )
    if (missing.length === 0) return known
    return store.keep(Object.fromEntries(missing.map(([name, make]) => [name, make()])))
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown reason'
    settings.refuse('DATA_DIR', `can not keep secrets: ${why}`, 'name a folder that is writable')
    return {}
  }
}

function readAppKey(settings: Settings, secret: SecretReader): Buffer {
  const text = secret('APP_KEY')
  const key = keyBytes(text)
  if (key === null && text !== '') {
    settings.refuse('APP_KEY', 'is not 32 bytes as base64 or hex', keyMend)
  }
  return key ?? Buffer.alloc(32)
}

/** One secret in two places makes the weaker of them open the other. */
function refuseSharedSecrets(settings: Settings, { venue, payx, reportQueue }: Config): void {
  const { A, B, C } = reportQueue.secrets
  const pairs = [
    ['VENUE_WEBHOOK_SECRET', venue.webhookSecret, 'VENUE_API_SECRET', venue.apiSecret],
    ['PAYX_WITHDRAWAL_TOKEN', payx.withdrawalToken, 'PAYX_DEPOSIT_TOKEN', payx.depositToken],
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

/** The configuration as `NAME=value` lines, without anything secret. */
export function describeConfig(config: Config): readonly string[] {
  const { sandbox } = config
  const embedded = `(embedded, in ${path.join(config.dataDir, 'postgres')})`
  return Object.entries({
    NODE_ENV: config.production ? 'production' : 'development',
    HOST: config.host,
    PORT: config.port,
    BASE_URL: config.baseUrl,
    APP_URL: config.appUrl,
    NODE_URL: config.nodeUrl,
    APP_KEY: masked,
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl === null ? embedded : withoutPassword(config.databaseUrl),
    REDIS_URL: config.redisUrl === null ? '(none)' : withoutPassword(config.redisUrl),
    LOG_LEVEL: config.logLevel,
    CORS_ORIGINS: config.corsOrigins.join(','),
    TRUST_PROXY: config.trustProxy.join(','),
    CALLBACK_GROUP_ITEMS: config.callbackGroupItems,
    SANDBOX_PORT: sandbox?.port ?? '(off)',
    SANDBOX_SMTP_PORT: sandbox?.smtpPort ?? '(off)',
    SANDBOX_TIME_SCALE: sandbox?.timeScale ?? '(off)',
    ...describeProviders(config),
  }).map(([name, value]) => `${name}=${value}`)
}
