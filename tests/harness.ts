import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts'
import type { Config } from '../src/config/config.ts'
import { type ListenerAddress, urlOf } from '../src/config/listener-settings.ts'
import { type Service, startService } from '../src/service.ts'
import { beforeServerStops, hasRoom, type Owner, testDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { providersAt, sandboxOperators, sandboxSecrets } from './sandbox-providers.ts'
import { silent } from './server.ts'
import { watchAnswers } from './watch-answers.ts'

export type Answer = Readonly<{
  status: number
  headers: Headers
  text: string
  /** The answer as JSON; null when it is none. */
  body: ReturnType<typeof JSON.parse>
}>

export type Call = Readonly<{
  token?: string
  body?: unknown
  /** Sent as it is, in place of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>
  headers?: Readonly<Record<string, string>>
}>

/** A running service with its emulated providers, on ports and a database of its own. */
export type Tukar = Readonly<{
  url: string
  nodes: readonly Service[]
  service: Service
  config: Config
  sandbox: Sandbox
  call: (method: string, path: string, call?: Call) => Promise<Answer>
  control: (method: string, path: string, body?: unknown) => Promise<Answer>
}>

export type Wanted = Readonly<{
  nodes?: number
  timeScale?: number
  /** Whether the venue's prices are observed; else a test has those alone that it sets. */
  prices?: boolean
  /** Whether each node has an internal listener and one for callbacks beside the public one. */
  apart?: boolean
  /** The origins of pages that may call it. */
  origins?: readonly string[]
  /** Where it sends traces; by default it does not trace. */
  tracing?: Config['tracing']
  /** The proxies that it trusts; by default none. */
  trustProxy?: Config['trustProxy']
  /** Whether it is in sandbox mode, which serves the reference app. */
  app?: boolean
  /** Returns the address at which the service reaches the sandbox of this one. */
  between?: (sandboxUrl: string) => Promise<string>
}>

/** Starts it all for one test, and ends it with the test. More nodes share the one database. */
export async function startTukar(t: TestContext, wanted: Wanted = {}): Promise<Tukar> {
  if (shared !== null && (shared.file !== t.filePath || !(await hasRoom()))) await endShared()
  return start(t, wanted)
}

type Shared = Readonly<{
  file: string | undefined
  tukar: Promise<Tukar>
  end: () => Promise<void>
}>

let shared: Shared | null = null

/**
 * One service for all tests of a file that call this: a start takes longer than most tests. Such a
 * test makes its own users, changes nothing that others see, and expects nothing of rows that are
 * not of its users. The service ends when a test of another file wants one. All tests of a file
 * want the same of it.
 */
export async function sharedTukar(
  t: TestContext,
  wanted: Pick<Wanted, 'app'> = {},
): Promise<Tukar> {
  if (shared !== null && shared.file !== t.filePath) await endShared()
  shared ??= startShared(t.filePath, wanted)
  const mine = shared
  try {
    return await mine.tukar
  } catch (error) {
    // The next test tries to start it again.
    if (shared === mine) await endShared()
    throw error
  }
}

function startShared(file: string | undefined, wanted: Wanted): Shared {
  const ends: (() => unknown)[] = []
  const end = async () => {
    for (const one of ends.splice(0).reverse()) await one()
  }
  return { file, tukar: start({ after: (one) => ends.push(one) }, wanted), end }
}

async function endShared(): Promise<void> {
  const ending = shared
  shared = null
  await ending?.tukar.catch(() => null)
  await ending?.end()
}

beforeServerStops(endShared)

async function start(
  t: Owner,
  {
    nodes = 1,
    timeScale = 1_000,
    prices = false,
    apart = false,
    origins = [],
    app = false,
    between,
    ...observed
  }: Wanted = {},
): Promise<Tukar> {
  const { url: databaseUrl } = await testDatabase(t)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-data-'))
  t.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const sandbox = await startSandbox({
    timeScale,
    secrets: sandboxSecrets,
    operators: sandboxOperators,
  })
  t.after(() => sandbox.close())
  const reached = between === undefined ? sandbox.url : await between(sandbox.url)
  const configs: Config[] = []
  const services: Service[] = []
  for (let node = 0; node < nodes; node += 1) {
    const place = async () => (apart ? { host: '127.0.0.1', port: await freePort() } : null)
    const places = { port: await freePort(), internal: await place(), callbacks: await place() }
    const configured = testConfig({
      ...places,
      databaseUrl,
      dataDir,
      sandbox: { ...sandbox, url: reached },
      prices,
      origins,
      ...observed,
    })
    const config = app ? inSandboxMode(configured, sandbox) : configured
    const service = await startService(config, silent)
    t.after(() => service.stop())
    // A listener that serves a part of the paths answers 404 to the others.
    if (!apart) watchAnswers(service.url)
    configs.push(config)
    services.push(service)
  }
  const [[service], [config]] = [services, configs]
  if (service === undefined || config === undefined) throw new Error('a service has a node')
  sandbox.setServiceUrl(service.callbackUrl)
  return {
    url: service.url,
    nodes: services,
    service,
    config,
    sandbox,
    call: (method, to, call) => send(service.url, method, to, call),
    control: (method, to, body) =>
      send(sandbox.url, method, `/control${to}`, body === undefined ? {} : { body }),
  }
}

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
  archive: null,
  crashAt: null,
  sandbox: false,
  emulators: null,
  firstOperators: [],
} satisfies Partial<Config>

function testConfig({
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
  tracing?: Config['tracing']
  trustProxy?: Config['trustProxy']
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
function inSandboxMode(config: Config, { url }: Sandbox): Config {
  const emulators = { port: Number(new URL(url).port), smtpPort: 0, timeScale: 1, of: [] }
  return { ...config, sandbox: true, emulators }
}

/** Sends one request over HTTP. */
export async function send(
  base: string,
  method: string,
  to: string,
  { token, body, raw, headers = {} }: Call = {},
): Promise<Answer> {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const answer = await fetch(new URL(to, base), {
    method,
    headers: {
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Waits until `look` answers something other than null, undefined or false. */
export async function eventually<Seen>(
  what: string,
  look: () => Promise<Seen | null | undefined | false>,
  withinMs = 30_000,
): Promise<Seen> {
  const untilMs = performance.now() + withinMs
  for (;;) {
    const seen = await look()
    if (seen !== null && seen !== undefined && seen !== false) return seen
    if (performance.now() > untilMs) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
