import { z } from 'zod'
import { resend } from '../bank.ts'
import { Broken } from '../broken.ts'
import { atoms, inDecimals } from '../decimals.ts'
import { fillOrder, inStillMarket, loseAnswers, spoilEvents, venueBooks } from '../market.ts'
import { type Chapter, type Play, until } from '../play.ts'
import { cancelAll, type Order, orderBecomes, ordersOf, placeOrder } from '../trading.ts'
import { holdingsOf } from '../wallet.ts'

/** Half of the venue's limit for ten seconds: the share of every user. */
const count = 40
/** Of five in ten seconds the service would leave the venue alone for a while. */
const lostAnswers = 3
const rounds = 10
/** Orders that one user may place in ten seconds, but for this storm. */
const usualRate = 10
const copies = 2

const buy = { side: 'BUY', txPair: 'BTC_IDR', volume: '0.0001', price: '1600000000' } as const
const sell = { side: 'SELL', txPair: 'ETH_IDR', volume: '0.001', price: '60000000' } as const
/** The venue's fills of every fourth order of a side, part by part. */
const parts = {
  BUY: [[], ['0.00005'], ['0.00005', '0.00003'], ['0.00004', '0.00006']],
  SELL: [[], ['0.0005'], ['0.0005', '0.0003'], ['0.0004', '0.0006']],
} as const

const Callbacks = z.array(
  z.object({ id: z.string(), body: z.string(), attempts: z.array(z.unknown()) }),
)
const Anything = z.unknown()
const Settings = z.object({
  data: z.array(z.object({ key: z.string(), version: z.string() })),
})
const House = z.object({
  data: z.array(
    z.object({
      symbol: z.string(),
      accounts: z.array(z.object({ account: z.string(), balance: z.string() })),
    }),
  ),
})

/** Responses are lost, events lost, doubled and reordered: the venue’s report decides. */
export const orderStorm: Chapter = {
  title: 'A storm of orders',
  run: (play) => inStillMarket(play, () => run(play)),
}

async function run(play: Play): Promise<void> {
  const { stage, cast } = play
  const friend = cast.friend.get()
  const before = await readBooks(play)
  await stage.step('The friend sells 0.05 BTC, to have rupiah to buy with', async () => {
    const some = { side: 'SELL', txPair: 'BTC_IDR', volume: '0.05' } as const
    await orderBecomes(friend, await placeOrder(friend, some), 'DONE')
  })
  if (!(await setRate(play, 2 * count))) {
    return stage.note('skipped: no operator can raise the limit of orders per user')
  }
  const placed = await stage.step(
    `${count} orders at once to buy and to sell; ${lostAnswers} answers are lost`,
    () => placeMany(play),
  )
  await setRate(play, usualRate)
  const filled = await stage.step(
    'The venue fills them in parts',
    () => fillInParts(play, placed),
    (times) => `The venue fills ${times} parts, and reports them twice, late or never`,
  )
  await stage.step(
    'It repeats its reports',
    () => repeatReports(play, placed),
    (times) => `It repeats its reports, all at once: ${times} times 200`,
  )
  await stage.step('Cancel all open orders', () => cancelAll(friend))
  await stage.step(
    'Every order stands as at the venue',
    () => until('all orders to stand as at the venue', () => asAtVenue(play, placed)),
    (orders) => `Every order stands as at the venue: ${inWords(orders)}`,
  )
  stage.note(`each of ${filled} parts was booked once`)
  await stage.step('Nothing is left frozen', async () => {
    for (const { symbol, locked } of (await holdingsOf(friend)).values()) {
      if (atoms(locked) !== 0n) throw new Broken(`${locked} ${symbol} are frozen for nothing.`)
    }
  })
  if (before === null) return stage.note('skipped: no operator can read the accounts of the house')
  const moved = await stage.step('The house’s books moved as the venue’s pooled account did', () =>
    until('the books to agree', () => sameMoves(play, before)),
  )
  stage.note(moved)
}

/** How many orders one user may place in ten seconds; false where no operator may say it. */
async function setRate({ cast, tukar }: Play, orders: number): Promise<boolean> {
  const operator = cast.operator.get()
  if (operator === null) return false
  const { token } = operator
  const key = 'order.per_ten_seconds'
  const settings = await tukar.operators.call('GET', '/operator/api/settings', Settings, { token })
  const version = settings.data.find((one) => one.key === key)?.version
  const body = { value: orders.toString(), version }
  await tukar.operators.call('PUT', `/operator/api/settings/${key}`, Anything, { token, body })
  return true
}

async function placeMany(play: Play): Promise<readonly string[]> {
  const friend = play.cast.friend.get()
  await loseAnswers(play, lostAnswers)
  for (let round = 0; round < rounds; round += 1) {
    await spoilEvents(play, 'duplicate', 7)
    await spoilEvents(play, 'reorder', 7)
    await spoilEvents(play, 'lose', 7)
  }
  const orders = Array.from({ length: count }, (_, at) => (at % 2 === 0 ? buy : sell))
  return Promise.all(orders.map((order) => placeOrder(friend, order)))
}

/** Fills each order in parts, all orders at once; returns the number of parts. */
async function fillInParts(play: Play, placed: readonly string[]): Promise<number> {
  let made = 0
  await Promise.all(
    placed.map(async (orderNo, at) => {
      const side = at % 2 === 0 ? 'BUY' : 'SELL'
      for (const quantity of parts[side][Math.floor(at / 2) % 4] ?? []) {
        await fillOrder(play, orderNo, quantity)
        made += 1
      }
    }),
  )
  return made
}

/** Delivered events are repeated; lost events stay lost. */
async function repeatReports(play: Play, placed: readonly string[]): Promise<number> {
  const all = await play.sandbox.call('GET', '/control/callbacks?provider=venue', Callbacks)
  const callbacks = all.filter(
    ({ body, attempts }) => attempts.length > 0 && placed.some((one) => body.includes(one)),
  )
  const sends = callbacks.flatMap(({ id }) => Array.from({ length: copies }, () => id))
  await Promise.all(
    sends.map(async (id) => {
      const status = await resend(play, id)
      if (status !== 200) throw new Broken(`A repeated callback was answered ${status}.`)
    }),
  )
  return sends.length
}

const ends = new Map([
  ['FILLED', 'DONE'],
  ['CANCELED', 'CANCEL'],
])

/** The orders, once each of them has ended as it has at the venue, and with as much executed. */
async function asAtVenue(play: Play, placed: readonly string[]): Promise<readonly Order[] | null> {
  const { orders: theirs } = await venueBooks(play)
  const found = await ordersOf(play.cast.friend.get())
  const ours = found.filter((order) => placed.includes(order.order_no))
  if (ours.length !== count) throw new Broken(`${ours.length} of ${count} orders are listed.`)
  const agree = ours.every((order) => {
    const [one, twin] = theirs.get(order.order_no) ?? []
    if (one === undefined || twin !== undefined) throw new Broken('The venue has each order once.')
    const executed = atoms(one.executedQty) === atoms(order.executedVolume)
    return executed && ends.get(one.status) === order.status
  })
  return agree ? ours : null
}

function inWords(orders: readonly Order[]): string {
  const done = orders.filter(({ status }) => status === 'DONE').length
  return `${done} done, ${orders.length - done} cancelled`
}

type Books = Readonly<{ pool: ReadonlyMap<string, bigint>; house: ReadonlyMap<string, bigint> }>

/** The venue's balances and the house's books of them; null without permission to read those. */
async function readBooks(play: Play): Promise<Books | null> {
  const operator = play.cast.operator.get()
  if (operator === null) return null
  const { token } = operator
  const { data } = await play.tukar.operators.call('GET', '/operator/api/house', House, { token })
  const house = data.map(({ symbol, accounts }) => {
    const venue = accounts.find(({ account }) => account === 'house.venue')
    // Assets of ours at a provider have a negative balance.
    return [symbol, -atoms(venue?.balance ?? '0')] as const
  })
  return { pool: (await venueBooks(play)).pool, house: new Map(house) }
}

/** By how much both moved, in words; null while they do not agree. */
async function sameMoves(play: Play, before: Books): Promise<string | null> {
  const now = await readBooks(play)
  if (now === null) throw new Broken('The operator may not read any more.')
  const moved: string[] = []
  for (const [asset, held] of now.pool) {
    const theirs = held - (before.pool.get(asset) ?? 0n)
    const ours = (now.house.get(asset) ?? 0n) - (before.house.get(asset) ?? 0n)
    if (ours !== theirs) return null
    if (ours !== 0n) moved.push(`${inDecimals(ours)} ${asset}`)
  }
  return moved.join(', ')
}
