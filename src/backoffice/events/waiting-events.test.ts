import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { type SignedInOperator, twoAdmins } from '../../../tests/make/operator.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import {
  onSubscription,
  type Subscriber,
  startSubscriber,
  subscribe,
} from '../../../tests/make/subscriber.ts'
import { expectOk } from '../../../tests/make/trader.ts'
import { forgetExpired } from '../../platform/jobs/forget-expired.ts'
import { eventLimits } from './event-limits.ts'

type Stage = Readonly<{ tukar: Tukar; admin: SignedInOperator; subscriber: Subscriber; id: number }>

/** A subscription to the events of accounts; those of user 1 are refused. */
async function start(t: TestContext, kinds: readonly string[] = ['account.*']): Promise<Stage> {
  const tukar = await startTukar(t)
  const [admin] = await twoAdmins(tukar)
  const subscriber = await startSubscriber(t)
  subscriber.respond = ({ userId }) => (userId === 1 ? 400 : 204)
  const answer = await subscribe(tukar, admin, subscriber, { kinds })
  expectOk(answer)
  return { tukar, admin, subscriber, id: answer.body.data.id }
}

const readerOf = ({ tukar }: Stage) => tukar.service.ctx.db.read

/** Records facts of a user. */
async function record(stage: Stage, user: number, count = 1): Promise<void> {
  await sql`
    insert into event_facts (type, user_id, subject, item)
    select 'account.pin_changed', ${user}::bigint, 'user',
      jsonb_build_object('userId', ${user}::int)
    from generate_series(1, ${count}::int)`.execute(readerOf(stage))
}

/** Waits until this many events of a user arrived. */
const arrived = ({ subscriber }: Stage, user: number, count: number) =>
  eventually(`${count} events of ${user}`, async () => {
    const own = subscriber.deliveries.filter(({ event }) => event.userId === user)
    return own.length >= count && own.map(({ event }) => event)
  })

async function detailsOf({ tukar, admin, id }: Stage) {
  const { token } = admin
  const answer = await tukar.call('GET', `/operator/api/subscriptions/${id}`, { token })
  expectOk(answer)
  return answer.body.data
}

const during = (stage: Stage, what: string, body: object = {}) =>
  onSubscription(stage.tukar, stage.admin, stage.id, what, body)

/** Lets the pauses between attempts be over. */
const pausesOver = (stage: Stage) =>
  sql`update event_retries set next_at = now() where dead_at is null`.execute(readerOf(stage))

test('a replay goes on past an event that waits and is refused again', async (t) => {
  const stage = await start(t)
  await record(stage, 1)
  await arrived(stage, 1, 1)
  await eventually('the wait', async () => (await detailsOf(stage)).waiting === 1)
  expectOk(await during(stage, 'pause'))
  await pausesOver(stage)
  expectOk(await during(stage, 'replay', { from: new Date(Date.now() - 60_000).toISOString() }))
  expectOk(await during(stage, 'resume'))
  await record(stage, 2)
  await arrived(stage, 2, 1)
  await eventually('the position', async () => {
    const { position, lastPosition } = await detailsOf(stage)
    return position === lastPosition
  })
})

test('a user with many events behind a refused one delays no other user', async (t) => {
  const stage = await start(t)
  const many = 1_200
  await record(stage, 1, many)
  await record(stage, 2)
  await arrived(stage, 2, 1)
  assert.equal((await detailsOf(stage)).waiting, many)
})

test('an event that is refused again and again delays no other user', async (t) => {
  setLimits(t, eventLimits, { lookEveryMs: 50 })
  const stage = await start(t)
  await record(stage, 1)
  for (let attempt = 1; attempt <= eventLimits.probeFrom; attempt += 1) {
    await arrived(stage, 1, attempt)
    await eventually('the attempt', async () => {
      const { rows } = await sql`select from event_attempts`.execute(readerOf(stage))
      return rows.length === attempt
    })
    if (attempt < eventLimits.probeFrom) await pausesOver(stage)
  }
  await record(stage, 2)
  await arrived(stage, 2, 1)
})

test('a subscriber that is back is noticed though one event is refused for ever', async (t) => {
  const stage = await start(t)
  const { subscriber } = stage
  const { respond } = subscriber
  subscriber.respond = () => 503
  for (const user of [1, 2]) await record(stage, user)
  await eventually('the wait', async () => (await detailsOf(stage)).waiting === 2)
  await sql`
    update event_subscriptions
    set failures = ${eventLimits.probeFrom}, failing_since = now()`.execute(readerOf(stage))
  subscriber.respond = respond
  await eventually('the delivery', async () => {
    await sql`update event_subscriptions set retry_at = null`.execute(readerOf(stage))
    return (await detailsOf(stage)).waiting === 1
  })
})

test('a user goes on after an undelivered event that is no longer kept', async (t) => {
  const stage = await start(t)
  await record(stage, 1)
  await arrived(stage, 1, 1)
  await eventually('the wait', async () => (await detailsOf(stage)).waiting === 1)
  const { eventsKeptDays } = eventLimits
  await sql`
    update published_events
    set published_at = now() - make_interval(days => ${eventsKeptDays + 1})`.execute(
    readerOf(stage),
  )
  await forgetExpired(stage.tukar.service.ctx)
  stage.subscriber.respond = () => 204
  await record(stage, 1)
  await arrived(stage, 1, 2)
  assert.equal((await detailsOf(stage)).givenUp, 0)
})

test('an event is attempted for 72 hours after a long pause, too', async (t) => {
  const stage = await start(t)
  await record(stage, 1)
  await arrived(stage, 1, 1)
  await eventually('the wait', async () => (await detailsOf(stage)).waiting === 1)
  expectOk(await during(stage, 'pause'))
  await sql`
    update event_retries set first_at = now() - interval '80 hours', next_at = now()`.execute(
    readerOf(stage),
  )
  expectOk(await during(stage, 'resume'))
  await arrived(stage, 1, 2)
  await eventually('the attempt', async () => (await detailsOf(stage)).failures === 1)
  const { waiting, givenUp } = await detailsOf(stage)
  assert.deepEqual([waiting, givenUp], [1, 0])
})

test('an event that was given up counts no more once a replay delivered it', async (t) => {
  const stage = await start(t)
  await record(stage, 1)
  await arrived(stage, 1, 1)
  await eventually('the wait', async () => (await detailsOf(stage)).waiting === 1)
  await sql`update event_retries set dead_at = now()`.execute(readerOf(stage))
  stage.subscriber.respond = () => 204
  expectOk(await during(stage, 'replay', { from: new Date(Date.now() - 60_000).toISOString() }))
  await arrived(stage, 1, 2)
  await eventually('the end', async () => (await detailsOf(stage)).givenUp === 0)
})

test('an event that was given up is attempted for 72 hours again after a replay', async (t) => {
  const stage = await start(t)
  await record(stage, 1)
  await arrived(stage, 1, 1)
  await eventually('the wait', async () => (await detailsOf(stage)).waiting === 1)
  await sql`
    update event_retries set dead_at = now(), first_at = now() - interval '80 hours'`.execute(
    readerOf(stage),
  )
  expectOk(await during(stage, 'replay', { from: new Date(Date.now() - 60_000).toISOString() }))
  for (const attempt of [1, 2]) {
    await arrived(stage, 1, 1 + attempt)
    await eventually('the attempt', async () => {
      const { rows } = await sql<{ attempts: number }>`
        select attempts from event_retries where dead_at is null`.execute(readerOf(stage))
      return rows[0]?.attempts === attempt
    })
    await pausesOver(stage)
  }
})

test('an event that was sent again by hand and is given up again alerts again', async (t) => {
  const stage = await start(t)
  await record(stage, 1)
  const [event] = await arrived(stage, 1, 1)
  const alerts = async () => {
    const { rows } = await sql`
      select from operator_alerts where kind = 'event-undelivered'`.execute(readerOf(stage))
    return rows.length
  }
  for (let time = 1; time <= 2; time += 1) {
    await eventually('the wait', async () => (await detailsOf(stage)).waiting === 1)
    await eventually('the end', async () => {
      await sql`
        update event_retries set first_at = now() - interval '72 hours', next_at = now()`.execute(
        readerOf(stage),
      )
      return (await detailsOf(stage)).givenUp === 1
    })
    assert.equal(await alerts(), time)
    expectOk(await during(stage, 'resend', { position: event?.position }))
  }
})

test('only events that a subscription wants can be sent to it by hand', async (t) => {
  const stage = await start(t, ['deposit.*'])
  await record(stage, 2)
  const position = await eventually('the event', async () => {
    const { rows } = await sql<{ position: string }>`
      select position from published_events where user_id = 2`.execute(readerOf(stage))
    return rows[0]?.position
  })
  const answer = await during(stage, 'resend', { position: Number(position) })
  assert.deepEqual(messageOf(answer), [404, 'api.event_not_found'])
})

test('events that waited behind one of their user are sent many in a round', async (t) => {
  const stage = await start(t)
  await record(stage, 1, 100)
  await eventually('the wait', async () => (await detailsOf(stage)).waiting === 100)
  stage.subscriber.respond = () => 204
  await pausesOver(stage)
  const events = await arrived(stage, 1, 101)
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    [1, ...Array.from({ length: 100 }, (_, at) => at + 1)],
  )
  await eventually('nothing to wait', async () => (await detailsOf(stage)).waiting === 0)
  const { rows } = await sql`select distinct xmin::text from event_attempts`.execute(
    readerOf(stage),
  )
  assert.ok(rows.length < 20, `${rows.length} rounds`)
})

test('a round ends though a subscriber responds slowly, and pausing stops it', async (t) => {
  setLimits(t, eventLimits, { roundMs: 1_000 })
  const stage = await start(t)
  const slowMs = 200
  stage.subscriber.respond = () => new Promise((done) => setTimeout(done, slowMs, 204))
  const many = (5 * eventLimits.roundMs) / slowMs
  await record(stage, 2, many)
  await arrived(stage, 2, 1)
  expectOk(await during(stage, 'pause'))
  await eventually('the end of the round', async () => (await detailsOf(stage)).waiting > 0)
  assert.ok(stage.subscriber.deliveries.length < many)
})
