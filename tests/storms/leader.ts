import { z } from 'zod'
import { startPair } from './duplicates.ts'
import type { Node } from './node.ts'
import { judge } from './oracle.ts'
import { makeAccounts, paymentStream } from './payments.ts'
import { withClient } from './postgres.ts'
import { checkAnswers, send } from './senders.ts'
import type { Stage, Storm } from './stage.ts'

/** Kills the leader, then pauses and resumes it, while senders call both nodes. */
export const leader: Storm = {
  name: 'leader',
  run: async (stage) => {
    const { url, nodes } = await startPair(stage)
    const accounts = await withClient(url, makeAccounts)
    const payments = paymentStream(accounts, 40_000)
    // A paused node never responds: its senders must switch to the other.
    const senders = send(stage, payments.stream, { nodes, perSecond: 300, patienceMs: 3_000 })
    const before = await epochIn(url)
    const kills = stage.scaled(5)
    const pauses = stage.scaled(3)
    await stage.sleep(2_000)
    for (let turn = 0; turn < kills; turn += 1) await killLeader(stage, nodes)
    for (let turn = 0; turn < pauses; turn += 1) await pauseLeader(stage, nodes)
    await stage.sleep(2_000)
    payments.close()
    await senders.done
    const changes = (await epochIn(url)) - before
    const enough = changes >= kills + pauses
    stage.check('each takeover has its own epoch', enough, `${changes} epochs more`)
    checkAnswers(stage, senders.tally, { mayBreak: true })
    await judge(stage, url, payments.made)
  },
}

type Pair = readonly [Node, Node]

/** The time limit of a takeover, and the tolerance for other load on the machine. */
const afterKillMs = 1_000
const afterPauseMs = 6_000
const graceMs = 3_000

async function killLeader(stage: Stage, nodes: Pair): Promise<void> {
  const { old, next } = await findLeader(stage, nodes)
  old.sendSignal('SIGKILL')
  const tookMs = Math.round(await stage.until('a new leader', next.leads))
  const within = `the other node leads within ${afterKillMs} ms of a kill`
  stage.check(within, tookMs <= afterKillMs + graceMs, `${tookMs} ms`)
  await old.ready()
  await stage.sleep(1_000)
}

async function pauseLeader(stage: Stage, nodes: Pair): Promise<void> {
  const { old, next } = await findLeader(stage, nodes)
  const pid = old.pid()
  old.sendSignal('SIGSTOP')
  const tookMs = Math.round(await stage.until('a new leader', next.leads))
  const within = `the other node leads within ${afterPauseMs} ms of a pause`
  stage.check(within, tookMs <= afterPauseMs + graceMs, `${tookMs} ms`)
  await stage.sleep(1_000)
  old.sendSignal('SIGCONT')
  await old.ready()
  await stage.sleep(1_000)
  const alone = (await next.leads()) && !(await old.leads())
  stage.check('the resumed leader follows, in the same process', alone && old.pid() === pid)
}

async function findLeader(
  stage: Stage,
  [first, second]: Pair,
): Promise<Readonly<{ old: Node; next: Node }>> {
  let firstLeads = false
  await stage.until('one of two to lead', async () => {
    firstLeads = await first.leads()
    return firstLeads !== (await second.leads())
  })
  return firstLeads ? { old: first, next: second } : { old: second, next: first }
}

const Epoch = z.tuple([z.object({ epoch: z.coerce.number() })])

const epochIn = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query('select epoch::text from leader')
    return Epoch.parse(rows)[0].epoch
  })
