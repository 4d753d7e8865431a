import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { credited, houseRupiah, rupiah } from '../../../../tests/make/payd-books.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../../../../tests/make/payx.ts'
import { payAccount, payCode, worries } from '../../../../tests/make/payx-books.ts'
import { makeCode, scanned } from '../../../../tests/make/qris.ts'
import type { Database } from '../../../core/database/database.ts'
import { pullPayments } from './pull-payments.ts'

const allow = (db: Database, units: string) =>
  sql`
  update settings set value = ${units} where key = 'payx.unconfirmed_account_idr'`.execute(db.read)

const pull = { jobs: ['pull payx payments'] } as const
const lost = { provider: 'payx', fault: 'lose-callbacks' } as const

test('payments whose callbacks were lost are credited from the list, once', async (t) => {
  const tukar = await startTukar(t, pull)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  const code = await makeCode(db, { rupiah: 40_000n })
  await tukar.control('POST', '/faults', lost)
  for (let at = 0; at < 3; at += 1) await payAccount(tukar, account, 5_000_000, `lost-${at}`)
  await payCode(tukar, code.externalId, 40_000, 'qrpy_lost')
  await payAccount(tukar, { accountNumber: '998', bankCode: 'BCA' }, 70_000, 'stranger')
  await eventually(
    'the credits',
    async () => (await rupiah(db, account.user)) === 3n * 4_995_560n,
    60_000,
  )
  await credited(db, code.user, 39_720n)
  await eventually('the suspense', async () => (await houseRupiah(db, 'suspense')) === 70_000n)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'lost-0', 5_000_000))
  await reportPayx(tukar, 'deposit-paid-qris', scanned(code, 'qrpy_lost', 40_000))
  assert.equal(await rupiah(db, account.user), 3n * 4_995_560n)
  assert.equal(await rupiah(db, code.user), 39_720n)
  await eventually('the alert', async () => (await worries(db)).length > 0)
  assert.deepEqual(await worries(db), ['deposit-in-suspense warning'])
  await auditsClean(db)
})

test('a run that may not read the whole list is continued by the next one', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  const { db } = ctx
  const account = await makeAccount(db)
  await allow(db, '900000000')
  await payAccount(tukar, account, 10_000, 'oldest')
  const count = 401
  for (let at = 1; at < count; at += 1) await payAccount(tukar, account, 10_000, `paid-${at}`)
  await credited(db, account.user, BigInt(count) * 5_560n)
  const slow = { ...ctx, config: { ...ctx.config, production: true } }
  assert.equal(await pullPayments(slow), 400, 'eight pages, the newest first')
  await allow(db, '1500000')
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'before', 1_500_000))
  assert.equal(await rupiah(db, account.user), BigInt(count) * 5_560n, 'one is unconfirmed')
  await pullPayments(slow)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'after', 1_500_000))
  assert.equal(await rupiah(db, account.user), BigInt(count) * 5_560n + 1_495_560n)
  assert.deepEqual(await worries(db), [])
})
