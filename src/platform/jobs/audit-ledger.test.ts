import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { httpContext } from '../../../tests/make/http-context.ts'
import { raiseEpoch } from '../../../tests/make/inbox-node.ts'
import { credit, makeUser, owned, post, tamper } from '../../../tests/make/ledger.ts'
import { linkEarlier } from '../../../tests/make/ledger-chain.ts'
import { noticesIn } from '../../../tests/make/notices.ts'
import { leaderOf, makeAccount, paidInto, received, reportPayx } from '../../../tests/make/payx.ts'
import { silent } from '../../../tests/server.ts'
import { systemClock } from '../../base/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { checkLedger, sealChain } from './audit-ledger.ts'

const check = (db: Database) =>
  checkLedger({ db, patientDb: db, clock: systemClock, log: silent }, 'full')

const flags = async (db: Database) =>
  (
    await db.read.selectFrom('wallet_flags').select(['type', 'value']).orderBy('type').execute()
  ).map(({ type, value }) => `${type} ${value}`)

const addFromNowhere = (db: Database, units: number) =>
  sql`update balances set available = available + ${units}`.execute(db.read)

test('a consistent ledger stops nothing and raises no alert', async (t) => {
  const { db } = await testDatabase(t)
  await post(db, credit('one', await makeUser(db), 5n))
  assert.deepEqual(await check(db), [])
  assert.deepEqual(await flags(db), ['DEPO 1', 'TRADE 1', 'WD 1'])
  assert.deepEqual(await noticesIn(db), [])
  await auditsClean(db)
})

test('a breach stops withdrawals, keeps deposits, and alerts for each finding', async (t) => {
  const { db } = await testDatabase(t)
  await post(db, credit('one', await makeUser(db), 5n))
  await addFromNowhere(db, 1)
  const breaches = await check(db)
  assert.deepEqual(
    breaches.map(({ invariant }) => invariant.slice(0, 2)),
    ['I1', 'I2'],
  )
  assert.deepEqual(await flags(db), ['DEPO 1', 'TRADE 1', 'WD 0'])
  const alerts = await noticesIn(db)
  assert.deepEqual(
    alerts.map((notice) => notice.to === 'operator' && [notice.kind, notice.severity]),
    breaches.map(() => ['ledger-breach', 'critical']),
  )
})

test('a breach found again is the same alert, and only an operator reopens', async (t) => {
  const { db } = await testDatabase(t)
  const user = await makeUser(db)
  await post(db, credit('one', user, 5n))
  await addFromNowhere(db, 1)
  await check(db)
  await post(db, credit('two', user, 7n))
  await check(db)
  assert.equal((await noticesIn(db)).length, 2)
  await addFromNowhere(db, -1)
  assert.deepEqual(await check(db), [])
  assert.deepEqual(
    await flags(db),
    ['DEPO 1', 'TRADE 1', 'WD 0'],
    'an audit without breaches opens nothing by itself',
  )
})

test('during a ledger breach deposits are credited, and operators are alerted', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  const { db } = ctx
  const account = await makeAccount(db)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1'))
  await addFromNowhere(db, 1)
  await checkLedger(ctx, 'full')
  const answer = await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-2'))
  assert.equal(answer.text, received)
  assert.equal((await owned(db, account.user)).available, 2n * 245_560_00n + 1n)
  await eventually('the alert', () =>
    db.read
      .selectFrom('operator_alerts')
      .where('kind', '=', 'ledger-breach')
      .selectAll()
      .executeTakeFirst(),
  )
})

test('changed links are reported after their first report failed, too', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const epoch = await raiseEpoch(db)
  await post(db, credit('one', await makeUser(db), 5n))
  await linkEarlier(database, epoch, 2)
  await tamper(db, `update postings set key = 'other' where key = 'one'`)
  const { config, leadership } = httpContext(t)
  const leads = { ...leadership, current: () => ({ epoch }) }
  const ctx = { config, db, patientDb: db, clock: systemClock, log: silent, leadership: leads }
  const lost = { ...db, inTransaction: () => Promise.reject(new Error('the connection was lost')) }
  await assert.rejects(sealChain({ ...ctx, db: lost }), /the connection was lost/)
  assert.deepEqual(await flags(db), ['DEPO 1', 'TRADE 1', 'WD 1'])
  await sealChain(ctx)
  assert.deepEqual(await flags(db), ['DEPO 1', 'TRADE 1', 'WD 0'])
  assert.equal((await noticesIn(db)).length, 1)
})
