/** Shows the balances, places a limit order far below the market, and cancels it. */
import { compareDecimals, orderNoOf } from '@tukar/client'
import { tukar } from './connect.ts'

for (const { symbol, balance } of await tukar.get('/api/users/coins')) {
  if (compareDecimals(balance, '0') > 0) console.log(symbol, balance)
}

// The client sends an idempotency key: however often it repeats the request, there is one order.
const placed = await tukar.post('/api/exchange/venue/order', {
  body: { side: 'BUY', type: 'LIMIT', txPair: 'BTC_IDR', volume: '0.0001', price: '1500000000' },
})
const orderNo = orderNoOf(placed)
console.log('placed', orderNo)

await tukar.delete('/api/exchange/venue/order/{orderNo}', { params: { path: { orderNo } } })
console.log('cancelled', orderNo)
