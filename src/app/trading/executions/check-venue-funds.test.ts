import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { makeOrderTrader, orderAtVenue, stillMarket } from '../../../../tests/make/order.ts'
import { leaderOf } from '../../../../tests/make/payx.ts'
import { expectOk } from '../../../../tests/make/trader.ts'
import { checkVenueFunds } from './check-venue-funds.ts'

test('operators are alerted before open orders hold all of a balance at the venue', async (t) => {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  const { ctx } = await leaderOf(tukar)
  const trader = await makeOrderTrader(tukar)
  // It holds 16,000,000 rupiah, here and at the venue.
  await orderAtVenue(tukar, trader)
  const free = async (amount: string) =>
    expectOk(await tukar.control('POST', '/venue/balances', { asset: 'IDR', free: amount }))
  const alerts = async () => {
    const { rows } = await sql<{ severity: string; subject: string }>`
      select severity, subject from operator_alerts where kind = 'venue-funds-low'
      order by id`.execute(ctx.db.read)
    return rows.map(({ severity, subject }) => `${severity}: ${subject}`)
  }
  await free('4000001')
  await checkVenueFunds(ctx)
  await free('4000000')
  await checkVenueFunds(ctx)
  const near = 'warning: Open orders hold IDR 16,000,000 of IDR 20,000,000 at the venue'
  await eventually('the warning', async () => (await alerts()).length > 0)
  assert.deepEqual(await alerts(), [near])
  await free('0')
  for (let again = 0; again < 2; again += 1) await checkVenueFunds(ctx)
  await eventually('the alarm', async () => (await alerts()).length > 1)
  const almost = 'critical: Open orders hold IDR 16,000,000 of IDR 16,000,000 at the venue'
  assert.deepEqual(await alerts(), [near, almost])
})

test('a refused key alerts although no user places an order', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  const error = { code: -2015, message: 'Invalid API-key, IP, or permissions for action.' }
  const refused = { ...error, status: 401, method: 'GET', path: '/api/v3/account', times: 2 }
  expectOk(await tukar.control('POST', '/venue/answers', refused))
  for (let again = 0; again < 2; again += 1) await checkVenueFunds(ctx)
  const subjects = await eventually('the alert', async () => {
    const { rows } = await sql<{ subject: string }>`
      select subject from operator_alerts where kind = 'venue-account-refused'`.execute(ctx.db.read)
    return rows.length > 0 && rows.map(({ subject }) => subject)
  })
  assert.deepEqual(subjects, ['The venue refuses our account (key, IP or permission)'])
})
