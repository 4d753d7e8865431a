import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { type SignedInOperator, twoAdmins } from '../../../tests/make/operator.ts'
import { fillOrder, makeOrderTrader, placeOrder } from '../../../tests/make/order.ts'
import { payAccount } from '../../../tests/make/payx-books.ts'
import {
  agreeTo,
  onSubscription,
  type Subscriber,
  startSubscriber,
  subscribe,
  verified,
} from '../../../tests/make/subscriber.ts'
import { expectOk, makeTrader, registerTrader } from '../../../tests/make/trader.ts'
import { makeVirtualAccount } from '../../../tests/make/virtual-account.ts'

type Stage = Readonly<{
  tukar: Tukar
  admin: SignedInOperator
  other: SignedInOperator
  subscriber: Subscriber
}>

async function start(t: TestContext): Promise<Stage> {
  const tukar = await startTukar(t)
  const [admin, other] = await twoAdmins(tukar)
  return { tukar, admin, other, subscriber: await startSubscriber(t) }
}

async function subscribed(stage: Stage, fields: Readonly<Record<string, unknown>> = {}) {
  const answer = await subscribe(stage.tukar, stage.admin, stage.subscriber, fields)
  expectOk(answer)
  const { id, secret, publicKey } = answer.body.data
  return { id, secret, publicKey }
}

/** Waits for this many deliveries; returns their events. */
const arrived = (subscriber: Subscriber, count: number) =>
  eventually(
    `${count} deliveries`,
    async () =>
      subscriber.deliveries.length >= count && subscriber.deliveries.map(({ event }) => event),
  )

/** Lets the pauses between attempts be over. */
const pausesOver = ({ tukar }: Stage) =>
  Promise.all([
    sql`update event_retries set next_at = now() where dead_at is null`.execute(
      tukar.service.ctx.db.read,
    ),
    sql`update event_subscriptions set retry_at = null`.execute(tukar.service.ctx.db.read),
  ])

async function detailsOf({ tukar, admin }: Stage, id: number) {
  const { token } = admin
  const answer = await tukar.call('GET', `/operator/api/subscriptions/${id}`, { token })
  expectOk(answer)
  return answer.body.data
}

test('a credited deposit arrives as a signed event with its transfer', async (t) => {
  const stage = await start(t)
  const { tukar, subscriber } = stage
  const { secret, publicKey } = await subscribed(stage, { kinds: ['deposit.*'] })
  const trader = await makeTrader(tukar)
  await payAccount(tukar, await makeVirtualAccount(tukar, trader), 50_000, 'first')
  const [event] = await arrived(subscriber, 1)
  assert.equal(event?.type, 'deposit.credited')
  assert.equal(event.userId, trader.id)
  assert.equal(event.sequence, 1)
  const { token } = trader
  const listed = await tukar.call('GET', '/api/users/history/v2/deposit-withdraw', { token })
  assert.deepEqual(event.data, { ...listed.body.data.data[0], address: null })
  const [delivery] = subscriber.deliveries
  assert.ok(delivery !== undefined)
  assert.deepEqual(verified(secret, delivery), event)
  assert.equal(delivery.headers['webhook-id'], event.id)
  assert.throws(() => verified(secret, { ...delivery, body: delivery.body.replace('1', '2') }))
  assert.ok(isSignedBy(publicKey, delivery))
})

function isSignedBy(
  publicKey: string,
  { headers, body }: Subscriber['deliveries'][number],
): boolean {
  const raw = Buffer.from(publicKey.replace('whpk_', ''), 'base64')
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return (headers['webhook-signature'] ?? '').split(' ').some((one) => {
    const [version, signature = ''] = one.split(',')
    return (
      version === 'v1a' && verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64'))
    )
  })
}

test('an order, its trade and its end arrive in order, numbered per user', async (t) => {
  const stage = await start(t)
  const { tukar, subscriber } = stage
  await subscribed(stage, { kinds: ['order.*', 'fill.*'] })
  const trader = await makeOrderTrader(tukar)
  const orderNo = await placeOrder(tukar, trader)
  await fillOrder(tukar, orderNo, '0.01')
  const events = await arrived(subscriber, 3)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['order.accepted', 'fill.recorded', 'order.done'],
  )
  assert.deepEqual(
    events.map(({ data }) => data['order_no']),
    [orderNo, orderNo, orderNo],
  )
  const sequences = events.map(({ sequence }) => sequence)
  assert.deepEqual(
    sequences,
    sequences.map((_, at) => (sequences[0] ?? 0) + at),
  )
})

test('no fact is recorded while nothing subscribes to events', async (t) => {
  const tukar = await startTukar(t)
  await registerTrader(tukar)
  const { rows } = await sql`
    select from event_facts union all select from published_events`.execute(
    tukar.service.ctx.db.read,
  )
  assert.equal(rows.length, 0)
})

test('an event that is refused is sent again, before the later ones of its user', async (t) => {
  const stage = await start(t)
  const { tukar, subscriber } = stage
  const { id } = await subscribed(stage, { kinds: ['deposit.*'] })
  const [one, another] = [await makeTrader(tukar), await makeTrader(tukar)]
  const accounts = [await makeVirtualAccount(tukar, one), await makeVirtualAccount(tukar, another)]
  const [own, others] = accounts
  assert.ok(own !== undefined && others !== undefined)
  subscriber.respond = ({ userId }) => (userId === one.id ? 500 : 204)
  await payAccount(tukar, own, 50_000, 'first')
  await arrived(subscriber, 1)
  await payAccount(tukar, own, 60_000, 'second')
  await payAccount(tukar, others, 70_000, 'third')
  const events = await arrived(subscriber, 2)
  assert.deepEqual(
    events.map(({ userId }) => userId),
    [one.id, another.id],
  )
  await eventually('the findings', async () => {
    const { findings, waiting } = await detailsOf(stage, id)
    return findings.join() === 'waiting' && waiting === 2
  })
  subscriber.respond = () => 204
  await pausesOver(stage)
  const all = await arrived(subscriber, 4)
  assert.deepEqual(
    all.filter(({ userId }) => userId === one.id).map(({ sequence }) => sequence),
    [1, 1, 2],
  )
  await eventually('nothing to wait', async () => (await detailsOf(stage, id)).waiting === 0)
})

test('a subscriber that never responds delays no other', async (t) => {
  const stage = await start(t)
  const { tukar, subscriber } = stage
  const dead = await startSubscriber(t)
  dead.respond = () => null
  await subscribed({ ...stage, subscriber: dead }, { kinds: ['account.*'] })
  await subscribed(stage, { kinds: ['account.registered'] })
  await registerTrader(tukar)
  await arrived(dead, 1)
  await registerTrader(tukar)
  const events = await arrived(subscriber, 2)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['account.registered', 'account.registered'],
  )
  assert.equal(dead.deliveries.length, 1)
})

test('after 72 hours an event is given up, with an alert, and can be sent again', async (t) => {
  const stage = await start(t)
  const { tukar, admin, subscriber } = stage
  const { db } = tukar.service.ctx
  const { id } = await subscribed(stage, { kinds: ['account.registered'] })
  subscriber.respond = () => 500
  await registerTrader(tukar)
  const [event] = await arrived(subscriber, 1)
  await eventually('the retry', async () => (await detailsOf(stage, id)).waiting === 1)
  await sql`update event_retries set first_at = now() - interval '72 hours'`.execute(db.read)
  await pausesOver(stage)
  await eventually('the end', async () => (await detailsOf(stage, id)).givenUp === 1)
  const { token } = admin
  const alerts = await tukar.call('GET', '/operator/api/alerts?kind=event-undelivered', { token })
  assert.equal(alerts.body.data.data.length, 1)
  subscriber.respond = () => 204
  const body = { position: event?.position }
  expectOk(await onSubscription(tukar, admin, id, 'resend', body))
  const all = await arrived(subscriber, 3)
  assert.equal(all[2]?.id, event?.id)
})

test('events of many users that were missed at once arrive within seconds', async (t) => {
  const stage = await start(t)
  const { tukar, admin, subscriber } = stage
  const { id } = await subscribed(stage, { kinds: ['deposit.*'] })
  expectOk(await onSubscription(tukar, admin, id, 'pause'))
  const users = 12
  for (let user = 0; user < users; user += 1) {
    const account = await makeVirtualAccount(tukar, await makeTrader(tukar))
    await payAccount(tukar, account, 50_000, `payment-${user}`)
  }
  subscriber.respond = () => 503
  expectOk(await onSubscription(tukar, admin, id, 'resume'))
  const missed = await arrived(subscriber, users)
  subscriber.respond = () => 204
  const { read } = tukar.service.ctx.db
  const all = await eventually('all of them again', async () => {
    await sql`update event_retries set next_at = now()`.execute(read)
    return (
      subscriber.deliveries.length >= 2 * users && subscriber.deliveries.map(({ event }) => event)
    )
  })
  const known = new Set(missed.map((event) => event.id))
  assert.equal(known.size, users)
  assert.deepEqual(new Set(all.slice(users).map((event) => event.id)), known)
})

test('a subscription that fails for 72 hours is paused, with an alert', async (t) => {
  const stage = await start(t)
  const { tukar, admin, subscriber } = stage
  const { id } = await subscribed(stage, { kinds: ['account.registered'] })
  subscriber.respond = () => 503
  await registerTrader(tukar)
  await arrived(subscriber, 1)
  await eventually('the failure', async () => (await detailsOf(stage, id)).failures === 1)
  await sql`update event_subscriptions set failing_since = now() - interval '72 hours'`.execute(
    tukar.service.ctx.db.read,
  )
  await pausesOver(stage)
  await eventually('the pause', async () => (await detailsOf(stage, id)).state === 'paused')
  const { token } = admin
  const alerts = await tukar.call('GET', '/operator/api/alerts?kind=subscription-paused', { token })
  assert.equal(alerts.body.data.data.length, 1)
  subscriber.respond = () => 204
  expectOk(await onSubscription(tukar, admin, id, 'resume'))
  await pausesOver(stage)
  await arrived(subscriber, 3)
})

test('redirects are not followed, and private addresses are refused', async (t) => {
  const stage = await start(t)
  const { tukar, admin, subscriber } = stage
  subscriber.respond = () => 302
  const { id } = await subscribed(stage, { kinds: ['deposit.*'] })
  const moved = await onSubscription(tukar, admin, id, 'test')
  assert.deepEqual([moved.body.data.outcome, moved.body.data.status], ['refused', 302])
  assert.equal(subscriber.deliveries.length, 1)
  const inside = { url: 'http://10.0.0.1:1/hook' }
  const within = await subscribed({ ...stage, subscriber: { ...subscriber, ...inside } })
  const refused = await onSubscription(tukar, admin, within.id, 'test')
  assert.deepEqual(
    [refused.body.data.outcome, refused.body.data.reason],
    ['failed', 'refused-address'],
  )
  assert.deepEqual((await detailsOf(stage, within.id)).findings.includes('address-refused'), true)
})

test('after a rotation the former secret and the new one verify', async (t) => {
  const stage = await start(t)
  const { tukar, admin, subscriber } = stage
  const { id, secret } = await subscribed(stage, { kinds: ['deposit.*'] })
  const rotated = await onSubscription(tukar, admin, id, 'rotate')
  assert.deepEqual(messageOf(rotated), [200, 'api.subscription_rotated'])
  expectOk(await onSubscription(tukar, admin, id, 'test'))
  const [delivery] = subscriber.deliveries
  assert.ok(delivery !== undefined)
  for (const known of [secret, rotated.body.data.secret]) verified(known, delivery)
  await sql`update event_subscriptions set former_until = now() - interval '1 second'`.execute(
    tukar.service.ctx.db.read,
  )
  expectOk(await onSubscription(tukar, admin, id, 'test'))
  const later = subscriber.deliveries[1]
  assert.ok(later !== undefined)
  assert.throws(() => verified(secret, later))
})

test('personal data is sent only after another operator agreed', async (t) => {
  const stage = await start(t)
  const { tukar, admin, other, subscriber } = stage
  const made = await subscribe(tukar, admin, subscriber, {
    kinds: ['withdrawal.*', 'operator.*'],
    personal: true,
  })
  expectOk(made)
  const { id, state } = made.body.data
  assert.equal(state, 'proposed')
  const alone = await agreeTo(tukar, admin, id)
  assert.equal(alone.body.message, 'api.second_operator_needed')
  assert.deepEqual((await detailsOf(stage, id)).findings, ['not-agreed', 'nothing-happened'])
  const agreed = await agreeTo(tukar, other, id)
  assert.equal(agreed.body.data.state, 'active')
  const plain = await startSubscriber(t)
  expectOk(await subscribe(tukar, other, plain, { kinds: ['operator.*'] }))
  expectOk(await subscribe(tukar, other, plain, { kinds: ['deposit.*'] }))
  const [event] = await arrived(subscriber, 1)
  assert.equal(event?.data['action'], 'subscription.create')
  assert.ok(typeof event.data['after'] === 'object' && event.data['after'] !== null)
  const [withoutData] = await arrived(plain, 1)
  assert.equal(withoutData?.data['after'], null)
})

test('events are listed after a position, and replayed from a time', async (t) => {
  const stage = await start(t)
  const { tukar, admin, subscriber } = stage
  const { id } = await subscribed(stage, { kinds: ['account.registered'] })
  const from = new Date(Date.now() - 60_000).toISOString()
  for (let at = 0; at < 3; at += 1) await registerTrader(tukar)
  const events = await arrived(subscriber, 3)
  const { token } = admin
  const read = async (after: number) => {
    const path = `/operator/api/events?after=${after}&limit=2&type=account.registered`
    const answer = await tukar.call('GET', path, { token })
    expectOk(answer)
    return answer.body.data
  }
  const first = await read(0)
  const second = await read(first.after)
  assert.deepEqual([...first.data, ...second.data], events)
  assert.equal((await read(second.after)).after, second.after)
  await eventually('the position', async () => {
    const { position, lastPosition } = await detailsOf(stage, id)
    return position === lastPosition
  })
  expectOk(await onSubscription(tukar, admin, id, 'replay', { from }))
  const again = await arrived(subscriber, 6)
  assert.deepEqual(again.slice(3), events)
})

test('a paused subscription gets nothing, and gets what it missed when it resumes', async (t) => {
  const stage = await start(t)
  const { tukar, admin, subscriber } = stage
  const { id } = await subscribed(stage, { kinds: ['account.registered'] })
  expectOk(await onSubscription(tukar, admin, id, 'pause'))
  await registerTrader(tukar)
  const { token } = admin
  await eventually('the event', async () => {
    const path = '/operator/api/events?type=account.registered'
    return (await tukar.call('GET', path, { token })).body.data.data.length === 1
  })
  assert.equal(subscriber.deliveries.length, 0)
  expectOk(await onSubscription(tukar, admin, id, 'resume'))
  await arrived(subscriber, 1)
  const path = `/operator/api/subscriptions/${id}/attempts?outcome=delivered`
  const attempt = await eventually('the attempt', async () => {
    return (await tukar.call('GET', path, { token })).body.data.data[0]
  })
  assert.equal(attempt.payload, subscriber.deliveries[0]?.body)
})

test('a subscription that ended gets nothing, and stays ended', async (t) => {
  const stage = await start(t)
  const { tukar, admin, other, subscriber } = stage
  const { id } = await subscribed(stage, { kinds: ['account.registered'] })
  const still = await startSubscriber(t)
  expectOk(await subscribe(tukar, other, still, { kinds: ['account.registered'] }))
  expectOk(await onSubscription(tukar, admin, id, 'end'))
  await registerTrader(tukar)
  await arrived(still, 1)
  assert.equal(subscriber.deliveries.length, 0)
  for (const what of ['end', 'pause', 'resume', 'rotate', 'test']) {
    const answer = await onSubscription(tukar, admin, id, what)
    assert.deepEqual(messageOf(answer), [400, 'api.nothing_to_change'], what)
  }
  const { token } = admin
  const listed = await tukar.call('GET', '/operator/api/subscriptions', { token })
  const states = listed.body.data.map(({ state }: { state: string }) => state)
  assert.deepEqual(states.toSorted(), ['active', 'ended'])
})
