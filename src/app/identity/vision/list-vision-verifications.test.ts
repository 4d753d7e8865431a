import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { bodyOf } from '../../../../tests/make/answers.ts'
import { withinOneJakartaDay } from '../../../../tests/make/period.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import { makeVision, showVision } from '../../../../tests/make/vision.ts'

const list = (tukar: Tukar, { token }: Trader, query = '') =>
  tukar.call('GET', `/api/vision/verifications${query}`, { token })
const statistics = (tukar: Tukar, { token }: Trader) =>
  tukar.call('GET', '/api/vision/statistics', { token })
const idsOf = ({ body }: Answer): readonly string[] =>
  body.data.map(({ requestId }: { requestId: string }) => requestId)

describe('the list of vision verifications', () => {
  test('shows the caller’s own, newest first, page by page', async (t) => {
    const tukar = await startTukar(t)
    const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
    await makeVision(tukar, other)
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) made.unshift(await makeVision(tukar, trader))
    const all = await list(tukar, trader)
    assert.deepEqual(idsOf(all), made)
    const { data, ...rest } = all.body
    assert.deepEqual(rest, {
      success: true,
      message: 'Verifications retrieved',
      pagination: { current_page: 1, per_page: 20, total: 5, next_page: null },
    })
    const shown = (await showVision(tukar, trader, made[0] ?? '')).body.data
    assert.deepEqual({ ...data[0], image_url: '' }, { ...shown, image_url: '' })
    const second = await list(tukar, trader, '?per_page=2&page=2')
    assert.deepEqual(idsOf(second), made.slice(2, 4))
    const wrapper = { current_page: 2, per_page: 2, total: 5, next_page: 3 }
    assert.deepEqual(second.body.pagination, wrapper)
    assert.deepEqual(idsOf(await list(tukar, trader, '?per_page=2&page=4')), [])
  })

  test('is narrowed by service and status', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const selfie = await makeVision(tukar, trader, { service: 'SELFIE', status: 'failed' })
    const ktp = await makeVision(tukar, trader, { status: 'failed' })
    const pending = await makeVision(tukar, trader)
    assert.deepEqual(idsOf(await list(tukar, trader, '?status=failed')), [ktp, selfie])
    assert.deepEqual(idsOf(await list(tukar, trader, '?service=KTP')), [pending, ktp])
    const both = await list(tukar, trader, '?service=KTP&status=failed')
    assert.deepEqual([idsOf(both), both.body.pagination.total], [[ktp], 1])
    assert.deepEqual(idsOf(await list(tukar, trader, '?service=&status=')), [pending, ktp, selfie])
  })
})

test('one vision verification is shown to its owner, and to others as unknown', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const id = await makeVision(tukar, trader)
  const { status, body } = await showVision(tukar, trader, id)
  assert.deepEqual(
    [status, body.success, body.message, body.data.requestId],
    [200, true, 'Verification retrieved', id],
  )
  const unknown = [404, { success: false, message: 'Verification not found' }]
  assert.deepEqual(bodyOf(await showVision(tukar, other, id)), unknown)
  assert.deepEqual(bodyOf(await showVision(tukar, trader, 'x')), unknown)
})

describe('the statistics of vision verifications', () => {
  test('count the caller’s own by service, by status and by day in Jakarta', async (t) => {
    const tukar = await startTukar(t)
    const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
    await withinOneJakartaDay()
    await makeVision(tukar, other)
    await makeVision(tukar, trader, { service: 'SELFIE', status: 'failed' })
    await makeVision(tukar, trader, { service: 'SELFIE' })
    const old = await makeVision(tukar, trader, { status: 'completed' })
    const late = await makeVision(tukar, trader)
    const { db } = tukar.service.ctx
    const midnight = sql`date_trunc('day', now(), 'Asia/Jakarta')`
    await sql`update vision_verifications set created_at = ${midnight} - interval '29 days 1 second'
      where request_id = ${old}`.execute(db.read)
    await sql`update vision_verifications set created_at = ${midnight} - interval '1 second'
      where request_id = ${late}`.execute(db.read)
    const { status, body } = await statistics(tukar, trader)
    const { last_30_days: days, ...counts } = body.data
    assert.deepEqual([status, body.success, body.message], [200, true, 'Statistics retrieved'])
    const none = { pending: 0, processing: 0, completed: 0, failed: 0 }
    assert.deepEqual(counts, {
      total: 4,
      by_service: { KTP: 2, SELFIE: 2, LIVENESS: 0, TRANSFER_PROOF: 0, DOCUMENT: 0 },
      by_status: { pending: 2, processing: 0, completed: 1, failed: 1 },
      by_service_and_status: {
        KTP: { ...none, pending: 1, completed: 1 },
        SELFIE: { ...none, pending: 1, failed: 1 },
        LIVENESS: none,
        TRANSFER_PROOF: none,
        DOCUMENT: none,
      },
    })
    assert.equal(days.length, 30)
    const totals = days.map(({ total }: { total: number }) => total)
    assert.deepEqual(totals, [...Array(28).fill(0), 1, 2])
    const { rows } = await sql<{ today: string }>`
      select (now() at time zone 'Asia/Jakarta')::date::text as today`.execute(db.read)
    assert.equal(days.at(-1).date, rows[0]?.today)
  })

  test('are zero for a user without any', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const { data } = (await statistics(tukar, trader)).body
    assert.deepEqual([data.total, data.by_service.KTP, data.last_30_days.length], [0, 0, 30])
  })
})
