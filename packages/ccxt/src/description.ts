import { type Dict, functions } from 'ccxt'
import { exceptions } from './exceptions.ts'

const reading = { marginMode: false, trigger: false, trailing: false }
const history = { ...reading, limit: 1_000, symbolRequired: false }
const never = undefined

/** What the exchange has of ccxt's unified methods. */
const has = {
  CORS: undefined,
  spot: true,
  margin: false,
  swap: false,
  future: false,
  option: false,
  cancelAllOrders: true,
  cancelOrder: true,
  createOrder: true,
  fetchBalance: true,
  fetchCanceledOrders: true,
  fetchClosedOrders: true,
  fetchCurrencies: true,
  fetchDeposits: true,
  fetchDepositsWithdrawals: true,
  fetchMarkets: true,
  fetchMyTrades: true,
  fetchOHLCV: true,
  fetchOpenOrders: true,
  fetchOrder: true,
  fetchOrderBook: true,
  fetchOrders: true,
  fetchOrderTrades: true,
  fetchTicker: true,
  fetchTickers: true,
  fetchTime: true,
  fetchTrades: true,
  fetchTradingFee: true,
  fetchTradingFees: true,
  fetchWithdrawals: true,
  withdraw: true,
}

/** The endpoints, each with its cost in units of `rateLimit`. */
const api = {
  public: {
    get: {
      'exchange/venue/config': 1,
      'exchange/venue/depth': 1,
      'exchange/venue/history': 5,
      'exchange/venue/symbols': 1,
      'exchange/venue/time': 1,
      'exchange/venue/trades': 1,
    },
  },
  private: {
    get: {
      'exchange/venue/accountInfo': 1,
      'exchange/venue/currentOrder': 1,
      'exchange/venue/history': 1,
      'exchange/venue/historyOrder': 1,
      'users/coins': 1,
      'users/history/v2/deposit-withdraw': 1,
    },
    post: {
      'exchange/venue/order': 1,
      'withdraw/withdraw-coin': 1,
    },
    delete: {
      'exchange/venue/allOrders': 1,
      'exchange/venue/order/{orderNo}': 1,
      'exchange/venue/symbolOrders': 1,
    },
  },
}

const intervals = ['1s', '1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '8h', '12h']
const longIntervals = ['1d', '3d', '1w', '1M']

const features = {
  spot: {
    sandbox: true,
    createOrder: {
      marginMode: false,
      triggerPrice: false,
      triggerPriceType: never,
      triggerDirection: false,
      stopLossPrice: false,
      takeProfitPrice: false,
      attachedStopLossTakeProfit: never,
      timeInForce: { IOC: false, FOK: false, PO: false, GTD: false },
      hedged: false,
      selfTradePrevention: false,
      trailing: false,
      leverage: false,
      marketBuyByCost: false,
      marketBuyRequiresPrice: false,
      iceberg: false,
    },
    createOrders: never,
    fetchMyTrades: { ...history, daysBack: never, untilDays: never },
    fetchOrder: { ...reading, symbolRequired: false },
    fetchOpenOrders: history,
    fetchOrders: { ...history, daysBack: never, untilDays: never },
    fetchClosedOrders: { ...history, daysBack: never, daysBackCanceled: never, untilDays: never },
    fetchOHLCV: { limit: 1_000 },
  },
  swap: { linear: never, inverse: never },
  future: { linear: never, inverse: never },
}

/** What ccxt knows of the exchange before its first request. */
export const description: Dict = {
  id: 'tukar',
  name: 'Tukar',
  countries: ['ID'],
  rateLimit: 50,
  certified: false,
  pro: false,
  has,
  hostname: 'api.example.com',
  urls: {
    api: { public: 'https://{hostname}', private: 'https://{hostname}' },
    /** What `npm start` serves on this machine. */
    test: { public: 'http://127.0.0.1:3000', private: 'http://127.0.0.1:3000' },
    doc: 'https://{hostname}/docs',
  },
  api,
  timeframes: Object.fromEntries([...intervals, ...longIntervals].map((one) => [one, one])),
  requiredCredentials: { apiKey: true, secret: true },
  fees: { trading: { tierBased: false, percentage: true, feeSide: 'get' } },
  precisionMode: functions.TICK_SIZE,
  exceptions,
  features,
  options: { timeDifference: 0, adjustForTimeDifference: false },
}
