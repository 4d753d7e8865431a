import { singleFlight } from '../../../base/concurrency/single-flight.ts'
import { compare, convert, idr, type Money, money, whole } from '../../../base/values/money.ts'
import { isMore } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../core/database/database.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import { type ListedAsset, listAssets } from '../../../core/reference/assets.sql.ts'
import { type CustodyAsset, listCustodyAssets } from '../../../core/reference/custody-assets.sql.ts'
import { allowedIn } from '../../../core/reference/listing.rules.ts'
import { priceLimits } from '../../../core/reference/price-limits.ts'
import {
  listPrices,
  type MaxAges,
  type Price,
  valuation,
} from '../../../core/reference/prices.sql.ts'
import { readSettings } from '../../../core/reference/settings.sql.ts'
import type { ApprovalTerms } from './withdrawal-approval.rules.ts'
import type { HistoryTerms } from './withdrawal-history.sql.ts'

/** The assets, prices and settings that apply to all withdrawals. */
export type WithdrawalTerms = ApprovalTerms &
  HistoryTerms &
  Readonly<{
    assets: readonly ListedAsset[]
    custody: readonly CustodyAsset[]
    prices: readonly Price[]
    ages: MaxAges
    /** The tolerated difference between prices of one coin, in parts per million. */
    disagreementPpm: bigint
    /** The share of a coin's daily limit with a short price history, in parts per million. */
    shortHistoryPpm: bigint
    gateSeconds: number
    dailyLimit: Money
    /** Worth, in whole USDT, above which a residential address is required. */
    residentialUsdt: number
    /** Whether that threshold applies to the sum of a day. */
    residentialByDay: boolean
    idrFee: Money
    idrMinimum: Money
    idrMaximum: Money
  }>

const keys = [
  'withdrawal.gate_seconds',
  'withdrawal.daily_limit_idr',
  'withdrawal.approval_idr',
  'withdrawal.first_use_approval_idr',
  'withdrawal.two_approvals_idr',
  'withdrawal.destination_trust_hours',
  'withdrawal.cooloff_hours',
  'withdrawal.cooloff_free_idr',
  'withdrawal.new_account_hours',
  'withdrawal.price_disagreement_ppm',
  'withdrawal.short_history_free_ppm',
  'withdrawal.residential_usdt',
  'withdrawal.residential_by_day',
  'withdrawal.idr_fee',
  'withdrawal.idr_minimum',
  'withdrawal.idr_maximum',
  'price.max_age_seconds',
  'price.fiat_max_age_seconds',
] as const

const readerOf = perDatabase(({ db }: Pick<Context, 'db'>) => singleFlight(() => readAll(db)))

/** Reads the current terms; concurrent callers share one read. */
export const readWithdrawalTerms = (ctx: Pick<Context, 'db'>): Promise<WithdrawalTerms> =>
  readerOf(ctx)()

async function readAll(db: Database): Promise<WithdrawalTerms> {
  const [settings, assets, custody, prices] = await Promise.all([
    readSettings(db.read, keys),
    listAssets(db),
    listCustodyAssets(db.read),
    listPrices(db.read),
  ])
  return {
    assets,
    custody,
    prices,
    ages: {
      marketMs: settings.seconds('price.max_age_seconds') * 1_000,
      fiatMs: settings.seconds('price.fiat_max_age_seconds') * 1_000,
    },
    disagreementPpm: settings.ppm('withdrawal.price_disagreement_ppm'),
    shortHistoryPpm: settings.ppm('withdrawal.short_history_free_ppm'),
    gateSeconds: settings.seconds('withdrawal.gate_seconds'),
    dailyLimit: settings.rupiah('withdrawal.daily_limit_idr'),
    approvalFrom: settings.rupiah('withdrawal.approval_idr'),
    firstUseApprovalFrom: settings.rupiah('withdrawal.first_use_approval_idr'),
    twoApprovalsFrom: settings.rupiah('withdrawal.two_approvals_idr'),
    trustHours: settings.hours('withdrawal.destination_trust_hours'),
    cooloffHours: settings.hours('withdrawal.cooloff_hours'),
    newAccountHours: settings.hours('withdrawal.new_account_hours'),
    cooloffFree: settings.rupiah('withdrawal.cooloff_free_idr'),
    residentialUsdt: settings.count('withdrawal.residential_usdt'),
    residentialByDay: settings.flag('withdrawal.residential_by_day'),
    idrFee: settings.rupiah('withdrawal.idr_fee'),
    idrMinimum: settings.rupiah('withdrawal.idr_minimum'),
    idrMaximum: settings.rupiah('withdrawal.idr_maximum'),
  }
}

/** An amount's worth in rupiah, and the risks of relying on it. */
export type Valued = Readonly<{
  /** Zero only if the coin has no price at all. */
  worth: Money
  /** Why an operator must look at the price. */
  flags: readonly string[]
  /**
   * The units of the coin that one user may withdraw on a day without an operator, if the price
   * history is too short; null if it is long enough.
   */
  shortHistoryUnits: bigint | null
}>

const million = 1_000_000n

/** Accepts a price of any age. */
const anyAge: MaxAges = {
  marketMs: Number.POSITIVE_INFINITY,
  fiatMs: Number.POSITIVE_INFINITY,
}

/**
 * Values an amount in rupiah by the highest of its prices, rounded up. Without a recent price the
 * last known ones count, and an operator must approve.
 */
export function valueInRupiah(terms: WithdrawalTerms, amount: Money): Valued {
  if (amount.asset.id === idr.id) return { worth: amount, flags: [], shortHistoryUnits: null }
  const between = [amount.asset.symbol, idr.symbol] as const
  const found = valuation(terms.prices, ...between, terms.ages)
  if (found === null) {
    const last = valuation(terms.prices, ...between, anyAge)
    if (last === null) return { worth: money(idr, 0n), flags: [], shortHistoryUnits: null }
    const worth = convert(amount, idr, last.highest, 'up')
    return { worth, flags: ['no recent price'], shortHistoryUnits: null }
  }
  const { highest, lowest, samples } = found
  const tolerated = {
    numerator: lowest.numerator * (million + terms.disagreementPpm),
    denominator: lowest.denominator * million,
  }
  const isShort = samples < priceLimits.leastSamples
  const daily = dailyUnitsOf(terms, amount) ?? 0n
  return {
    worth: convert(amount, idr, highest, 'up'),
    flags: isMore(highest, tolerated) ? ['prices that disagree'] : [],
    shortHistoryUnits: isShort ? (daily * terms.shortHistoryPpm) / million : null,
  }
}

/** Whether the listing of the amount's asset leaves each withdrawal to an operator. */
export const isApprovedOnly = ({ assets }: WithdrawalTerms, { asset }: Money): boolean =>
  assets.some(({ id, state }) => id === asset.id && allowedIn(state).withdraw === 'approved')

/** The units of the amount's asset that a user may withdraw on a day; null if there is no limit. */
export const dailyUnitsOf = ({ assets }: WithdrawalTerms, { asset }: Money): bigint | null =>
  assets.find(({ id }) => id === asset.id)?.dailyWithdrawalLimit ?? null

/**
 * Whether an amount may be worth more than the threshold of residential addresses, by the highest
 * of its prices; true without a recent price. `alsoUsed` is the worth, in rupiah, of earlier
 * withdrawals of the day.
 */
export function isAboveResidential(
  terms: WithdrawalTerms,
  amount: Money,
  alsoUsed: Money,
): boolean {
  const usdt = terms.assets.find(({ symbol }) => symbol === 'USDT')
  if (usdt === undefined) return true
  const bound = whole(usdt, BigInt(terms.residentialUsdt))
  const inUsdt = (sum: Money): Money | null => {
    if (sum.asset.id === usdt.id) return { asset: usdt, units: sum.units }
    const found = valuation(terms.prices, sum.asset.symbol, 'USDT', terms.ages)
    return found === null ? null : convert(sum, usdt, found.highest, 'up')
  }
  const worth = inUsdt(amount)
  if (worth === null) return true
  if (compare({ asset: bound.asset, units: worth.units }, bound) > 0) return true
  if (!terms.residentialByDay || alsoUsed.units === 0n) return false
  const before = inUsdt(alsoUsed)
  return before === null || worth.units + before.units > bound.units
}
