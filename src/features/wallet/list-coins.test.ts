import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { btc, credit, post } from '../../../tests/make/ledger.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { userId } from '../../base/ids.ts'
import { idr, money } from '../../base/money.ts'
import { openHolds } from '../../ledger/hold.ts'

type Coin = Readonly<{
  symbol: string
  available: string
  locked: string
  balance: string
  price: string | null
}>

const eth = { id: 4, symbol: 'ETH', scale: 18 }

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
  const coin = coins.find(({ symbol }) => symbol === 'USDT')
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
  const id = userId(trader.id)
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

test('what is held is locked, and still part of the balance', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  const user = userId(trader.id)
  await post(db, credit('paid', user, 10_000_050n))
  const hold = { owner: { kind: 'order', id: '1' }, user, amount: money(idr, 2_500_025n) }
  await db.inTransaction((tx) => openHolds(tx, [hold]))
  assert.deepEqual(await ownedOf(tukar, trader, 'IDR'), ['75000.25', '25000.25', '100000.5'])
})

test('a user sees nothing of what others own', async (t) => {
  const tukar = await startTukar(t)
  const [rich, poor] = [await makeTrader(tukar), await makeTrader(tukar)]
  await post(tukar.service.ctx.db, credit('paid', userId(rich.id), 5_000n))
  assert.deepEqual(await ownedOf(tukar, rich, 'IDR'), ['50', '0', '50'])
  assert.deepEqual(await ownedOf(tukar, poor, 'IDR'), ['0', '0', '0'])
})

test('a balance is never seen half moved while it is held and released', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  const user = userId(trader.id)
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
