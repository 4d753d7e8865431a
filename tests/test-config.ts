import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Config } from '../src/platform/config/config.ts'
import { type ListenerAddress, urlOf } from '../src/platform/config/listener-settings.ts'
import { providersAt } from './sandbox-providers.ts'

/** Settings that are the same for all services of tests. */
const sameForAll = {
  mode: 'test',
  production: false,
  host: '127.0.0.1',
  appUrl: 'https://app.test',
  metricsToken: null,
  otherAppKeys: [],
  previousAppKey: null,
  formerLookups: [],
  backupDir: null,
  backupsKept: 7,
  databaseConnections: 10,
  databaseReadUrl: null,
  databaseReadWaitMs: 100,
  redisUrl: null,
  logLevel: 'silent',
  trustProxy: [],
  noProxy: false,
  drainSeconds: 0,
  callbackGroupItems: 200,
  movesKeptDays: null,
  eventsKeptDays: null,
  crashAt: null,
  sandbox: false,
  emulators: null,
  firstOperators: [],
} satisfies Partial<Config>

export function testConfig({
  port,
  databaseUrl,
  dataDir,
  sandbox,
  prices,
  origins,
  tracing = null,
  trustProxy = [],
  internal,
  callbacks,
}: Readonly<{
  port: number
  internal: ListenerAddress | null
  callbacks: ListenerAddress | null
  databaseUrl: string
  dataDir: string
  sandbox: Sandbox
  prices: boolean
  origins: readonly string[]
  tracing?: Config['tracing'] | undefined
  trustProxy?: Config['trustProxy'] | undefined
}>): Config {
  const url = `http://127.0.0.1:${port}`
  const providers = providersAt(sandbox)
  return {
    ...sameForAll,
    port,
    baseUrl: url,
    nodeUrl: internal === null ? url : urlOf(internal),
    internal,
    callbacks,
    callbackUrl: callbacks === null ? url : urlOf(callbacks),
    consoleUrl: internal === null ? url : urlOf(internal),
    appKey: Buffer.alloc(32, 7),
    dataDir,
    databaseUrl,
    tracing,
    trustProxy,
    corsOrigins: origins,
    ...providers,
    venue: { ...providers.venue, prices },
  }
}

/** As if the service had started these emulators itself. */
export function inSandboxMode(config: Config, { url }: Sandbox): Config {
  const emulators = { port: Number(new URL(url).port), smtpPort: 0, timeScale: 1, of: [] }
  return { ...config, sandbox: true, emulators }
}
