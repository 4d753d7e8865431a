import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeClaim } from '../../../tests/make/cash-deposit.ts'
import { makeCashWithdrawer, withdrawCash } from '../../../tests/make/cash-withdrawal.ts'
import {
  cardOf,
  identityBecomes,
  makeNik,
  proveFace,
  readCard,
} from '../../../tests/make/identity.ts'
import { auditOf, makeFirstAdmin, makeOperator } from '../../../tests/make/operator.ts'
import { makeOrderTrader, placeOrder } from '../../../tests/make/order.ts'
import { makeCashSuspense, makeCoinSuspense } from '../../../tests/make/suspense.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'
import { makeVirtualAccount } from '../../../tests/make/virtual-account.ts'
import { idr, money } from '../../base/values/money.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { findMoney } from './search.sql.ts'

type By = Readonly<{ token: string }>
type Hit = Readonly<{ kind: string; id: string; because: string; userName: string | null }>

async function find(tukar: Tukar, { token }: By, q: string): Promise<readonly Hit[]> {
  const answer = await tukar.call('GET', `/operator/api/search?${new URLSearchParams({ q })}`, {
    token,
  })
  assert.deepEqual(messageOf(answer), [200, 'api.search_completed'])
  return answer.body.data.hits
}

const found = async (tukar: Tukar, by: By, q: string) =>
  (await find(tukar, by, q)).map(({ kind, id, because }) => [kind, id, because])

test("a user is found by the words of the card's name, in any order and spelling", async (t) => {
  const tukar = await startTukar(t)
  const support = await makeOperator(tukar, 'support')
  const trader = await makeTrader(tukar)
  const ktp_image = cardOf(makeNik(), 'nama=MOHAMMAD SOESILO WIDODO')
  expectOk(await readCard(tukar, trader, { ktp_image }))
  assert.deepEqual(await found(tukar, support, 'soesilo'), [], 'the name is not proven yet')
  expectOk(await proveFace(tukar, trader))
  await identityBecomes(tukar, trader, 'success')
  const hit = ['user', String(trader.id), 'name']
  assert.deepEqual(await found(tukar, support, 'widodo muhamad'), [hit])
  assert.deepEqual(await found(tukar, support, 'Susilo'), [hit])
  assert.deepEqual(await found(tukar, support, 'susilo santoso'), [])
  const [{ userName = '' } = {}] = await find(tukar, support, 'Susilo')
  assert.equal(userName, 'MOHAMMAD SOESILO WIDODO')
  const users = await tukar.call('GET', '/operator/api/users?q=susilo', support)
  assert.deepEqual(
    users.body.data.data.map(({ id, name }: { id: number; name: string }) => [id, name]),
    [[trader.id, 'MOHAMMAD SOESILO WIDODO']],
  )
})

test('a viewer neither finds a user by name nor sees it, and a name is not audited', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const finance = await makeOperator(tukar, 'finance')
  const { id, email } = await makeCashWithdrawer(tukar)
  assert.deepEqual(await found(tukar, viewer, 'siti rahayu'), [])
  const [byMail] = await find(tukar, viewer, email)
  assert.deepEqual([byMail?.id, byMail?.userName], [String(id), null])
  assert.deepEqual(await found(tukar, finance, 'siti rahayu'), [['user', String(id), 'name']])
  const entries = await auditOf(tukar, viewer, '&action=search.look')
  assert.deepEqual(
    entries.map(({ subject, after }) => [subject.id, after]),
    [
      ['name', { found: [] }],
      [email, null],
      ['name', { found: [id] }],
    ],
  )
})

test('a user is found by a bank account and a virtual account', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const withdrawer = await makeCashWithdrawer(tukar, { account: '7000123456' })
  const hit = ['user', String(withdrawer.id), 'bank-account']
  assert.deepEqual(await found(tukar, admin, '7000123456'), [hit])
  const payer = await makeTrader(tukar)
  const { accountNumber } = await makeVirtualAccount(tukar, payer)
  assert.deepEqual(await found(tukar, admin, accountNumber), [
    ['user', String(payer.id), 'virtual-account'],
  ])
})

test('a withdrawal is found by its number, its account and its amount', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const withdrawer = await makeCashWithdrawer(tukar, { account: '7000999888' })
  const requested = await withdrawCash(tukar, withdrawer, { amount: 12_345_000 })
  expectOk(requested)
  const id = requested.body.data.request_id
  assert.deepEqual(await found(tukar, admin, id), [['withdrawal', id, 'id']])
  assert.deepEqual(await found(tukar, admin, 'Rp 12.345.000'), [['withdrawal', id, 'amount']])
  assert.deepEqual(await found(tukar, admin, '7000999888'), [
    ['user', String(withdrawer.id), 'bank-account'],
    ['withdrawal', id, 'bank-account'],
  ])
})

test('an order, a claim and money in suspense are found', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const order = await placeOrder(tukar, await makeOrderTrader(tukar))
  assert.deepEqual(await found(tukar, admin, order), [['order', order, 'id']])
  const item = String(await makeCashSuspense(tukar, 311_000))
  assert.deepEqual(await found(tukar, admin, '311,000'), [['suspense', item, 'amount']])
  const coin = await makeCoinSuspense(tukar)
  const hash = `hash-${await custodyIdOf(tukar, coin.id)}`
  const byHash = await found(tukar, admin, hash)
  assert.deepEqual(
    byHash.map(([kind, , because]) => [kind, because]),
    [['coin-deposit', 'hash']],
  )
  const claim = String(await makeClaim(tukar, await makeTrader(tukar), { amount: '777000' }))
  assert.deepEqual(await found(tukar, admin, 'Rp777.000'), [['claim', claim, 'amount']])
  assert.deepEqual(await found(tukar, admin, 'nothing like it'), [])
})

/** The reference of a coin in suspense ends in its output. */
async function custodyIdOf(tukar: Tukar, item: number): Promise<string> {
  const admin = await makeFirstAdmin(tukar)
  const answer = await tukar.call('GET', `/operator/api/suspense/${item}`, admin)
  return answer.body.data.reference.replace(/:\d+$/, '')
}

test('a search finds withdrawals and orders by indexes, however many there are', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const tables = ['withdrawals', 'orders', 'cash_deposits', 'coin_deposits', 'suspense_items']
  const scans = await db.inTransaction(async (tx) => {
    const text = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    await findMoney(tx, text, [money(idr, 100n)])
    return readRows(tx, { table: 'text', scans: 'bigint' })`
      select relname::text as table, seq_scan as scans from pg_stat_xact_user_tables
      where relname = any(${tables}) and seq_scan > 0`
  })
  assert.deepEqual(scans, [])
})
