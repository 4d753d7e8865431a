import { randomInt } from 'node:crypto'
import { orderNoOf, type Tukar } from '../../packages/client/src/client.ts'
import { ampleLimits, ampleRates } from '../make/ample-venue.ts'
import { pricesSeen, steadyPrices } from '../make/prices.ts'
import { appAt, outcomeOf } from './apps.ts'
import type { Pair } from './pair.ts'
import { between } from './stage.ts'
import type { Withdrawer } from './withdrawers.ts'

/** A requested order, identified among its owner's by its volume, and the response. */
export type Wish = {
  readonly user: number
  readonly txPair: string
  readonly volume: string
  orderNo: string | null
}

/** A user who trades, one request after the other. */
type Trader = { readonly by: Withdrawer; readonly wishes: Wish[]; busy: boolean }

/** Traders that continue until they are stopped. */
export type Crowd = Readonly<{
  wishes: () => readonly Wish[]
  /** Responses by kind, including broken connections. */
  answers: ReadonlyMap<string, number>
  /** Settles after the last response has arrived. */
  stop: () => Promise<void>
}>

/** The fixed market prices in rupiah, and the minimum quantity of each coin. */
export const market = {
  BTC_IDR: { price: 1_000_000_000, away: 100_000_000, first: 3, digits: 5 },
  ETH_IDR: { price: 58_400_000, away: 5_000_000, first: 6, digits: 4 },
} as const
const prices = { BTC_IDR: '1000000000', ETH_IDR: '58400000' } as const

const observeEveryMs = 1_000

/** Prices are fixed and known, and the venue's limits exceed our load. */
export async function openMarket({ stage, db, providers }: Pair): Promise<void> {
  await providers.control('POST', '/venue/pace', { walk: false })
  await providers.control('POST', '/venue/limits', ampleLimits)
  await ampleRates(db)
  for (const [name, price] of Object.entries(prices)) {
    await providers.control('POST', '/venue/price', { symbol: name.replace('_', ''), price })
  }
  await steadyPrices(db, prices)
  const observe = () => pricesSeen(db, prices)
  const observing = setInterval(() => void observe().catch(() => undefined), observeEveryMs)
  stage.atEnd(async () => clearInterval(observing))
}

export type PairName = keyof typeof market
const atOnce = 16
const tries = 4

/** This many users at once place and cancel orders, and make the venue fill and end them. */
export function startTrading(pair: Pair, withdrawers: readonly Withdrawer[]): Crowd {
  const { stage, nodes } = pair
  const traders = withdrawers.map((by): Trader => ({ by, wishes: [], busy: false }))
  const answers = new Map<string, number>()
  const stopping = new AbortController()

  const attempt: Attempt = async ({ token }, call, times) => {
    const first = randomInt(nodes.length)
    for (let turn = 0; turn < times; turn += 1) {
      const node = nodes[(first + turn) % nodes.length]
      if (node === undefined) throw new Error('traders need a node')
      const { data, answer, again } = await outcomeOf(call(appAt(node, token)))
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      if (!again) return data
      await stage.sleep(between(100, 400))
    }
    return null
  }

  async function worker(): Promise<void> {
    while (!stopping.signal.aborted && !stage.signal.aborted) {
      const trader = traders[randomInt(traders.length)]
      if (trader === undefined || trader.busy) {
        await stage.sleep(10)
        continue
      }
      trader.busy = true
      await step(pair, trader, attempt)
      trader.busy = false
      await stage.sleep(between(40, 260))
    }
  }
  const working = Promise.all(Array.from({ length: atOnce }, worker))
  // An error is still thrown to a later `await`.
  working.catch(() => undefined)
  return {
    wishes: () => traders.flatMap(({ wishes }) => wishes),
    answers,
    async stop() {
      stopping.abort()
      await working
    },
  }
}

/** Retries up to this many times, as apps do, until there is a response. */
type Attempt = <Data>(
  by: Withdrawer,
  call: (app: Tukar) => Promise<Data>,
  times: number,
) => Promise<Data | null>

async function step(pair: Pair, trader: Trader, attempt: Attempt): Promise<void> {
  const chance = randomInt(100)
  if (chance < 55) return place(trader, attempt)
  const known = trader.wishes.filter(({ orderNo }) => orderNo !== null)
  const some = known[randomInt(Math.max(1, known.length))]
  if (some === undefined || some.orderNo === null) return
  if (chance < 82) return fill(pair, some, some.orderNo)
  const { orderNo } = some
  if (chance < 84) {
    const ended = { clientOrderId: orderNo, status: 'EXPIRED' }
    return atVenue(pair, '/venue/orders/end', ended)
  }
  const cancel = (app: Tukar): Promise<unknown> => {
    if (chance >= 98) return app.delete('/api/exchange/venue/allOrders')
    const { txPair } = some
    return chance < 96
      ? app.delete('/api/exchange/venue/order/{orderNo}', { params: { path: { orderNo } } })
      : app.delete('/api/exchange/venue/symbolOrders', { body: { txPair } })
  }
  await attempt(trader.by, cancel, 1)
}

async function place({ by, wishes }: Trader, attempt: Attempt): Promise<void> {
  const names: readonly PairName[] = ['BTC_IDR', 'BTC_IDR', 'ETH_IDR']
  const txPair = names[randomInt(names.length)] ?? 'BTC_IDR'
  const { price, away, first, digits } = market[txPair]
  const side = randomInt(2) === 0 ? 'BUY' : 'SELL'
  const volume = `0.${(first + wishes.length).toString().padStart(digits, '0')}`
  const at = side === 'BUY' ? price - randomInt(away) : price + randomInt(away)
  const limit = { type: 'LIMIT', price: at.toString() } as const
  const type = randomInt(4) === 0 ? ({ type: 'MARKET' } as const) : limit
  const wish: Wish = { user: by.id, txPair, volume, orderNo: null }
  wishes.push(wish)
  const header = { 'Idempotency-Key': `storm-order-${by.id}-${wishes.length}` }
  const sent = { body: { side, txPair, volume, ...type }, params: { header } } as const
  const order = (app: Tukar) => app.post('/api/exchange/venue/order', sent)
  const created = await attempt(by, order, tries)
  if (created !== null) wish.orderNo = orderNoOf(created)
}

/** Fills a part of the order, or more than is open, which the venue refuses. */
function fill(pair: Pair, { txPair, volume }: Wish, clientOrderId: string): Promise<void> {
  const lots = Number.parseInt(volume.slice(2), 10)
  const part = between(1, lots + 1)
    .toString()
    .padStart(txPair === 'BTC_IDR' ? 5 : 4, '0')
  return atVenue(pair, '/venue/fills', { clientOrderId, quantity: `0.${part}` })
}

/** Ignores a refusal of the venue, as for an order that ended or is not there. */
const atVenue = async ({ providers }: Pair, path: string, body: unknown): Promise<void> => {
  await providers.control('POST', path, body).catch(() => undefined)
}
