import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { strangeBitcoinAddress } from '../../demo/custody.ts'
import { systemRandom } from '../../src/base/secrets/crypto.ts'
import { assetId, type UserId } from '../../src/base/values/ids.ts'
import { money } from '../../src/base/values/money.ts'
import { available, house } from '../../src/core/ledger/accounts.ts'
import { postAll } from '../../src/core/ledger/post.ts'
import { type SignedInOperator, twoAdmins } from '../make/operator.ts'
import type { Asked } from '../storms/asked.ts'
import type { CoinDeposit } from '../storms/judge-coins.ts'
import type { PaidIn } from '../storms/judge-rupiah.ts'
import type { Pair } from '../storms/pair.ts'
import { appKey } from '../storms/providers.ts'
import type { OwnRedis } from '../storms/redis.ts'
import { ask, type Desk, openDesks, untilAvailable } from '../storms/rupiah.ts'
import type { Wish } from '../storms/traders.ts'
import { makeWithdrawers, type Withdrawer } from '../storms/withdrawers.ts'
import type { Cast, Replacement } from './schedule.ts'

/** How far a withdrawal has come, by the answers of the service, of operators and of providers. */
export type Fate = 'refused' | 'waiting' | 'rejected' | 'sent' | 'paid' | 'failed' | 'returned'

export type Wanted = Asked & {
  readonly asset: 'IDR' | 'BTC' | 'ETH'
  fate: Fate
  /** What leaves the balance, in units. */
  held: bigint
  /** What staff sent in the place of its transaction; each replaces the one before. */
  readonly replacements: { readonly id: string; readonly how: Replacement }[]
}

/** A payment, and how much of it staff of payx returned to its payer. */
export type Payment = PaidIn & { readonly paymentId?: string; refunded?: number }

/** Whether operators have decided something; `refused`: the service refused what they decided. */
type Decided = 'waiting' | 'deciding' | 'assigned' | 'returned' | 'refused'

/** Coins that were sent to an address of no user, or a payment into an account of no user. */
export type Unowned = { fate: Exclude<Decided, 'refused'> } & (
  | { readonly what: 'coins'; deposit: CoinDeposit }
  | {
      readonly what: 'rupiah'
      readonly paymentId: string
      readonly rupiah: number
      /** What staff of payx sent back. */
      refund?: Refund
    }
)

/** A payment that staff of payx returned, or a part of it, and what operators did with that. */
export type Refund = {
  /** payx's id of it. */
  readonly id: string
  readonly paymentId: string
  /** The user who was credited; null: the payment is in suspense. */
  readonly user: UserId | null
  readonly rupiah: number
  /** What the user got of the payment, after its fee. */
  readonly credited: number
  /** Whether our books have it, by its own item or by that of its payment. */
  isBooked: boolean
  fate: Decided
}

/** What happened to one user, as far as the answers tell. */
export type Facts = Readonly<{
  coins: CoinDeposit[]
  paid: Payment[]
  wishes: Wish[]
  wanted: Wanted[]
  /** How far operators corrected the tax of a sale, in sen: above zero if it was too much. */
  corrections: bigint[]
}>

type Place = Readonly<{ address: string; tag?: string }>

export type Actor = Readonly<{
  by: Withdrawer
  /** What the user owned at first. */
  hasFunds: boolean
  desk: Desk
  places: Readonly<Record<'BTC' | 'ETH' | 'XRP', Place>>
  /** Where this user's coins go: amounts to one address add up for a day. */
  outside: Readonly<{ BTC: string; ETH: string }>
  facts: Facts
}>

/** Everything that a run needs. */
export type Game = Pair &
  Readonly<{
    /** Null if none is installed. */
    redis: OwnRedis | null
    /** Whether the database's disk is small, so that it can be filled. */
    hasSmallDisk: boolean
    /** By their place in the schedule; those who have not signed up yet are missing. */
    actors: Map<number, Actor>
    operators: readonly [SignedInOperator, SignedInOperator]
    unowned: Unowned[]
    refunds: Refund[]
    /** What staff sent from custody's console to places outside of custody, in wei. */
    byHand: bigint[]
    /** The proposals that two operators made effective, in their order for each subject. */
    agreed: Agreed[]
    /** The fees of a payout that may have been in force; the last ones since a settled change. */
    payoutFees: { all: string[]; since: number }
    taxes: ClosedTaxes
    /** The numbers of the events that were parked. */
    parked: Set<number>
    /** The last work about each subject, for work that must not overlap. */
    turns: Map<string, Promise<void>>
    /** Answers that no user should get. */
    surprises: string[]
    /** Answers by kind of act. */
    answers: Map<string, number>
  }>

export type Agreed = Readonly<{ kind: string; subject: string; value: string }>

/** What operators closed, paid and corrected of the taxes on trades and in fees; sums in sen. */
export type ClosedTaxes = {
  /** The last closed month. */
  month: string | null
  /** The corrections since that month was closed. */
  open: { count: number; sum: bigint }
  /** All corrections: above zero if the taxes were too much. */
  corrected: bigint
  paid: { tax: bigint; vat: bigint }
}

/** Ether of users with money: the trades alone would give them too little to withdraw. */
export const etherAtFirst = 5n * 10n ** 18n

/** Worth of withdrawals, in rupiah, from which operators decide: about a third of them. */
const approvals = { one: 3_000_000, two: 6_000_000 } as const

/** The fee of a payout before operators change it. */
const firstPayoutFee = '5000'

export type Extras = Readonly<{ redis: OwnRedis | null; hasSmallDisk: boolean }>

export async function openGame(pair: Pair, { funded }: Cast, extras: Extras): Promise<Game> {
  const { db, providers } = pair
  // A proposal takes effect when it is agreed to.
  await sql`
    update settings set value = case
      when key = 'withdrawal.two_approvals_idr' then ${String(approvals.two)}
      when key = 'withdrawal.cooloff_free_idr' then '1000000000'
      when key = 'settings.delay_minutes' then '0'
      else ${String(approvals.one)} end
    where key like 'withdrawal.%approval%_idr'
      or key in ('withdrawal.cooloff_free_idr', 'settings.delay_minutes')
  `.execute(db.read)
  // A withdrawal ends when an operation of the schedule ends it.
  await providers.control('POST', '/custody/pace', { auto: false })
  await providers.control('POST', '/payx/pace', { auto: false })
  const operators = await twoAdmins({ service: { ctx: { db, random: systemRandom } } })
  const users = await makeWithdrawers(db, appKey, 'chaos', funded)
  await giveEther(pair, users)
  const desks = await openDesks(pair, users)
  const game: Game = {
    ...pair,
    ...extras,
    actors: new Map(),
    operators,
    unowned: [],
    refunds: [],
    byHand: [],
    agreed: [],
    payoutFees: { all: [firstPayoutFee], since: 0 },
    taxes: {
      month: null,
      open: { count: 0, sum: 0n },
      corrected: 0n,
      paid: { tax: 0n, vat: 0n },
    },
    parked: new Set(),
    turns: new Map(),
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

const ether = { id: assetId(4), symbol: 'ETH', scale: 18 }

/** Under a key by which the initial money of these users is known to be none of custody's. */
const giveEther = ({ db }: Pair, users: readonly Withdrawer[]): Promise<unknown> =>
  db.inTransaction((tx) =>
    postAll(
      tx,
      users.map(({ id }) => ({
        key: `storm-funds:${id}:ether`,
        action: 'DEPOSIT' as const,
        moves: [{ from: house('custody'), to: available(id), amount: money(ether, etherAtFirst) }],
      })),
    ),
  )

export async function makeActor(game: Pair, desk: Desk, hasFunds: boolean): Promise<Actor> {
  const place = (symbol: 'BTC' | 'ETH' | 'XRP') => openPlace(game, desk, symbol)
  const [BTC, ETH, XRP] = await Promise.all([place('BTC'), place('ETH'), place('XRP')])
  return {
    by: desk.user,
    hasFunds,
    desk,
    places: { BTC: placeOf(BTC), ETH: placeOf(ETH), XRP: placeOf(XRP) },
    outside: { BTC: strangeBitcoinAddress(), ETH: `0x${randomBytes(20).toString('hex')}` },
    facts: { coins: [], paid: [], wishes: [], wanted: [], corrections: [] },
  }
}

const openPlace = (game: Pair, { user }: Desk, symbol: string) =>
  untilAvailable(game, () => {
    const body = { symbol, network: symbol }
    return ask(game, user, (app) => app.post('/api/users/coin-address', { body }))
  })

const placeOf = ({ address, tag }: Readonly<{ address: string; tag: string | null }>): Place => ({
  address,
  ...(tag === null ? {} : { tag }),
})
