import { notOnesOwn } from '../../../app/transfers/deciding.ts'
import { refuse } from '../../../base/refusal.ts'
import { type Asset, idr, parseMoney } from '../../../base/values/money.ts'
import { formatRatio, parseRatio, type Ratio } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { type AssetCeilings, ceilingsOf } from '../../../core/reference/asset-bounds.rules.ts'
import {
  type AssetLimits,
  lockAssetLimits,
  writeDailyLimit,
  writeSupplyCap,
} from '../../../core/reference/assets.sql.ts'
import {
  isListed,
  type ListedKind,
  plannedIn,
  plannedText,
} from '../../../core/reference/listing.rules.ts'
import { lockState, planState } from '../../../core/reference/listings.sql.ts'
import { listPairs } from '../../../core/reference/pairs.sql.ts'
import { findPrices, recordPrices } from '../../../core/reference/prices.sql.ts'
import {
  delaySetting,
  isWithinBounds,
  ruleOf,
} from '../../../core/reference/setting-bounds.rules.ts'
import { fitsKind } from '../../../core/reference/setting-kind.rules.ts'
import { lockSetting, writeSetting } from '../../../core/reference/settings.sql.ts'
import type { OperatorOperation } from '../../../platform/access/operators/operator-endpoint.ts'
import { unitsInWords } from '../reference-writing.ts'
import type { Bounded, GuardedSubject } from '../terms/guarded-kind.ts'
import { paymentInstructions } from '../terms/instructions.ts'
import { ledgerCorrection } from '../terms/ledger-correction.ts'
import { networkTerms } from '../terms/network-terms.ts'
import { categoryFees, pairTerms } from '../terms/pair-terms.ts'
import { assetActivity, bankActivity, walletStatus } from '../terms/switches.ts'
import { taxCorrection, taxMonth, taxPayment } from '../terms/tax-months.ts'
import { taxRate } from '../terms/tax-rates.ts'
import { type GuardedChange, type GuardedKind, resumes } from './guarded-change.rules.ts'
import { readDelayMinutes } from './guarded-changes.sql.ts'

export const inSandbox = ({ config }: Pick<Context, 'config'>): boolean => config.sandbox

/** Whether a setting of this kind may have this value. */
export const isSettingValue = (
  ctx: Pick<Context, 'config'>,
  { key, kind }: Readonly<{ key: string; kind: string }>,
  value: string,
): boolean => fitsKind(kind, value) && isWithinBounds(ruleOf(key, inSandbox(ctx)), value)

const setting: GuardedSubject = {
  unknown: 'api.setting_not_found',
  unfit: 'api.setting_value_invalid',
  weigh: async (tx, ctx, key, value) => {
    const stored = await lockSetting(tx, key)
    if (stored === null) return null
    const before =
      key === delaySetting ? (await readDelayMinutes(tx, inSandbox(ctx))).toString() : stored.value
    const write = () => writeSetting(tx, key, value)
    return { before, next: isSettingValue(ctx, stored, value) ? { value, write } : null }
  },
}

const assetLimit = (
  held: (limits: AssetLimits) => bigint | null,
  ceiling: (ceilings: AssetCeilings) => string,
  write: (tx: Tx, asset: Asset, units: bigint) => Promise<void>,
): GuardedSubject => ({
  unknown: 'api.content_not_found',
  unfit: 'api.bounds_invalid',
  weigh: async (tx, _ctx, symbol, value) => {
    const limits = await lockAssetLimits(tx, { symbol })
    if (limits === null) return null
    const { asset } = limits
    const units = held(limits)
    // Rupiah has no daily limit in units of its own.
    if (units === null) return { before: '', next: null }
    const before = unitsInWords(asset, units)
    const sent = parseMoney(asset, value)
    const most = parseMoney(asset, ceiling(ceilingsOf(symbol)))
    if (!sent.ok || !most.ok || sent.money.units > most.money.units) return { before, next: null }
    const { units: after } = sent.money
    return {
      before,
      next: { value: unitsInWords(asset, after), write: () => write(tx, asset, after) },
    }
  },
})

/**
 * The rupiah price of a coin that no market of ours prices. What it replaces includes its time, so
 * that operators may state the same price again before it is too old.
 */
const referencePrice: GuardedSubject = {
  unknown: 'api.content_not_found',
  unfit: 'api.price_not_stated',
  weigh: async (tx, { clock }, symbol, value) => {
    const limits = await lockAssetLimits(tx, { symbol })
    if (limits === null) return null
    const pair = `${symbol}_${idr.symbol}`
    const known = (await findPrices(tx, [pair])).get(pair)
    const before =
      known === undefined ? 'none' : `${inDigits(known.price)} at ${known.observedAt.toISOString()}`
    const price = parseRatio(value)
    const isMarket = limits.dailyWithdrawalLimit === null || (await isPriced(tx, limits.asset))
    if (price === null || price.numerator === 0n || isMarket) return { before, next: null }
    const stated = inDigits(price)
    const observed = { pair, price: stated, source: 'operator', observedAt: clock.now() } as const
    return { before, next: { value: stated, write: () => recordPrices(tx, [observed]) } }
  },
}

const priceDecimals = 18
const inDigits = (price: Ratio): string => formatRatio(price, priceDecimals, 'half-up')

/** Whether a pair of ours gives a coin its price. */
const isPriced = async (tx: Tx, { id }: Asset): Promise<boolean> =>
  (await listPairs(tx)).some((pair) => isListed(pair) && pair.base.id === id)

const yearMs = 366 * 86_400_000

/** The listing of a pair or a coin. It holds from its time on, but never from the past. */
const listing = (kind: ListedKind): GuardedSubject => ({
  unknown: 'api.content_not_found',
  unfit: 'api.listing_invalid',
  weigh: async (tx, { clock }, name, value) => {
    const now = await lockState(tx, { kind, name })
    if (now === null) return null
    const before = plannedText({ state: now.state, from: now.since })
    const plan = plannedIn(value)
    const latest = clock.now().getTime() + yearMs
    const isRupiah = kind === 'asset' && name === idr.symbol
    if (plan === null || plan.from.getTime() > latest || isRupiah) return { before, next: null }
    const write = () => planState(tx, { kind, name }, plan)
    return { before, next: { value: plannedText(plan), write } }
  },
})

const guarded: { readonly [Kind in GuardedKind]: GuardedSubject } = {
  setting,
  'daily-withdrawal-limit': assetLimit(
    (limits) => limits.dailyWithdrawalLimit,
    (ceilings) => ceilings.dailyWithdrawalLimit,
    writeDailyLimit,
  ),
  'supply-cap': assetLimit(
    (limits) => limits.supplyCap,
    (ceilings) => ceilings.supplyCap,
    writeSupplyCap,
  ),
  'reference-price': referencePrice,
  'pair-state': listing('pair'),
  'asset-state': listing('asset'),
  'pair-terms': pairTerms,
  'network-terms': networkTerms,
  'trading-fees': categoryFees,
  'tax-rate': taxRate,
  'asset-active': assetActivity,
  'bank-active': bankActivity,
  'wallet-status': walletStatus,
  'payment-instructions': paymentInstructions,
  'tax-month': taxMonth,
  'tax-payment': taxPayment,
  'tax-correction': taxCorrection,
  'ledger-correction': ledgerCorrection,
}

type Wanted = Readonly<{ kind: GuardedKind; subject: string; value: string }>

/** Refuses an operator whose own money the change would move. */
export async function refuseOwn(
  tx: Tx,
  { kind, subject, value }: Wanted,
  by: OperatorOperation,
): Promise<void> {
  const users = (await guarded[kind].users?.(tx, subject, value)) ?? []
  for (const user of users) await notOnesOwn(tx, user, by)
}

/** Validates a proposed value; refuses an unknown subject, a value not allowed, or no change. */
export async function weighProposal(
  tx: Tx,
  ctx: Bounded,
  { kind, subject, value }: Wanted,
): Promise<Readonly<{ before: string; value: string }>> {
  const { unknown, unfit, weigh } = guarded[kind]
  const { before, next } = (await weigh(tx, ctx, subject, value)) ?? refuse(unknown)
  const { value: after } = next ?? refuse(unfit)
  return after === before ? refuse('api.nothing_to_change') : { before, value: after }
}

/**
 * Writes the value of a change; returns false if it is no longer allowed, or if it resumes what has
 * been stopped for another reason since it was proposed.
 */
export async function writeValue(
  tx: Tx,
  ctx: Bounded,
  { kind, subject, before, value }: Wanted & Pick<GuardedChange, 'before'>,
): Promise<boolean> {
  const weighed = await guarded[kind].weigh(tx, ctx, subject, value)
  const next = weighed?.next ?? null
  if (next === null || (resumes({ kind, value }) && weighed?.before !== before)) return false
  await next.write()
  return true
}
