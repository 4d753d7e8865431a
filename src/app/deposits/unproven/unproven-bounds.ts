/**
 * Bounds what an account that proves nothing but a mailbox costs: each virtual account and coin
 * address is an object at a provider, which is kept and paid for.
 */
import { refuse } from '../../../base/refusal.ts'
import type { UserId } from '../../../base/values/ids.ts'
import type { Money } from '../../../base/values/money.ts'
import { ownerNetworkOf } from '../../../base/values/network.ts'
import type { Context } from '../../../context.ts'
import type { CounterRule } from '../../../core/database/cluster/counters.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../../core/outbox/notices.ts'
import { readSettings } from '../../../core/reference/settings.sql.ts'
import { findUncertified } from '../../../core/users/certifications.sql.ts'
import { countOnly } from '../../../platform/access/one-time-codes/otp-budget.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { takePoint } from '../../../platform/http/endpoint/throttle.ts'
import { countPlaces } from './unproven.sql.ts'
import { unprovenRooms } from './unproven-rooms.ts'

/**
 * Refuses a deposit of this amount that would not be credited until the identity is proven, so that
 * no user pays money that then waits.
 */
export async function assertRoomFor(
  { db }: Pick<Context, 'db'>,
  user: UserId,
  amount: Money,
): Promise<void> {
  const room = (await unprovenRooms(db.read, [user])).get(user)
  if (room !== undefined && amount.units > room) refuse('api.identity_verification_are_required')
}

/** Refuses a deposit of a user who must certify their tax residence first. */
export async function assertCertified({ db }: Pick<Context, 'db'>, user: UserId): Promise<void> {
  if ((await findUncertified(db.read, [user])).has(user)) refuse('api.tax_certification_required')
}

type PlaceContext = Pick<Context, 'counters' | 'db' | 'log' | 'random'>

const hourSeconds = 3_600
const placesOfUser = countOnly('places-of-user', 60)
const placesOfNetwork = countOnly('places-of-network', hourSeconds)
const placesOfHouse = countOnly('places-of-house', hourSeconds)

const keys = {
  user: 'deposit.unproven_places',
  network: 'deposit.unproven_places_per_network_hour',
  house: 'deposit.unproven_places_per_hour',
} as const

/**
 * Counts a virtual account or a coin address that is about to be opened for the caller. Without a
 * proven identity a user may have a few; those of a network, and of all users, have a budget an
 * hour.
 */
export async function countPlace(
  ctx: PlaceContext,
  { id }: Caller,
  { ip }: Pick<HttpRequest, 'ip'>,
): Promise<void> {
  const room = (await unprovenRooms(ctx.db.read, [id])).get(id)
  if (room === undefined) return
  const settings = await readSettings(ctx.db.read, Object.values(keys))
  const most = settings.count(keys.user)
  if (room <= 0n || (await countPlaces(ctx.db.read, id)) >= most) {
    refuse('api.identity_verification_are_required')
  }
  // Requests at the same time may all have counted the places before any of them opened one.
  await spend(ctx, { rule: placesOfUser, key: String(id), most })
  const ofNetwork = { rule: placesOfNetwork, key: ownerNetworkOf(ip) }
  await spend(ctx, { ...ofNetwork, most: settings.count(keys.network) })
  const budget = settings.count(keys.house)
  const onSpent = () => alertOperators(ctx, budget)
  await spend(ctx, { rule: placesOfHouse, key: 'all', most: budget, onSpent })
}

type PlaceBudget = Readonly<{
  rule: CounterRule
  key: string
  most: number
  /** Called once, when the budget is first exceeded. */
  onSpent?: () => Promise<void>
}>

async function spend(ctx: PlaceContext, { rule, key, most, onSpent }: PlaceBudget): Promise<void> {
  const { remaining, resetSeconds } = await takePoint(ctx, rule, key)
  const used = rule.points - remaining
  if (used <= most) return
  if (used === most + 1) await onSpent?.()
  refuse('api.too_many_requests', { retryAfterSeconds: resetSeconds })
}

async function alertOperators({ db, random }: PlaceContext, budget: number): Promise<void> {
  const notice: OperatorNotice = {
    to: 'operator',
    kind: 'places-budget-spent',
    key: `places-budget-spent:${random.bytes(16).toString('hex')}`,
    severity: 'critical',
    subject:
      'The hourly budget of virtual accounts and coin addresses without a proven identity is spent',
    data: { budget: String(budget) },
  }
  await db.inTransaction((tx) => enqueueAll(tx, [notice]))
}
