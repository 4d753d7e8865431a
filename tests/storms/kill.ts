import path from 'node:path'
import { startNode } from './node.ts'
import { judge } from './oracle.ts'
import { makeAccounts, paymentStream } from './payments.ts'
import { postgresIn, withClient } from './postgres.ts'
import { checkAnswers, send, untilTaken } from './senders.ts'
import { between, type Storm } from './stage.ts'

/** Kills the service repeatedly while it receives callbacks, sometimes with its database. */
export const kill: Storm = {
  name: 'kill',
  run: async (stage) => {
    const dataDir = path.join(stage.folder, 'data')
    const postgres = postgresIn(stage, dataDir)
    const node = await startNode(stage, { name: 'node', dataDir })
    const accounts = await withClient(await postgres.url(), makeAccounts)
    const count = stage.scaled(20_000)
    // More callbacks follow, so that the last kill also happens among callbacks.
    const payments = paymentStream(accounts, count * 10)
    stage.print(`${count} callbacks start`)
    const { tally, done } = send(stage, payments.stream, { nodes: [node] })
    const kills = stage.scaled(20, 3)
    const adopted = { tried: 0, kept: 0 }
    for (let round = 1; round <= kills; round += 1) {
      const from = (count * round) / (kills + 1)
      await stage.until('senders to come further', () => tally.delivered >= from, 300_000)
      await stage.sleep(between(0, 100))
      const withDatabase = round % 3 === 0
      const before = await postgres.pid()
      node.sendSignal('SIGKILL')
      if (withDatabase) await postgres.crash()
      // Sometimes it is killed once more while it starts.
      if (round % 4 === 0) {
        await stage.sleep(between(50, 1_500))
        node.sendSignal('SIGKILL')
      }
      const downMs = Math.round(await untilTaken(stage, tally))
      if (!withDatabase) {
        adopted.tried += 1
        if ((await postgres.pid()) === before) adopted.kept += 1
      }
      stage.print(
        `kill ${round} of ${kills}: ${withDatabase ? 'service and PostgreSQL' : 'service'}, ` +
          `taking callbacks again after ${downMs} ms, ${tally.delivered} delivered`,
      )
    }
    await stage.until('all callbacks', () => tally.delivered >= count, 300_000)
    payments.close()
    await done
    stage.check(
      'the next service goes on with the PostgreSQL it finds',
      adopted.kept === adopted.tried,
      `${adopted.kept} of ${adopted.tried}`,
    )
    stage.check('no start failed', node.crashes() === 0, `${node.starts()} starts`)
    checkAnswers(stage, tally, { mayBreak: true })
    await judge(stage, await postgres.url(), payments.made)
  },
}
