import { z } from 'zod'
import { isDecimal, textOf, unitsOf } from './amounts.ts'
import { missing } from './gate.ts'
import { no } from './refusal.ts'

export type Status = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED'

/** One order of the pooled account; amounts are 8th decimals. */
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
  /** What a market order was to cost, where it was given so. */
  quoteQuantity: bigint
  executed: bigint
  quoteExecuted: bigint
  status: Status
  /** What of the account is still kept for it. */
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

export const isOpen = ({ status }: Order): boolean =>
  status === 'NEW' || status === 'PARTIALLY_FILLED'

/** What an order is asked by; the answer's form comes with it. */
export type Asked = Pick<
  Order,
  'symbol' | 'side' | 'type' | 'timeInForce' | 'price' | 'quantity' | 'quoteQuantity'
> &
  Readonly<{ clientOrderId: string | null; form: 'ACK' | 'RESULT' | 'FULL' }>

const known = new Set([
  'symbol',
  'side',
  'type',
  'timeInForce',
  'quantity',
  'quoteOrderQty',
  'price',
  'newClientOrderId',
  'newOrderRespType',
  'selfTradePreventionMode',
  'computeCommissionRates',
  'recvWindow',
  'timestamp',
  'signature',
])

const Side = z.enum(['BUY', 'SELL'])
const Type = z.enum(['LIMIT', 'MARKET', 'LIMIT_MAKER'])
const TimeInForce = z.enum(['GTC', 'IOC', 'FOK'])
const Form = z.enum(['ACK', 'RESULT', 'FULL'])

type Params = Readonly<Record<string, string>>

/** Reads the parameters of an order with the codes the venue refuses each by. */
export function readOrder(params: Params): Asked {
  const odd = Object.keys(params).find((name) => !known.has(name))
  if (odd !== undefined) throw no(-1104, 'Not all sent parameters were read.')
  const { symbol, newClientOrderId = null } = params
  if (symbol === undefined) throw missing('symbol')
  const side = choice(Side, params, 'side', no(-1117, 'Invalid side.'))
  const type = choice(Type, params, 'type', no(-1116, 'Invalid orderType.'))
  if (newClientOrderId !== null && !/^[a-zA-Z0-9\-_]{1,36}$/.test(newClientOrderId)) {
    throw no(-1100, "Illegal characters found in parameter 'newClientOrderId'.")
  }
  const form = Form.safeParse(params['newOrderRespType']).data
  return {
    symbol,
    side,
    type,
    clientOrderId: newClientOrderId,
    form: form ?? (type === 'LIMIT_MAKER' ? 'ACK' : 'FULL'),
    ...sizes(params, type),
  }
}

function choice<Choice extends string>(
  schema: z.ZodType<Choice>,
  params: Params,
  name: string,
  refusal: Error,
): Choice {
  if (params[name] === undefined) throw missing(name)
  const read = schema.safeParse(params[name])
  if (!read.success) throw refusal
  return read.data
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
      ? choice(TimeInForce, params, 'timeInForce', no(-1115, 'Invalid timeInForce.'))
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
  selfTradePreventionMode: 'EXPIRE_MAKER',
})

/** What placing answers, as short or as full as was asked. */
export function placedObject(order: Order, trades: readonly Trade[], form: Asked['form']) {
  const { symbol, orderId, clientOrderId, updateTime } = order
  const ack = { symbol, orderId, orderListId: -1, clientOrderId, transactTime: updateTime }
  if (form === 'ACK') return ack
  const { time, updateTime: _, stopPrice, icebergQty, isWorking, ...rest } = orderObject(order)
  const result = { ...ack, ...rest }
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

/** What cancelling answers: the order under its own id, and the id of the request that ended it. */
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
