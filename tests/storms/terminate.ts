import path from 'node:path'
import { startNode } from './node.ts'
import { judge } from './oracle.ts'
import { makeAccounts, newPayments } from './payments.ts'
import { postgresIn, stormName, withClient } from './postgres.ts'
import { checkAnswers, send } from './senders.ts'
import { between, type Stage, type Storm } from './stage.ts'

/** Cuts database connections at random, including those of leadership and jobs. */
export const terminate: Storm = {
  name: 'terminate',
  run: async (stage) => {
    const dataDir = path.join(stage.folder, 'data')
    const postgres = postgresIn(stage, dataDir)
    const node = await startNode(stage, { name: 'node', dataDir })
    const pid = node.pid()
    const url = await postgres.url()
    const accounts = await withClient(url, makeAccounts)
    const payments = newPayments(accounts, stage.scaled(20_000))
    stage.print(`${payments.length} callbacks start`)
    const { tally, done } = send(stage, payments, { nodes: [node] })
    const cut = await cutUntil(stage, url, () => tally.delivered === payments.length)
    await done
    stage.print(`${cut} connections were cut`)
    stage.check('enough connections were cut', cut >= stage.scaled(20, 3), `${cut} cut`)
    stage.check('the service kept running', node.pid() === pid && node.starts() === 1)
    checkAnswers(stage, tally, { mayBreak: false })
    await judge(stage, url, payments)
  },
}

/** Cuts one to three of the service's connections every 50 to 200 ms. Returns how many. */
function cutUntil(stage: Stage, url: string, over: () => boolean): Promise<number> {
  return withClient(url, async (client) => {
    let cut = 0
    while (!over()) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from (
           select pid from pg_stat_activity
           where backend_type = 'client backend' and application_name <> $1
             and datname = current_database()
           order by random() limit $2
         ) victims`,
        [stormName, between(1, 4)],
      )
      cut += rowCount ?? 0
      await stage.sleep(between(50, 200))
    }
    return cut
  })
}
