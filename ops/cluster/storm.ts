import path from 'node:path'
import { depositToken } from '../../tests/storms/node.ts'
import { judge, named } from '../../tests/storms/oracle.ts'
import {
  makeAccounts,
  type Payment,
  type PaymentStream,
  paymentStream,
} from '../../tests/storms/payments.ts'
import { withClient } from '../../tests/storms/postgres.ts'
import { type Senders, send } from '../../tests/storms/senders.ts'
import { play, type Stage } from '../../tests/storms/stage.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { type Fault, faults, shortNames } from './faults.ts'
import type { Ports } from './layout.ts'
import type { Programs } from './programs.ts'
import { isGood, type Row, table } from './table.ts'
import { watchPrimary } from './watch-primary.ts'

type StormOptions = Readonly<{
  programs: Programs
  ports: Ports
  /** The faults to play; empty: all. */
  names: readonly string[]
  short: boolean
  keep: boolean
  rounds: number
  interrupted: AbortSignal
}>

/** New payments in a second. */
const perSecond = 60
/** Payments before a fault, and after everything is back. */
const calmMs = 3_000
const withinMs = 4 * 60 * 60_000
/** A payment cannot run out within a storm. */
const mostPayments = 2_000_000

/** Plays faults on one cluster, one after the other, each with payments and a judgement. */
export async function playFaults(
  options: StormOptions,
): Promise<Readonly<{ passed: number; failed: number }>> {
  const { programs, ports, names, short, keep, rounds, interrupted } = options
  const wanted = names.length > 0 ? names : short ? shortNames : faults.map(({ name }) => name)
  const played = Array.from({ length: rounds }, () =>
    faults.filter(({ name }) => wanted.includes(name)),
  ).flat()
  const rows: Row[] = []
  const run = async (stage: Stage) => {
    const sandbox = { PAYX_DEPOSIT_TOKEN: depositToken }
    const cluster = await startCluster(stage, { programs, ports, sandbox })
    stage.print(`the cluster is up, its logs are in ${path.relative('/', stage.folder)}`)
    const payments = paymentStream(
      await withClient(cluster.databaseUrl, makeAccounts),
      mostPayments,
    )
    for (const fault of played) {
      stage.print(`${fault.name}: ${fault.text}`)
      const row = await playOne(cluster, payments, fault).catch((error: unknown) => {
        stage.signal.throwIfAborted()
        stage.check(`${fault.name}: it ran to its end`, false, String(error))
        return null
      })
      if (row === null) continue
      rows.push(row)
      stage.check(`${fault.name}: no money lost or doubled, no wrong answer`, isGood(row))
    }
  }
  await play({ name: 'cluster', withinMs, run }, { scale: 1, keep }, interrupted)
  console.log(`\n${table(rows)}`)
  const passed = rows.filter(isGood).length
  return { passed, failed: played.length - passed }
}

async function playOne(cluster: Cluster, payments: PaymentStream, fault: Fault): Promise<Row> {
  const { stage, members, serviceUrl, databaseUrl } = cluster
  const source = untilClosed(payments.stream)
  const watch = watchPrimary(members)
  const startedMs = performance.now()
  const senders = send(stage, source.stream, { nodes: [{ url: serviceUrl }], perSecond })
  try {
    await stage.sleep(calmMs)
    await fault.play(cluster)
    await cluster.healed()
    await stage.sleep(calmMs)
  } finally {
    source.close()
    await watch.stop()
  }
  await senders.done
  const judged = await judgeQuietly(stage, databaseUrl, payments.made)
  return { ...rowOf(fault, senders, watch.sinceMs(), startedMs), judged }
}

function rowOf(
  fault: Fault,
  { tally }: Senders,
  primarySinceMs: number | null,
  startedMs: number,
): Omit<Row, 'judged'> {
  const times = tally.succeededAtMs
  const gaps = times.map((at, turn) => at - (times[turn - 1] ?? startedMs))
  const next = times.find((at) => primarySinceMs !== null && at >= primarySinceMs)
  return {
    fault,
    payments: tally.delivered,
    gapMs: Math.max(0, ...gaps),
    backMs: primarySinceMs !== null && next !== undefined ? next - primarySinceMs : null,
    refused: tally.outcomes.get('503') ?? 0,
    broken: tally.broken,
    wrong: [...tally.wrong],
  }
}

/**
 * The oracle's verdicts, of which only the broken ones are shown. A database that is away for
 * longer than a job's attempts is rightly an alarm, so alarms count for nothing here.
 */
async function judgeQuietly(
  stage: Stage,
  url: string,
  payments: readonly Payment[],
): Promise<readonly string[]> {
  const broken: string[] = []
  const check: Stage['check'] = (guarantee, holds, seen) => {
    if (holds || guarantee === named.alarmed) return
    broken.push(guarantee)
    stage.check(guarantee, holds, seen)
  }
  await judge({ ...stage, check }, url, payments)
  return broken
}

/** The same payments until it is closed; the stream goes on for its next reader. */
function untilClosed(payments: Iterable<Payment>) {
  const items = payments[Symbol.iterator]()
  let open = true
  function* stream(): Generator<Payment, void> {
    while (open) {
      const next = items.next()
      if (next.done === true) return
      yield next.value
    }
  }
  return {
    stream: stream(),
    close: () => {
      open = false
    },
  }
}
