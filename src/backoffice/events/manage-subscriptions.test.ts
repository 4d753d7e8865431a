import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeFirstAdmin } from '../../../tests/make/operator.ts'
import { onSubscription, subscribe } from '../../../tests/make/subscriber.ts'
import { expectOk } from '../../../tests/make/trader.ts'
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
