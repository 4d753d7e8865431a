import path from 'node:path'
import { type Node, startNode } from './node.ts'
import { judge } from './oracle.ts'
import { makeAccounts, type PaymentStream, paymentStream } from './payments.ts'
import { postgresIn, startPostgres, withClient } from './postgres.ts'
import { checkAnswers, type Senders, send, untilTaken } from './senders.ts'
import type { Stage, Storm } from './stage.ts'

/** PostgreSQL is unavailable for a while: once frozen, once stopped and restarted. */
export const outage: Storm = {
  name: 'outage',
  run: async (stage) => {
    await frozen(stage)
    await stopped(stage)
  },
}

/** Longer than payx waits for a response. */
const frozenMs = 35_000
const stoppedMs = 5_000
const perSecond = 500
const backMs = 5_000
/** The tolerance for other load on the machine before it counts as a failure. */
const graceMs = 5_000

async function frozen(stage: Stage): Promise<void> {
  stage.print('the embedded PostgreSQL is frozen')
  const dataDir = path.join(stage.folder, 'data')
  const postgres = postgresIn(stage, dataDir)
  const node = await startNode(stage, { name: 'frozen', dataDir })
  const url = await postgres.url()
  await endure(stage, { node, url, awayMs: frozenMs, takeAway: postgres.freeze })
  await node.stop()
}

async function stopped(stage: Stage): Promise<void> {
  stage.print('a separate PostgreSQL is stopped and restarted')
  const postgres = await startPostgres(stage)
  const url = await postgres.url()
  const dataDir = path.join(stage.folder, 'stopped')
  const node = await startNode(stage, { name: 'stopped', dataDir, databaseUrl: url })
  const takeAway = async () => {
    await postgres.stop()
    return postgres.start
  }
  await endure(stage, { node, url, awayMs: stoppedMs, takeAway })
}

type Absence = Readonly<{
  node: Node
  url: string
  awayMs: number
  /** Returns a function that ends the outage. */
  takeAway: () => Promise<() => Promise<void>>
}>

/** Makes the database unavailable during a stream of callbacks, then available again. */
async function endure(stage: Stage, { node, url, awayMs, takeAway }: Absence): Promise<void> {
  const pid = node.pid()
  const payments = paymentStream(await withClient(url, makeAccounts), stage.scaled(20_000, 10_000))
  const senders = send(stage, payments.stream, { nodes: [node], perSecond })
  await stage.sleep(2_000)
  const before = senders.tally.delivered
  const bringBack = await takeAway()
  stage.print(`the database is unavailable, ${before} delivered`)
  await stage.sleep(awayMs)
  const during = senders.tally.outcomes.get('503') ?? 0
  await bringBack()
  const tookMs = Math.round(await untilTaken(stage, senders.tally))
  stage.print(`the database is back; callbacks are accepted again after ${tookMs} ms`)
  stage.check('callbacks were refused promptly during the outage', during > 0, `${during} × 503`)
  stage.check(
    `callbacks are taken within ${backMs} ms of its return`,
    tookMs <= backMs + graceMs,
    `${tookMs} ms`,
  )
  await finish(stage, payments, senders)
  stage.check('the service kept running', node.pid() === pid && node.starts() === 1)
  checkAnswers(stage, senders.tally, { mayBreak: false })
  await judge(stage, url, payments.made)
}

/** Continues without faults for a moment, then ends the stream. */
async function finish(stage: Stage, payments: PaymentStream, senders: Senders): Promise<void> {
  await stage.sleep(2_000)
  payments.close()
  await senders.done
}
