/**
 * A venue that accepts every order at once and does nothing with it, so that only the service is
 * measured. It reports that it has no order limit. A real venue allows fewer open orders, so it
 * refuses to list them: the service never has to compare a list of thousands with its orders. It
 * does not know the trades that the load generator reports, so it refuses to list them as well.
 */
import { createServer } from 'node:http'

const orders = new Map<string, object>()

function place(params: URLSearchParams): object {
  const clientOrderId = params.get('newClientOrderId') ?? ''
  const order = {
    symbol: params.get('symbol'),
    orderId: orders.size + 1,
    orderListId: -1,
    clientOrderId,
    transactTime: Date.now(),
    price: params.get('price'),
    origQty: params.get('quantity'),
    executedQty: '0.00000000',
    cummulativeQuoteQty: '0.00000000',
    status: 'NEW',
    timeInForce: 'GTC',
    type: params.get('type'),
    side: params.get('side'),
    fills: [],
  }
  orders.set(clientOrderId, order)
  return order
}

const orderWith = (id: string | null): object | undefined => [...orders.values()][Number(id) - 1]

const tooMany = { code: -1100, msg: 'There are more than can be listed.' }

const rateLimits = [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 900_000_000 },
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 900_000_000 },
  { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 900_000_000 },
]

const symbols = [
  {
    symbol: 'BTCIDR',
    status: 'TRADING',
    baseAsset: 'BTC',
    quoteAsset: 'IDR',
    orderTypes: ['LIMIT', 'MARKET'],
    filters: [{ filterType: 'MAX_NUM_ORDERS', maxNumOrders: 900_000_000 }],
  },
]

function answerTo(method: string, path: string, params: URLSearchParams): unknown {
  switch (`${method} ${path}`) {
    case 'POST /api/v3/order':
      return place(params)
    case 'GET /api/v3/order':
      return orders.get(params.get('origClientOrderId') ?? '') ?? orderWith(params.get('orderId'))
    case 'GET /api/v3/openOrders':
    case 'GET /api/v3/myTrades':
      return tooMany
    case 'GET /api/v3/account':
      return { balances: [] }
    case 'GET /api/v3/time':
      return { serverTime: Date.now() }
    case 'GET /api/v3/exchangeInfo':
      return { rateLimits, symbols }
    default:
      return []
  }
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
  request.resume()
  const answer = answerTo(request.method ?? 'GET', pathname, searchParams)
  const body = JSON.stringify(answer)
  response.writeHead(answer === tooMany ? 400 : 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
})
process.once('SIGTERM', () => server.close())
server.keepAliveTimeout = 60_000
server.listen(Number(process.env['PORT']), '127.0.0.1')
