import { sha256 } from '@noble/hashes/sha2.js'
import {
  ArgumentsRequired,
  type Balances,
  type Currency,
  type Dict,
  type Int,
  InvalidOrder,
  type Market,
  type Num,
  type Order,
  OrderNotFound,
  type OrderSide,
  type OrderType,
  type Str,
  type Trade,
  type Transaction,
} from 'ccxt'
import { TukarMarket } from './market.ts'

const itemsAPage = 100
const maxItems = 1_000
/** Many requests at once run ahead of the time by less; the service admits no more than 5 s. */
const mostAheadMs = 3_000

/** Tukar as an exchange of ccxt. Amounts and prices of orders are rounded to the pair's steps. */
export class tukar extends TukarMarket {
  #lastNonce = 0

  /**
   * Returns the time in milliseconds; never one twice, since a signature is accepted once. If the
   * clock was ahead and `timeDifference` corrects it, it begins again at the right time.
   */
  override nonce(): number {
    const now = this.milliseconds() - this.options['timeDifference']
    const isAhead = this.#lastNonce - now > mostAheadMs
    this.#lastNonce = isAhead ? now : Math.max(this.#lastNonce + 1, now)
    return this.#lastNonce
  }

  override sign(
    path: string,
    api = 'public',
    method = 'GET',
    params: Dict = {},
    headers: Dict = {},
    _body: Str = undefined,
  ) {
    const place = `/api/${this.implodeParams(path, params)}`
    const rest = definedOf(this.omit(params, this.extractParams(path)))
    const isRead = method === 'GET'
    const query = isRead ? this.urlencode(rest) : ''
    const target = query === '' ? place : `${place}?${query}`
    const body = isRead || Object.keys(rest).length === 0 ? undefined : this.json(rest)
    const signed = api === 'private' ? this.signatureOf(method, target, body) : {}
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const url = this.implodeHostname(this.urls['api'][api]) + target
    return { url, method, body, headers: { ...headers, ...type, ...signed } }
  }

  private signatureOf(method: string, target: string, body = ''): Dict {
    this.checkRequiredCredentials()
    const timestamp = `${this.nonce()}`
    const text = this.encode([timestamp, method, target, body].join('\n'))
    return {
      'X-API-KEY': this.apiKey,
      'X-API-TIMESTAMP': timestamp,
      'X-API-SIGNATURE-VERSION': '2',
      'X-API-SIGNATURE': this.hmac(text, this.encode(this.secret), sha256, 'hex'),
    }
  }

  override async fetchBalance(params: Dict = {}): Promise<Balances> {
    await this.loadMarkets()
    const { data } = await this.request('exchange/venue/accountInfo', 'private', 'GET', params)
    return this.parseBalance(data)
  }

  override parseBalance(response: Dict): Balances {
    const balances: Dict = { info: response, timestamp: undefined, datetime: undefined }
    for (const balance of this.safeList(response, 'balances', [])) {
      const account = this.account()
      account.free = this.safeString(balance, 'available')
      account.used = this.safeString(balance, 'locked')
      balances[this.codeOf(balance)] = account
    }
    return this.safeBalance(balances)
  }

  private codeOf(info: Dict): string {
    const id = this.safeString(info, 'symbol', '')
    return this.safeCurrencyCode(id) ?? id
  }

  /**
   * Places a limit or market order. `params.idempotencyKey` names it: a call that is repeated with
   * the same key places one order. Without it, each call has a key of its own.
   */
  override async createOrder(
    symbol: string,
    type: OrderType,
    side: OrderSide,
    amount: number,
    price?: Num,
    params: Dict = {},
  ): Promise<Order> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const { idempotencyKey = this.uuid(), ...more } = params
    if (type === 'limit' && price === undefined) {
      throw new InvalidOrder(`${this.id} createOrder() requires the price of a limit order`)
    }
    const terms = this.extend(
      {
        txPair: market.id,
        side: side?.toUpperCase(),
        type: type.toUpperCase(),
        volume: this.amountToPrecision(symbol, amount),
        ...(type === 'limit' ? { price: this.priceToPrecision(symbol, price) } : {}),
      },
      more,
    )
    const key = { 'Idempotency-Key': idempotencyKey }
    const { data } = await this.request('exchange/venue/order', 'private', 'POST', terms, key)
    const created = this.parseJson(data)
    return this.parseOrder(this.extend(terms, created), market)
  }

  override async cancelOrder(id: string, symbol?: Str, params: Dict = {}): Promise<Order> {
    await this.loadMarkets()
    const market = this.marketOf(symbol)
    const path = 'exchange/venue/order/{orderNo}'
    await this.request(path, 'private', 'DELETE', this.extend({ orderNo: id }, params))
    return this.parseOrder({ order_no: id, status: 'CANCEL' }, market)
  }

  override async cancelAllOrders(symbol?: Str, params: Dict = {}): Promise<Order[]> {
    await this.loadMarkets()
    const market = this.marketOf(symbol)
    const { data } =
      market === undefined
        ? await this.request('exchange/venue/allOrders', 'private', 'DELETE', params)
        : await this.request(
            'exchange/venue/symbolOrders',
            'private',
            'DELETE',
            this.extend({ txPair: market.id }, params),
          )
    return this.parseOrders(data, market)
  }

  private marketOf(symbol: Str): Market {
    return symbol === undefined ? undefined : this.market(symbol)
  }

  override async fetchOrder(id: string, symbol?: Str, params: Dict = {}): Promise<Order> {
    await this.loadMarkets()
    const query = this.extend({ order_no: id }, params)
    const { data } = await this.request('exchange/venue/historyOrder', 'private', 'GET', query)
    const [order] = this.parseOrders(data.data, this.marketOf(symbol))
    if (order === undefined) throw new OrderNotFound(`${this.id} has no order ${id}`)
    return order
  }

  override fetchOrders(symbol?: Str, since?: Int, limit?: Int, params: Dict = {}) {
    return this.ordersIn('exchange/venue/historyOrder', symbol, since, limit, params)
  }

  /** Without a limit it reads all of them, as programs expect that compare orders with these. */
  override fetchOpenOrders(symbol?: Str, since?: Int, limit: Int = maxItems, params: Dict = {}) {
    return this.ordersIn('exchange/venue/currentOrder', symbol, since, limit, params)
  }

  override fetchClosedOrders(symbol?: Str, since?: Int, limit?: Int, params: Dict = {}) {
    return this.fetchOrders(symbol, since, limit, this.extend({ status: 'DONE' }, params))
  }

  override fetchCanceledOrders(symbol?: Str, since?: Int, limit?: Int, params: Dict = {}) {
    return this.fetchOrders(symbol, since, limit, this.extend({ status: 'CANCEL' }, params))
  }

  private async ordersIn(path: string, symbol: Str, since: Int, limit: Int, params: Dict) {
    await this.loadMarkets()
    const market = this.marketOf(symbol)
    const query = this.extend({ txPair: market?.id }, params)
    const orders = await this.listed(path, query, since, limit)
    return this.parseOrders(orders, market, since, limit)
  }

  override parseOrder(order: Dict, market?: Market): Order {
    const marketId = this.safeString(order, 'txPair')
    const known = marketId === undefined ? market : this.safeMarket(marketId, market)
    const time = this.parse8601(this.safeString(order, 'createdAt'))
    return this.safeOrder(
      {
        info: order,
        id: this.safeString(order, 'order_no'),
        clientOrderId: undefined,
        ...{ timestamp: time, datetime: this.iso8601(time) },
        lastTradeTimestamp: undefined,
        lastUpdateTimestamp: this.parse8601(this.safeString(order, 'updatedAt')),
        symbol: known?.symbol,
        type: this.safeStringLower(order, 'type'),
        timeInForce: undefined,
        postOnly: undefined,
        side: this.safeStringLower(order, 'side'),
        price: this.safeString(order, 'price'),
        average: this.safeString(order, 'averagePrice'),
        amount: this.safeString(order, 'volume'),
        filled: this.safeString(order, 'executedVolume'),
        cost: this.safeString(order, 'executedAmount'),
        status: this.orderStatusOf(order),
        fees: this.feesOf(order),
      },
      known,
    )
  }

  private orderStatusOf(order: Dict): Str {
    const status = this.safeString(order, 'status')
    if (status !== 'CANCEL') return this.safeString({ CREATE: 'open', DONE: 'closed' }, status)
    const reason = this.safeString(order, 'reason', '')
    if (reason.startsWith('EXPIRED')) return 'expired'
    return /^(?:REFUSED|NOT_PLACED)/.test(reason) ? 'rejected' : 'canceled'
  }

  override async fetchMyTrades(
    symbol?: Str,
    since?: Int,
    limit?: Int,
    params: Dict = {},
  ): Promise<Trade[]> {
    await this.loadMarkets()
    const market = this.marketOf(symbol)
    const query = this.extend({ txPair: market?.id }, params)
    const trades = await this.listed('exchange/venue/history', query, since, limit)
    return this.parseTrades(trades, market, since, limit)
  }

  override fetchOrderTrades(
    id: string,
    symbol?: Str,
    since?: Int,
    limit: Int = maxItems,
    params: Dict = {},
  ): Promise<Trade[]> {
    return this.fetchMyTrades(symbol, since, limit, this.extend({ order_no: id }, params))
  }

  override async fetchDepositsWithdrawals(
    code?: Str,
    since?: Int,
    limit?: Int,
    params: Dict = {},
  ): Promise<Transaction[]> {
    await this.loadMarkets()
    const currency = code === undefined ? undefined : this.currency(code)
    const query = this.extend({ symbol: currency?.id }, params)
    const found = await this.listed('users/history/v2/deposit-withdraw', query, since, limit)
    return this.parseTransactions(found, currency, since, limit)
  }

  override fetchDeposits(code?: Str, since?: Int, limit?: Int, params: Dict = {}) {
    const deposits = this.extend({ direction: 'DEPOSIT' }, params)
    return this.fetchDepositsWithdrawals(code, since, limit, deposits)
  }

  override fetchWithdrawals(code?: Str, since?: Int, limit?: Int, params: Dict = {}) {
    const withdrawals = this.extend({ direction: 'WITHDRAWAL' }, params)
    return this.fetchDepositsWithdrawals(code, since, limit, withdrawals)
  }

  /**
   * Withdraws coins. `params` has the network, `otpCode` (mailed to the owner), `residentialName`
   * and, unless `twofa` is set to the authenticator's secret, `twoFACode`.
   */
  override async withdraw(
    code: string,
    amount: number,
    address: string,
    tag?: Str,
    params: Dict = {},
  ): Promise<Transaction> {
    await this.loadMarkets()
    const currency = this.currency(code)
    const { network, idempotencyKey = this.uuid(), ...more } = params
    if (network === undefined) {
      throw new ArgumentsRequired(`${this.id} withdraw() requires params.network`)
    }
    const terms = this.extend(
      {
        symbol: currency.id,
        amount: this.currencyToPrecision(code, amount),
        toAddress: address,
        network: this.networkCodeToId(network, code),
        ...(tag === undefined ? {} : { destination_tag: tag }),
        ...(this.twofa === undefined ? {} : { twoFACode: this.oath() }),
      },
      more,
    )
    const key = { 'Idempotency-Key': idempotencyKey }
    const { data } = await this.request('withdraw/withdraw-coin', 'private', 'POST', terms, key)
    const accepted = { ...data, id: data.request_id, type: 'COIN_WITHDRAWAL' }
    return this.parseTransaction({ ...terms, address, ...accepted }, currency)
  }

  override parseTransaction(transfer: Dict, currency?: Currency): Transaction {
    const time = this.parse8601(this.safeString(transfer, 'createdAt'))
    const address = this.safeString(transfer, 'address')
    const code = this.safeCurrencyCode(this.safeString(transfer, 'symbol'), currency)
    const isDeposit = this.safeString(transfer, 'type', '').endsWith('DEPOSIT')
    return {
      info: transfer,
      id: this.safeString(transfer, 'id'),
      txid: this.safeString(transfer, 'txHash'),
      ...{ timestamp: time, datetime: this.iso8601(time) },
      network: this.networkIdToCode(this.safeString(transfer, 'network')),
      ...{ address, addressTo: address, addressFrom: undefined },
      ...{ tag: undefined, tagTo: undefined, tagFrom: undefined },
      type: isDeposit ? 'deposit' : 'withdrawal',
      amount: this.safeNumber(transfer, 'amount'),
      currency: code,
      status: this.safeString(transferStatuses, this.safeString(transfer, 'status'), 'pending'),
      updated: this.parse8601(this.safeString(transfer, 'updatedAt')),
      fee: { currency: code, cost: this.safeNumber(transfer, 'fee') },
      comment: undefined,
      internal: false,
    }
  }

  /**
   * Reads a list: from `since` on the oldest items, without it the newest. `params.until` ends it.
   */
  private async listed(path: string, params: Dict, since: Int, limit: Int): Promise<Dict[]> {
    const { until, ...more } = params
    const most = Math.min(limit ?? itemsAPage, maxItems)
    const span = { startTime: since, endTime: until, sort: since === undefined ? 'desc' : 'asc' }
    const query = this.extend({ ...span, per_page: Math.min(most, itemsAPage) }, more)
    const items: Dict[] = []
    for (let page: Int = 1; page !== undefined && items.length < most; ) {
      const { data } = await this.request(path, 'private', 'GET', { ...query, page })
      items.push(...data.data)
      page = this.safeInteger(data, 'nextPage')
    }
    return items.slice(0, most)
  }
}

const definedOf = (params: Dict): Dict =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))

const transferStatuses = {
  COMPLETED: 'ok',
  SUCCESS: 'ok',
  REJECTED: 'canceled',
  FAILED: 'failed',
}
