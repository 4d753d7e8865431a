import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { depositCoins, makeDepositAddress } from '../../../tests/make/custody.ts'
import { makeOperator, type SignedInOperator } from '../../../tests/make/operator.ts'
import { fillOrder, makeOrderTrader, placeOrder } from '../../../tests/make/order.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../../../tests/make/payx.ts'
import { withinOneJakartaDay } from '../../../tests/make/period.ts'
import { expectOk } from '../../../tests/make/trader.ts'
import { forgetTransactions } from '../../core/ledger/forget-transactions.ts'
import { readHouseBalances } from '../../core/ledger/house.ts'
import { countDays } from './count-days.ts'

type Flow = Readonly<{
  flow: string
  method: string
  symbol: string
  amount: string
  items: number
}>

type Day = Readonly<{ day: string; signedUp: number; verified: number; flows: readonly Flow[] }>

async function today(tukar: Tukar, { token }: SignedInOperator, days = 30) {
  const answer = await tukar.call('GET', `/operator/api/overview/days?days=${days}`, { token })
  expectOk(answer)
  const shown: readonly Day[] = answer.body.data.days
  const last = shown.at(-1)
  assert.ok(last)
  return { ...last, count: shown.length }
}

/** Returns the ledger's sums: holdings outside the venue, and the fees. */
async function booksOf({ db }: Tukar['service']['ctx']) {
  const balances = await db.inTransaction(readHouseBalances)
  const sums = new Map<string, bigint>()
  for (const { kind, assetId, units } of balances) {
    if (!['custody', 'payx', 'payd', 'bank', 'fees'].includes(kind) || units === 0n) continue
    const name = kind === 'fees' ? `fees ${assetId}` : `held ${assetId}`
    sums.set(name, (sums.get(name) ?? 0n) + (kind === 'fees' ? units : -units))
  }
  return sums
}

async function totalsOf({ db }: Tukar['service']['ctx']) {
  const { rows } = await sql<{ name: string; units: string }>`
    select case flow when 'fees' then 'fees ' else 'held ' end || asset_id as name,
      sum(case flow when 'out' then -units else units end)::text as units
    from day_totals where flow <> 'trade' group by 1 having sum(units) <> 0`.execute(db.read)
  return new Map(rows.map(({ name, units }) => [name, BigInt(units)]))
}

async function countsAgree(ctx: Tukar['service']['ctx']): Promise<void> {
  await countDays(ctx)
  assert.deepEqual([...(await totalsOf(ctx))].sort(), [...(await booksOf(ctx))].sort())
}

test('the totals of days equal the books, whatever the number of counts', async (t) => {
  await withinOneJakartaDay()
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const { ctx } = await leaderOf(tukar)
  const account = await makeAccount(ctx.db)
  expectOk(await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1')))
  await countDays(ctx)
  const { address } = await makeDepositAddress(ctx.db, 'ETH', 'ETH')
  await depositCoins(tukar, { address, assetId: 'ETH', amount: '1.5' })
  const trader = await makeOrderTrader(tukar)
  const orderNo = await placeOrder(tukar, trader)
  await fillOrder(tukar, orderNo, '0.01')
  const flows = await eventually('all flows', async () => {
    const day = await today(tukar, viewer)
    await countDays(ctx)
    return (
      ['trade', 'in coin', 'in va'].every((name) =>
        day.flows.some(({ flow, method }) => `${flow} ${method}`.startsWith(name)),
      ) && day.flows
    )
  })
  await Promise.all([countDays(ctx), countDays(ctx)])
  await countsAgree(ctx)
  const inWords = flows.map(({ flow, method, symbol, amount, items }) =>
    [flow, method, symbol, amount, items].join(' '),
  )
  for (const line of ['in va IDR 250000 1', 'in coin ETH 1.5 1', 'trade buy IDR 16000000 1']) {
    assert.ok(inWords.includes(line), `${line} of ${inWords.join(', ')}`)
  }
})

test('days are those of Jakarta, and each shows who signed up and was verified', async (t) => {
  await withinOneJakartaDay()
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const { ctx } = await leaderOf(tukar)
  await makeOrderTrader(tukar)
  await sql`
    insert into users (email, password_hash, created_at)
    values ('late@tukar.test', 'x',
      date_trunc('day', now() at time zone 'Asia/Jakarta') at time zone 'Asia/Jakarta'
        - interval '1 second')`.execute(ctx.db.read)
  await countDays(ctx)
  const { rows } = await sql<{ today: string }>`
    select (now() at time zone 'Asia/Jakarta')::date::text as today`.execute(ctx.db.read)
  const day = await today(tukar, viewer, 7)
  assert.deepEqual([day.day, day.count, day.signedUp, day.verified], [rows[0]?.today, 7, 1, 0])
  const answer = await tukar.call('GET', '/operator/api/overview/days?days=2', {
    token: viewer.token,
  })
  assert.equal(answer.body.data.days[0].signedUp, 1)
  const beyond = await tukar.call('GET', '/operator/api/overview/days?days=367', {
    token: viewer.token,
  })
  assert.equal(beyond.status, 400)
})

test('a database restored in another cluster keeps its days, and continues counting', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  const pay = async (name: string) => {
    const account = await makeAccount(ctx.db)
    expectOk(await reportPayx(tukar, 'deposit-paid', paidInto(account, name)))
  }
  await pay('payment-1')
  await countDays(ctx)
  await pay('payment-2')
  await ctx.db.inTransaction(forgetTransactions)
  await pay('payment-3')
  await countsAgree(ctx)
})
