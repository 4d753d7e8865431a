/** The environment, parsed once. Every path here is absolute, every secret non-empty. */
export type Config = Readonly<{
  production: boolean
  host: string
  port: number
  baseUrl: string
  appUrl: string
  /** Where the other nodes of this deployment reach this one (callbacks are passed to the leader). */
  nodeUrl: string
  appKey: Buffer
  dataDir: string
  /** null: the embedded server under `dataDir`. */
  databaseUrl: string | null
  redisUrl: string | null
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  corsOrigins: readonly string[]
  trustProxy: readonly string[]
  /** null when a provider is configured: the emulators never run beside a real provider. */
  sandbox: Readonly<{ port: number; smtpPort: number; timeScale: number }> | null
  payx: Readonly<{
    baseUrl: string
    secretKey: string
    depositToken: string
    withdrawalToken: string
  }>
  reportQueue: Readonly<{
    baseUrl: string
    token: string
    secrets: Readonly<{ A: string; B: string; C: string }>
  }>
  mail: Readonly<{ url: string; from: string }>
  push: Readonly<{
    baseUrl: string
    tokenUrl: string
    projectId: string
    clientEmail: string
    privateKey: string
  }>
}>
