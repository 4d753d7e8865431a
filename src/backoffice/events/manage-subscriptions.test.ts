import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { editItem } from '../../../tests/make/edits.ts'
import { makeFirstAdmin, type SignedInOperator, twoAdmins } from '../../../tests/make/operator.ts'
import {
  agreeTo,
  onSubscription,
  startSubscriber,
  subscribe,
} from '../../../tests/make/subscriber.ts'
import { expectOk, registerTrader } from '../../../tests/make/trader.ts'
import { eventLimits } from './event-limits.ts'

const target = { url: 'http://127.0.0.1:9/hook' }

test('there are at most so many subscriptions; one that ends makes room', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const first = await subscribe(tukar, admin, target)
  expectOk(first)
  await sql`
    insert into event_subscriptions (name, url, kinds, personal, state, sealed_keys, created_by)
    select name, url, kinds, personal, 'paused', sealed_keys, created_by
    from event_subscriptions, generate_series(2, ${eventLimits.subscriptions}::int)`.execute(
    tukar.service.ctx.db.read,
  )
  const refused = await subscribe(tukar, admin, target)
  assert.deepEqual(messageOf(refused), [409, 'api.too_many_subscriptions'])
  expectOk(await onSubscription(tukar, admin, first.body.data.id, 'end'))
  expectOk(await subscribe(tukar, admin, target))
})

test('an event that does not exist is not sent again', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const { id } = (await subscribe(tukar, admin, target)).body.data
  const answer = await onSubscription(tukar, admin, id, 'resend', { position: 4_711 })
  assert.deepEqual(messageOf(answer), [404, 'api.event_not_found'])
})

test('each endpoint of a subscription refuses one that does not exist', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const { token } = admin
  const bodies: Readonly<Record<string, object>> = {
    agree: { version: 'any' },
    replay: { from: new Date().toISOString() },
    resend: { position: 1 },
  }
  for (const what of ['agree', 'rotate', 'pause', 'resume', 'end', 'test', 'replay', 'resend']) {
    const answer = await onSubscription(tukar, admin, 4_711, what, bodies[what])
    assert.deepEqual(messageOf(answer), [404, 'api.subscription_not_found'], what)
  }
  for (const path of ['', '/attempts']) {
    const answer = await tukar.call('GET', `/operator/api/subscriptions/4711${path}`, { token })
    assert.deepEqual(messageOf(answer), [404, 'api.subscription_not_found'], path)
  }
})

const change = (
  tukar: Tukar,
  by: SignedInOperator,
  id: number,
  fields: Readonly<Record<string, unknown>>,
) =>
  editItem(tukar, by, `subscriptions/${id}`, { name: 'A CRM', ...target, kinds: ['*'], ...fields })

test('an admin changes the address of a subscription; waiting events arrive there', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const [former, next] = [await startSubscriber(t), await startSubscriber(t)]
  former.respond = () => 500
  const kinds = ['account.registered']
  const { id } = (await subscribe(tukar, admin, former, { kinds })).body.data
  await registerTrader(tukar)
  await eventually('the refusal', async () => former.deliveries.length === 1)
  const changed = await change(tukar, admin, id, { url: next.url, kinds })
  assert.deepEqual(messageOf(changed), [200, 'api.subscription_updated'])
  assert.deepEqual([changed.body.data.url, changed.body.data.change], [next.url, null])
  await eventually('the event', async () => next.deliveries.length === 1)
  assert.equal(next.deliveries[0]?.event.id, former.deliveries[0]?.event.id)
  const again = await change(tukar, admin, id, { url: next.url, kinds })
  assert.deepEqual(messageOf(again), [400, 'api.nothing_to_change'])
  const nobody = await change(tukar, admin, id, { userId: 4_711 })
  assert.equal(nobody.body.message, 'api.user_not_found')
})

test('waiting events that a changed subscription no longer wants are not sent', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const subscriber = await startSubscriber(t)
  subscriber.respond = () => 500
  const { id } = (await subscribe(tukar, admin, subscriber, { kinds: ['account.registered'] })).body
    .data
  const waiting = async () => {
    const { token } = admin
    return (await tukar.call('GET', `/operator/api/subscriptions/${id}`, { token })).body.data
      .waiting
  }
  await registerTrader(tukar)
  await eventually('the refusal', async () => (await waiting()) === 1)
  subscriber.respond = () => 204
  expectOk(await change(tukar, admin, id, { url: subscriber.url, kinds: ['deposit.*'] }))
  await eventually('nothing to wait', async () => (await waiting()) === 0)
  assert.equal(subscriber.deliveries.length, 1)
})

test('a subscription with personal data changes once a second operator agrees', async (t) => {
  const tukar = await startTukar(t)
  const [admin, other] = await twoAdmins(tukar)
  const { token } = admin
  const queued = async () => {
    const path = '/operator/api/approvals?kind=subscription'
    const { data } = (await tukar.call('GET', path, { token })).body.data
    return data.map(({ id: of, facts }: Record<string, unknown>) => [of, facts])
  }
  const { id } = (await subscribe(tukar, admin, target, { personal: true })).body.data
  assert.deepEqual(await queued(), [[`${id}`, { url: target.url }]])
  expectOk(await agreeTo(tukar, other, id))
  assert.deepEqual(await queued(), [])
  const url = 'http://127.0.0.1:9/elsewhere'
  const proposed = await change(tukar, admin, id, { url })
  expectOk(proposed)
  assert.deepEqual([proposed.body.data.url, proposed.body.data.change.url], [target.url, url])
  assert.deepEqual(await queued(), [[`${id}`, { url }]])
  const alone = await agreeTo(tukar, admin, id)
  assert.equal(alone.body.message, 'api.second_operator_needed')
  const third = 'http://127.0.0.1:9/third'
  expectOk(await change(tukar, other, id, { url: third }))
  const own = await agreeTo(tukar, other, id)
  assert.equal(own.body.message, 'api.second_operator_needed', 'the former change is no statement')
  const agreed = await agreeTo(tukar, admin, id)
  assert.deepEqual([agreed.body.data.url, agreed.body.data.change], [third, null])
  expectOk(await change(tukar, admin, id, { url }))
  expectOk(await change(tukar, admin, id, { url: third }))
  assert.deepEqual(await queued(), [], 'the present values withdraw a change')
})

test('an agreement to a change that was replaced since it was read is refused', async (t) => {
  const tukar = await startTukar(t)
  const [admin, other] = await twoAdmins(tukar)
  const { id } = (await subscribe(tukar, admin, target, { personal: true })).body.data
  expectOk(await agreeTo(tukar, other, id))
  const seen = (await change(tukar, admin, id, { url: 'http://127.0.0.1:9/seen' })).body.data
  const url = 'http://127.0.0.1:9/unseen'
  expectOk(await change(tukar, admin, id, { url }))
  const stale = await onSubscription(tukar, other, id, 'agree', { version: seen.version })
  assert.deepEqual(messageOf(stale), [409, 'api.version_conflict'])
  const { version, by } = stale.body.conflict
  assert.equal(by, admin.email)
  const agreed = await onSubscription(tukar, other, id, 'agree', { version })
  assert.deepEqual([agreed.body.data.url, agreed.body.data.change], [url, null])
})

test('a replay sends personal data only of events since the agreement', async (t) => {
  const tukar = await startTukar(t)
  const [admin, other] = await twoAdmins(tukar)
  const from = new Date(Date.now() - 60_000).toISOString()
  const agreed = async (kinds: readonly string[]) => {
    const subscriber = await startSubscriber(t)
    const { id } = (await subscribe(tukar, admin, subscriber, { kinds, personal: true })).body.data
    expectOk(await agreeTo(tukar, other, id))
    return { id, subscriber }
  }
  const former = await agreed(['operator.*'])
  expectOk(await subscribe(tukar, admin, target, { kinds: ['deposit.*'] }))
  const afters = ({ subscriber }: typeof former) =>
    subscriber.deliveries.map(({ event }) => event.data['after'])
  await eventually('the event', async () => afters(former).length > 0)
  assert.notEqual(afters(former)[0], null)
  const { id, subscriber } = await agreed(['operator.*'])
  await eventually('later events', async () => subscriber.deliveries.length > 0)
  const before = subscriber.deliveries.length
  expectOk(await onSubscription(tukar, admin, id, 'replay', { from }))
  const first = former.subscriber.deliveries[0]?.event
  const again = await eventually('the replay', async () =>
    subscriber.deliveries.slice(before).find(({ event }) => event.id === first?.id),
  )
  assert.equal(again.event.data['after'], null)
})
