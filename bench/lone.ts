/**
 * Few requests at a time, as most services see them: latencies over one, four and sixteen
 * connections beside the implementation by the book, in turns; then the cost of each operation at a
 * steady pace with all that follows from it, and of an idle service.
 */
import { setTimeout } from 'node:timers/promises'
import { requestsFor as listRequests, seedBalances } from './balance-list.ts'
import { openPeer, type Peer } from './by-the-book.ts'
import { newCallbacks } from './callbacks.ts'
import {
  orderRequests,
  seedOrderTraders,
  startBesideStub,
  startStub,
  untilBorne,
  untilQuiet,
} from './orders.ts'
import { type PayxList, startPayxList } from './payx-list.ts'
import { startBesideProviders } from './providers.ts'
import { countDatabaseWork, reportedMs } from './stage/database-work.ts'
import { figure, line, measured, ratio, type Target } from './stage/figures.ts'
import { countProcessorTime, microsOf } from './stage/processor-time.ts'
import type { Running, Stage } from './stage/stage.ts'
import { storedRow } from './stage/yardstick.ts'
import { approveNothing, seedWithdrawers, withdrawalRequests } from './withdrawals.ts'

const connectionSteps = [1, 4, 16] as const
/** Operations a second; versions are compared at four. */
const paces = [1, 4, 10, 100] as const
const turns = 2
const mostRequests = 1_000_000
/** A service that had no request for this long counts as quiet. */
const quietAfterMs = 35_000

/** Seconds of each measurement; a steady pace needs some hundred operations. */
export type LoneLengths = Readonly<{ seconds: number; paceSeconds: number; idleSeconds: number }>

type Requests = (count: number) => Iterator<Buffer>
type Latency = Readonly<{ p50Ms: number; p99Ms: number }>
type Side = Readonly<{ name: string; running: Running; sql: Stage['sql']; requests: Requests }>

/** Latencies of one side over each number of connections, after a warm-up. */
async function latenciesOf(
  { name, running, sql, requests }: Side,
  seconds: number,
): Promise<readonly Latency[]> {
  const over = (connections: number, what: string) =>
    measured(`${name}: ${what}`, {
      ...{ port: running.port, connections, seconds },
      requests: requests(mostRequests),
    })
  await over(8, 'warming up')
  await sql.query('vacuum analyze')
  const all: Latency[] = []
  for (const count of connectionSteps) all.push(await over(count, `${count} connections`))
  return all
}

/** The best of several turns at each step: other load on the machine only makes them worse. */
const best = (all: readonly (readonly Latency[])[]): readonly Latency[] =>
  connectionSteps.map((_, at) => ({
    p50Ms: Math.min(...all.map((steps) => steps[at]?.p50Ms ?? Number.NaN)),
    p99Ms: Math.min(...all.map((steps) => steps[at]?.p99Ms ?? Number.NaN)),
  }))

type Compared = Readonly<{ ours: readonly Latency[]; targets: readonly Target[] }>

/** Runs both sides in turns, and compares them at each number of connections. */
async function compare(
  of: string,
  sides: Readonly<{ ours: Side; book: Side }>,
  { seconds }: LoneLengths,
): Promise<Compared> {
  const all: Record<'ours' | 'book', (readonly Latency[])[]> = { ours: [], book: [] }
  for (let turn = 0; turn < turns; turn += 1) {
    all.ours.push(await latenciesOf(sides.ours, seconds))
    all.book.push(await latenciesOf(sides.book, seconds))
  }
  const [ours, book] = [best(all.ours), best(all.book)]
  const targets = connectionSteps.flatMap((count, at) => {
    const to = (key: keyof Latency) =>
      (ours[at]?.[key] ?? Number.NaN) / (book[at]?.[key] ?? Number.NaN)
    const [p50, p99] = of === 'credit' ? ['1.0', '1.2'] : ['0.9', '0.8']
    return [
      ratio(`${of}, ${count} connections, p50 to the book's`, to('p50Ms'), `at most ${p50}`),
      ratio(`${of}, ${count} connections, p99 to the book's`, to('p99Ms'), `at most ${p99}`),
    ]
  })
  return { ours, targets }
}

type Work = Readonly<{ of: string; perSecond: number; requests: Iterator<Buffer> }>

/** What one operation costs at a steady pace, with all that follows, less an idle service's. */
async function costAt(
  stage: Stage,
  running: Running,
  { of, perSecond, requests }: Work,
  { paceSeconds }: LoneLengths,
): Promise<void> {
  const idle = await workOver(stage, running, () => setTimeout(2_000))
  let responses = 0
  const used = await workOver(stage, running, async () => {
    const load = await measured(`${of}, ${perSecond} a second`, {
      ...{ port: running.port, requests, perSecond, seconds: paceSeconds },
      connections: Math.min(perSecond, 16),
    })
    responses = load.responses
    await untilQuiet(stage)
  })
  const each = (key: keyof Used) =>
    (used[key] - (idle[key] / idle.seconds) * used.seconds) / responses
  figure(
    '  each: processor time of the service and of PostgreSQL',
    `${each('serviceMs').toFixed(1)} + ${each('serverMs').toFixed(1)} ms`,
  )
  figure(
    '  each: transactions, statements, flushes of the log',
    `${each('transactions').toFixed(1)}, ${each('statements').toFixed(1)}, ` +
      each('flushes').toFixed(1),
  )
}

type Used = Readonly<{
  serviceMs: number
  serverMs: number
  transactions: number
  statements: number
  flushes: number
  seconds: number
}>

async function workOver(stage: Stage, running: Running, work: () => Promise<void>): Promise<Used> {
  const counted = await countDatabaseWork(stage)
  const spent = await countProcessorTime(stage, running)
  const startedMs = performance.now()
  await work()
  await setTimeout(reportedMs)
  const used = spent()
  if (used === null) throw new Error('the system reports no processor time')
  const seconds = (performance.now() - startedMs) / 1_000
  const { service, server } = used
  const ms = { serviceMs: microsOf(service) / 1_000, serverMs: microsOf(server) / 1_000 }
  return { ...ms, seconds, ...(await counted()) }
}

/** Prints what a service without requests uses in a second. */
async function idleOf(stage: Stage, running: Running, seconds: number): Promise<readonly Target[]> {
  const used = await workOver(stage, running, () => setTimeout(seconds * 1_000))
  const found = await stage.sql.query(
    `select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const per = (key: keyof Used) => used[key] / used.seconds
  figure('idle: statements a second', per('statements').toFixed(1))
  figure('idle: flushes of the log a second', per('flushes').toFixed(1))
  const target = (name: string, value: string, wanted: string): Target => ({ name, value, wanted })
  const spentMs = `${per('serviceMs').toFixed(0)} + ${per('serverMs').toFixed(0)}`
  return [
    target('idle: ms of processor time a second', spentMs, 'at most 10'),
    target('idle: transactions a second', per('transactions').toFixed(1), 'at most 4'),
    target('idle: connections', String(found.rows[0].sessions), 'at most 8'),
  ]
}

async function paced(
  stage: Stage,
  running: Running,
  { of, requests }: Operation,
  lengths: LoneLengths,
): Promise<void> {
  for (const perSecond of paces) {
    const count = countAt(perSecond, lengths)
    await costAt(stage, running, { of, perSecond, requests: requests(count) }, lengths)
  }
}

const countAt = (perSecond: number, { paceSeconds }: LoneLengths): number =>
  Math.ceil(perSecond * paceSeconds)

/** The book has its own requests if a provider of ours lists those that are sent to us. */
type Operation = Readonly<{ of: string; requests: Requests; toBook?: Requests }>

/** Compares an operation with the implementation by the book, then measures it at each pace. */
async function besideBook(
  stage: Stage,
  { running, peer }: Readonly<{ running: Running; peer: Peer }>,
  { of, requests, toBook = requests }: Operation,
  lengths: LoneLengths,
): Promise<Compared> {
  const book = await peer.start()
  const sides = {
    ours: { name: 'Tukar', running, sql: stage.sql, requests },
    book: { name: 'by the book', running: book, sql: peer.sql, requests: toBook },
  }
  const compared = await compare(of, sides, lengths)
  await untilQuiet(stage)
  await book.stop()
  await paced(stage, running, { of, requests }, lengths)
  await running.stop()
  return compared
}

async function credits(
  stage: Stage,
  peer: Peer,
  payx: PayxList,
  lengths: LoneLengths,
): Promise<readonly Target[]> {
  line('Credits')
  const running = await startBesideProviders(stage, { PAYX_BASE_URL: payx.url })
  await setTimeout(quietAfterMs)
  const idle = await idleOf(stage, running, lengths.idleSeconds)
  const operation = { of: 'credit', requests: payx.requests, toBook: newCallbacks }
  const { ours, targets } = await besideBook(stage, { running, peer }, operation, lengths)
  const lone = (ours[0]?.p50Ms ?? Number.NaN) / (await storedRow(stage))
  return [...idle, ...targets, ratio('a lone credit in rows stored alone', lone, 'at most 12')]
}

async function orders(
  stage: Stage,
  peer: Peer,
  venue: Running,
  lengths: LoneLengths,
): Promise<readonly Target[]> {
  line('Orders')
  await seedOrderTraders(stage)
  const running = await startBesideStub(stage, venue)
  await untilBorne(running)
  const operation = { of: 'order', requests: orderRequests }
  return (await besideBook(stage, { running, peer }, operation, lengths)).targets
}

/** Beside the list that has the payments of before: until it confirms them, nothing leaves. */
async function listsAndWithdrawals(
  stage: Stage,
  payx: PayxList,
  lengths: LoneLengths,
): Promise<void> {
  line('Balance lists and withdrawals')
  const service = await startBesideProviders(stage, { PAYX_BASE_URL: payx.url })
  await seedBalances(stage)
  const side = {
    name: 'Tukar: balance lists',
    running: service,
    sql: stage.sql,
    requests: listRequests,
  }
  await latenciesOf(side, lengths.seconds)
  await paced(stage, service, { of: 'balance list', requests: listRequests }, lengths)
  await approveNothing(stage)
  let next = 1
  const requests = (count: number) => {
    next += count
    return withdrawalRequests(next - count, count)
  }
  const counts = paces.map((perSecond) => countAt(perSecond, lengths))
  await seedWithdrawers(
    stage,
    1,
    counts.reduce((sum, count) => sum + count, 0),
  )
  await paced(stage, service, { of: 'withdrawal', requests }, lengths)
  await service.stop()
}

export async function lone(stage: Stage, lengths: LoneLengths): Promise<readonly Target[]> {
  line('Few requests at a time')
  const venue = await startStub()
  const peer = await openPeer(stage, `http://127.0.0.1:${venue.port}`)
  const payx = await startPayxList()
  try {
    const targets = await credits(stage, peer, payx, lengths)
    // At once: beside another payx, the last payments would be asked about and denied.
    await listsAndWithdrawals(stage, payx, lengths)
    return [...targets, ...(await orders(stage, peer, venue, lengths))]
  } finally {
    payx.close()
    await peer.close()
    await venue.stop()
  }
}
