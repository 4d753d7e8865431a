import path from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { startNode } from './node.ts'
import { judge } from './oracle.ts'
import { makeAccounts, paymentStream } from './payments.ts'
import { postgresIn, withClient } from './postgres.ts'
import { checkAnswers, send, type Tally } from './senders.ts'
import type { Stage, Storm } from './stage.ts'

/** Every commit waits for a lost standby, longer than the service waits for a commit. */
export const slowCommit: Storm = {
  name: 'slow-commit',
  run: async (stage) => {
    const dataDir = path.join(stage.folder, 'data')
    const postgres = postgresIn(stage, dataDir)
    const node = await startNode(stage, { name: 'node', dataDir })
    const pid = node.pid()
    const url = await postgres.url()
    const payments = paymentStream(await withClient(url, makeAccounts), 200_000)
    const perSecond = stage.scaled(200, 20)
    const tallies: Tally[] = []
    const pay = (seconds: number) => {
      const paid = some(payments.stream, seconds * perSecond)
      const { tally, done } = send(stage, paid, { nodes: [node], perSecond })
      tallies.push(tally)
      return done
    }
    await withClient(url, async (client) => {
      const rounds = stage.scaled(3)
      for (let round = 1; round <= rounds; round += 1) {
        await pay(calmSeconds)
        // No job may be running: one that cannot be completed ends its worker, which frees all.
        await stage.until('all jobs', async () => (await look(client)).jobs === 0, deliveredMs)
        await client.query(addDue, [`storm-due:${round}:`])
        const { begun } = await slowly(stage, client, () => pay(slowSeconds))
        stage.print(`round ${round} of ${rounds}: commits are quick again`)
        await begun
        await checkNotified(stage, client, payments.made.length + round * dueJobs)
      }
    })
    payments.close()
    stage.check('the service kept running', node.pid() === pid && node.starts() === 1)
    for (const tally of tallies) checkAnswers(stage, tally, { mayBreak: false })
    await judge(stage, url, payments.made)
  },
}

/** Takes this many items of a stream, which continues for its other readers. */
function* some<Item>(stream: Iterable<Item>, count: number): Generator<Item, void> {
  const items = stream[Symbol.iterator]()
  for (let taken = 0; taken < count; taken += 1) {
    const next = items.next()
    if (next.done === true) return
    yield next.value
  }
}

const calmSeconds = 3
const slowSeconds = 8
/** Longer than the pause between two polls for jobs plus the wait for a response. */
const slowMs = 13_000
const notifiedMs = 15_000
/** The tolerance for other load on the machine before it counts as a failure. */
const graceMs = 10_000
const deliveredMs = 240_000

const dueJobs = 20

/** Jobs that are due while commits are slow, so that fetching them times out. */
const addDue = `
  select graphile_worker.add_job('announce', run_at => now() + interval '1 second',
    payload => json_build_array(json_build_object(
      'to', 'operator', 'kind', 'inquiry-received', 'severity', 'info', 'key', $1::text || n,
      'subject', 'storm', 'data', '{}'::json)))
  from generate_series(1, ${dueJobs}) n`

/** Returns the calls started during the slow commits. */
async function slowly(
  stage: Stage,
  client: pg.Client,
  begin: () => Promise<void>,
): Promise<Readonly<{ begun: Promise<void> }>> {
  await client.query(`alter system set synchronous_standby_names = 'missing'`)
  await client.query('select pg_reload_conf()')
  try {
    const begun = begin()
    await stage.sleep(slowMs)
    return { begun }
  } finally {
    await client.query('alter system reset synchronous_standby_names')
    await client.query('select pg_reload_conf()')
  }
}

const Left = z.tuple([
  z.object({
    notified: z.coerce.number(),
    announcing: z.coerce.number(),
    jobs: z.coerce.number(),
    unreported: z.coerce.number(),
  }),
])

async function look(client: pg.Client) {
  const { rows } = await client.query(
    `select (select count(*) from user_messages) + (select count(*) from operator_alerts
         where kind = 'inquiry-received') as notified,
       count(*) filter (where task_identifier = 'announce') as announcing,
       count(*) as jobs,
       (select count(*) from reports where status = 'PENDING') as unreported
     from graphile_worker.jobs`,
  )
  return Left.parse(rows)[0]
}

/** Checks that all is announced soon after commits are quick again, and no job stays locked. */
async function checkNotified(stage: Stage, client: pg.Client, notices: number): Promise<void> {
  const tookMs = await stage
    .until(
      'all to be announced',
      async () => {
        const { notified, announcing } = await look(client)
        return notified === notices && announcing === 0
      },
      notifiedMs + graceMs,
    )
    .catch(() => null)
  const seen = tookMs === null ? JSON.stringify(await look(client)) : `${Math.round(tookMs)} ms`
  stage.check(`all is announced within ${notifiedMs} ms`, tookMs !== null, seen)
  const over = await stage
    .until(
      'all deliveries',
      async () => {
        const { jobs, unreported } = await look(client)
        return jobs === 0 && unreported === 0
      },
      deliveredMs,
    )
    .catch(() => null)
  const left = over === null ? JSON.stringify(await look(client)) : `${Math.round(over)} ms`
  stage.check('every job is done, and every report was sent', over !== null, left)
}
