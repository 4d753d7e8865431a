import { sql } from 'kysely'
import { strangeBitcoinAddress } from '../../demo/custody.ts'
import { systemRandom } from '../../src/base/secrets/crypto.ts'
import { type SignedInOperator, twoAdmins } from '../make/operator.ts'
import type { Asked } from '../storms/asked.ts'
import type { CoinDeposit } from '../storms/judge-coins.ts'
import type { PaidIn } from '../storms/judge-rupiah.ts'
import type { Pair } from '../storms/pair.ts'
import { appKey } from '../storms/providers.ts'
import type { OwnRedis } from '../storms/redis.ts'
import { ask, type Desk, openDesks } from '../storms/rupiah.ts'
import type { Wish } from '../storms/traders.ts'
import { makeWithdrawers, type Withdrawer } from '../storms/withdrawers.ts'
import { cast } from './schedule.ts'

/** How far a withdrawal has come, by the answers of the service, of operators and of providers. */
export type Fate = 'refused' | 'waiting' | 'rejected' | 'sent' | 'paid' | 'failed' | 'returned'

export type Wanted = Asked & {
  fate: Fate
  /** What leaves the balance, in units. */
  held: bigint
}

/** A payment, and how much of it staff of payx returned to its payer. */
export type Payment = PaidIn & { readonly paymentId?: string; refunded?: number }

/** What happened to one user, as far as the answers tell. */
export type Facts = Readonly<{
  coins: CoinDeposit[]
  paid: Payment[]
  wishes: Wish[]
  wanted: Wanted[]
}>

type Place = Readonly<{ address: string; tag?: string }>

export type Actor = Readonly<{
  by: Withdrawer
  /** What the user owned at first. */
  hasFunds: boolean
  desk: Desk
  places: Readonly<Record<'BTC' | 'ETH' | 'XRP', Place>>
  /** Where this user's coins go: amounts to one address add up for a day. */
  outside: string
  facts: Facts
}>

/** Everything that a run needs. */
export type Game = Pair &
  Readonly<{
    /** Null if none is installed. */
    redis: OwnRedis | null
    /** By their place in the schedule; those who have not signed up yet are missing. */
    actors: Map<number, Actor>
    operators: readonly [SignedInOperator, SignedInOperator]
    /** Coins that were sent to addresses of no user. */
    unowned: CoinDeposit[]
    /** What staff sent from custody's console to places outside of custody, in wei. */
    byHand: bigint[]
    /** Answers that no user should get. */
    surprises: string[]
    /** Answers by kind of act. */
    answers: Map<string, number>
  }>

/** Worth of withdrawals, in rupiah, from which operators decide: about a third of them. */
const approvals = { one: 3_000_000, two: 6_000_000 } as const

export async function openGame(pair: Pair, redis: OwnRedis | null): Promise<Game> {
  const { db, providers } = pair
  await sql`
    update settings set value = case
      when key = 'withdrawal.two_approvals_idr' then ${String(approvals.two)}
      when key = 'withdrawal.cooloff_free_idr' then '1000000000'
      else ${String(approvals.one)} end
    where key like 'withdrawal.%approval%_idr' or key = 'withdrawal.cooloff_free_idr'
  `.execute(db.read)
  // A withdrawal ends when an operation of the schedule ends it.
  await providers.control('POST', '/custody/pace', { auto: false })
  await providers.control('POST', '/payx/pace', { auto: false })
  const operators = await twoAdmins({ service: { ctx: { db, random: systemRandom } } })
  const users = await makeWithdrawers(db, appKey, 'chaos', cast.funded)
  const desks = await openDesks(pair, users)
  const game: Game = {
    ...pair,
    redis,
    actors: new Map(),
    operators,
    unowned: [],
    byHand: [],
    surprises: [],
    answers: new Map(),
  }
  await Promise.all(
    desks.map(async (desk) => {
      const place = users.findIndex(({ id }) => id === desk.user.id)
      game.actors.set(place, await makeActor(game, desk, true))
    }),
  )
  return game
}

export async function makeActor(game: Pair, desk: Desk, hasFunds: boolean): Promise<Actor> {
  const place = (symbol: 'BTC' | 'ETH' | 'XRP') =>
    ask(game, desk.user, (app) =>
      app.post('/api/users/coin-address', { body: { symbol, network: symbol } }),
    )
  const [BTC, ETH, XRP] = await Promise.all([place('BTC'), place('ETH'), place('XRP')])
  return {
    by: desk.user,
    hasFunds,
    desk,
    places: { BTC: placeOf(BTC), ETH: placeOf(ETH), XRP: placeOf(XRP) },
    outside: strangeBitcoinAddress(),
    facts: { coins: [], paid: [], wishes: [], wanted: [] },
  }
}

const placeOf = ({ address, tag }: Readonly<{ address: string; tag: string | null }>): Place => ({
  address,
  ...(tag === null ? {} : { tag }),
})
