import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { freePort } from '../../../../tests/free-port.ts'
import { eventually, send, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import { mailsArrived } from '../../../../tests/make/mails.ts'
import { makeOperator, type SignedInOperator } from '../../../../tests/make/operator.ts'
import {
  makeOrderTrader,
  orderAtVenue,
  orderFields,
  placeOrder,
  sendOrder,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { ageProposals, agree, makeIndependentAdmin } from '../../../../tests/make/proposals.ts'
import { expectOk, makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import { btc, makeWithdrawer, withdrawCoin } from '../../../../tests/make/withdrawal.ts'
import { silent } from '../../../../tests/server.ts'
import { systemClock } from '../../../base/clock.ts'
import type { ListingState } from '../../../core/reference/listing.rules.ts'
import { startService } from '../../../service.ts'
import { comparePairs } from '../market/compare-pairs.ts'
import { orderHolds } from '../order-model/orders.sql.ts'
import { applyListings } from './apply-listings.ts'

const day = 86_400_000

async function start(t: TestContext) {
  const tukar = await startTukar(t, { jobs: ['settle orders'] })
  await stillMarket(tukar)
  const finance = await makeOperator(tukar, 'finance')
  const admin = await makeIndependentAdmin(tukar)
  const apply = () => applyListings(tukar.service.ctx)
  /** Two operators plan a state; without a time it holds at once. */
  const plan = async (path: string, state: ListingState, from?: Date) => {
    const answer = await propose(tukar, finance, path, { state, from })
    expectOk(answer)
    await ageProposals(tukar, 60)
    const agreed = await agree(tukar, admin, answer.body.data.proposal.id)
    assert.equal(agreed.body.data?.state, 'effective', agreed.text)
  }
  return { tukar, finance, admin, plan, apply }
}

const propose = (tukar: Tukar, { token }: SignedInOperator, path: string, body: object) =>
  tukar.call('PUT', `/operator/api/listings/${path}`, {
    token,
    body: { reason: 'the coin is old', ...body },
  })

/** Another node of the same service, whose clock is an hour ahead. */
async function startAhead(t: TestContext, { config }: Tukar): Promise<string> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const clock = { ...systemClock, now: () => new Date(Date.now() + 3_600_000) }
  const options = { clock, periodicJobs: false }
  const service = await startService({ ...config, port, nodeUrl: url }, silent, options)
  t.after(service.stop)
  return url
}

const listingsOf = async (tukar: Tukar, { token }: SignedInOperator) =>
  (await tukar.call('GET', '/operator/api/listings', { token })).body.data

test('a state without a time holds at once, even at a node whose clock is ahead', async (t) => {
  const { tukar, finance, admin, apply } = await start(t)
  const url = await startAhead(t, tukar)
  const proposed = await send(url, 'PUT', '/operator/api/listings/pair/BTC_IDR', {
    token: finance.token,
    body: { state: 'sell-only', reason: 'the market is odd' },
  })
  expectOk(proposed)
  await ageProposals(tukar, 60)
  const path = `/operator/api/proposals/${proposed.body.data.proposal.id}/agree`
  const agreed = await send(url, 'POST', path, { token: admin.token, body: {} })
  assert.equal(agreed.body.data?.state, 'effective', agreed.text)
  assert.equal(await apply(), 1)
  const pair = (await listingsOf(tukar, finance)).find(
    ({ name }: Readonly<{ name: string }>) => name === 'BTC_IDR',
  )
  assert.deepEqual(pair.allowed, { buy: false, sell: true, deposit: null })
})

const messagesOf = async ({ service }: Tukar, { id }: Trader) => {
  const { rows } = await sql<{ title: string; body: string }>`
    select title, body from user_messages where user_id = ${id} and kind = 'listing-changed'
    order by id`.execute(service.ctx.db.read)
  return rows
}

const closed = [400, 'api.trading_side_is_closed']
const sale = { side: 'SELL', price: '1700000000' }

for (const [path, state, buys, sells] of [
  ['pair/BTC_IDR', 'announced', false, false],
  ['pair/BTC_IDR', 'sell-only', false, true],
  ['asset/BTC', 'sell-only', false, true],
  ['asset/BTC', 'withdraw-only', false, false],
  ['pair/BTC_IDR', 'trading', true, true],
] as const) {
  test(`no order goes around the state: ${path} is ${state}`, async (t) => {
    const { tukar, plan, apply } = await start(t)
    const trader = await makeOrderTrader(tukar)
    await plan(path, state)
    assert.equal(await apply(), 1)
    const test = (fields: object) =>
      tukar.call('POST', '/api/exchange/venue/testOrder', { body: orderFields({ ...fields }) })
    for (const [allowed, fields] of [
      [buys, {}],
      [sells, sale],
    ] as const) {
      const answers = [await sendOrder(tukar, trader, fields), await test(fields)]
      for (const answer of answers) {
        if (allowed) expectOk(answer)
        else assert.deepEqual(messageOf(answer), closed)
      }
    }
    const { pairs } = (await tukar.call('GET', '/api/exchange/venue/config')).body.data
    const shown = pairs.find(({ txPair }: { txPair: string }) => txPair === 'BTC_IDR')
    assert.equal(shown.listing.state, state)
    assert.deepEqual(shown.openSides, [...(buys ? ['BUY'] : []), ...(sells ? ['SELL'] : [])])
    await auditsClean(tukar.service.ctx.db, [orderHolds])
  })
}

test('a delisted pair is gone, its open orders cancelled and their money free', async (t) => {
  const { tukar, plan, apply } = await start(t)
  const trader = await makeOrderTrader(tukar)
  const before = await owned(tukar.service.ctx.db, trader.id, btc)
  const bid = await orderAtVenue(tukar, trader)
  const offer = await placeOrder(tukar, trader, sale)
  await plan('pair/BTC_IDR', 'sell-only')
  await apply()
  const ended = (orderNo: string) =>
    eventually('its cancel', async () => {
      const { status, reason } = await storedOrder(tukar, orderNo)
      return status === 'CANCEL' && reason
    })
  assert.equal(await ended(bid.orderNo), 'CANCELED')
  assert.equal((await storedOrder(tukar, offer)).status, 'CREATE', 'sales go on')
  await plan('pair/BTC_IDR', 'delisted')
  await apply()
  assert.equal(await ended(offer), 'CANCELED')
  assert.deepEqual(await owned(tukar.service.ctx.db, trader.id, btc), before)
  const refused = await sendOrder(tukar, trader, sale)
  assert.deepEqual(messageOf(refused), [400, 'api.trading_pair_does_not_exist'])
  await auditsClean(tukar.service.ctx.db, [orderHolds])
})

test('holders are told once, before the time; the state changes at the time', async (t) => {
  const { tukar, finance, plan, apply } = await start(t)
  const [holder, other] = [await makeOrderTrader(tukar), await makeTrader(tukar)]
  const from = new Date(Date.now() + 7 * day)
  await plan('asset/BTC', 'withdraw-only', from)
  assert.equal(await apply(), 0)
  await apply()
  const [message, ...more] = await eventually('the message', async () => {
    const found = await messagesOf(tukar, holder)
    return found.length > 0 && found
  })
  assert.deepEqual([message?.title, more], ['BTC can only be withdrawn', []])
  const mails = await mailsArrived(tukar, holder.email, 1)
  assert.ok(mails.some(({ subject }) => subject === 'BTC can only be withdrawn'))
  assert.deepEqual(await messagesOf(tukar, other), [])
  expectOk(await sendOrder(tukar, holder, {}))
  const coins = (await tukar.call('GET', '/api/users/coins', { token: holder.token })).body.data
  const { listing } = coins.find(({ symbol }: { symbol: string }) => symbol === 'BTC')
  assert.deepEqual(listing.next, { state: 'withdraw-only', from: from.toISOString() })
  await sql`update listing_changes set begins_at = now()`.execute(tukar.service.ctx.db.read)
  assert.equal(await apply(), 1)
  assert.deepEqual(messageOf(await sendOrder(tukar, holder, {})), closed)
  const listed = (await listingsOf(tukar, finance)).find(
    ({ kind, name }: { kind: string; name: string }) => kind === 'asset' && name === 'BTC',
  )
  assert.equal(listed.listing.state, 'withdraw-only')
  assert.deepEqual(listed.allowed, { buy: false, sell: false, deposit: false })
  assert.equal((await messagesOf(tukar, holder)).length, 1)
})

test('a state that cannot be applied delays no other, and is applied later', async (t) => {
  const { tukar, plan, apply } = await start(t)
  await plan('asset/ETH', 'sell-only')
  await plan('pair/BTC_IDR', 'sell-only')
  const { ctx } = tukar.service
  let calls = 0
  const inTransaction: typeof ctx.db.inTransaction = (work) => {
    calls += 1
    if (calls === 1) return Promise.reject(new Error('a lock was held for too long'))
    return ctx.db.inTransaction(work)
  }
  const failing = { ...ctx, db: { ...ctx.db, inTransaction } }
  await assert.rejects(applyListings(failing), { message: 'a lock was held for too long' })
  assert.equal(await apply(), 1)
})

test('a newer plan replaces those that begin at its time or later', async (t) => {
  const { tukar, finance, plan, apply } = await start(t)
  const now = Date.now()
  const at = (days: number) => new Date(now + days * day)
  await plan('asset/ETH', 'sell-only', at(1))
  await plan('asset/ETH', 'withdraw-only', at(2))
  await plan('asset/ETH', 'delisted', at(3))
  const planned = async () =>
    (await listingsOf(tukar, finance))
      .find(({ kind, name }: { kind: string; name: string }) => kind === 'asset' && name === 'ETH')
      .planned.map(({ state }: { state: string }) => state)
  assert.deepEqual(await planned(), ['sell-only', 'withdraw-only', 'delisted'])
  await plan('asset/ETH', 'trading', at(2))
  assert.deepEqual(await planned(), ['sell-only', 'trading'])
  await plan('asset/ETH', 'trading')
  await apply()
  assert.deepEqual(await planned(), [])
})

test('a delisted coin takes no deposits, and leaves with an operator', async (t) => {
  const { tukar, finance, plan, apply } = await start(t)
  const trader = await makeWithdrawer(tukar)
  await plan('asset/BTC', 'delisted')
  await apply()
  const body = { symbol: 'BTC', network: 'BTC' }
  const opened = await tukar.call('POST', '/api/users/coin-address', { token: trader.token, body })
  assert.deepEqual(messageOf(opened), [400, 'api.coin_deposit_is_inactive'])
  const coins = (await tukar.call('GET', '/api/users/coins', { token: trader.token })).body.data
  const { networks } = coins.find(({ symbol }: { symbol: string }) => symbol === 'BTC')
  assert.deepEqual(
    networks.map((one: { depositActive: boolean; withdrawActive: boolean }) => [
      one.depositActive,
      one.withdrawActive,
    ]),
    [[false, true]],
  )
  const answer = await withdrawCoin(tukar, trader)
  assert.equal(answer.body.data?.status, 'PENDING_APPROVAL', answer.text)
  const held = `/operator/api/assets/BTC/holders`
  const holders = (await tukar.call('GET', held, { token: finance.token })).body.data.data
  assert.deepEqual(holders, [
    { userId: trader.id, email: trader.email, available: '9.995', locked: '0.005', total: '10' },
  ])
  const csv = await tukar.call('GET', `${held}.csv`, { token: finance.token })
  assert.match(csv.text, new RegExp(trader.email))
  const unknown = await tukar.call('GET', '/operator/api/assets/NONE/holders', {
    token: finance.token,
  })
  assert.deepEqual(messageOf(unknown), [404, 'api.content_not_found'])
})

test('a state is proposed by finance for a pair or a coin, at most a year ahead', async (t) => {
  const { tukar, finance } = await start(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const body = { state: 'sell-only' }
  const byViewer = await propose(tukar, viewer, 'asset/BTC', body)
  assert.deepEqual(messageOf(byViewer), [403, 'api.operator_not_permitted'])
  const unknown = await propose(tukar, finance, 'pair/NO_PAIR', body)
  assert.deepEqual(messageOf(unknown), [404, 'api.content_not_found'])
  const far = { ...body, from: new Date(Date.now() + 400 * day) }
  for (const [path, sent] of [
    ['asset/IDR', body],
    ['asset/BTC', far],
  ] as const) {
    const refused = await propose(tukar, finance, path, sent)
    assert.deepEqual(messageOf(refused), [400, 'api.listing_invalid'], path)
  }
})

for (const status of ['CANCEL_ONLY', 'BREAK', 'HALT']) {
  test(`while the venue is in ${status}, nothing is held for orders of a pair`, async (t) => {
    const { tukar } = await start(t)
    const trader = await makeOrderTrader(tukar)
    expectOk(await tukar.control('POST', '/venue/symbols', { symbol: 'BTCIDR', status }))
    assert.equal(await comparePairs(tukar.service.ctx), 1)
    assert.deepEqual(messageOf(await sendOrder(tukar, trader, {})), closed)
    expectOk(await tukar.control('POST', '/venue/symbols', { symbol: 'BTCIDR', status: 'TRADING' }))
    assert.equal(await comparePairs(tukar.service.ctx), 0)
    expectOk(await sendOrder(tukar, trader, {}))
  })
}
