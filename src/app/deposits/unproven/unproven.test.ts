import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, eventually, send, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { depositCoins, makeDepositAddress } from '../../../../tests/make/custody.ts'
import { btc, makeUser, owned } from '../../../../tests/make/ledger.ts'
import { makeFirstAdmin, makeOperator } from '../../../../tests/make/operator.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../../../../tests/make/payx.ts'
import { proveIdentity } from '../../../../tests/make/phones.ts'
import { pricesSeen } from '../../../../tests/make/prices.ts'
import { startProxiedNode } from '../../../../tests/make/proxied-node.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import { virtualAccountBanks } from '../payx/open-virtual-account.ts'

const identityNeeded = [400, 'api.identity_verification_are_required']
const tooMany = [429, 'api.too_many_requests']

type From = Readonly<{ url?: string; ip?: string }>

const post = (tukar: Tukar, { token }: Trader, path: string, body: object, from: From = {}) =>
  send(from.url ?? tukar.url, 'POST', path, {
    token,
    body,
    headers: from.ip === undefined ? {} : { 'x-forwarded-for': from.ip },
  })

const openAccount = (tukar: Tukar, trader: Trader, bankCode: string, from: From = {}) =>
  post(tukar, trader, '/api/payx/virtual-accounts', { bankCode }, from)

const openAddress = (tukar: Tukar, trader: Trader, symbol: string, network: string) =>
  post(tukar, trader, '/api/users/coin-address', { symbol, network })

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)

const set = ({ service }: Tukar, key: string, value: number) =>
  sql`update settings set value = ${value} where key = ${`deposit.${key}`}`.execute(
    service.ctx.db.read,
  )

const suspenseOf = async ({ service }: Tukar) => {
  const { rows } = await sql<{ id: number; reason: string; units: string; user: string }>`
    select id::int, reason, units::text, data ->> 'userId' as "user" from suspense_items
    order by id`.execute(service.ctx.db.read)
  return rows
}

test('a mailbox alone gets four virtual accounts and coin addresses, a person any', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const opened = [
    await openAccount(tukar, trader, 'BCA'),
    await openAddress(tukar, trader, 'BTC', 'BTC'),
    await openAccount(tukar, trader, 'BNI'),
    await openAddress(tukar, trader, 'ETH', 'ETH'),
  ]
  assert.deepEqual(statuses(opened), [200, 200, 200, 200])
  assert.deepEqual(messageOf(await openAccount(tukar, trader, 'BRI')), identityNeeded)
  assert.deepEqual(messageOf(await openAddress(tukar, trader, 'TRX', 'TRX')), identityNeeded)
  const again = [
    await openAccount(tukar, trader, 'BCA'),
    await openAddress(tukar, trader, 'BTC', 'BTC'),
  ]
  assert.deepEqual(statuses(again), [200, 200])
  await proveIdentity(tukar, trader)
  const others = virtualAccountBanks.filter((bank) => bank !== 'BCA' && bank !== 'BNI')
  for (const bank of others) assert.equal((await openAccount(tukar, trader, bank)).status, 200)
})

test('requests at the same time open at most four accounts before the identity', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const answers = await Promise.all(
    virtualAccountBanks.map((bank) => openAccount(tukar, trader, bank)),
  )
  const opened = answers.filter(({ status }) => status === 200)
  assert.equal(opened.length, 4)
  const refused = answers.filter((one) => !opened.includes(one))
  const reasons = [String(tooMany), String(identityNeeded)]
  assert.ok(refused.every((answer) => reasons.includes(String(messageOf(answer)))))
  const repeats = await Promise.all(
    virtualAccountBanks.map((bank) => openAccount(tukar, trader, bank)),
  )
  assert.equal(repeats.filter(({ status }) => status === 200).length, 4)
})

test('one account that is requested many times at once counts once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (const bank of ['BCA', 'BNI']) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => openAccount(tukar, trader, bank)),
    )
    assert.deepEqual(new Set(statuses(answers)), new Set([200]))
  }
})

test('each network has its own budget of accounts and addresses an hour', async (t) => {
  const tukar = await startTukar(t)
  await set(tukar, 'unproven_places_per_network_hour', 2)
  const url = await startProxiedNode(t, tukar)
  const from = (ip: string) => ({ url, ip })
  const [one, two] = [await makeTrader(tukar), await makeTrader(tukar)]
  assert.equal((await openAccount(tukar, one, 'BCA', from('203.0.113.1'))).status, 200)
  assert.equal((await openAccount(tukar, two, 'BCA', from('203.0.113.2'))).status, 200)
  const third = await openAccount(tukar, two, 'BNI', from('203.0.113.3'))
  assert.deepEqual(messageOf(third), tooMany)
  assert.ok(Number(third.headers.get('retry-after')) > 3_000)
  assert.equal((await openAccount(tukar, two, 'BNI', from('198.51.100.1'))).status, 200)
  await proveIdentity(tukar, two)
  assert.equal((await openAccount(tukar, two, 'BRI', from('203.0.113.3'))).status, 200)
})

test('beyond the budget of all users nothing opens, and operators are alerted once', async (t) => {
  const tukar = await startTukar(t)
  await set(tukar, 'unproven_places_per_hour', 1)
  const [one, two, three] = [
    await makeTrader(tukar),
    await makeTrader(tukar),
    await makeTrader(tukar),
  ]
  assert.equal((await openAccount(tukar, one, 'BCA')).status, 200)
  for (const trader of [two, three]) {
    assert.deepEqual(messageOf(await openAccount(tukar, trader, 'BCA')), tooMany)
  }
  const { rows } = await eventually('the alert', async () => {
    const found = await sql<{ severity: string; data: unknown }>`
      select severity, data from operator_alerts where kind = 'places-budget-spent'`.execute(
      tukar.service.ctx.db.read,
    )
    return found.rows.length > 0 && found
  })
  assert.deepEqual(rows, [{ severity: 'critical', data: { budget: '1' } }])
  const { body } = await tukar.control('GET', '/state')
  assert.equal(body.payx.virtualAccounts.length, 1)
})

test('rupiah beyond the bound wait in suspense with their owner, and are not lost', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const trader = await makeTrader(tukar)
  const account = await makeAccount(db, { user: trader.id })
  const pay = async (id: string, amount: number) => {
    for (let times = 0; times < 2; times += 1) {
      const { status } = await reportPayx(tukar, 'deposit-paid', paidInto(account, id, amount))
      assert.equal(status, 200)
    }
  }
  await sql`update settings set value = '1000000000'
            where key = 'payx.unconfirmed_account_idr'`.execute(db.read)
  await pay('first', 15_000_000)
  await pay('second', 6_000_000)
  await pay('third', 5_000_000)
  const fees = 2n * 444_000n
  assert.deepEqual(await owned(db, trader.id), { available: 2_000_000_000n - fees, locked: 0n })
  const [item, ...others] = await suspenseOf(tukar)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [item?.reason, item?.units, item?.user],
    ['identity-not-proven', '600000000', String(trader.id)],
  )
  await proveIdentity(tukar, trader)
  await pay('fourth', 7_000_000)
  assert.equal((await owned(db, trader.id)).available, 2_700_000_000n - 3n * 444_000n)
  const admin = await makeFirstAdmin(tukar)
  const decision = { userId: trader.id, reason: 'the identity is proven now' }
  for (const role of ['finance', 'finance'] as const) {
    const { token } = await makeOperator(tukar, role, admin)
    const path = `/operator/api/suspense/${item?.id}/assign`
    const answer = await tukar.call('POST', path, { token, body: decision })
    assert.equal(answer.status, 200, answer.text)
  }
  assert.equal((await owned(db, trader.id)).available, 3_300_000_000n - 4n * 444_000n)
  await auditsClean(db)
})

test('payments that arrive together share the room that is left', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  await set(tukar, 'unproven_idr', 1_000_000)
  const account = await makeAccount(db, { user: await makeUser(db) })
  await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      reportPayx(tukar, 'deposit-paid', paidInto(account, `payment-${at}`, 250_000)),
    ),
  )
  assert.equal((await owned(db, account.user)).available, 4n * (25_000_000n - 444_000n))
  assert.equal((await suspenseOf(tukar)).length, 4)
  await auditsClean(db)
})

test('coins count by their worth, and wait if they never had a price', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  await pricesSeen(db, { BTC_IDR: '1000000000' })
  const place = await makeDepositAddress(db, 'BTC', 'BTC', {
    user: await makeUser(db),
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  })
  const deposit = async (amount: string) => {
    const before = await depositsOf(tukar)
    await depositCoins(tukar, { address: place.address, assetId: 'BTC', amount })
    await eventually('the deposit', async () => (await depositsOf(tukar)) > before)
  }
  await deposit('0.019')
  await deposit('0.002')
  await deposit('0.001')
  assert.deepEqual(await owned(db, place.user, btc), { available: 2_000_000n, locked: 0n })
  await sql`delete from prices`.execute(db.read)
  await set(tukar, 'unproven_idr', 1_000_000_000)
  await deposit('0.0001')
  assert.deepEqual(
    (await suspenseOf(tukar)).map(({ reason, units, user }) => [reason, units, user]),
    ['200000', '10000'].map((units) => ['identity-not-proven', units, String(place.user)]),
  )
  await auditsClean(db)
})

const depositsOf = async ({ service }: Tukar): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from coin_deposits where status = 'COMPLETED'`.execute(
    service.ctx.db.read,
  )
  return rows[0]?.count ?? 0
}

test('no code and no order is opened for more than the identity allows', async (t) => {
  const tukar = await startTukar(t)
  await set(tukar, 'unproven_idr', 1_000_000)
  const trader = await makeTrader(tukar)
  const openings = (amount: number) => [
    post(tukar, trader, '/api/payx/qris', { amount }),
    post(tukar, trader, '/api/payd/deposits', { amount, paymentMethod: 'BC' }),
  ]
  for (const answer of await Promise.all(openings(1_000_001))) {
    assert.deepEqual(messageOf(answer), identityNeeded)
  }
  assert.deepEqual(statuses(await Promise.all(openings(1_000_000))), [200, 200])
  await proveIdentity(tukar, trader)
  assert.deepEqual(statuses(await Promise.all(openings(1_000_001))), [200, 200])
})
