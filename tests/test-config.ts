import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Config } from '../src/platform/config/config.ts'
import { configOf } from './make/config.ts'
import { settingsAt } from './sandbox-providers.ts'

export function testConfig({
  port,
  internalPort,
  callbackPort,
  databaseUrl,
  dataDir,
  sandbox,
  prices,
  origins,
  tracing = null,
  trustProxy = [],
  natsUrl = null,
}: Readonly<{
  port: number
  internalPort: number | null
  callbackPort: number | null
  databaseUrl: string
  dataDir: string
  sandbox: Sandbox
  prices: boolean
  origins: readonly string[]
  tracing?: Config['tracing'] | undefined
  trustProxy?: Config['trustProxy'] | undefined
  natsUrl?: string | null | undefined
}>): Config {
  const config = configOf({
    ...settingsAt(sandbox),
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    APP_URL: 'https://app.test',
    APP_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORT: `${port}`,
    INTERNAL_PORT: `${internalPort ?? ''}`,
    CALLBACK_PORT: `${callbackPort ?? ''}`,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    CORS_ORIGINS: origins.join(','),
    VENUE_PRICES: prices ? 'on' : 'off',
  })
  return { ...config, tracing, trustProxy, natsUrl }
}

/** Returns the configuration of a service that started these emulators itself. */
export function inSandboxMode(config: Config, { url }: Sandbox): Config {
  const emulators = { port: Number(new URL(url).port), smtpPort: 0, timeScale: 1, of: [] }
  return { ...config, sandbox: true, emulators }
}
