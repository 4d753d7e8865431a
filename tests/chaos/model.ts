import { assetId, type UserId } from '../../src/base/values/ids.ts'
import { type Change, changesOf, type Expected, type StoredOrder } from '../make/order-model.ts'
import type { CoinDeposit } from '../storms/judge-coins.ts'
import { fees, type PaidIn } from '../storms/judge-rupiah.ts'
import { funds } from '../storms/withdrawers.ts'
import { type Actor, etherAtFirst, type Fate, type Game, type Refund, type Wanted } from './cast.ts'

/*
 * The model: what each user must own and see after a run, from the answers that users, operators
 * and providers gave, and from the venue's own trades. It reads nothing that the service stored,
 * but the numbers under which it placed the orders.
 */

export const modelled = [
  { symbol: 'IDR', id: assetId(1), scale: 2 },
  { symbol: 'BTC', id: assetId(3), scale: 8 },
  { symbol: 'ETH', id: assetId(4), scale: 18 },
  { symbol: 'XRP', id: assetId(6), scale: 6 },
] as const
type Modelled = (typeof modelled)[number]['symbol']

export type Predicted = Readonly<{
  user: UserId
  /** What the user owns of each asset, frozen money with it, in units. */
  owned: Readonly<Record<Modelled, bigint>>
  /** The user's messages by the beginning of their keys. */
  messages: Readonly<Record<string, number>>
  /** The events of the user that other systems get, by type. */
  events: Readonly<Record<string, number>>
  /** Reports to the regulator by kind: payments, those by QR code, and payouts of rupiah. */
  reports: Readonly<Record<'A' | 'B' | 'C', number>>
  /** The status of each withdrawal by its id. */
  withdrawals: ReadonlyMap<string, string>
}>

/** Withdrawals that the user still owns, and how each must stand. */
const statuses: Readonly<Record<Exclude<Fate, 'refused'>, string>> = {
  waiting: 'PENDING_APPROVAL',
  rejected: 'REJECTED',
  // The service may not know yet that its provider has it.
  sent: 'SUBMITTED',
  paid: 'SUCCESS',
  failed: 'FAILED',
  // It was paid before the bank returned it.
  returned: 'SUCCESS',
}

export function predict(
  { actors, unowned, refunds, agreed }: Pick<Game, 'actors' | 'agreed' | 'refunds' | 'unowned'>,
  orders: readonly StoredOrder[],
  atVenue: ReadonlyMap<string, Expected>,
): readonly Predicted[] {
  const changes = changesOf(orders, atVenue)
  // Users with money own some ether all the time, so each listing of it concerns them.
  const listings = agreed.filter(({ kind }) => kind.endsWith('-state')).length
  return [...actors.values()].map((actor) => {
    const { id } = actor.by
    const assigned = coinsOf(unowned).filter((one) => one.assigned === id)
    const coins = [...actor.facts.coins, ...assigned]
    const borne = refunds.filter(({ user, isBooked }) => user === id && isBooked)
    return predictOne(actor, { coins, borne, traded: changes.get(id), listings })
  })
}

/** The coins without an owner, those included that operators assigned or returned. */
export const coinsOf = (unowned: Game['unowned']): readonly CoinDeposit[] =>
  unowned.flatMap((one) => (one.what === 'coins' ? [one.deposit] : []))

type Beside = Readonly<{
  coins: readonly CoinDeposit[]
  borne: readonly Refund[]
  traded: Change | undefined
  listings: number
}>

function predictOne(
  { by, hasFunds, facts }: Actor,
  { coins, borne, traded, listings }: Beside,
): Predicted {
  const { paid, wanted, corrections } = facts
  const gone = (asset: Wanted['asset']) => paidOf(wanted, asset)
  const coinOf = (asset: number) => traded?.coins.get(asset) ?? 0n
  const [rupiah, bitcoin, ether] = hasFunds
    ? [funds.idrUnits, funds.btcUnits, etherAtFirst]
    : [0n, 0n, 0n]
  const returned = corrections.reduce((sum, units) => (units > 0n ? sum + units : sum), 0n)
  const charged = chargedFor(borne)
  return {
    user: by.id,
    owned: {
      IDR: rupiah + creditOf(paid) + (traded?.rupiah ?? 0n) + returned - charged - gone('IDR'),
      BTC: bitcoin + receivedOf(coins, 3) + coinOf(3) - gone('BTC'),
      ETH: ether + receivedOf(coins, 4) + coinOf(4) - gone('ETH'),
      XRP: receivedOf(coins, 6),
    },
    messages: {
      'coin-deposit:': coins.length,
      'deposit:': paid.length,
      'withdrawal-completed:': countOf(wanted, ['paid', 'returned']),
      'withdrawal-failed:': countOf(wanted, ['failed', 'rejected']),
      'withdrawal-reversed:': countOf(wanted, ['returned']),
      'tax-corrected:': corrections.length,
      ...(hasFunds && { 'listing-changed:': listings }),
    },
    events: {
      'deposit.credited': coins.length + paid.length,
      'withdrawal.accepted': wanted.filter(({ requestId }) => requestId !== null).length,
      'withdrawal.completed': countOf(wanted, ['paid', 'returned']),
      'withdrawal.failed': countOf(wanted, ['failed', 'rejected']),
      'withdrawal.reversed': countOf(wanted, ['returned']),
    },
    reports: {
      A: paid.filter(({ way }) => way !== 'qris').length,
      B: paid.filter(({ way }) => way === 'qris').length,
      C: countOf(
        wanted.filter(({ asset }) => asset === 'IDR'),
        ['paid', 'returned'],
      ),
    },
    withdrawals: new Map(
      wanted.flatMap(({ requestId, fate }) =>
        requestId === null || fate === 'refused' ? [] : [[requestId, statuses[fate]] as const],
      ),
    ),
  }
}

const creditOf = (paid: readonly PaidIn[]): bigint =>
  paid.reduce((sum, { way, rupiah }) => sum + BigInt(rupiah - fees[way](rupiah)) * 100n, 0n)

/** A user bears the refunds of a payment up to what it brought; its fee goes back from the fees. */
const chargedFor = (borne: readonly Refund[]): bigint =>
  [...Map.groupBy(borne, ({ paymentId }) => paymentId).values()].reduce((total, refunds) => {
    const sum = refunds.reduce((part, { rupiah }) => part + rupiah, 0)
    return total + BigInt(Math.min(sum, refunds[0]?.credited ?? 0)) * 100n
  }, 0n)

const receivedOf = (coins: readonly CoinDeposit[], asset: CoinDeposit['assetId']): bigint =>
  coins.reduce((sum, { assetId, units }) => (assetId === asset ? sum + units : sum), 0n)

const paidOf = (wanted: readonly Wanted[], asset: Wanted['asset']): bigint =>
  wanted.reduce(
    (sum, one) => (one.asset === asset && one.fate === 'paid' ? sum + one.held : sum),
    0n,
  )

const countOf = (wanted: readonly Wanted[], fates: readonly Fate[]): number =>
  wanted.filter(({ fate }) => fates.includes(fate)).length
