import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { openBreaks } from '../../../tests/make/breaks.ts'
import { depositCoins } from '../../../tests/make/custody.ts'
import {
  auditOf,
  makeFirstAdmin,
  makeOperator,
  type SignedInOperator,
} from '../../../tests/make/operator.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { reconcile } from './reconcile.ts'
import { venueComparisonLimits } from './reconciliation-limits.ts'

const own = ({ call }: Tukar, { token }: SignedInOperator, id: number, fields: object) =>
  call('POST', `/operator/api/breaks/${id}/own`, {
    token,
    body: { direction: 'in', amount: '2', reason: 'gas for the hot vault', ...fields },
  })

/**
 * Starts a service with two ether of our own sent to custody, and two operators for the break.
 */
async function start(t: TestContext) {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  await reconcile(ctx)
  const admin = await makeFirstAdmin(tukar)
  const one = await makeOperator(tukar, 'finance', admin)
  const two = await makeOperator(tukar, 'finance', admin)
  const address = '0xdefa017000000000000000000000000000000000'
  await depositCoins(tukar, { address, assetId: 'ETH', amount: '2' })
  await reconcile(ctx)
  const [found] = await openBreaks(tukar, one)
  assert.deepEqual([found.kind, found.theirs, found.ours], ['balance', '2', '0'])
  return { tukar, ctx, admin, one, two, id: found.id }
}

test('a deposit of ours is booked as our own after two operators confirm it', async (t) => {
  const { tukar, ctx, admin, one, two, id } = await start(t)
  const proposed = await own(tukar, one, id, {})
  assert.deepEqual(proposed.body.data, { state: 'proposed', amount: '2' })
  await reconcile(ctx)
  assert.equal((await openBreaks(tukar, one)).length, 1)
  const booked = await own(tukar, two, id, { reason: 'seen at custody' })
  assert.deepEqual(messageOf(booked), [200, 'api.break_owned'])
  assert.deepEqual(booked.body.data, { state: 'booked', amount: '2' })
  await reconcile(ctx)
  assert.deepEqual(await openBreaks(tukar, one), [])
  const audit = await auditOf(tukar, admin, '&action=break.own')
  assert.deepEqual(
    audit.map(({ after }) => [after.state, after.amount, after.reason]),
    [
      ['proposed', '2', 'gas for the hot vault'],
      ['booked', '2', 'seen at custody'],
    ],
  )
  const late = await own(tukar, one, id, {})
  assert.deepEqual(messageOf(late), [400, 'api.nothing_to_change'])
})

test('a rest continues the break, and money that left again is subtracted', async (t) => {
  const { tukar, ctx, one, two, id } = await start(t)
  for (const operator of [one, two]) await own(tukar, operator, id, { amount: '2.5' })
  await reconcile(ctx)
  const [rest] = await openBreaks(tukar, one)
  assert.deepEqual([rest.id, rest.theirs, rest.ours], [id, '2', '2.5'])
  for (const operator of [two, one]) {
    const answer = await own(tukar, operator, rest.id, { direction: 'out', amount: '0.5' })
    assert.equal(answer.body.data.amount, '-0.5')
  }
  await reconcile(ctx)
  assert.deepEqual(await openBreaks(tukar, one), [])
})

test('a comparison that began before a part was booked does not restore the break', async (t) => {
  const { tukar, ctx, one, two, id } = await start(t)
  const { holdings } = ctx.custody
  t.mock.method(ctx.custody, 'holdings', async () => {
    const answer = await holdings()
    for (const by of [one, two]) await own(tukar, by, id, { amount: '1' })
    return answer
  })
  await reconcile(ctx)
  for (const by of [two, one]) {
    assert.deepEqual(messageOf(await own(tukar, by, id, {})), [400, 'api.nothing_to_change'])
  }
  t.mock.restoreAll()
  await reconcile(ctx)
  const [left] = await openBreaks(tukar, one)
  assert.deepEqual([left.id, left.theirs, left.ours], [id, '2', '1'])
})

test('at the venue it is counted to its least part', async (t) => {
  setLimits(t, venueComparisonLimits, { settleMs: 100 })
  const { tukar, ctx, one, two } = await start(t)
  const { rows } = await sql<{ units: string }>`
    select units::text from provider_openings o join assets a on a.id = o.asset_id
    where o.provider = 'venue' and a.symbol = 'IDR'`.execute(ctx.db.read)
  assert.equal(rows[0]?.units.slice(-8), '00000000')
  const rupiah = BigInt(rows[0]?.units ?? 0) / 10n ** 8n
  const free = `${rupiah}.00000001`
  await tukar.control('POST', '/venue/balances', { asset: 'IDR', free })
  await reconcile(ctx)
  const breaks = await openBreaks(tukar, one)
  const venue = breaks.find(({ provider }) => provider === 'venue')
  assert.equal(venue.theirs, free)
  for (const by of [one, two]) await own(tukar, by, venue.id, { amount: '0.00000001' })
  await reconcile(ctx)
  const left = await openBreaks(tukar, one)
  assert.deepEqual(
    left.map(({ provider }) => provider),
    ['custody'],
  )
})

test('one operator, two amounts, and two at once are not two agreeing operators', async (t) => {
  const { tukar, one, two, id } = await start(t)
  assert.equal((await own(tukar, one, id, {})).status, 200)
  const again = await own(tukar, one, id, {})
  assert.deepEqual(messageOf(again), [400, 'api.second_operator_needed'])
  const other = await own(tukar, two, id, { amount: '1' })
  assert.equal(other.body.data.state, 'proposed')
  const both = await Promise.all([one, two].map((by) => own(tukar, by, id, { amount: '1.5' })))
  const states = both.map(({ body }) => body.data.state).toSorted()
  assert.deepEqual(states, ['booked', 'proposed'])
  const { rows } = await sql<{ units: string }>`
    select units::text from provider_openings o join assets a on a.id = o.asset_id
    where o.provider = 'custody' and a.symbol = 'ETH'`.execute(tukar.service.ctx.db.read)
  assert.deepEqual(rows, [{ units: '1500000000000000000' }])
})

test('it is confirmed in an amount of the asset, of a differing balance', async (t) => {
  const { tukar, ctx, one, id } = await start(t)
  for (const amount of ['0', '-1', '1e3', '0.0000000000000000001', '']) {
    assert.equal((await own(tukar, one, id, { amount })).status, 400, amount)
  }
  assert.equal((await own(tukar, one, id, { direction: 'sideways' })).status, 400)
  assert.deepEqual(messageOf(await own(tukar, one, 999_999, {})), [404, 'api.break_not_found'])
  const { rows } = await sql<{ id: number }>`
    insert into breaks (provider, kind, subject, asset, theirs, ours)
    values ('payx', 'transfer', 'wd-1', 'IDR', 'SUCCEEDED', 'FAILED') returning id`.execute(
    ctx.db.read,
  )
  const transfer = await own(tukar, one, rows[0]?.id ?? 0, {})
  assert.deepEqual(messageOf(transfer), [400, 'The break is not a balance break.'])
})
