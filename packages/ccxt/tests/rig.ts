import type { TestContext } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { keysMayWithdraw, makeKey } from '../../../tests/make/api-key.ts'
import { makeOrderTrader, stillMarket } from '../../../tests/make/order.ts'
import { lastingPrices } from '../../../tests/make/prices.ts'
import type { Trader } from '../../../tests/make/trader.ts'
import { tukar } from '../src/tukar.ts'

export const symbol = 'BTC/IDR'

/** An exchange without credentials, on a service under test. */
export const publicExchange = ({ url }: Pick<Tukar, 'url'>) =>
  new tukar({ urls: { api: { public: url, private: url } }, enableRateLimit: false })

/** The same for a trader, by a new API key that may do everything. */
export async function exchangeOf(service: Tukar, trader: Trader): Promise<tukar> {
  const permissions = ['read', 'trade', 'withdraw']
  const { apiKey, secretKey: secret } = await makeKey(service, trader, { permissions })
  await keysMayWithdraw(service)
  const exchange = publicExchange(service)
  exchange.apiKey = apiKey
  exchange.secret = secret
  return exchange
}

/** A service with a still market, and a trader with rupiah and bitcoin. */
export async function startTrading(t: TestContext) {
  const service = await startTukar(t)
  await stillMarket(service)
  const prices = { BTC_IDR: '1640000000', USDT_IDR: '16400', BTC_USDT: '100000' }
  await lastingPrices(service.service.ctx.db, prices)
  const trader = await makeOrderTrader(service)
  return { service, trader, exchange: await exchangeOf(service, trader) }
}
