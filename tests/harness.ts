import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts'
import { type ListenerAddress, urlOf } from '../src/base/listener-settings.ts'
import type { Config } from '../src/config.ts'
import { type Service, startService } from '../src/service.ts'
import { testDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { providersAt, sandboxOperators, sandboxSecrets } from './sandbox-providers.ts'
import { silent } from './server.ts'

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
  /** Returns the address at which the service reaches the sandbox of this one. */
  between?: (sandboxUrl: string) => Promise<string>
}>

/** Starts it all for one test, and ends it with the test. More nodes share the one database. */
export async function startTukar(
  t: TestContext,
  { nodes = 1, timeScale = 1_000, prices = false, apart = false, between }: Wanted = {},
): Promise<Tukar> {
  const { url: databaseUrl } = await testDatabase(t)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-data-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
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
    const config = testConfig({
      ...places,
      databaseUrl,
      dataDir,
      sandbox: { ...sandbox, url: reached },
      prices,
    })
    const service = await startService(config, silent)
    t.after(() => service.stop())
    configs.push(config)
    services.push(service)
  }
  const [service] = services
  const [config] = configs
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

function testConfig({
  port,
  databaseUrl,
  dataDir,
  sandbox,
  prices,
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
}>): Config {
  const url = `http://127.0.0.1:${port}`
  const providers = providersAt(sandbox)
  return {
    mode: 'test',
    production: false,
    host: '127.0.0.1',
    port,
    baseUrl: url,
    appUrl: 'https://app.test',
    nodeUrl: internal === null ? url : urlOf(internal),
    internal,
    callbacks,
    callbackUrl: callbacks === null ? url : urlOf(callbacks),
    consoleUrl: internal === null ? url : urlOf(internal),
    metricsToken: null,
    appKey: Buffer.alloc(32, 7),
    dataDir,
    databaseUrl,
    redisUrl: null,
    logLevel: 'silent',
    corsOrigins: [],
    trustProxy: [],
    noProxy: false,
    drainSeconds: 0,
    callbackGroupItems: 200,
    crashAt: null,
    sandbox: false,
    emulators: null,
    firstOperators: [],
    ...providers,
    venue: { ...providers.venue, prices },
  }
}

/** One request, over HTTP like everybody else's. */
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
