import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import { makeFirstAdmin } from '../../../tests/make/operator.ts'
import { startSubscriber, subscribe } from '../../../tests/make/subscriber.ts'
import { bindProvisionally } from '../../../tests/make/totp.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'

test('an app that a session alone binds, and a mailed link unbinds, is two events', async (t) => {
  const tukar = await startTukar(t)
  const subscriber = await startSubscriber(t)
  const kinds = ['account.twofa_bound', 'account.twofa_unbound']
  expectOk(await subscribe(tukar, await makeFirstAdmin(tukar), subscriber, { kinds }))
  const trader = await makeTrader(tukar)
  await bindProvisionally(tukar, trader)
  const [mail] = await mailsArrived(tukar, trader.email, 1)
  expectOk(await tukar.call('POST', `/api/auth${new URL(mail?.link ?? '').pathname}`))
  await eventually('two deliveries', async () => subscriber.deliveries.length >= 2)
  const events = subscriber.deliveries.map(({ event }) => event)
  assert.deepEqual(
    events.map(({ type, userId, data }) => [type, userId, data]),
    kinds.map((type) => [type, trader.id, { userId: trader.id }]),
  )
})
