import type { Logger } from 'pino'
import { seedContent } from './backoffice/content/seed-content.ts'
import { watchFigures } from './backoffice/overview/watch-figures.ts'
import { type Clock, systemClock } from './base/clock.ts'
import { sharedAnswers } from './base/concurrency/shared-answers.ts'
import { type Random, systemRandom } from './base/secrets/crypto.ts'
import type { Context } from './context.ts'
import { startBroadcast } from './core/database/cluster/broadcast.ts'
import { claimDatabase } from './core/database/cluster/claim-database.ts'
import { startCounters } from './core/database/cluster/counters.ts'
import { checkDatabase } from './core/database/cluster/fit-database.ts'
import { startLeadership } from './core/database/cluster/leader.ts'
import { startPresence } from './core/database/cluster/presence.ts'
import {
  checkReplica,
  noReplicas,
  type Replicas,
  startReplicas,
} from './core/database/cluster/replicas.ts'
import { refuseAsynchronousStandbys } from './core/database/cluster/standbys.ts'
import { byIndex, connectDatabase, type Database } from './core/database/database.ts'
import { databaseLimits } from './core/database/database-limits.ts'
import { type Embedded, openDatabase } from './core/database/embedded/embedded.ts'
import { migrate } from './core/database/schema/migrate.ts'
import { refreshRecording } from './core/facts/recording.ts'
import { watchPostings } from './core/ledger/watch-postings.ts'
import { observeSandboxPrices } from './core/reference/sandbox-prices.ts'
import { endpoints, eventSources, events } from './endpoints.ts'
import { watchCustodyKeys } from './platform/access/callbacks/watch-custody-keys.ts'
import { makeFirstOperators } from './platform/access/operators/first-operator.ts'
import type { Config } from './platform/config/config.ts'
import { createMetrics, type Metrics } from './platform/http/monitoring/metrics.ts'
import { watchNode } from './platform/http/monitoring/watch-node.ts'
import { buildServers, listenAll, type NodeServer } from './platform/http/server/node-servers.ts'
import { openImages } from './platform/images/images.ts'
import { startPeriodic } from './platform/jobs/periodic.ts'
import { runEvents } from './platform/jobs/run-events.ts'
import { runVenueStreams } from './platform/jobs/run-venue-streams.ts'
import { stopAfterLoss } from './platform/jobs/stop-after-loss.ts'
import { startWorker } from './platform/jobs/worker.ts'
import { connectCaptcha } from './providers/captcha/captcha.ts'
import { connectCustody } from './providers/custody/custody.ts'
import { type ObserveCall, providerHealth } from './providers/health.ts'
import { connectIdp } from './providers/idp/idp.ts'
import { connectMail } from './providers/mail/mail.ts'
import { connectObjectStore } from './providers/object-store/connect-object-store.ts'
import { connectPayd } from './providers/payd/payd.ts'
import { connectPayx } from './providers/payx/payx.ts'
import { connectPush } from './providers/push/push.ts'
import { connectReportQueue } from './providers/report-queue/report-queue.ts'
import { connectSms } from './providers/sms/sms.ts'
import { connectVenue } from './providers/venue/venue.ts'

export type Service = Readonly<{
  /** The URL of the public listener, with its actual port. */
  url: string
  /**
   * The URLs for operators and other nodes, and for providers; `url` unless configured separately.
   */
  internalUrl: string
  callbackUrl: string
  ctx: Context
  /** True if this start created the sandbox's operators, whose password is to be printed. */
  madeOperators: boolean
  /**
   * Reports itself as not ready, hands leadership over and ends streams, but serves all further
   * requests, for as long as load balancers need to notice. After it the process may end.
   */
  drain: () => Promise<void>
  /** Ends running work, hands leadership over and closes everything. */
  stop: () => Promise<void>
}>

type Closing = () => Promise<void>

export type ServiceOptions = Readonly<{
  clock?: Clock
  random?: Random
  /** Whether periodic jobs run and custody's keys are watched; tests of other things do without. */
  periodicJobs?: boolean
  /** A database that is already open; the service closes it, also if it cannot start. */
  database?: Embedded
}>

/**
 * Starts one node: database, leadership, jobs, HTTP. A failure closes what was opened before it.
 */
export async function startService(
  config: Config,
  log: Logger,
  options: ServiceOptions = {},
): Promise<Service> {
  const { clock = systemClock, random = systemRandom, periodicJobs = true } = options
  const closings: Closing[] = []
  const stop = async () => {
    for (const close of closings.splice(0).reverse()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'closing failed'))
    }
  }
  try {
    const { url: databaseUrl, stop: stopDatabase } =
      options.database ?? (await openDatabase(config, log))
    closings.push(stopDatabase)
    if (config.databaseUrl !== null) await checkDatabase(databaseUrl)
    const draining = new AbortController()
    const base = { log, clock, random, periodicJobs, draining: draining.signal }
    const { ctx, servers, making } = await open(config, databaseUrl, base, closings)
    const madeOperators = await making
    const urls = await listenAll(servers)
    const drain = async () => {
      draining.abort()
      const { drainSeconds } = config
      await Promise.all([ctx.leadership.stop(), clock.sleep(drainSeconds * 1_000)])
    }
    const { public: url, internal: internalUrl, callbacks: callbackUrl } = urls
    return { url, internalUrl, callbackUrl, ctx, madeOperators, drain, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Opened = Readonly<{
  ctx: Context
  servers: readonly NodeServer[]
  /** Hashing takes half a second of other threads, so it goes on beside the other steps. */
  making: Promise<boolean>
}>

/** The work's failure counts when it is awaited; until then another one may end the start. */
function begun<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined)
  return work
}

type Base = Pick<Context, 'log' | 'clock' | 'random'> &
  Readonly<{ periodicJobs: boolean; draining: AbortSignal }>

async function open(
  given: Config,
  databaseUrl: string,
  base: Base,
  closings: Closing[],
): Promise<Opened> {
  const { log, clock, random, draining } = base
  await migrate({ url: databaseUrl, log })
  const metrics = await startObserving(given, closings)
  const opened = await openDatabases(given, databaseUrl, { log, clock, random, metrics }, closings)
  const { config, db, patientDb, replicas } = opened
  const making = begun(makeFirstOperators({ db, random }, config.firstOperators))
  const shared = { databaseUrl, redisUrl: config.redisUrl, log, clock }
  const counters = await startCounters(shared)
  const onRefused = metrics.countRefusedMessage
  const broadcast = await startBroadcast({ ...shared, db, keys: config, onRefused })
  const presence = startPresence({ databaseUrl, clock, log, random })
  closings.push(counters.close, broadcast.close, presence.stop)
  const leadership = startLeadership({ databaseUrl, nodeUrl: config.nodeUrl, db, clock, log })
  closings.push(leadership.stop)
  const images = openImages({ log, early: config.production })
  closings.push(images.close)
  const ctx: Context = {
    config,
    db,
    patientDb,
    replicas,
    counters,
    broadcast,
    leadership,
    presence,
    log,
    clock,
    random,
    answers: sharedAnswers(clock, random),
    images,
    ...connectClients(config, { clock, log, random }, metrics.observeCall),
  }
  closings.push(async () => {
    ctx.mail.close()
    ctx.objectStore.close()
  })
  // Before the first fact: one that is not recorded is never an event.
  await refreshRecording(ctx)
  closings.push((await startWorker(ctx, databaseUrl, metrics.observeJob)).stop)
  if (base.periodicJobs) closings.push(watchCustodyKeys(ctx))
  await observeSandboxPrices(ctx)
  if (config.sandbox) await seedContent(ctx)
  closings.push(runVenueStreams(ctx))
  closings.push(runEvents(ctx, eventSources))
  if (base.periodicJobs) closings.push(startPeriodic(ctx, events, metrics.observeJob))
  const servers = await buildObserved(ctx, { draining, metrics }, closings)
  // Stops first, so that another node leads while this one finishes its work.
  closings.push(leadership.stop)
  return { ctx, servers, making }
}

async function openDatabases(
  given: Config,
  databaseUrl: string,
  base: Pick<Context, 'log' | 'clock' | 'random'> & Readonly<{ metrics: Metrics }>,
  closings: Closing[],
): Promise<Pick<Context, 'config' | 'db' | 'patientDb' | 'replicas'>> {
  const { log, clock, random, metrics } = base
  const { databaseConnections: connections } = given
  const patientDb = connectDatabase({ url: databaseUrl, log, ...databaseLimits.patient })
  closings.push(patientDb.close)
  const lookups = await claimDatabase(patientDb, given, random)
  if (given.production && !given.asyncStandbysAllowed) await refuseAsynchronousStandbys(patientDb)
  const watched = { databaseUrl, clock, log, onLoss: stopAfterLoss }
  const { admit, acknowledge } = await watchPostings(watched)
  const pooled = { url: databaseUrl, log, connections, settings: byIndex }
  const observe = metrics.observeTransaction
  const db = connectDatabase({ ...pooled, observe, admit, acknowledge })
  closings.push(db.close)
  const config = { ...given, ...lookups }
  const replicas = await openReplicas(given, db, { log, clock })
  closings.push(replicas.close)
  return { config, db, patientDb, replicas }
}

async function openReplicas(
  { databaseReadUrl: url }: Config,
  primary: Database,
  { log, clock }: Pick<Context, 'log' | 'clock'>,
): Promise<Replicas> {
  if (url === null) return noReplicas(primary)
  await checkReplica(url, primary, log)
  return startReplicas({ url, primary, log, clock })
}

async function startObserving({ tracing }: Config, closings: Closing[]): Promise<Metrics> {
  if (tracing !== null) {
    const { startTracing } = await import('./platform/http/monitoring/traces.ts')
    closings.push(await startTracing(tracing))
  }
  return createMetrics()
}

async function buildObserved(
  ctx: Context,
  options: Readonly<{ draining: AbortSignal; metrics: Metrics }>,
  closings: Closing[],
): Promise<readonly NodeServer[]> {
  watchNode(options.metrics, ctx)
  watchFigures(options.metrics, ctx)
  const servers = buildServers(ctx, endpoints, options)
  closings.push(async () => {
    await Promise.all(servers.map(({ server }) => server.close()))
  })
  return servers
}

/** The clients of all providers, with their circuits and what they remember. */
export function connectClients(
  config: Config,
  { clock, log, random }: Pick<Context, 'clock' | 'log' | 'random'>,
  observe?: ObserveCall,
) {
  const health = providerHealth(clock, observe)
  const watched = { clock, log, random, health }
  return {
    health,
    mail: connectMail(config.mail, watched),
    objectStore: connectObjectStore(config, watched),
    captcha: connectCaptcha(config.captcha, watched),
    custody: connectCustody(config.custody, watched),
    venue: connectVenue(config.venue, watched),
    idp: connectIdp(config.idp, watched),
    payx: connectPayx(config.payx, watched),
    payd: connectPayd(config.payd, watched),
    push: connectPush(config.push, watched),
    reportQueue: connectReportQueue(config.reportQueue, watched),
    sms: connectSms(config.sms, watched),
  }
}
