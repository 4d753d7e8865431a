import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts'
import { events } from '../src/endpoints.ts'
import type { Config } from '../src/platform/config/config.ts'
import { startPeriodic } from '../src/platform/jobs/periodic.ts'
import { startService } from '../src/service.ts'
import { cleanerOf } from './clean-database.ts'
import { copyTemplate, type Owner, testDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { type Leased, leads, lease, makeRoom } from './leases.ts'
import { runOften } from './make/run-often.ts'
import { sandboxOperators, sandboxSecrets } from './sandbox-providers.ts'
import { silent } from './server.ts'
import { inSandboxMode, testConfig } from './test-config.ts'
import type { Answer, Call, Tukar } from './tukar.ts'
import { watchAnswers } from './watch-answers.ts'

export type { Answer, Call, Tukar } from './tukar.ts'

export type Wanted = Readonly<{
  nodes?: number
  timeScale?: number
  /** Whether the service observes the venue's prices; if not, the test sets its own. */
  prices?: boolean
  /** Whether each node has an internal listener and one for callbacks beside the public one. */
  apart?: boolean
  /** The origins of pages that may call the service. */
  origins?: readonly string[]
  /** Where the service sends traces; by default nowhere. */
  tracing?: Config['tracing']
  /** The proxies that the service trusts; by default none. */
  trustProxy?: Config['trustProxy']
  /** The NATS server for events; by default none. */
  natsUrl?: string
  /** Whether the service runs in sandbox mode, which serves the reference app. */
  app?: boolean
  /** Maps the sandbox's URL to the one that the service calls, such as that of a proxy. */
  between?: (sandboxUrl: string) => Promise<string>
  /** The periodic jobs to run, beginning at the start; by default none. Those named run often. */
  jobs?: 'all' | readonly string[]
  /** Whether to start a new service, whose metrics and connections no other test used. */
  fresh?: boolean
}>

type Kind = Omit<Wanted, 'jobs'>
type Start = Kind & Readonly<{ periodicJobs?: boolean }>

/**
 * Returns a running service with a database and a sandbox that no other test uses. Most tests get
 * the cleaned service of an earlier test (see `leases.ts`); its sequences of ids continue.
 */
export async function startTukar(t: Owner, { jobs = [], ...wanted }: Wanted = {}): Promise<Tukar> {
  const kind = kindOf(wanted)
  // A new service counts the runs of its jobs in its metrics.
  if (kind === null && jobs === 'all') return startOwn(t, wanted, true)
  const tukar =
    kind === null ? await startOwn(t, wanted) : await lease(t, kind, () => startLeased(wanted))
  const names = jobs === 'all' ? null : jobs
  if (names?.length === 0) return tukar
  if (names !== null) runOften(t, names)
  for (const { ctx } of tukar.nodes) t.after(startPeriodic(ctx, events, undefined, names))
  return tukar
}

async function startOwn(t: Owner, wanted: Kind, periodicJobs = false): Promise<Tukar> {
  await makeRoom()
  const { url } = await testDatabase(t)
  return start(t, url, { ...wanted, periodicJobs })
}

/** Services of the same kind are interchangeable; null if the test needs a new one. */
function kindOf({ nodes = 1, prices, apart, app, ...own }: Kind): string | null {
  const isPlain = Object.values(own).every((value) => value === undefined)
  return isPlain ? JSON.stringify({ nodes, prices, apart, app }) : null
}

async function startLeased(wanted: Kind): Promise<Leased> {
  const ends: (() => unknown)[] = []
  const end = async () => {
    for (const one of ends.splice(0).reverse()) await one()
  }
  try {
    const copy = await copyTemplate()
    ends.push(copy.end)
    const tukar = await start({ after: (one) => ends.push(one) }, copy.url, wanted)
    await eventually('the first node to lead', async () => leads(tukar))
    const cleaner = await cleanerOf(copy.url, { isServed: true })
    ends.push(cleaner.end)
    return { tukar, cleaner, end }
  } catch (error) {
    await end()
    throw error
  }
}

async function start(
  t: Owner,
  databaseUrl: string,
  { nodes = 1, timeScale = 1_000, between, ...wanted }: Start,
): Promise<Tukar> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-data-'))
  t.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const sandbox = await startSandbox({
    timeScale,
    secrets: sandboxSecrets,
    operators: sandboxOperators,
  })
  t.after(() => sandbox.close())
  const reached = between === undefined ? sandbox.url : await between(sandbox.url)
  const resources = { databaseUrl, dataDir, sandbox: { ...sandbox, url: reached } }
  const started: Awaited<ReturnType<typeof startNode>>[] = []
  for (let node = 0; node < nodes; node += 1) started.push(await startNode(t, resources, wanted))
  const [first] = started
  if (first === undefined) throw new Error('a service has a node')
  const { service, config } = first
  sandbox.setServiceUrl(service.callbackUrl)
  return {
    url: service.url,
    nodes: started.map((node) => node.service),
    service,
    config,
    sandbox,
    call: (method, to, call) => send(service.url, method, to, call),
    control: (method, to, body) =>
      send(sandbox.url, method, `/control${to}`, body === undefined ? {} : { body }),
  }
}

async function startNode(
  t: Owner,
  resources: Readonly<{ databaseUrl: string; dataDir: string; sandbox: Sandbox }>,
  { prices = false, apart = false, origins = [], app = false, tracing, ...wanted }: Start,
) {
  const own = async () => (apart ? await freePort() : null)
  const ports = { port: await freePort(), internalPort: await own(), callbackPort: await own() }
  const { trustProxy, natsUrl, periodicJobs = false } = wanted
  const outside = { tracing, trustProxy, natsUrl }
  const configured = testConfig({ ...resources, ...ports, prices, origins, ...outside })
  const config = app ? inSandboxMode(configured, resources.sandbox) : configured
  const service = await startService(config, silent, { periodicJobs })
  t.after(() => service.stop())
  // A listener that serves only some paths responds 404 to the others.
  if (!apart) watchAnswers(service.url)
  return { service, config }
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

/** A machine may be several times as slow as usual; only a test that fails waits as long. */
const patienceMs = 120_000

/** Waits until `read` answers something other than null, undefined or false. */
export async function eventually<Seen>(
  what: string,
  read: () => Promise<Seen | null | undefined | false>,
): Promise<Seen> {
  const untilMs = performance.now() + patienceMs
  for (;;) {
    const seen = await read()
    if (seen !== null && seen !== undefined && seen !== false) return seen
    if (performance.now() > untilMs) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
