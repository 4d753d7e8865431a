import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { settleDueOrders } from '../../src/app/trading/executions/settle-due-orders.ts'
import { orderHolds } from '../../src/app/trading/order-model/orders.sql.ts'
import { cancelAllOrders, cancelOrder } from '../../src/app/trading/orders/cancel-order.ts'
import { createOrder } from '../../src/app/trading/orders/create-order.ts'
import { Refusal } from '../../src/base/refusal.ts'
import { orderNo, type UserId } from '../../src/base/values/ids.ts'
import type { Database } from '../../src/core/database/database.ts'
import type { Venue } from '../../src/providers/venue/venue.ts'
import { eventually, startTukar, type Tukar } from '../harness.ts'
import { ampleVenue } from '../make/ample-venue.ts'
import { auditsClean } from '../make/audit.ts'
import { credit, makeUsers, owned, post } from '../make/ledger.ts'
import { stillMarket } from '../make/order.ts'
import { changesOf, differing, modelOf, readOrders } from '../make/order-model.ts'
import { pricesSeen } from '../make/prices.ts'
import { poolAgrees, poolOf } from '../make/venue-books.ts'
import { btc } from '../make/withdrawal.ts'

const sequences = Number(process.env['MODEL_SEQUENCES'] ?? '200')
const atOnce = 16
const startUnits = { IDR: 10_000_000_000_00n, BTC: 10n * 10n ** 8n }
const market = 1_640_000_000n

/** When a crash happens: before or after the venue receives the call; null: no crash. */
type CrashTiming = 'before' | 'after' | null

/** One event; `which` is the index of one of the user's orders. */
type Step =
  | Readonly<{
      kind: 'place'
      side: Side
      type: Type
      lots: number
      away: number
      crash: CrashTiming
    }>
  | Readonly<{ kind: 'fill'; which: number; percent: number }>
  | Readonly<{ kind: 'cancel'; which: number; crash: CrashTiming }>
  | Readonly<{ kind: 'expire'; which: number }>
  | Readonly<{ kind: 'depth'; lots: number | null }>
  | Readonly<{ kind: 'fault'; fault: string; path: string }>
  | Readonly<{ kind: 'cancel-all' | 'query' }>
type Side = 'BUY' | 'SELL'
type Type = 'LIMIT' | 'MARKET'

const always = <const Value>(value: Value) => fc.constant(value)
const which = fc.nat(9)
const crash = fc.constantFrom(null, null, null, null, 'before', 'after' as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      kind: always('place'),
      side: fc.constantFrom('BUY', 'SELL'),
      type: fc.constantFrom('LIMIT', 'LIMIT', 'LIMIT', 'MARKET'),
      lots: fc.integer({ min: 2, max: 20_000 }),
      away: fc.nat(100_000_000),
      crash,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: always('fill'),
      which,
      percent: fc.integer({ min: 1, max: 150 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: always('cancel'), which, crash }) },
  { weight: 1, arbitrary: fc.record({ kind: always('expire'), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: always('depth'),
      lots: fc.option(fc.integer({ min: 1, max: 9_999 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: always('fault'),
      fault: fc.constantFrom(
        'drop-response',
        'error-500',
        'bad-json',
        'duplicate-callbacks',
        'reorder-callbacks',
        'lose-callbacks',
      ),
      path: fc.constantFrom('/api/v3/order', '/api/v3/myTrades'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('cancel-all', 'query', 'query') }) },
)

class Killed extends Error {}

/** A crash before the venue's response: the venue may have executed the request. */
function crashingVenue(venue: Venue, when: CrashTiming): Venue {
  const until =
    <Input, Output>(call: (input: Input) => Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      if (when === 'after') await call(input)
      throw new Killed()
    }
  if (when === null) return venue
  return { ...venue, placeOrder: until(venue.placeOrder), cancelOrder: until(venue.cancelOrder) }
}

type Caller = Parameters<typeof createOrder>[2]

async function runStep({ service: { ctx }, control }: Tukar, caller: Caller, one: Step) {
  const numbers = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{ orderNo: string }>`
      select order_no as "orderNo" from orders where user_id = ${caller.id} order by id
    `.execute(ctx.db.read)
    return rows.map(({ orderNo }) => orderNo)
  }
  const pick = async (at: number): Promise<string> => (await numbers())[at] ?? 'TK-none'
  switch (one.kind) {
    case 'place': {
      const { side, type, lots, away } = one
      const price = side === 'BUY' ? market - BigInt(away) : market + BigInt(away)
      const volume = `0.${lots.toString().padStart(5, '0')}`
      const limit = type === 'LIMIT' ? { price: price.toString() } : {}
      const wanted = { side, type, txPair: 'BTC_IDR', volume, ...limit }
      const crashing = { ...ctx, venue: crashingVenue(ctx.venue, one.crash) }
      return createOrder(crashing, { price: undefined, ...wanted }, caller)
    }
    case 'fill': {
      const orderNo = await pick(one.which)
      const { rows } = await sql<{ left: string }>`
        select volume - executed_volume as left from orders where order_no = ${orderNo}
      `.execute(ctx.db.read)
      const lots = (BigInt(rows[0]?.left ?? '0') * BigInt(one.percent)) / 100_000n
      const quantity = `0.${lots.toString().padStart(5, '0')}`
      return control('POST', '/venue/fills', { clientOrderId: orderNo, quantity })
    }
    case 'cancel': {
      const crashing = { ...ctx, venue: crashingVenue(ctx.venue, one.crash) }
      return cancelOrder(crashing, { orderNo: orderNo(await pick(one.which)) }, caller)
    }
    case 'expire': {
      const clientOrderId = await pick(one.which)
      return control('POST', '/venue/orders/end', { clientOrderId, status: 'EXPIRED' })
    }
    case 'depth': {
      // Few enough on each side that market orders are partly filled.
      const { lots } = one
      const offers = [[market.toString(), `0.${(lots ?? 0).toString().padStart(5, '0')}`]]
      const sides = lots === null ? {} : { bids: offers, asks: offers }
      return control('POST', '/venue/depth', { symbol: 'BTCIDR', ...sides })
    }
    case 'fault': {
      const { fault, path } = one
      const where = fault.endsWith('callbacks') ? {} : { path }
      return control('POST', '/faults', { provider: 'venue', fault, times: 1, ...where })
    }
    case 'cancel-all':
      return cancelAllOrders(ctx, {}, caller)
    case 'query':
      await due(ctx.db, { user: caller.id, atTheEnd: false })
      return settleDueOrders(ctx)
    default:
      return one satisfies never
  }
}

/**
 * Moves times back: open orders are due; at the end unknown orders can no longer reach the venue.
 * Those that were due before stay first, so that none waits for ever.
 * Uses a transaction, so that a deadlock with the service's own statements is retried.
 */
const due = (
  db: Database,
  { user, atTheEnd }: Readonly<{ user: UserId | null; atTheEnd: boolean }>,
) =>
  db.inTransaction((tx) =>
    sql`
    update orders set next_at = least(next_at, now()),
      absent_after = case when ${atTheEnd} then now() else absent_after end
    where status = 'CREATE' and incident is null
      and (${user}::bigint is null or user_id = ${user})`.execute(tx),
  )

/** Orders that meet each other trade, or the newer one expires: half of the runs each. */
async function start(t: Parameters<typeof startTukar>[0], seed: number): Promise<Tukar> {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  await stillMarket(tukar)
  await ampleVenue(tukar)
  const selfTradeModes = [seed % 2 === 0 ? 'NONE' : 'EXPIRE_TAKER']
  await tukar.control('POST', '/venue/symbols', { symbol: 'BTCIDR', selfTradeModes })
  await ctx.venue.markets(['BTCIDR'], 'account')
  await pricesSeen(ctx.db, { BTC_IDR: market.toString() })
  const fresh = setInterval(
    () => void pricesSeen(ctx.db, { BTC_IDR: market.toString() }).catch(() => undefined),
    1_000,
  )
  t.after(() => clearInterval(fresh))
  return tukar
}

/** Makes users who may trade, each with the same initial balance. */
async function makeTraders({ service: { ctx } }: Tukar): Promise<readonly UserId[]> {
  const users = await makeUsers(ctx.db, sequences)
  await sql`update users set identity_status = 'success'`.execute(ctx.db.read)
  await sql`update assets set supply_cap = 1e36`.execute(ctx.db.read)
  for (let from = 0; from < users.length; from += 100) {
    const credits = users
      .slice(from, from + 100)
      .flatMap((user) => [
        credit(`start:${user}:idr`, user, startUnits.IDR),
        credit(`start:${user}:btc`, user, startUnits.BTC, btc),
      ])
    await post(ctx.db, ...credits)
  }
  return users
}

type Drawn = readonly (readonly Step[])[]

/** Runs one sequence of steps per user, several users at once. */
async function runSequences(tukar: Tukar, users: readonly UserId[], drawn: Drawn): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let at = next++; at < sequences; at = next++) {
      const [id, steps] = [users[at], drawn[at]]
      if (id === undefined || steps === undefined) return
      const caller = { id, email: '', emailVerified: true, suspended: false }
      for (const one of steps) {
        await runStep(tukar, caller, one).catch((error: unknown) => {
          const isFine = error instanceof Refusal || error instanceof Killed
          if (!isFine) throw new Error(`sequence ${at}`, { cause: error })
        })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

test("after any events, users have the results of the venue's executions", async (t) => {
  const seed = Date.now() % 2_147_483_647
  t.diagnostic(`seed ${seed}`)
  const stepLists = fc.array(step, { minLength: 3, maxLength: 12 })
  const drawn = fc.sample(stepLists, { seed, numRuns: sequences })
  const tukar = await start(t, seed)
  const { ctx } = tukar.service
  const pool = await poolOf(tukar)
  const users = await makeTraders(tukar)
  await runSequences(tukar, users, drawn)

  await tukar.control('DELETE', '/faults')
  const model = async () => modelOf(ctx.db, (await tukar.control('GET', '/state')).body.venue)
  const allAgree = async () => {
    await due(ctx.db, { user: null, atTheEnd: true })
    await settleDueOrders(ctx)
    return differing(await readOrders(ctx.db), await model()).length === 0
  }
  await eventually(`every order to agree with the venue (seed ${seed})`, allAgree)

  const orders = await readOrders(ctx.db)
  const changes = changesOf(orders, await model())
  for (const [at, user] of users.entries()) {
    const [rupiah, coins] = [await owned(ctx.db, user), await owned(ctx.db, user, btc)]
    const change = changes.get(user)
    assert.deepEqual(
      [rupiah.available + rupiah.locked, coins.available + coins.locked],
      [startUnits.IDR + (change?.rupiah ?? 0n), startUnits.BTC + (change?.coins.get(btc.id) ?? 0n)],
      `seed ${seed}, sequence ${at}: ${JSON.stringify(drawn[at])}`,
    )
  }
  await auditsClean(ctx.db, [orderHolds])
  await poolAgrees(tukar, pool)
  t.diagnostic(`${orders.length} orders, ${sequences} sequences`)
})
