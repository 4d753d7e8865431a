import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { btc, credit, post } from '../../../tests/make/ledger.ts'
import { pricesSeen } from '../../../tests/make/prices.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { assetId } from '../../base/values/ids.ts'
import { idr, money } from '../../base/values/money.ts'
import { openHolds } from '../../core/ledger/hold.ts'
import { Coin as CoinItem } from './coin-item.ts'

type Coin = Readonly<{
  symbol: string
  available: string
  locked: string
  balance: string
  price: string | null
}>

const eth = { id: assetId(4), symbol: 'ETH', scale: 18 }

async function coinsOf(tukar: Tukar, { token }: Trader): Promise<readonly Coin[]> {
  const answer = await tukar.call('GET', '/api/users/coins', { token })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.message, 'api.coins_retrieved')
  return answer.body.data
}

async function ownedOf(tukar: Tukar, trader: Trader, symbol: string) {
  const coin = (await coinsOf(tukar, trader)).find((one) => one.symbol === symbol)
  return coin && [coin.available, coin.locked, coin.balance]
}

test('a new user sees every asset, with nothing written as 0', async (t) => {
  const tukar = await startTukar(t)
  const coins = await coinsOf(tukar, await makeTrader(tukar))
  assert.deepEqual(
    coins.map(({ symbol }) => symbol),
    ['IDR', 'USDT', 'BTC', 'ETH', 'TRX', 'XRP', 'SOL', 'HOT', 'POL'],
  )
  for (const coin of coins) {
    assert.deepEqual([coin.available, coin.locked, coin.balance], ['0', '0', '0'], coin.symbol)
  }
})

test('an asset has its fee, limits and networks in its own decimals', async (t) => {
  const tukar = await startTukar(t)
  const coins = await coinsOf(tukar, await makeTrader(tukar))
  const { listing, ...coin } = CoinItem.parse(coins.find(({ symbol }) => symbol === 'USDT'))
  assert.deepEqual([listing.state, listing.next], ['trading', null])
  const network = { address: null, tag: null, depositActive: true, withdrawActive: true }
  assert.deepEqual(coin, {
    symbol: 'USDT',
    name: 'Tether USD',
    kind: 'COIN',
    scale: 6,
    available: '0',
    locked: '0',
    balance: '0',
    price: null,
    active: true,
    withdrawalFee: '1',
    dailyWithdrawalLimit: '50000',
    networks: [
      {
        ...network,
        network: 'ERC20',
        chainId: 1,
        withdrawalFee: '5',
        minWithdrawal: '10',
        maxWithdrawal: '1000000',
      },
      {
        ...network,
        network: 'TRC20',
        chainId: 728126428,
        withdrawalFee: '1',
        minWithdrawal: '5',
        maxWithdrawal: '1000000',
      },
    ],
  })
})

test('balances are exact to the last decimal, however large or small', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  const id = trader.id
  await post(
    db,
    credit('sen', id, 1n),
    credit('satoshi', id, 1n, btc),
    credit('wei', id, 123_456_789_012_345_678_901_234_567n, eth),
  )
  assert.deepEqual(await ownedOf(tukar, trader, 'IDR'), ['0.01', '0', '0.01'])
  assert.deepEqual(await ownedOf(tukar, trader, 'BTC'), ['0.00000001', '0', '0.00000001'])
  const wei = '123456789.012345678901234567'
  assert.deepEqual(await ownedOf(tukar, trader, 'ETH'), [wei, '0', wei])
  await post(db, credit('rest', id, 9_999_999_999n, btc), credit('more', id, 9_999_999n))
  assert.deepEqual(await ownedOf(tukar, trader, 'BTC'), ['100', '0', '100'])
  assert.deepEqual(await ownedOf(tukar, trader, 'IDR'), ['100000', '0', '100000'])
})

test('held money is locked, and still part of the balance', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  const user = trader.id
  await post(db, credit('paid', user, 10_000_050n))
  const hold = { owner: { kind: 'order', id: '1' }, user, amount: money(idr, 2_500_025n) }
  await db.inTransaction((tx) => openHolds(tx, [hold]))
  assert.deepEqual(await ownedOf(tukar, trader, 'IDR'), ['75000.25', '25000.25', '100000.5'])
})

test('a user sees no balance of others', async (t) => {
  const tukar = await startTukar(t)
  const [rich, poor] = [await makeTrader(tukar), await makeTrader(tukar)]
  await post(tukar.service.ctx.db, credit('paid', rich.id, 5_000n))
  assert.deepEqual(await ownedOf(tukar, rich, 'IDR'), ['50', '0', '50'])
  assert.deepEqual(await ownedOf(tukar, poor, 'IDR'), ['0', '0', '0'])
})

test('a balance is never seen half moved while it is held and released', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  const user = trader.id
  await post(db, credit('paid', user, 100_000n))
  let moving = true
  const holding = (async () => {
    for (let id = 1; id <= 40; id += 1) {
      const owner = { kind: 'order', id: String(id) }
      const amount = money(idr, 1_000n)
      await db.inTransaction((tx) => openHolds(tx, [{ owner, user, amount }]))
    }
    moving = false
  })()
  while (moving) {
    const [available = '', locked = '', balance] = (await ownedOf(tukar, trader, 'IDR')) ?? []
    assert.equal(balance, '1000')
    assert.equal(Number(available) + Number(locked), 1_000)
  }
  await holding
})

test('a recent price is shown in rupiah, exactly; an old one is omitted', async (t) => {
  const tukar = await startTukar(t)
  const { db, answers } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  await pricesSeen(db, { BTC_IDR: '1600000000.25', BTC_USDT: '100000' })
  await pricesSeen(db, { ETH_IDR: '50000000' }, 3_600)
  answers.clear()
  const prices = new Map((await coinsOf(tukar, trader)).map(({ symbol, price }) => [symbol, price]))
  assert.equal(prices.get('IDR'), '1')
  assert.equal(prices.get('BTC'), '1600000000.25')
  assert.equal(prices.get('ETH'), null)
  assert.equal(prices.get('SOL'), null)
})

test("an operator's change of an asset shows at once on the node that took it", async (t) => {
  const tukar = await startTukar(t)
  const { db, answers } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  assert.equal((await coinsOf(tukar, trader)).length, 9)
  await sql`update assets set name = 'Renamed "coin"' where symbol = 'BTC'`.execute(db.read)
  answers.clear()
  const names = (await coinsOf(tukar, trader)).map((coin) => Reflect.get(coin, 'name'))
  assert.ok(names.includes('Renamed "coin"'))
})

test('addresses of the caller are beside their networks, as in the contract', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await sql`
    insert into coin_addresses (user_id, asset_id, network, address, tag)
    values (${trader.id}, 6, 'XRP', 'r"quoted', '77')`.execute(tukar.service.ctx.db.read)
  const coins = await coinsOf(tukar, trader)
  const strict = z.array(z.strictObject(CoinItem.shape))
  assert.doesNotThrow(() => strict.parse(coins))
  const ripple = coins.find(({ symbol }) => symbol === 'XRP')
  const [network] = Reflect.get(ripple ?? {}, 'networks')
  assert.deepEqual([network.address, network.tag], ['r"quoted', '77'])
})

test('concurrent callers each see their own balances; signed-out ones see nothing', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const traders = await Promise.all(Array.from({ length: 6 }, () => makeTrader(tukar)))
  for (const [n, { id }] of traders.entries()) {
    await post(db, credit(`own:${n}`, id, BigInt(n + 1) * 100n))
  }
  const rounds = Array.from({ length: 10 }, () => traders).flat()
  const seen = await Promise.all(rounds.map((trader) => ownedOf(tukar, trader, 'IDR')))
  for (const [index, own] of seen.entries()) {
    const amount = `${(index % traders.length) + 1}`
    assert.deepEqual(own, [amount, '0', amount])
  }
  const [first, ...rest] = traders
  assert.ok(first !== undefined)
  const out = await tukar.call('DELETE', '/api/auth', { token: first.token })
  assert.equal(out.status, 200, out.text)
  const after = await Promise.all(
    [first, ...rest].map(({ token }) => tukar.call('GET', '/api/users/coins', { token })),
  )
  assert.deepEqual(
    after.map(({ status }) => status),
    [401, 200, 200, 200, 200, 200],
  )
})
