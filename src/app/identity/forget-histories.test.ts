import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { proveCashWithdrawer, withdrawCash } from '../../../tests/make/cash-withdrawal.ts'
import { certify } from '../../../tests/make/certification.ts'
import {
  cardOf,
  identityStatusOf,
  makeNik,
  makeProvenTrader,
  proveFace,
  readCard,
} from '../../../tests/make/identity.ts'
import { makeFirstAdmin } from '../../../tests/make/operator.ts'
import { expectOk, makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { createVision } from '../../../tests/make/vision.ts'
import { fund } from '../../../tests/make/withdrawal.ts'
import { idr } from '../../base/values/money.ts'
import { sweepFiles } from '../../platform/files/sweep-files.ts'
import { forgetOldHistories } from './poll-registrations.ts'

const services = async ({ service }: Tukar, { id }: Trader): Promise<readonly string[]> => {
  const { rows } = await sql<{ service: string }>`
    select service from identity_histories where user_id = ${id}
    order by id`.execute(service.ctx.db.read)
  return rows.map((row) => row.service)
}

const whole = ['OCR', 'LIVENESS', 'REGISTRATION']

/** Makes all histories and files older than the retention setting. */
async function growOld({ service }: Tukar): Promise<void> {
  const age = sql`now() - interval '1826 days'`
  await sql`update identity_histories set created_at = ${age}`.execute(service.ctx.db.read)
  await sql`update files set created_at = ${age}`.execute(service.ctx.db.read)
}

const suspend = ({ service }: Tukar, { id }: Trader, days: number) =>
  sql`
    update users set suspended_at = now() - make_interval(days => ${days})
    where id = ${id}`.execute(service.ctx.db.read)

test('the evidence of an account that lives stays, and so does its proven name', async (t) => {
  const tukar = await startTukar(t)
  const trader = await proveCashWithdrawer(tukar)
  await growOld(tukar)
  await forgetOldHistories(tukar.service.ctx)
  assert.equal((await withdrawCash(tukar, trader)).body.data.status, 'PROCESSING')
  const { token } = await makeFirstAdmin(tukar)
  const listed = await tukar.call('GET', '/operator/api/identities', { token })
  const [{ id }] = listed.body.data.data
  const shown = await tukar.call('GET', `/operator/api/identities/${id}`, { token })
  assert.equal(shown.body.data.card.name, trader.name)
})

test('evidence is deleted once an account is closed for the time of the setting', async (t) => {
  const tukar = await startTukar(t)
  const [late, soon] = [await makeProvenTrader(tukar), await makeProvenTrader(tukar)]
  await suspend(tukar, late, 1_826)
  await suspend(tukar, soon, 1_824)
  await forgetOldHistories(tukar.service.ctx)
  assert.deepEqual(await services(tukar, late), [])
  assert.equal(await statusOf(tukar, late), 'none')
  assert.deepEqual(await services(tukar, soon), whole)
  assert.equal(await statusOf(tukar, soon), 'success')
})

test('a certification that a yearly report names outlives the other evidence', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const [reported, other] = [await makeProvenTrader(tukar), await makeProvenTrader(tukar)]
  const { id: operator } = await makeFirstAdmin(tukar)
  for (const trader of [reported, other]) expectOk(await certify(tukar, trader))
  await sql`
    with report as (
      insert into carf_reports (year, is_correction, state, requested_by, released_at)
      values (2026, false, 'released', ${operator}, now()) returning id)
    insert into carf_records (report_id, user_id, kind, certification_id)
    select r.id, c.user_id, 'new', c.id from report r, self_certifications c
    where c.user_id = ${reported.id}`.execute(db.read)
  for (const trader of [reported, other]) await suspend(tukar, trader, 1_826)
  await forgetOldHistories(tukar.service.ctx)
  for (const trader of [reported, other]) assert.deepEqual(await services(tukar, trader), [])
  const { rows } = await sql`select user_id::int as id from self_certifications`.execute(db.read)
  assert.deepEqual(rows, [{ id: reported.id }])
})

test('evidence stays while a suspended account holds money, or moved some of late', async (t) => {
  const tukar = await startTukar(t)
  const [rich, paid] = [await makeProvenTrader(tukar), await makeProvenTrader(tukar)]
  for (const trader of [rich, paid]) {
    await fund(tukar, trader, 100n, idr)
    await suspend(tukar, trader, 4_000)
  }
  const { db } = tukar.service.ctx
  await sql`update balances set available = 0 where user_id = ${paid.id}`.execute(db.read)
  await forgetOldHistories(tukar.service.ctx)
  for (const trader of [rich, paid]) assert.deepEqual(await services(tukar, trader), whole)
})

test('an undecided registration stays, with its card', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  expectOk(await readCard(tukar, trader, { ktp_image: cardOf(makeNik('0003')) }))
  expectOk(await proveFace(tukar, trader))
  assert.equal(await identityStatusOf(tukar, trader), 'pending')
  await suspend(tukar, trader, 4_000)
  await forgetOldHistories(tukar.service.ctx)
  assert.deepEqual(await services(tukar, trader), whole)
})

test('pictures are no longer shown once their histories are deleted, and are swept', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const trader = await makeTrader(tukar)
  const read = await readCard(tukar, trader)
  expectOk(read)
  expectOk(await proveFace(tukar, trader))
  const url = z.string().parse(read.body.data.image_ocr_url)
  assert.equal((await fetch(url)).status, 200)
  const vision = await createVision(tukar, trader)
  await growOld(tukar)
  await suspend(tukar, trader, 1_826)
  await forgetOldHistories(ctx)
  assert.equal((await fetch(url)).status, 404)
  await sweepFiles(ctx)
  const kept = await sql<{ purpose: string }>`select purpose from files`.execute(ctx.db.read)
  assert.deepEqual(kept.rows, [{ purpose: 'vision' }])
  assert.equal((await fetch(vision.body.data.image_url)).status, 200)
  const listed = await ctx.objectStore.list('')
  assert.equal(listed.kind === 'accepted' && listed.value.objects.length, 1)
})

const statusOf = async ({ service }: Tukar, { id }: Trader): Promise<string | undefined> => {
  const { rows } = await sql<{ status: string }>`
    select identity_status as status from users where id = ${id}`.execute(service.ctx.db.read)
  return rows[0]?.status
}
