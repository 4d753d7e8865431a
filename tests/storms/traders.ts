import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { type Knock, knocker, type Said } from './door.ts'
import type { Pair } from './pair.ts'
import { between } from './stage.ts'
import type { Withdrawer } from './withdrawers.ts'

/** A wish to buy or to sell, told from the owner's others by its volume, and what was answered. */
export type Wish = {
  readonly user: number
  readonly txPair: string
  readonly volume: string
  orderNo: string | null
}

/** Somebody who trades, one thing after the other. */
type Trader = { readonly by: Withdrawer; readonly wishes: Wish[]; busy: boolean }

/** Traders who go on until they are told to stop. */
export type Crowd = Readonly<{
  wishes: () => readonly Wish[]
  /** Answers by what they were, those of a broken connection too. */
  answers: ReadonlyMap<string, number>
  /** Settles once whoever was asking has an answer. */
  stop: () => Promise<void>
}>

/** The market that stands still, in rupiah, and the least that is traded of each coin. */
const market = {
  BTC_IDR: { price: 1_000_000_000, away: 100_000_000, first: 3, digits: 5 },
  ETH_IDR: { price: 58_400_000, away: 5_000_000, first: 6, digits: 4 },
} as const
export const prices = { BTC_IDR: '1000000000', ETH_IDR: '58400000' } as const

type PairName = keyof typeof market
const atOnce = 16
const patienceMs = 4_000
const tries = 4
const exchange = '/api/exchange/venue'
const Created = z.object({ data: z.string() })
const Numbered = z.object({ order_no: z.string() })

/** So many at once place orders, cancel them, and have the venue fill and end them. */
export function startTrading(pair: Pair, withdrawers: readonly Withdrawer[]): Crowd {
  const { stage, nodes } = pair
  const traders = withdrawers.map((by): Trader => ({ by, wishes: [], busy: false }))
  const doors = nodes.map((node) => knocker(node, atOnce))
  const answers = new Map<string, number>()
  const stopping = new AbortController()

  async function knock(what: Knock, again: number): Promise<Said | null> {
    const first = randomInt(doors.length)
    for (let turn = 0; turn < again; turn += 1) {
      const late = stage.sleep(patienceMs).then(() => null)
      const asked = doors[(first + turn) % doors.length]?.knock(what).catch(() => null)
      const said = (await Promise.race([asked, late])) ?? null
      const answer = said === null ? 'no answer' : inShort(said)
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      // An order without an answer is asked for again with its key, as apps do.
      if (said !== null && said.status < 500 && said.status !== 409) return said
      await stage.sleep(between(100, 400))
    }
    return null
  }

  async function worker(): Promise<void> {
    while (!stopping.signal.aborted && !stage.signal.aborted) {
      const trader = traders[randomInt(traders.length)]
      if (trader === undefined || trader.busy) continue
      trader.busy = true
      await step(pair, trader, knock)
      trader.busy = false
      await stage.sleep(between(40, 260))
    }
  }
  const working = Promise.all(Array.from({ length: atOnce }, worker))
  // Whoever waits for it later still gets the error.
  working.catch(() => undefined)
  return {
    wishes: () => traders.flatMap(({ wishes }) => wishes),
    answers,
    async stop() {
      stopping.abort()
      await working
      for (const door of doors) door.close()
    },
  }
}

const inShort = ({ status, text }: Said): string =>
  status === 200 ? '200' : `${status} ${/"message":"([a-z._]+)"/.exec(text)?.[1] ?? text}`

type Knocks = (what: Knock, again: number) => Promise<Said | null>

async function step(pair: Pair, trader: Trader, knock: Knocks): Promise<void> {
  const chance = randomInt(100)
  if (chance < 55) return place(trader, knock)
  const known = trader.wishes.filter(({ orderNo }) => orderNo !== null)
  const some = known[randomInt(Math.max(1, known.length))]
  if (some === undefined || some.orderNo === null) return
  if (chance < 82) return fill(pair, some, some.orderNo)
  const { token } = trader.by
  if (chance < 84) {
    const ended = { clientOrderId: some.orderNo, status: 'EXPIRED' }
    return atVenue(pair, '/venue/orders/end', ended)
  }
  const to = chance < 96 ? `order/${some.orderNo}` : chance < 98 ? 'symbolOrders' : 'allOrders'
  const body = to === 'symbolOrders' ? { body: { txPair: some.txPair } } : {}
  await knock({ method: 'DELETE', to: `${exchange}/${to}`, token, ...body }, 1)
}

async function place({ by, wishes }: Trader, knock: Knocks): Promise<void> {
  const names: readonly PairName[] = ['BTC_IDR', 'BTC_IDR', 'ETH_IDR']
  const txPair = names[randomInt(names.length)] ?? 'BTC_IDR'
  const { price, away, first, digits } = market[txPair]
  const side = randomInt(2) === 0 ? 'BUY' : 'SELL'
  const volume = `0.${(first + wishes.length).toString().padStart(digits, '0')}`
  const at = side === 'BUY' ? price - randomInt(away) : price + randomInt(away)
  const limit = { type: 'LIMIT', price: at.toString() }
  const type = randomInt(4) === 0 ? { type: 'MARKET' } : limit
  const wish: Wish = { user: by.id, txPair, volume, orderNo: null }
  wishes.push(wish)
  const headers = { 'idempotency-key': `storm-order-${by.id}-${wishes.length}` }
  const body = { side, txPair, volume, ...type }
  const asked = { method: 'POST', to: `${exchange}/order`, token: by.token, body, headers } as const
  const said = await knock(asked, tries)
  if (said?.status !== 200) return
  wish.orderNo = Numbered.parse(JSON.parse(Created.parse(JSON.parse(said.text)).data)).order_no
}

/** A part of the order, or more than is open of it, which the venue refuses. */
function fill(pair: Pair, { txPair, volume }: Wish, clientOrderId: string): Promise<void> {
  const lots = Number.parseInt(volume.slice(2), 10)
  const part = between(1, lots + 1)
    .toString()
    .padStart(txPair === 'BTC_IDR' ? 5 : 4, '0')
  return atVenue(pair, '/venue/fills', { clientOrderId, quantity: `0.${part}` })
}

/** What the venue can't do, because the order is over or is not there, is not done. */
const atVenue = async ({ providers }: Pair, path: string, body: unknown): Promise<void> => {
  await providers.control('POST', path, body).catch(() => undefined)
}
