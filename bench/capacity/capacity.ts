/** Measures the cost of each common operation, and derives the needs of many users. */
import { requestsFor as listRequests, readsOf, signTradersIn } from '../balance-list.ts'
import { newCallbacks } from '../callbacks.ts'
import { seedAddresses, signedDeposits, signerOf } from '../coin-callbacks.ts'
import {
  fillRequests,
  orderRequests,
  readPlaced,
  seedOrderTraders,
  startBesideStub,
  startStub,
  untilBorne,
  untilQuiet,
} from '../orders.ts'
import { machineOf } from '../plot.ts'
import { startBesideProviders } from '../providers.ts'
import { countBytes } from '../stage/bytes-written.ts'
import { line, measured, type Target } from '../stage/figures.ts'
import type { Cpu } from '../stage/processes.ts'
import { countProcessorTime, type Spent } from '../stage/processor-time.ts'
import { type Running, type Stage, startService } from '../stage/stage.ts'
import { approveNothing, seedWithdrawers, withdrawalRequests } from '../withdrawals.ts'
import {
  logInRequests,
  makeRupiahWithdrawers,
  rupiahRequests,
  seedPasswords,
} from './capacity-loads.ts'
import { type Cost, capacityTable, costTable, mixTable, type Operation } from './capacity-model.ts'
import { scalingPage, writeTables } from './written-tables.ts'

type Counts = Readonly<Record<Operation, number>>

/** How long a service idles to measure its use without requests. */
const idleMs = 4_000

type Work = Readonly<{
  of: Operation
  count: number
  connections: number
  /** New requests at each call, unless they may be repeated. */
  requests: (count: number) => Iterator<Buffer> | Promise<Iterator<Buffer>>
  /** Waits until all follow-up work of the requests is done, except the due jobs. */
  done?: () => Promise<void>
}>

type Meter = (work: Work) => Promise<Cost>

/** Measures operations of one service, less what the service and its database use when idle. */
function meterOf(stage: Stage, service: Running): Meter {
  return async ({ of, count, connections, requests, done = async () => undefined }) => {
    const run = async (name: string, prepared: Iterator<Buffer>) => {
      await measured(name, { port: service.port, connections, requests: prepared })
      await done()
      await untilQuiet(stage)
    }
    await run(`warming up: ${of}`, await requests(Math.ceil(count / 4)))
    await stage.sql.query('vacuum analyze')
    const idle = await idlePerMs(stage, service)
    const eventsBefore = await countEvents(stage)
    const bytes = await countBytes(stage)
    const prepared = await requests(count)
    const spent = await countProcessorTime(stage, service)
    const startedMs = performance.now()
    await run(of, prepared)
    const used = spent()
    const tookMs = performance.now() - startedMs
    const { log, grown } = await bytes()
    return {
      of,
      ...each(used, idle, { tookMs, count }),
      logBytes: log.bytes / count,
      rowBytes: rowsOf(grown) / count,
      events: ((await countEvents(stage)) - eventsBefore) / count,
    }
  }
}

/** Jobs are deleted after they ran, so they are not counted as stored rows. */
const rowsOf = (grown: ReadonlyMap<string, number>): number =>
  [...grown].reduce((sum, [name, bytes]) => (name.startsWith('_private_') ? sum : sum + bytes), 0)

async function countEvents({ sql }: Stage): Promise<number> {
  const found = await sql.query('select count(*)::int as events from inbox')
  return found.rows[0].events
}

async function idlePerMs(stage: Stage, service: Running): Promise<Spent | null> {
  const spent = await countProcessorTime(stage, service)
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  const used = spent()
  return used && { service: over(used.service, idleMs), server: over(used.server, idleMs) }
}

const over = ({ userMicros, kernelMicros }: Cpu, by: number): Cpu => ({
  userMicros: userMicros / by,
  kernelMicros: kernelMicros / by,
})

type Run = Readonly<{ tookMs: number; count: number }>

function each(used: Spent | null, idle: Spent | null, { tookMs, count }: Run) {
  if (used === null || idle === null) throw new Error('the system reports no processor time')
  const of = (part: keyof Spent) => {
    const per = (key: keyof Cpu) => Math.max(0, used[part][key] - idle[part][key] * tookMs) / count
    return { user: per('userMicros'), kernel: per('kernelMicros') }
  }
  return { service: of('service'), postgres: of('server') }
}

const pageRequests = (count: number): Iterator<Buffer> =>
  readsOf('/api/users/transaction-histories?per_page=20', count)

/** Unlike `take`, leaves the rest for a later call. */
function* nextOf(all: Iterator<Buffer>, count: number): Generator<Buffer, void> {
  for (let taken = 0; taken < count; taken += 1) {
    const { value, done } = all.next()
    if (done === true) throw new Error('there are fewer requests than wanted')
    yield value
  }
}

async function ofUsers(stage: Stage, counts: Counts): Promise<readonly Cost[]> {
  const service = await startService(stage)
  await signTradersIn(stage)
  await seedAddresses(stage)
  await seedPasswords(stage)
  const signer = await signerOf(stage)
  const meter = meterOf(stage, service)
  const costs: Cost[] = []
  for (const [of, connections, requests] of [
    ['credited callback (payx)', 256, newCallbacks],
    ['coin deposit', 256, (count: number) => signedDeposits(signer, count)],
    ['balance list', 32, listRequests],
    ['history page', 32, pageRequests],
    ['sign-in', 4, logInRequests],
  ] as const) {
    costs.push(await meter({ of, count: counts[of], connections, requests }))
  }
  await service.stop()
  return costs
}

async function ofOrders(stage: Stage, counts: Counts): Promise<readonly Cost[]> {
  await seedOrderTraders(stage)
  await stage.sql.query('vacuum analyze')
  const stub = await startStub()
  const service = await startBesideStub(stage, stub)
  await untilBorne(service)
  const meter = meterOf(stage, service)
  const order = await meter({
    ...{ of: 'order', count: counts.order, connections: 32 },
    requests: orderRequests,
  })
  // Signed as they are sent: the service refuses old ones.
  const reports = fillRequests(await readPlaced(stage))
  const fill = await meter({
    ...{ of: 'report of a fill', count: counts['report of a fill'], connections: 256 },
    requests: (count) => nextOf(reports, count),
  })
  await service.stop()
  await stub.stop()
  return [order, fill]
}

/** Withdrawals with all that follows, until their providers report that they were paid. */
async function ofWithdrawals(stage: Stage, counts: Counts): Promise<readonly Cost[]> {
  const service = await startBesideProviders(stage)
  await approveNothing(stage)
  const coins = counts['coin withdrawal']
  await seedWithdrawers(stage, 1, 2 * coins)
  const rupiah = counts['rupiah withdrawal']
  const withdrawers = (await makeRupiahWithdrawers(stage, 2 * rupiah)).values()
  const meter = meterOf(stage, service)
  const done = () => untilPaid(stage)
  let next = 1
  const costs = [
    await meter({
      ...{ of: 'rupiah withdrawal', count: rupiah, connections: 64, done },
      requests: (count) => rupiahRequests(withdrawers.take(count)),
    }),
    await meter({
      ...{ of: 'coin withdrawal', count: coins, connections: 64, done },
      requests: (count) => {
        next += count
        return withdrawalRequests(next - count, count)
      },
    }),
  ]
  await service.stop()
  return costs
}

async function untilPaid({ sql }: Stage): Promise<void> {
  for (let looks = 0; looks < 1_800; looks += 1) {
    const open = await sql.query(
      `select 1 from withdrawals where status not in ('SUCCESS', 'FAILED') limit 1`,
    )
    if (open.rows.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const unpaid = await sql.query(
    `select status, count(*)::int as count from withdrawals where status <> 'SUCCESS'
     group by status`,
  )
  if (unpaid.rows.length > 0) throw new Error(`withdrawals: ${JSON.stringify(unpaid.rows)}`)
}

/** Prints the costs and the needs of many users; `--write` also writes them to the document. */
export async function capacity(
  stage: Stage,
  counts: Counts,
  { scale, writes }: Readonly<{ scale: number; writes: boolean }>,
): Promise<readonly Target[]> {
  line('Processor time, log and rows of each operation, with all that follows from it')
  const costs = [
    ...(await ofWithdrawals(stage, counts)),
    ...(await ofOrders(stage, counts)),
    ...(await ofUsers(stage, counts)),
  ]
  const { processor, cores, memoryGb, system, node, postgres } = await machineOf(stage)
  const today = new Date().toISOString().slice(0, 10)
  const tables = {
    machine: [
      `Measured on ${today} with \`BENCH_SCALE=${scale}\` and the load`,
      `generator beside the service, on ${cores} cores (${processor}), ${memoryGb} GB, ${system},`,
      `Node ${node.slice(1)}, PostgreSQL ${postgres.split(' ')[0]}.`,
    ].join('\n'),
    costs: costTable(costs),
    mix: mixTable(),
    capacity: capacityTable(costs),
  }
  for (const table of Object.values(tables)) line(`\n${table}`)
  if (writes) await writeTables(scalingPage, tables)
  return []
}
