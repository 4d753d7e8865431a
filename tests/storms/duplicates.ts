import path from 'node:path'
import { type Node, startNode } from './node.ts'
import { judge } from './oracle.ts'
import { makeAccounts, newPayments } from './payments.ts'
import { startPostgres, withClient } from './postgres.ts'
import { checkAnswers, send, type Tally } from './senders.ts'
import { type Stage, type Storm, shuffled } from './stage.ts'

/** Delivers the same callbacks many times, at once and out of order, to two nodes. */
export const duplicates: Storm = {
  name: 'duplicates',
  run: async (stage) => {
    const { url, nodes } = await startPair(stage)
    const accounts = await withClient(url, makeAccounts)
    const payments = newPayments(accounts, stage.scaled(2_000) + 1)
    const [one, ...others] = payments
    if (one === undefined) return
    const times = stage.scaled(1_000, 100)
    stage.print(`one callback, ${times} deliveries at once`)
    const many = send(
      stage,
      Array.from({ length: times }, () => one),
      {
        nodes,
        connections: times,
      },
    )
    await many.done
    checkOnce(stage, many.tally, times)
    checkAnswers(stage, many.tally, { mayBreak: false })
    const deliveries = shuffled(others.flatMap((other) => Array.from({ length: 5 }, () => other)))
    stage.print(`${others.length} callbacks, five deliveries each, in any order`)
    const again = send(stage, deliveries, { nodes })
    await again.done
    checkOnce(stage, again.tally, deliveries.length)
    checkAnswers(stage, again.tally, { mayBreak: false })
    await judge(stage, url, payments)
  },
}

/** A repeated delivery is valid, so none is refused. */
function checkOnce(stage: Stage, { delivered, outcomes }: Tally, times: number): void {
  const atOnce = delivered === times && outcomes.size === 1
  stage.check('every delivery succeeded at its first attempt', atOnce)
}

/** Two nodes on one PostgreSQL in a separate process, with one set of secrets. */
export async function startPair(
  stage: Stage,
): Promise<Readonly<{ url: string; nodes: readonly [Node, Node] }>> {
  const postgres = await startPostgres(stage)
  const databaseUrl = await postgres.url()
  const dataDir = path.join(stage.folder, 'data')
  const first = await startNode(stage, { name: 'first', dataDir, databaseUrl })
  const second = await startNode(stage, { name: 'second', dataDir, databaseUrl })
  return { url: databaseUrl, nodes: [first, second] }
}
