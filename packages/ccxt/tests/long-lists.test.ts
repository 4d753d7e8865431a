import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dict } from 'ccxt'
import { tukar } from '../src/tukar.ts'

/** An exchange whose lists have this many items. */
function listing(count: number) {
  const exchange = new tukar({ apiKey: 'xak_1', secret: 'ab' })
  const txPair = 'BTC_IDR'
  const pair = { txPair, baseAsset: 'BTC', quoteAsset: 'IDR', buyFee: '0.1', sellFee: '0.1' }
  exchange.request = async (path: string, _api: string, _method: string, query: Dict) => {
    if (path.endsWith('config')) return { data: { pairs: [pair] } }
    if (path.endsWith('coins')) return { data: [] }
    const { page, per_page: size } = query
    const order = { txPair, side: 'BUY', type: 'LIMIT', status: 'CREATE', price: '1', volume: '1' }
    const items = Array.from({ length: count }, (_, n) => ({
      ...{ ...order, order_no: `${n}`, tradeId: `${n}`, amount: '1' },
      createdAt: '2026-03-01T00:00:00.000Z',
    }))
    const data = items.slice((page - 1) * size, page * size)
    return { data: { data, nextPage: page * size < count ? page + 1 : null } }
  }
  return exchange
}

test('all open orders and all trades of an order are read, not the first hundred', async () => {
  const exchange = listing(150)
  assert.equal((await exchange.fetchOpenOrders('BTC/IDR')).length, 150)
  assert.equal((await exchange.fetchOrderTrades('1', 'BTC/IDR')).length, 150)
  assert.equal((await exchange.fetchOpenOrders('BTC/IDR', undefined, 7)).length, 7)
})
