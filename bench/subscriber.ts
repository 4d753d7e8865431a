/** What one subscriber to all events costs credits and orders. */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import {
  orderRequests,
  seedOrderTraders,
  startBesideStub,
  startStub,
  untilBorne,
} from './orders.ts'
import { startPayxList } from './payx-list.ts'
import { startBesideProviders } from './providers.ts'
import { startAcknowledging } from './stage/acknowledging.ts'
import { figure, line, measured, median, ratio, rounded, type Target } from './stage/figures.ts'
import { processorTime } from './stage/processor-time.ts'
import type { Running, Stage } from './stage/stage.ts'

const turns = 3
/** Within this time every node knows whether anybody subscribes. */
const knownMs = 6_000
const states = ['without', 'with'] as const

/** Without a subscription nothing is recorded; one that begins gets no earlier events. */
const switchOf = {
  without: `update event_subscriptions set state = 'ended', ended_at = now()`,
  with: `update event_subscriptions set state = 'active', ended_at = null,
    position = (select coalesce(max(position), 0) from published_events)`,
}

type Work = Readonly<{
  of: string
  connections: number
  requests: (count: number) => Iterator<Buffer>
}>

async function subscribe({ sql }: Stage, { port }: Running, url: string): Promise<void> {
  const token = 'xot_subscriber-of-the-bench-0000000000000000000'
  await sql.query(
    `with made as (
       insert into operators (email, role, password_hash, password_initial, confirmed_at)
       values ('events@bench.test', 'admin', 'none', false, now()) returning id)
     insert into operator_sessions (digest, operator_id, expires_at)
     select $1, id, now() + interval '1 day' from made`,
    [createHash('sha256').update(token).digest()],
  )
  const answer = await fetch(`http://127.0.0.1:${port}/operator/api/subscriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', url, kinds: ['*'] }),
  })
  if (!answer.ok) throw new Error(`the subscription was refused: ${await answer.text()}`)
}

/** Compares the rate without and with the subscriber, in turns. */
async function compare(
  stage: Stage,
  running: Running,
  { of, connections, requests }: Work,
  count: number,
): Promise<readonly Target[]> {
  const rates: Record<(typeof states)[number], number[]> = { without: [], with: [] }
  await measured('warming up', { port: running.port, connections, requests: requests(count) })
  for (let turn = 0; turn < turns; turn += 1) {
    for (const state of states) {
      await stage.sql.query(switchOf[state])
      await setTimeout(knownMs)
      const print = await processorTime(stage, running)
      const work = { port: running.port, connections, requests: requests(count) }
      rates[state].push((await measured(`${of}s ${state} a subscriber`, work)).perSecond)
      print(of, count)
    }
  }
  const share = median(rates.with) / median(rates.without)
  return [ratio(`${of}s with a subscriber, to those without`, share, 'at least 0.97')]
}

export async function subscriber(stage: Stage, count: number): Promise<readonly Target[]> {
  line('Credits and orders with a subscriber to all events')
  const receiver = await startAcknowledging()
  const payx = await startPayxList()
  try {
    const service = await startBesideProviders(stage, { PAYX_BASE_URL: payx.url })
    await subscribe(stage, service, receiver.url)
    const credits = { of: 'credit', connections: 256, requests: payx.requests }
    const targets = await compare(stage, service, credits, count)
    await service.stop()
    await seedOrderTraders(stage)
    const venue = await startStub()
    const beside = await startBesideStub(stage, venue)
    await untilBorne(beside)
    const orders = { of: 'order', connections: 32, requests: orderRequests }
    // Each stays open, and many open orders of a user make the next one dearer.
    const all = [...targets, ...(await compare(stage, beside, orders, Math.ceil(count / 4)))]
    await beside.stop()
    await venue.stop()
    figure('events received', rounded(receiver.received()))
    return all
  } finally {
    payx.close()
    receiver.close()
  }
}
