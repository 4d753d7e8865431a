import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import {
  makeCashWithdrawer,
  makeFailedPayout,
  movePayout,
  withdrawCash,
} from '../../../tests/make/cash-withdrawal.ts'
import { depositCoins, makeDepositAddress } from '../../../tests/make/custody.ts'
import { makeUser, move, post, posting } from '../../../tests/make/ledger.ts'
import { makeFirstAdmin, type SignedInOperator } from '../../../tests/make/operator.ts'
import { openOrder, payOrder } from '../../../tests/make/payd.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../../../tests/make/payx.ts'
import { storeOrders } from '../../../tests/make/stored-orders.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'
import {
  becomes,
  btc,
  fund,
  makeWithdrawer,
  moveAtCustody,
  pauseCustody,
  withdrawalsOf,
  withdrawCoin,
} from '../../../tests/make/withdrawal.ts'
import { idr } from '../../base/values/money.ts'
import { available, house } from '../../core/ledger/accounts.ts'
import { openHolds } from '../../core/ledger/hold.ts'
import { reconcile } from './reconcile.ts'
import { reconciliationLimits } from './reconciliation-limits.ts'

/** Starts a service that was compared once, before anything was booked. */
async function start(t: TestContext) {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  await reconcile(ctx)
  const operator = await makeFirstAdmin(tukar)
  return { tukar, ctx, operator }
}

type Shown = Readonly<{
  provider: string
  kind: string
  subject: string
  theirs: string
  ours: string
  ageSeconds: number
  alertedAt: string | null
}>

async function breaks(
  tukar: Tukar,
  { token }: SignedInOperator,
  query = 'state=open',
): Promise<readonly Shown[]> {
  const answer: Answer = await tukar.call('GET', `/operator/api/breaks?${query}`, { token })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.message, 'api.breaks_retrieved')
  return answer.body.data.data
}

const inWords = (found: readonly Shown[]) =>
  found.map(({ provider, kind, subject, theirs, ours }) =>
    [provider, kind, subject, theirs, ours].join(' | '),
  )

const alertsOf = (tukar: Tukar) =>
  sql<{ subject: string }>`
    select subject from operator_alerts where kind = 'break' order by id`
    .execute(tukar.service.ctx.db.read)
    .then(({ rows }) => rows.map(({ subject }) => subject))

const later = (tukar: Tukar, minutes: number) =>
  sql`update breaks set since = since - make_interval(mins => ${minutes}::int)`.execute(
    tukar.service.ctx.db.read,
  )

const unownedAddress = '0xdefa017000000000000000000000000000000000'

test('provider balances from before the first booking are our own money', async (t) => {
  const { tukar, operator } = await start(t)
  assert.deepEqual(await breaks(tukar, operator, ''), [])
})

test('deposits that were credited are in both books, and no break', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  const depositAddress = await makeDepositAddress(ctx.db, 'ETH', 'ETH')
  await depositCoins(tukar, { address: depositAddress.address, assetId: 'ETH', amount: '1.5' })
  await eventually('the credit', async () => {
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from coin_deposits where status = 'COMPLETED'`.execute(ctx.db.read)
    return Number(rows[0]?.n) === 1
  })
  await reconcile(ctx)
  assert.deepEqual(await breaks(tukar, operator, ''), [])
})

test('a differing balance is a break, reported after its grace, and each day', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  await depositCoins(tukar, { address: unownedAddress, assetId: 'ETH', amount: '2' })
  await reconcile(ctx)
  const [found] = await breaks(tukar, operator)
  assert.deepEqual(inWords(found === undefined ? [] : [found]), ['custody | balance | ETH | 2 | 0'])
  assert.equal(found?.alertedAt, null)
  await later(tukar, 14)
  await reconcile(ctx)
  assert.deepEqual(await alertsOf(tukar), [])
  await later(tukar, 2)
  await reconcile(ctx)
  await reconcile(ctx)
  await eventually('the alert', async () => (await alertsOf(tukar)).length > 0)
  await reconcile(ctx)
  const subject = 'The books differ: balance of ETH at custody'
  assert.deepEqual(await alertsOf(tukar), [subject])
  await sql`update breaks set alerted_at = now() - interval '1 day'`.execute(ctx.db.read)
  await reconcile(ctx)
  await reconcile(ctx)
  await eventually('a reminder', async () => (await alertsOf(tukar)).length > 1)
  await reconcile(ctx)
  assert.deepEqual(await alertsOf(tukar), [subject, subject])
  assert.ok(((await breaks(tukar, operator))[0]?.ageSeconds ?? 0) >= 16 * 60)
})

test('a break is resolved when the books agree again, and a new one is another', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  const user = await makeUser(ctx.db)
  await post(ctx.db, posting('one', move(house('payx'), available(user), 5_000_00n)))
  await reconcile(ctx)
  assert.deepEqual(inWords(await breaks(tukar, operator)), [
    'payx | balance | IDR | 100000000000 | 100000005000',
  ])
  await post(ctx.db, posting('back', move(available(user), house('payx'), 5_000_00n)))
  await reconcile(ctx)
  assert.deepEqual(await breaks(tukar, operator), [])
  assert.equal((await breaks(tukar, operator, 'state=resolved')).length, 1)
  await post(ctx.db, posting('two', move(house('payx'), available(user), 1n, idr)))
  await reconcile(ctx)
  assert.equal((await breaks(tukar, operator)).length, 1)
  assert.equal((await breaks(tukar, operator, '')).length, 2)
})

test('payx settles late without a break up to a limit; other missing money is one', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  const account = await makeAccount(ctx.db)
  // payx does not have this payment: it is only in our books, as before settlement.
  expectOk(await reportPayx(tukar, 'deposit-paid', paidInto(account, 'late', 250_000)))
  await reconcile(ctx)
  const missing = ['payx | balance | IDR | 100000000000 | 100000250000']
  assert.deepEqual(inWords(await breaks(tukar, operator)), missing)
  const settlement = sql`update settings set value = '96' where key = 'payx.settlement_hours'`
  await settlement.execute(ctx.db.read)
  await reconcile(ctx)
  assert.deepEqual(await breaks(tukar, operator), [])
  await post(ctx.db, posting('more', move(house('payx'), available(account.user), 1n)))
  await reconcile(ctx)
  assert.equal((await breaks(tukar, operator)).length, 1)
  await post(ctx.db, posting('back', move(available(account.user), house('payx'), 1n)))
  await sql`update cash_deposits set created_at = now() - interval '97 hours'`.execute(ctx.db.read)
  await reconcile(ctx)
  assert.deepEqual(inWords(await breaks(tukar, operator)), missing)
})

test('custody holdings under an unknown asset name are a break', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  await depositCoins(tukar, { address: '0x1', assetId: 'DOGE', amount: '7' })
  await reconcile(ctx)
  assert.deepEqual(inWords(await breaks(tukar, operator)), [
    'custody | unlisted-asset | DOGE | 7 | no asset of ours',
  ])
})

test('a provider without a response leaves its breaks as they are', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  await depositCoins(tukar, { address: unownedAddress, assetId: 'ETH', amount: '2' })
  await reconcile(ctx)
  await tukar.control('POST', '/faults', { provider: 'custody', fault: 'error-500' })
  await reconcile(ctx)
  assert.equal((await breaks(tukar, operator)).length, 1)
})

test('a withdrawal under way is no break, before and after custody debits it', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  const trader = await makeWithdrawer(tukar)
  await reconcile(ctx)
  const before = await breaks(tukar, operator)
  assert.equal(before.length, 1, 'the trader’s first coins never came to custody')
  await pauseCustody(tukar)
  assert.equal((await withdrawCoin(tukar, trader)).status, 200)
  await reconcile(ctx)
  assert.deepEqual(inWords(await breaks(tukar, operator)), inWords(before))
})

test('a withdrawal that failed here and was paid there is a break, and one in doubt', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  const trader = await makeWithdrawer(tukar)
  await pauseCustody(tukar)
  const { body } = await withdrawCoin(tukar, trader)
  const id: string = body.data.request_id
  await becomes(tukar, trader, 'SUBMITTED')
  await moveAtCustody(tukar, id, 'FAILED')
  await becomes(tukar, trader, 'FAILED')
  await moveAtCustody(tukar, id, 'COMPLETED')
  await eventually('doubt', async () => (await withdrawalsOf(tukar, trader))[0]?.incident)
  await sql`update withdrawals set ended_at = ended_at - interval '2 minutes'`.execute(ctx.db.read)
  await reconcile(ctx)
  const kinds = (await breaks(tukar, operator)).filter(({ kind }) => kind !== 'balance')
  assert.deepEqual(
    kinds.map(({ provider, kind, subject, ours }) => [provider, kind, subject, ours]).toSorted(),
    [
      ['custody', 'transfer', id, 'FAILED'],
      ['house', 'withdrawal-in-doubt', id, 'FAILED'],
    ],
  )
})

test('a withdrawal that is open for too long is reported at once', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  const trader = await makeWithdrawer(tukar)
  await pauseCustody(tukar)
  const { body } = await withdrawCoin(tukar, trader)
  await reconcile(ctx)
  const overdue = async () =>
    (await breaks(tukar, operator, 'state=open&kind=withdrawal-overdue')).map(
      ({ subject }) => subject,
    )
  assert.deepEqual(await overdue(), [])
  await sql`update withdrawals set created_at = created_at - interval '61 minutes'`.execute(
    ctx.db.read,
  )
  await reconcile(ctx)
  const id: string = body.data.request_id
  assert.deepEqual(await overdue(), [id])
  await eventually('the alert', async () => (await alertsOf(tukar)).length > 0)
  assert.deepEqual(await alertsOf(tukar), [
    `The books differ: withdrawal-overdue of ${id} at house`,
  ])
})

test('money that is frozen for too long is reported at once', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  const user = await makeUser(ctx.db)
  await fund(tukar, { id: user }, 100n, btc)
  const owner = { kind: 'order', id: 'old' }
  await ctx.db.inTransaction((tx) =>
    openHolds(tx, [{ owner, user, amount: { asset: btc, units: 100n } }]),
  )
  await sql`update holds set opened_at = opened_at - interval '8 days'`.execute(ctx.db.read)
  await reconcile(ctx)
  const found = await breaks(tukar, operator, 'state=open&kind=hold-overdue')
  assert.deepEqual(
    found.map(({ subject }) => subject),
    ['order:old'],
  )
  await eventually('the alert', async () => (await alertsOf(tukar)).length === 1)
})

test('money of an order at the venue is no break, unless in doubt or undecided', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  const user = await makeUser(ctx.db)
  await fund(tukar, { id: user }, 400n, btc)
  const orderNos = await storeOrders(tukar, { id: user }, [
    { orderNo: 'rests' },
    { orderNo: 'odd', incident: 'its quantity is 2' },
    { orderNo: 'ended', status: 'CANCEL' },
    { orderNo: 'undecided' },
  ])
  await sql`update orders set attempts = 12 where order_no <> 'odd'`.execute(ctx.db.read)
  await sql`
    insert into operator_alerts (kind, severity, subject, data, dedupe_key)
    values ('order-undecided', 'critical', 'undecided', '{}', 'order-undecided:undecided')`.execute(
    ctx.db.read,
  )
  await ctx.db.inTransaction((tx) =>
    openHolds(
      tx,
      orderNos.map((id) => ({
        owner: { kind: 'order', id },
        user,
        amount: { asset: btc, units: 100n },
      })),
    ),
  )
  await sql`update holds set opened_at = opened_at - interval '8 days'`.execute(ctx.db.read)
  await reconcile(ctx)
  const found = await breaks(tukar, operator, 'state=open&kind=hold-overdue')
  assert.deepEqual(found.map(({ subject }) => subject).toSorted(), [
    'order:ended',
    'order:odd',
    'order:undecided',
  ])
})

test('a node that does not lead compares nothing', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  await depositCoins(tukar, { address: unownedAddress, assetId: 'ETH', amount: '2' })
  await reconcile({ ...ctx, leadership: { ...ctx.leadership, current: () => null } })
  assert.deepEqual(await breaks(tukar, operator), [])
})

test('a paid payd order that is unknown here is a break, queried once', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  const trader = await makeTrader(tukar)
  const { merchantOrderId: order } = await openOrder(tukar, trader)
  await tukar.control('POST', '/faults', { provider: 'payd', fault: 'lose-callbacks' })
  await payOrder(tukar, order, 150_000)
  await reconcile(ctx)
  assert.deepEqual(await breaks(tukar, operator), [], 'its time is not over yet')
  await sql`update payd_orders set created_at = created_at - interval '26 hours'`.execute(
    ctx.db.read,
  )
  await reconcile(ctx)
  assert.deepEqual(inWords(await breaks(tukar, operator)), [
    `payd | payment | ${order} | paid 150000 | open`,
  ])
  // A second query would find nothing and resolve the break.
  await tukar.control('POST', '/payd/payments', {
    merchantOrderId: order,
    amount: '150000',
    resultCode: '01',
  })
  await reconcile(ctx)
  assert.equal((await breaks(tukar, operator)).length, 1)
})

test('rupiah that were paid out although they failed here are a break', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  const trader = await makeCashWithdrawer(tukar)
  const id = await makeFailedPayout(tukar, trader)
  await sql`update withdrawals set ended_at = ended_at - interval '2 minutes'`.execute(ctx.db.read)
  await reconcile(ctx)
  assert.deepEqual(await breaks(tukar, operator, 'state=open&kind=transfer'), [])
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' })
  await movePayout(tukar, id, 'SUCCEEDED')
  await sql`delete from compared`.execute(ctx.db.read)
  await reconcile(ctx)
  assert.deepEqual(inWords(await breaks(tukar, operator, 'state=open&kind=transfer')), [
    `payx | transfer | ${id} | SUCCEEDED | FAILED`,
  ])
})

test('a provider that does not respond keeps no other provider from being compared', async (t) => {
  const { tukar, ctx, operator } = await start(t)
  const trader = await makeCashWithdrawer(tukar)
  await sql`
    insert into withdrawals (request_id, user_id, kind, asset_id, amount, fee, held, sent,
      network, address, worth_idr, status, ended_at)
    select 'wd-silent-' || n, ${trader.id}, 'COIN', 3, 100, 0, 100, 100, 'BTC', 'x', 1, 'SUCCESS',
      now() - interval '3 minutes'
    from generate_series(1, 60) as n`.execute(ctx.db.read)
  await tukar.control('POST', '/payx/pace', { auto: false })
  const { body } = await withdrawCash(tukar, trader)
  const id: string = body.data.request_id
  const becomes = (status: string) =>
    eventually(status, async () => {
      const stored = await withdrawalsOf(tukar, trader)
      return stored.some((one) => one.requestId === id && one.status === status)
    })
  await becomes('SUBMITTED')
  await tukar.control('POST', `/payx/payouts/${id}`, { status: 'FAILED' })
  await becomes('FAILED')
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' })
  await tukar.control('POST', `/payx/payouts/${id}`, { status: 'SUCCEEDED' })
  await sql`update withdrawals set ended_at = ended_at - interval '2 minutes'`.execute(ctx.db.read)
  const custody = {
    ...ctx.custody,
    findByExternalId: async () => ({ kind: 'unknown', why: 'timeout' }) as const,
  }
  await reconcile({ ...ctx, custody })
  const found = await breaks(tukar, operator, 'state=open&kind=transfer')
  assert.deepEqual(inWords(found), [`payx | transfer | ${id} | SUCCEEDED | FAILED`])
})

test('no break is resolved because a run finds more than it lists', async (t) => {
  const { ctx } = await start(t)
  const user = await makeUser(ctx.db)
  const doubt = (from: number, to: number) =>
    sql`
      insert into withdrawals (request_id, user_id, kind, asset_id, amount, fee, held, sent,
        network, address, worth_idr, status, ended_at, incident)
      select 'wd-doubted-' || n, ${user}, 'COIN', 3, 100, 0, 100, 100, 'BTC', 'x', 1, 'FAILED',
        now(), 'custody paid it'
      from generate_series(${from}::int, ${to}::int) as n`.execute(ctx.db.read)
  const resolved = async () => {
    const { rows } = await sql`select subject from breaks
      where kind = 'withdrawal-in-doubt' and resolved_at is not null`.execute(ctx.db.read)
    return rows
  }
  await doubt(1, reconciliationLimits.overdueItems)
  await reconcile(ctx)
  await doubt(1_000, 1_001)
  await reconcile(ctx)
  assert.deepEqual(await resolved(), [])
  await sql`update withdrawals set incident = null`.execute(ctx.db.read)
  await reconcile(ctx)
  assert.equal((await resolved()).length, reconciliationLimits.overdueItems + 2)
})
