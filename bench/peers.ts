/**
 * Compares the service with a textbook implementation of the same work, in turn on one PostgreSQL
 * server, and with pgbench for the minimum cost of the same rows in the database.
 */
import { openPeer, type Peer, placedOf } from './by-the-book.ts'
import { newCallbacks } from './callbacks.ts'
import { creditOneByOne } from './one-by-one.ts'
import {
  callbackConnections,
  fillRequests,
  connections as orderConnections,
  orderRequests,
  type Placed,
  readPlaced,
  seedOrderTraders,
  startBesideStub,
  startStub,
  untilBorne,
  untilQuiet,
} from './orders.ts'
import { figure, line, measured, ratio, rounded, type Target } from './stage/figures.ts'
import { countProcessorTime, microsOf } from './stage/processor-time.ts'
import { type Running, type Stage, startService } from './stage/stage.ts'

const turns = 2
const creditConnections = 512

/** How long an implementation is warmed up, and then measured, in each turn. */
export type Lengths = Readonly<{ warmUpSeconds: number; seconds: number }>

/** The result of one implementation in a turn; processor times per operation in microseconds. */
export type Turn = Readonly<{
  perSecond: number
  p99Ms: number
  serviceMicros: number
  serverMicros: number
}>

/** The turns of an operation; pgbench has no service. */
export type Comparison = Readonly<{ of: string; ours: Turn; peer: Turn }>

type Work = Readonly<{
  name: string
  requests: Iterator<Buffer>
  connections: number
  seconds?: number
}>

async function turn(stage: Stage, { pid, port }: Running, work: Work): Promise<Turn> {
  const spent = await countProcessorTime(stage, { pid })
  const load = await measured(work.name, { port, ...work })
  const micros = spent()
  const each = (part: 'service' | 'server') =>
    micros === null ? Number.NaN : microsOf(micros[part]) / load.responses
  const took = { serviceMicros: each('service'), serverMicros: each('server') }
  figure('processor time of it and of PostgreSQL', costText(took))
  return { perSecond: load.perSecond, p99Ms: load.p99Ms, ...took }
}

const costText = ({ serviceMicros, serverMicros }: Pick<Turn, 'serviceMicros' | 'serverMicros'>) =>
  `${rounded(serviceMicros)} + ${rounded(serverMicros)} µs`

/** The best of several turns, since other load on the machine only makes them worse. */
const best = (all: readonly Turn[]): Turn => ({
  perSecond: Math.max(...all.map(({ perSecond }) => perSecond)),
  p99Ms: Math.min(...all.map(({ p99Ms }) => p99Ms)),
  serviceMicros: Math.min(...all.map(({ serviceMicros }) => serviceMicros)),
  serverMicros: Math.min(...all.map(({ serverMicros }) => serverMicros)),
})

const mostPayments = 1_000_000
const payments = (): Iterator<Buffer> => newCallbacks(mostPayments)

type Side = Readonly<{ name: string; start: () => Promise<Running>; sql: Stage['sql'] }>

/** Credits by one implementation, in a separate process that starts and ends with the turn. */
async function creditTurn(
  stage: Stage,
  { name, start, sql }: Side,
  lengths: Lengths,
): Promise<Turn> {
  const running = await start()
  const credit = (what: string, seconds: number) =>
    turn(stage, running, {
      name: `${name}: ${what}`,
      requests: payments(),
      connections: creditConnections,
      seconds,
    })
  await credit('warming up', lengths.warmUpSeconds)
  // Without an analysis, plans would still assume that the tables are empty.
  await sql.query('vacuum analyze')
  const took = await credit('credits', lengths.seconds)
  await running.stop()
  return took
}

async function compareCredits(stage: Stage, peer: Peer, lengths: Lengths): Promise<Comparison> {
  const start = async () => {
    // Notices of earlier credits would be delivered during this round.
    await stage.sql.query('delete from graphile_worker._private_jobs')
    return startService(stage)
  }
  const ours: Turn[] = []
  const theirs: Turn[] = []
  for (let round = 0; round < turns; round += 1) {
    ours.push(await creditTurn(stage, { name: 'Tukar', start, sql: stage.sql }, lengths))
    theirs.push(await creditTurn(stage, { name: 'by the book', ...peer }, lengths))
  }
  return { of: 'credit', ours: best(ours), peer: best(theirs) }
}

type OrderSide = Side &
  Readonly<{
    placed: () => Promise<readonly Placed[]>
    /** Waits for the mails about earlier orders, which are not part of the next measurement. */
    mailed: () => Promise<void>
  }>
type OrderTurn = Readonly<{ placing: Turn; filling: Turn }>

/** Orders, then the reports of two fills for each. */
async function orderTurn(stage: Stage, side: OrderSide, lengths: Lengths): Promise<OrderTurn> {
  const running = await side.start()
  const place = (what: string, seconds: number) =>
    turn(stage, running, {
      name: `${side.name}: ${what}`,
      requests: orderRequests(Number.POSITIVE_INFINITY),
      connections: orderConnections,
      seconds,
    })
  const fill = async (what: string) =>
    turn(stage, running, {
      name: `${side.name}: ${what}`,
      // Signed beforehand: the load generator shares the machine.
      requests: [...fillRequests(await side.placed())].values(),
      connections: callbackConnections,
    })
  await place('warming up', lengths.warmUpSeconds)
  await fill('warming up with fills')
  await side.mailed()
  await side.sql.query('vacuum analyze')
  const placing = await place('orders', lengths.seconds)
  const filling = await fill('fills')
  await running.stop()
  return { placing, filling }
}

type Venue = Awaited<ReturnType<typeof startStub>>

async function compareOrders(
  stage: Stage,
  peer: Peer,
  venue: Venue,
  lengths: Lengths,
): Promise<readonly Comparison[]> {
  await seedOrderTraders(stage)
  const start = async () => {
    const service = await startBesideStub(stage, venue)
    await untilBorne(service)
    return service
  }
  const us: OrderSide = {
    ...{ name: 'Tukar', start, sql: stage.sql },
    placed: () => readPlaced(stage),
    mailed: () => untilQuiet(stage),
  }
  const them: OrderSide = {
    ...{ name: 'by the book', ...peer },
    placed: () => placedOf(peer),
    mailed: () => Promise.resolve(),
  }
  const ours: OrderTurn[] = []
  const theirs: OrderTurn[] = []
  for (let round = 0; round < turns; round += 1) {
    ours.push(await orderTurn(stage, us, lengths))
    theirs.push(await orderTurn(stage, them, lengths))
  }
  const compared = (of: string, part: keyof OrderTurn): Comparison => ({
    of,
    ours: best(ours.map((one) => one[part])),
    peer: best(theirs.map((one) => one[part])),
  })
  return [compared('order', 'placing'), compared('fill', 'filling')]
}

/** The same rows as a credit of ours, by pgbench; null if it is not installed. */
async function byPgbench(stage: Stage): Promise<Pick<Turn, 'perSecond' | 'serverMicros'> | null> {
  const made = await creditOneByOne(stage)
  return made && { perSecond: made.perSecond, serverMicros: made.server ?? Number.NaN }
}

export type Compared = Readonly<{
  comparisons: readonly Comparison[]
  pgbench: Pick<Turn, 'perSecond' | 'serverMicros'> | null
}>

export async function compareWithPeers(stage: Stage, lengths: Lengths): Promise<Compared> {
  line('The same work by the book: Fastify, Kysely, a transaction for each request')
  const venue = await startStub()
  const peer = await openPeer(stage, `http://127.0.0.1:${venue.port}`)
  try {
    const credit = await compareCredits(stage, peer, lengths)
    const pgbench = await byPgbench(stage)
    const others = await compareOrders(stage, peer, venue, lengths)
    return { comparisons: [credit, ...others], pgbench }
  } finally {
    await peer.close()
    await venue.stop()
  }
}

const wanted: Readonly<Record<string, string>> = { credit: 'at least 8', order: 'at least 4' }

const cost = ({ serviceMicros, serverMicros }: Turn): number => serviceMicros + serverMicros

export async function peers(stage: Stage, lengths: Lengths): Promise<readonly Target[]> {
  const { comparisons, pgbench } = await compareWithPeers(stage, lengths)
  const targets = comparisons.flatMap(({ of, ours, peer }) => [
    ratio(`${of}s, rate to by the book`, ours.perSecond / peer.perSecond, wanted[of] ?? 'more'),
    ratio(`${of}s, processor time by the book to ours`, cost(peer) / cost(ours), 'more is better'),
  ])
  if (pgbench === null) return targets
  figure('pgbench, PostgreSQL per credit', `${rounded(pgbench.serverMicros)} µs`)
  const [credit] = comparisons
  const share = (credit?.ours.serverMicros ?? Number.NaN) / pgbench.serverMicros
  return [...targets, ratio("PostgreSQL's time per credit to pgbench's", share, 'at most 0.35')]
}
