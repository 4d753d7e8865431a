/** The structures of ccxt's manual: programs read these fields and no others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../tests/harness.ts'
import { fillOrder } from '../../../tests/make/order.ts'
import { startTrading, symbol } from './rig.ts'

type Kind = 'string' | 'number' | 'boolean' | 'object'
type Structure = Readonly<Record<string, Kind>>

/** Asserts that fields have these types. */
function assertStructure(item: object | undefined, structure: Structure): void {
  const types = Object.keys(structure).map((name) => [name, typeof Reflect.get(item ?? {}, name)])
  assert.deepEqual(Object.fromEntries(types), structure)
}

const dated: Structure = { timestamp: 'number', datetime: 'string', info: 'object' }
const fee: Structure = { cost: 'number', currency: 'string' }

test('markets and currencies have the fields of the manual', async (t) => {
  const { exchange } = await startTrading(t)
  const markets = Object.values(await exchange.loadMarkets()).flatMap((market) => market ?? [])
  assert.ok(markets.length >= 6)
  for (const market of markets) {
    assertStructure(market, {
      ...{ id: 'string', symbol: 'string', base: 'string', quote: 'string', type: 'string' },
      ...{ baseId: 'string', quoteId: 'string', taker: 'number', maker: 'number' },
      ...{ active: 'boolean', spot: 'boolean', swap: 'boolean', contract: 'boolean' },
      ...{ precision: 'object', limits: 'object', info: 'object' },
    })
    assertStructure(market.precision, { amount: 'number', price: 'number' })
    for (const { min = 0, max = 0 } of Object.values(market.limits)) assert.ok(max >= min)
    const none = [market.linear, market.inverse, market.settle, market.expiry, market.contractSize]
    assert.ok(none.every((value) => value === undefined))
  }
  for (const currency of Object.values(exchange.currencies)) {
    assertStructure(currency, {
      ...{ id: 'string', code: 'string', precision: 'number', type: 'string', info: 'object' },
      ...{ active: 'boolean', deposit: 'boolean', withdraw: 'boolean', networks: 'object' },
    })
    for (const network of Object.values(currency.networks)) {
      assertStructure(network, {
        id: 'string',
        network: 'string',
        fee: 'number',
        active: 'boolean',
      })
      assert.equal(network.active, network.deposit || network.withdraw)
    }
  }
})

test('orders and trades have the fields of the manual', async (t) => {
  const { service, exchange } = await startTrading(t)
  const { id = '' } = await exchange.createOrder(symbol, 'limit', 'sell', 0.01, 1_700_000_000)
  await fillOrder(service, id, '0.01')
  const order = await eventually('the order to end', async () => {
    const read = await exchange.fetchOrder(id)
    return read.status === 'closed' ? read : null
  })
  assertStructure(order, {
    ...{ ...dated, id: 'string', symbol: 'string', type: 'string', side: 'string' },
    ...{ price: 'number', average: 'number', amount: 'number', filled: 'number', cost: 'number' },
    ...{ remaining: 'number', status: 'string', fee: 'object', lastUpdateTimestamp: 'number' },
  })
  assertStructure(order.fee, fee)
  const [trade] = await exchange.fetchMyTrades(symbol)
  assertStructure(trade, {
    ...{ ...dated, id: 'string', order: 'string', symbol: 'string', side: 'string' },
    ...{ price: 'number', amount: 'number', cost: 'number', fee: 'object' },
  })
  assertStructure(trade?.fee, fee)
  const [candle] = await exchange.fetchOHLCV(symbol, '1m', undefined, 1)
  assert.deepEqual(
    candle?.map((value) => typeof value),
    Array.from({ length: 6 }, () => 'number'),
  )
})
