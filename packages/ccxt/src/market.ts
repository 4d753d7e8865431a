import {
  BadSymbol,
  type Currencies,
  type CurrencyInterface,
  type Dict,
  Exchange,
  type Int,
  type Market,
  type OHLCV,
  type OrderBook,
  Precise,
  type Str,
  type Strings,
  type Ticker,
  type Tickers,
  type Trade,
  type TradingFees,
} from 'ccxt'
import { description } from './description.ts'

/** The public calls, and what each other call needs: signatures, pages, errors. */
export class TukarMarket extends Exchange {
  override describe() {
    return this.deepExtend(super.describe(), description)
  }

  override async fetchTime(params: Dict = {}): Promise<Int> {
    const { data } = await this.request('exchange/venue/time', 'public', 'GET', params)
    return this.safeInteger(data, 'serverTime')
  }

  /** As the option of ccxt asks, before the first signed request of a loading of markets. */
  private async adjustTime(): Promise<void> {
    if (this.options['adjustForTimeDifference'] === true) await this.loadTimeDifference()
  }

  override async fetchMarkets(params: Dict = {}): Promise<Market[]> {
    await this.adjustTime()
    const { data } = await this.request('exchange/venue/config', 'public', 'GET', params)
    return this.parseMarkets(data.pairs)
  }

  override parseMarket(market: Dict): Market {
    const baseId = this.safeString(market, 'baseAsset')
    const quoteId = this.safeString(market, 'quoteAsset')
    const [base, quote] = [this.safeCurrencyCode(baseId), this.safeCurrencyCode(quoteId)]
    const fee = this.largerFee(market)
    return this.safeMarketStructure({
      id: this.safeString(market, 'txPair'),
      symbol: `${base}/${quote}`,
      ...{ base, quote, baseId, quoteId, type: 'spot', spot: true, contract: false },
      ...{ margin: false, swap: false, future: false, option: false },
      active: this.safeList(market, 'openSides', []).length > 0,
      ...{ taker: fee, maker: fee, percentage: true, tierBased: false, feeSide: 'get' },
      precision: {
        amount: this.safeNumber(market, 'volumeStep'),
        price: this.safeNumber(market, 'priceTick'),
      },
      limits: {
        leverage: { min: undefined, max: undefined },
        amount: this.limitsOf(market, 'minVolume', 'maxVolume'),
        price: { min: undefined, max: undefined },
        cost: this.limitsOf(market, 'minAmount', 'maxAmount'),
        market: this.limitsOf(market, 'minVolume', 'maxMarketVolume'),
      },
      created: undefined,
      info: market,
    })
  }

  /** Buys and sales may cost different fees, in percent; ccxt knows makers and takers alone. */
  private largerFee(market: Dict): number | undefined {
    const fees = ['buyFee', 'sellFee'].map((name) => this.safeString(market, name))
    return this.parseNumber(Precise.stringDiv(Precise.stringMax(fees[0], fees[1]), '100'))
  }

  private limitsOf(info: Dict, min: string, max: string) {
    return { min: this.safeNumber(info, min), max: this.safeNumber(info, max) }
  }

  override async fetchTradingFees(params: Dict = {}): Promise<TradingFees> {
    await this.loadMarkets()
    const { data } = await this.request('exchange/venue/config', 'public', 'GET', params)
    const fees: TradingFees = {}
    for (const info of data.pairs) {
      const symbol = this.safeSymbol(this.safeString(info, 'txPair'))
      const fee = this.largerFee(info)
      fees[symbol] = { info, symbol, maker: fee, taker: fee, percentage: true, tierBased: false }
    }
    return fees
  }

  /** Needs an API key that may read: without one, ccxt derives the currencies of the markets. */
  override async fetchCurrencies(params: Dict = {}): Promise<Currencies> {
    if (this.checkRequiredCredentials(false) !== true) return {}
    await this.adjustTime()
    const { data } = await this.request('users/coins', 'private', 'GET', params)
    const coins: CurrencyInterface[] = data.map((coin: Dict) => this.coinOf(coin))
    return this.indexBy(coins, 'code')
  }

  private coinOf(coin: Dict): CurrencyInterface {
    const id = this.safeString(coin, 'symbol')
    const isFiat = this.safeString(coin, 'kind') === 'FIAT'
    const active = this.safeBool(coin, 'active', false)
    const precision = this.parseNumber(this.parsePrecision(this.safeString(coin, 'scale')))
    const networks = this.safeList(coin, 'networks', []).map((network: Dict) =>
      this.networkOf(network, { active, precision }),
    )
    const open = (flag: string) => networks.some((network: Dict) => network[flag] === true)
    const [deposit, withdraw] = ['deposit', 'withdraw'].map((flag) =>
      isFiat ? active : open(flag),
    )
    return this.safeCurrencyStructure({
      info: coin,
      id,
      code: this.safeCurrencyCode(id),
      name: this.safeString(coin, 'name'),
      type: isFiat ? 'fiat' : 'crypto',
      precision,
      ...{ deposit, withdraw, active: deposit || withdraw },
      networks: this.indexBy(networks, 'network'),
    })
  }

  private networkOf(network: Dict, { active, precision }: Dict): Dict {
    const id = this.safeString(network, 'network')
    const deposit = active && this.safeBool(network, 'depositActive')
    const withdraw = active && this.safeBool(network, 'withdrawActive')
    return {
      info: network,
      id,
      network: this.networkIdToCode(id),
      ...{ deposit, withdraw, active: deposit || withdraw, precision },
      fee: this.safeNumber(network, 'withdrawalFee'),
      limits: {
        withdraw: this.limitsOf(network, 'minWithdrawal', 'maxWithdrawal'),
        deposit: { min: undefined, max: undefined },
      },
    }
  }

  override async fetchTicker(symbol: string, params: Dict = {}): Promise<Ticker> {
    const ticker = (await this.fetchTickers([symbol], params))[symbol]
    if (ticker === undefined) throw new BadSymbol(`${this.id} has no price of ${symbol}`)
    return ticker
  }

  override async fetchTickers(symbols?: Strings, params: Dict = {}): Promise<Tickers> {
    await this.loadMarkets()
    const { data } = await this.request('exchange/venue/symbols', 'public', 'GET', params)
    return this.parseTickers(data, this.marketSymbols(symbols))
  }

  override parseTicker(ticker: Dict, market?: Market): Ticker {
    const { symbol } = this.safeMarket(this.safeString(ticker, 'txPair'), market)
    return this.safeTicker(
      {
        info: ticker,
        ...{ symbol, timestamp: undefined, datetime: undefined },
        last: this.safeString(ticker, 'price'),
        bid: this.safeString(ticker, 'bid'),
        ask: this.safeString(ticker, 'ask'),
      },
      market,
    )
  }

  override async fetchOrderBook(
    symbol: string,
    limit?: Int,
    params: Dict = {},
  ): Promise<OrderBook> {
    await this.loadMarkets()
    const query = this.extend({ symbol: this.market(symbol).id }, params)
    const { data } = await this.request('exchange/venue/depth', 'public', 'GET', query)
    const book = this.parseOrderBook(data, symbol, undefined, 'bids', 'asks', 'price', 'volume')
    book.bids = book.bids.slice(0, limit)
    book.asks = book.asks.slice(0, limit)
    return book
  }

  override async fetchTrades(
    symbol: string,
    since?: Int,
    limit?: Int,
    params: Dict = {},
  ): Promise<Trade[]> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const query = this.extend({ symbol: market.id }, params)
    const { data } = await this.request('exchange/venue/trades', 'public', 'GET', query)
    return this.parseTrades(data.trades, market, since, limit)
  }

  /** Parses a trade of the market or, with its order and its fee, one of the caller. */
  override parseTrade(trade: Dict, market?: Market): Trade {
    const { symbol } = this.safeMarket(this.safeString(trade, 'txPair'), market)
    const time = this.parse8601(this.safeString2(trade, 'time', 'createdAt'))
    return this.safeTrade(
      {
        info: trade,
        id: this.safeString2(trade, 'id', 'tradeId'),
        ...{ timestamp: time, datetime: this.iso8601(time), symbol },
        order: this.safeString(trade, 'order_no'),
        type: undefined,
        side: this.safeStringLower(trade, 'side'),
        takerOrMaker: undefined,
        price: this.safeString(trade, 'price'),
        amount: this.safeString(trade, 'volume'),
        cost: this.safeString(trade, 'amount'),
        fees: this.feesOf(trade),
      },
      market,
    )
  }

  /** Fee and tax are both deducted from the received asset; ccxt adds them up. */
  protected feesOf(info: Dict): readonly Dict[] {
    const currency = this.safeCurrencyCode(this.safeString(info, 'feeAsset'))
    const costs = ['fee', 'tax'].map((name) => this.safeString(info, name))
    return currency === undefined ? [] : costs.map((cost) => ({ currency, cost }))
  }

  override async fetchOHLCV(
    symbol: string,
    timeframe = '1m',
    since?: Int,
    limit?: Int,
    params: Dict = {},
  ): Promise<OHLCV[]> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const { until, ...more } = params
    const query = this.extend(
      {
        symbol: market.id,
        interval: this.safeString(this.timeframes, timeframe, timeframe),
        startTime: since,
        endTime: until,
        limit: limit === undefined ? undefined : Math.min(limit, maxCandles),
      },
      more,
    )
    const { data } = await this.request('exchange/venue/history', 'public', 'GET', query)
    return this.parseOHLCVs(data, market, timeframe, since, limit)
  }

  override parseOHLCV(candle: Dict): OHLCV {
    const [open, high, low] = ['open', 'high', 'low'].map((name) => this.safeNumber(candle, name))
    const [close, volume] = ['close', 'volume'].map((name) => this.safeNumber(candle, name))
    return [this.safeInteger(candle, 'openTime'), open, high, low, close, volume]
  }

  override handleErrors(
    status: number,
    _statusText: Str,
    _url: Str,
    _method: Str,
    _headers: Dict,
    body: Str,
    response: Dict | undefined,
  ): undefined {
    if (response === undefined || this.safeBool(response, 'result') !== false) return undefined
    const feedback = `${this.id} ${body}`
    this.throwExactlyMatchedException(
      this.exceptions['exact'],
      this.safeString(response, 'message'),
      feedback,
    )
    // A sentence says which field is invalid. Other statuses are mapped by ccxt.
    if (status === badRequest) {
      this.throwExactlyMatchedException(this.exceptions['exact'], 'api.validation_failed', feedback)
    }
    return undefined
  }
}

const maxCandles = 1_000
const badRequest = 400
