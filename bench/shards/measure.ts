/** What a credit costs over 1, 2 and 4 servers, each with a lease and a worker of its own. */
import pg from 'pg'
import { line, rounded, type Target } from '../figures.ts'
import { table } from '../markdown-table.ts'
import { cpuOf } from '../processes.ts'
import { countServerTime, microsOf } from '../processor-time.ts'
import { scalingPage, writeTables } from '../written-tables.ts'
import { countOpen } from './judge.ts'
import { acceptCallbacks, type Callback, connectShards, prepareShards, userOf } from './shards.ts'
import { startServers, startWorker } from './workers.ts'

const users = 1_000
const acceptedAtOnce = 2_000
const leaseMs = 3_000
const counts = [1, 2, 4]

/** Callbacks of payments, whose users are spread over the servers independently of their keys. */
const paymentsFrom = (first: number, count: number): readonly Callback[] =>
  Array.from({ length: count }, (_, at) => ({
    source: 'payx',
    key: `payment-${first + at}`,
    number: 1,
    user: userOf(first + at, users),
    units: 50_000n,
  }))

type Measured = Readonly<{
  servers: number
  workerMicros: number
  serverMicros: number
  perSecond: number
}>

async function measureOver(count: number, credits: number): Promise<Measured> {
  const servers = await startServers(count, { throwaway: false })
  const shards = connectShards(servers.urls, count)
  const clients = servers.urls.map((url) => new pg.Client({ connectionString: url }))
  try {
    await prepareShards(servers.urls, { keyShards: count, users })
    await Promise.all(clients.map((client) => client.connect()))
    const settings = { urls: servers.urls, keyShards: count, leaseMs, mostLeases: 1, crashAt: null }
    const workers = servers.urls.map(() => startWorker(settings))
    const apply = async (first: number, some: number) => {
      for (const worker of workers) worker.strike('SIGSTOP')
      for (let at = 0; at < some; at += acceptedAtOnce) {
        await acceptCallbacks(shards, paymentsFrom(first + at, Math.min(acceptedAtOnce, some - at)))
      }
      const spent = await Promise.all(clients.map((sql) => countServerTime({ sql })))
      const before = workers.map(({ pid }) => microsOfWorker(pid))
      const startedMs = performance.now()
      for (const worker of workers) worker.strike('SIGCONT')
      while ((await countOpen(shards)) > 0) await new Promise((done) => setTimeout(done, 50))
      const seconds = (performance.now() - startedMs) / 1_000
      const own = workers.map(({ pid }, at) => microsOfWorker(pid) - (before[at] ?? 0))
      return {
        servers: count,
        workerMicros: sum(own) / some,
        serverMicros: sum(spent.map((one) => microsOf(one() ?? noCpu))) / some,
        perSecond: some / seconds,
      }
    }
    const warmUp = Math.ceil(credits / 4)
    await apply(0, warmUp)
    await Promise.all(clients.map((client) => client.query('vacuum analyze')))
    const measured = await apply(warmUp, credits)
    await Promise.all(workers.map((worker) => worker.stop()))
    return measured
  } finally {
    await Promise.all(clients.map((client) => client.end()))
    await shards.close()
    await servers.stop()
  }
}

const noCpu = { userMicros: 0, kernelMicros: 0 }
const microsOfWorker = (pid: number): number => microsOf(cpuOf(pid) ?? noCpu)
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

export async function shards(
  credits: number,
  { writes }: Readonly<{ writes: boolean }>,
): Promise<readonly Target[]> {
  line(`${rounded(credits)} credits over several servers, each with a lease and a worker`)
  const measured: Measured[] = []
  for (const count of counts) measured.push(await measureOver(count, credits))
  const rows = table(
    ['Servers, leases, workers', 'Workers, µs', 'PostgreSQL, µs', 'Together, µs', 'Credits/s'],
    measured.map(({ servers, workerMicros, serverMicros, perSecond }) => [
      ...[rounded(servers), rounded(workerMicros), rounded(serverMicros)],
      ...[rounded(workerMicros + serverMicros), rounded(perSecond)],
    ]),
  )
  line(rows)
  if (writes) await writeTables(scalingPage, { shards: rows })
  const costs = measured.map(({ workerMicros, serverMicros }) => workerMicros + serverMicros)
  const ratio = Math.max(...costs) / Math.min(...costs)
  return [{ name: 'cost of a credit, most to least', value: ratio.toFixed(2), wanted: 'near 1' }]
}
