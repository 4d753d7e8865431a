/** Types of `@binance/connector`, which has none: those of the calls that its test makes. */

type Options = Readonly<Record<string, string | number | boolean | readonly string[]>>
type Answer = Promise<
  Readonly<{ status: number; data: unknown; headers: Readonly<Record<string, string>> }>
>

export type Spot = Readonly<{
  ping: () => Answer
  time: () => Answer
  exchangeInfo: (options?: Options) => Answer
  depth: (symbol: string, options?: Options) => Answer
  trades: (symbol: string, options?: Options) => Answer
  historicalTrades: (symbol: string, options?: Options) => Answer
  aggTrades: (symbol: string, options?: Options) => Answer
  klines: (symbol: string, interval: string, options?: Options) => Answer
  uiklines: (symbol: string, interval: string, options?: Options) => Answer
  avgPrice: (symbol: string) => Answer
  ticker24hr: (symbol?: string, symbols?: readonly string[]) => Answer
  tickerPrice: (symbol?: string, symbols?: readonly string[]) => Answer
  bookTicker: (symbol?: string, symbols?: readonly string[]) => Answer
  rollingWindowTicker: (symbol?: string, symbols?: readonly string[], options?: Options) => Answer
  newOrderTest: (symbol: string, side: string, type: string, options?: Options) => Answer
  newOrder: (symbol: string, side: string, type: string, options?: Options) => Answer
  cancelOrder: (symbol: string, options?: Options) => Answer
  cancelOpenOrders: (symbol: string) => Answer
  getOrder: (symbol: string, options?: Options) => Answer
  openOrders: (options?: Options) => Answer
  allOrders: (symbol: string, options?: Options) => Answer
  account: () => Answer
  myTrades: (symbol: string, options?: Options) => Answer
  orderCount: () => Answer
  coinInfo: () => Answer
  createListenKey: () => Answer
}>

type Callbacks = Readonly<{
  open?: (client: WebsocketAPI) => void
  message: (text: string) => void
}>
type Listening = Readonly<{
  wsURL: string
  callbacks: Callbacks
  logger: Console
  combinedStreams?: boolean
}>

export type WebsocketAPI = Readonly<{
  ping: () => void
  exchangeInfo: (options: Options) => void
  newOrder: (symbol: string, side: string, type: string, options: Options) => void
  disconnect: () => void
}>

export type WebsocketStream = Readonly<{
  aggTrade: (symbol: string) => void
  ticker: (symbol: string) => void
  kline: (symbol: string, interval: string) => void
  disconnect: () => void
}>

export type Connector = Readonly<{
  Spot: new (apiKey: string, apiSecret: string, options: Options) => Spot
  WebsocketAPI: new (apiKey: string, apiSecret: string, options: Listening) => WebsocketAPI
  WebsocketStream: new (options: Listening) => WebsocketStream
}>
