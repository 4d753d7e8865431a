import path from 'node:path'
import { env } from 'node:process'
import { parseArgs } from 'node:util'
import { balanceList, connections } from './balance-list.ts'
import { capacity } from './capacity/capacity.ts'
import { carf } from './carf.ts'
import { cashCallbacks } from './cash-callbacks.ts'
import { coinCallbacks } from './coin-callbacks.ts'
import { consolePages } from './console/console.ts'
import { growth } from './growth.ts'
import { histories } from './histories.ts'
import { listeners } from './listeners.ts'
import { lone } from './lone.ts'
import { notices } from './notices.ts'
import { orders } from './orders.ts'
import { peers } from './peers.ts'
import { plot } from './plot.ts'
import { liabilities, verification } from './proofs.ts'
import { publicReads } from './public-reads.ts'
import {
  line,
  measured,
  perSecond,
  printTarget,
  ratio,
  rounded,
  type Target,
} from './stage/figures.ts'
import { startProfile } from './stage/profile.ts'
import { onSeededStage } from './stage/seeded-stage.ts'
import type { Stage } from './stage/stage.ts'
import { starts } from './start.ts'
import { subscriber } from './subscriber.ts'
import { tracing } from './tracing.ts'
import { withdrawals } from './withdrawals.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    plot: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

const scale = Number(env['BENCH_SCALE'] ?? '1')
const scaled = (count: number): number => Math.round(count * scale)

type Part = (stage: Stage) => Promise<readonly Target[]>
type Asked = Readonly<{ asked: readonly string[]; isProfiled: boolean }>

/** Each part has its own database server; `npm run bench -- coins reads` runs only those. */
const parts: Readonly<Record<string, Part>> = {
  cash: (stage) =>
    cashCallbacks(stage, {
      credits: scaled(40_000),
      warmUp: scaled(6_000),
      fewCredits: scaled(4_000),
      manyMoves: scaled(1_000_000),
    }),
  coins: (stage) => coinCallbacks(stage, { grouped: scaled(12_000), single: scaled(2_000) }),
  withdrawals: (stage) =>
    withdrawals(stage, { count: scaled(10_000), manyMoves: scaled(1_000_000) }),
  orders: (stage) => orders(stage, scaled(12_000)),
  balances: (stage) => balances(stage, scaled(40_000)),
  notices: (stage) => notices(stage, { warmUp: scaled(2_000), seconds: scaled(40) }),
  histories: (stage) => histories(stage, scaled(1_000_000), scaled(400)),
  peers: (stage) => peers(stage, { warmUpSeconds: 4 * scale, seconds: 6 * scale }),
  growth: (stage) =>
    growth(stage, {
      sizes: [1_000, scaled(1_000_000), scaled(10_000_000), scaled(50_000_000)],
      // Fewer would be below the resolution of the system's clock of processor time.
      credits: Math.max(scaled(20_000), 2_000),
      pages: Math.max(scaled(4_000), 400),
    }),
  verify: (stage) => verification(stage, scaled(10_000_000)),
  liabilities: (stage) => liabilities(stage, scaled(1_000_000)),
  carf: (stage) => carf(stage, scaled(50_000)),
  capacity: (stage) =>
    capacity(
      stage,
      {
        'sign-in': scaled(600),
        'balance list': scaled(40_000),
        'history page': scaled(20_000),
        'credited callback (payx)': scaled(20_000),
        'coin deposit': scaled(4_000),
        order: scaled(8_000),
        'report of a fill': scaled(8_000),
        'rupiah withdrawal': scaled(2_000),
        'coin withdrawal': scaled(2_000),
      },
      { scale, writes: values.write },
    ),
  lone: (stage) =>
    lone(stage, {
      seconds: Math.max(2, 8 * scale),
      paceSeconds: Math.max(5, 20 * scale),
      idleSeconds: Math.max(10, 60 * scale),
    }),
  reads: (stage) => publicReads(stage, scaled(40_000)),
  listeners: (stage) =>
    listeners(stage, { count: scaled(10_000), seconds: Math.max(5, scaled(30)) }),
  console: (stage) =>
    consolePages(stage, {
      users: scaled(1_000_000),
      moves: scaled(10_000_000),
      withdrawals: scaled(100_000),
    }),
  subscriber: (stage) => subscriber(stage, scaled(12_000)),
  tracing: (stage) => tracing(stage, scaled(20_000)),
  start: starts,
}

/** Parts that read PostgreSQL's statistics of their statements. */
const counting = new Set(['console', 'lone'])

async function balances(stage: Stage, count: number): Promise<readonly Target[]> {
  line(`Balance lists over ${connections} connections`)
  const { list, bare } = await balanceList(stage, count, measured)
  return [
    perSecond('balance lists', list.perSecond, 16_000),
    ratio('balance lists to bare indexed reads', list.perSecond / bare, 'at least 0.65'),
  ]
}

async function onItsOwn(part: string, isProfiled: boolean): Promise<readonly Target[]> {
  const run = parts[part]
  if (run === undefined) throw new Error(`${part}: the parts are ${Object.keys(parts).join(', ')}`)
  return onSeededStage((stage) => (isProfiled ? profiled(part, stage, run) : run(stage)), {
    countsStatements: isProfiled || counting.has(part),
  })
}

async function profiled(part: string, stage: Stage, run: Part): Promise<readonly Target[]> {
  const profile = await startProfile(
    stage,
    path.join(import.meta.dirname, '../data/profiles', part),
  )
  await profile.begin()
  const targets = await run({ ...stage, nodeFlags: profile.nodeFlags })
  await profile.end()
  return targets
}

async function main({ asked, isProfiled }: Asked): Promise<void> {
  line(`Load generator and database beside the service, everything ${rounded(scale * 100)} %`)
  const targets: Target[] = []
  for (const part of asked.length === 0 ? Object.keys(parts) : asked) {
    line()
    targets.push(...(await onItsOwn(part, isProfiled)))
  }
  line()
  line('Targets, within this run')
  for (const target of targets) printTarget(target)
}

if (values.help)
  line(`npm run bench -- [--profile | --plot --write] [${Object.keys(parts).join(' | ')}]`)
else if (values.plot) await plot(scale)
else await main({ asked: positionals, isProfiled: values.profile })
