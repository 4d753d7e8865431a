import { isDecimal, textOf, unitsOf } from './amounts.ts'
import { defaultSelfTradeMode, type SelfTradeMode, selfTradeModes } from './listing.ts'
import {
  choiceOf,
  clientIdOf,
  missing,
  numberOf,
  type Params,
  required,
} from './requests/parameters.ts'
import { no } from './requests/refusal.ts'

export type Status =
  | 'NEW'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'EXPIRED_IN_MATCH'

/** One order of the pooled account; amounts are in units of 10^-8. */
export type Order = Readonly<{
  symbol: string
  orderId: number
  clientOrderId: string
  side: 'BUY' | 'SELL'
  type: 'LIMIT' | 'MARKET' | 'LIMIT_MAKER'
  timeInForce: 'GTC' | 'IOC' | 'FOK'
  /** 0 for a market order. */
  price: bigint
  quantity: bigint
  /** The cost of a market order that was placed by its cost. */
  quoteQuantity: bigint
  executed: bigint
  quoteExecuted: bigint
  status: Status
  selfTradeMode: SelfTradeMode
  /** What expired because it met an order of the same account; null: nothing. */
  prevented: Readonly<{ id: number; quantity: bigint }> | null
  /** The amount that is still locked for it. */
  locked: bigint
  time: number
  updateTime: number
}>

export type Trade = Readonly<{
  symbol: string
  id: number
  orderId: number
  price: bigint
  quantity: bigint
  quote: bigint
  commission: bigint
  commissionAsset: string
  time: number
  isBuyer: boolean
  isMaker: boolean
}>

/** Two orders of the account that met and did not trade. */
export type PreventedMatch = Readonly<{
  symbol: string
  id: number
  takerOrderId: number
  makerOrderId: number
  mode: SelfTradeMode
  price: bigint
  /** What was left of an order that expired; null if it stayed. */
  takerPrevented: bigint | null
  makerPrevented: bigint | null
  time: number
}>

/** The rest of an order that may still be executed. */
export const restOf = ({ quantity, executed }: Order): bigint => quantity - executed

export const isOpen = ({ status }: Order): boolean =>
  status === 'NEW' || status === 'PARTIALLY_FILLED'

/** The requested order, and the format of the response. */
export type Asked = Pick<
  Order,
  | 'symbol'
  | 'side'
  | 'type'
  | 'timeInForce'
  | 'price'
  | 'quantity'
  | 'quoteQuantity'
  | 'selfTradeMode'
> &
  Readonly<{ clientOrderId: string | null; form: 'ACK' | 'RESULT' | 'FULL' }>

export const orderParameters = [
  'symbol',
  'side',
  'type',
  'timeInForce',
  'quantity',
  'quoteOrderQty',
  'price',
  'newClientOrderId',
  'strategyId',
  'strategyType',
  'stopPrice',
  'trailingDelta',
  'icebergQty',
  'newOrderRespType',
  'selfTradePreventionMode',
  'pegPriceType',
  'pegOffsetValue',
  'pegOffsetType',
] as const

/** Parameters of order types that no symbol here allows. */
const ofOtherTypes = [
  'stopPrice',
  'trailingDelta',
  'icebergQty',
  'pegPriceType',
  'pegOffsetValue',
  'pegOffsetType',
] as const

const forms = ['ACK', 'RESULT', 'FULL'] as const

/** Reads the parameters of an order; throws the venue's code for each problem. */
export function readOrder(params: Params): Asked {
  const symbol = required(params, 'symbol')
  const side = choice(params, 'side', ['BUY', 'SELL'], no(-1117, 'Invalid side.'))
  const type = choice(
    params,
    'type',
    ['LIMIT', 'MARKET', 'LIMIT_MAKER'],
    no(-1116, 'Invalid orderType.'),
  )
  const other = ofOtherTypes.find((name) => params[name] !== undefined)
  if (other !== undefined) throw notRequired(other)
  checkStrategy(params)
  const selfTradeMode = choiceOf(params, 'selfTradePreventionMode', selfTradeModes)
  const clientOrderId = clientIdOf(params, 'newClientOrderId')
  const form = choiceOf(params, 'newOrderRespType', forms, no(-1136, 'Invalid newOrderRespType.'))
  return {
    symbol,
    side,
    type,
    clientOrderId,
    selfTradeMode: selfTradeMode ?? defaultSelfTradeMode,
    form: form ?? (type === 'LIMIT_MAKER' ? 'ACK' : 'FULL'),
    ...sizes(params, type),
  }
}

const leastStrategyType = 1_000_000

function checkStrategy(params: Params): void {
  numberOf(params, 'strategyId')
  const type = numberOf(params, 'strategyType') ?? leastStrategyType
  if (type < leastStrategyType) throw no(-1134, 'strategyType was less than 1000000.')
}

function choice<Choice extends string>(
  params: Params,
  name: string,
  choices: readonly Choice[],
  refusal: Error,
): Choice {
  const read = choiceOf(params, name, choices, refusal)
  if (read === null) throw missing(name)
  return read
}

function sizes(
  params: Params,
  type: Order['type'],
): Pick<Asked, 'timeInForce' | 'price' | 'quantity' | 'quoteQuantity'> {
  const quantity = amount(params, 'quantity')
  if (type === 'MARKET') {
    const quoteQuantity = amount(params, 'quoteOrderQty')
    if (params['price'] !== undefined) throw notRequired('price')
    if (params['timeInForce'] !== undefined) throw notRequired('timeInForce')
    if ((quantity === null) === (quoteQuantity === null)) throw missing('quantity')
    return {
      timeInForce: 'GTC',
      price: 0n,
      quantity: quantity ?? 0n,
      quoteQuantity: quoteQuantity ?? 0n,
    }
  }
  const price = amount(params, 'price')
  if (quantity === null) throw missing('quantity')
  if (price === null) throw missing('price')
  if (params['quoteOrderQty'] !== undefined) throw notRequired('quoteOrderQty')
  if (type === 'LIMIT_MAKER' && params['timeInForce'] !== undefined) {
    throw notRequired('timeInForce')
  }
  const timeInForce =
    type === 'LIMIT'
      ? choice(params, 'timeInForce', ['GTC', 'IOC', 'FOK'], no(-1115, 'Invalid timeInForce.'))
      : 'GTC'
  return { timeInForce, price, quantity, quoteQuantity: 0n }
}

const notRequired = (name: string) => no(-1106, `Parameter '${name}' sent when not required.`)

function amount(params: Params, name: string): bigint | null {
  const text = params[name]
  if (text === undefined) return null
  if (!isDecimal(text)) {
    throw no(-1100, `Illegal characters found in parameter '${name}'.`)
  }
  const read = unitsOf(text)
  if (read === null) throw no(-1111, `Parameter '${name}' has too much precision.`)
  return read
}

/** An order as it is queried and listed. */
export const orderObject = (order: Order) => ({
  symbol: order.symbol,
  orderId: order.orderId,
  orderListId: -1,
  clientOrderId: order.clientOrderId,
  price: textOf(order.price),
  origQty: textOf(order.quantity),
  executedQty: textOf(order.executed),
  cummulativeQuoteQty: textOf(order.quoteExecuted),
  status: order.status,
  timeInForce: order.timeInForce,
  type: order.type,
  side: order.side,
  stopPrice: textOf(0n),
  icebergQty: textOf(0n),
  time: order.time,
  updateTime: order.updateTime,
  isWorking: true,
  workingTime: order.time,
  origQuoteOrderQty: textOf(order.quoteQuantity),
  selfTradePreventionMode: order.selfTradeMode,
  ...(order.prevented === null
    ? {}
    : {
        preventedMatchId: order.prevented.id,
        preventedQuantity: textOf(order.prevented.quantity),
      }),
})

/** The response to placing, in the requested format. */
export function placedObject(
  order: Order,
  { trades, prevented }: Readonly<{ trades: readonly Trade[]; prevented: readonly object[] }>,
  form: Asked['form'],
) {
  const { symbol, orderId, clientOrderId, updateTime } = order
  const ack = { symbol, orderId, orderListId: -1, clientOrderId, transactTime: updateTime }
  if (form === 'ACK') return ack
  const { time, updateTime: _, stopPrice, icebergQty, isWorking, ...rest } = orderObject(order)
  const result = {
    ...ack,
    ...rest,
    ...(prevented.length === 0 ? {} : { preventedMatches: prevented }),
  }
  if (form === 'RESULT') return result
  const fills = trades.map((trade) => ({
    price: textOf(trade.price),
    qty: textOf(trade.quantity),
    commission: textOf(trade.commission),
    commissionAsset: trade.commissionAsset,
    tradeId: trade.id,
  }))
  return { ...result, fills }
}

/** The response to cancelling: the order under its own id, and the id of the request. */
export const cancelledObject = (order: Order, cancelId: string) => {
  const { time, updateTime, stopPrice, icebergQty, isWorking, workingTime, ...rest } =
    orderObject(order)
  return {
    ...rest,
    origClientOrderId: order.clientOrderId,
    clientOrderId: cancelId,
    transactTime: updateTime,
  }
}

export const tradeObject = (trade: Trade) => ({
  symbol: trade.symbol,
  id: trade.id,
  orderId: trade.orderId,
  orderListId: -1,
  price: textOf(trade.price),
  qty: textOf(trade.quantity),
  quoteQty: textOf(trade.quote),
  commission: textOf(trade.commission),
  commissionAsset: trade.commissionAsset,
  time: trade.time,
  isBuyer: trade.isBuyer,
  isMaker: trade.isMaker,
  isBestMatch: true,
})
