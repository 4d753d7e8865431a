import { type RefusalKey, refuse } from '../../../base/refusal.ts'
import { type Asset, parseMoney } from '../../../base/values/money.ts'
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
  delaySetting,
  isWithinBounds,
  ruleOf,
} from '../../../core/reference/setting-bounds.rules.ts'
import { fitsKind } from '../../../core/reference/setting-kind.rules.ts'
import { lockSetting, writeSetting } from '../../../core/reference/settings.sql.ts'
import { inWords } from '../reference-writing.ts'
import type { GuardedKind } from './guarded-change.rules.ts'
import { readDelayMinutes } from './guarded-changes.sql.ts'

type Bounded = Pick<Context, 'config'>

/** The current value of a subject, and the proposed one. */
type Weighed = Readonly<{
  before: string
  /** The value as it will be stored, and its write; null if the value is not allowed. */
  next: Readonly<{ value: string; write: () => Promise<void> }> | null
}>

type Kind = Readonly<{
  unknown: RefusalKey
  unfit: RefusalKey
  /** Locks the subject and validates a new value; returns null if there is no such subject. */
  weigh: (tx: Tx, ctx: Bounded, subject: string, value: string) => Promise<Weighed | null>
}>

export const inSandbox = ({ config }: Bounded): boolean => config.sandbox

/** Whether a setting of this kind may have this value. */
export const isSettingValue = (
  ctx: Bounded,
  { key, kind }: Readonly<{ key: string; kind: string }>,
  value: string,
): boolean => fitsKind(kind, value) && isWithinBounds(ruleOf(key, inSandbox(ctx)), value)

const setting: Kind = {
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
): Kind => ({
  unknown: 'api.content_not_found',
  unfit: 'api.bounds_invalid',
  weigh: async (tx, _ctx, symbol, value) => {
    const limits = await lockAssetLimits(tx, { symbol })
    if (limits === null) return null
    const { asset } = limits
    const units = held(limits)
    // Rupiah has no daily limit in units of its own.
    if (units === null) return { before: '', next: null }
    const before = inWords(asset, units)
    const sent = parseMoney(asset, value)
    const most = parseMoney(asset, ceiling(ceilingsOf(symbol)))
    if (!sent.ok || !most.ok || sent.money.units > most.money.units) return { before, next: null }
    const { units: after } = sent.money
    return { before, next: { value: inWords(asset, after), write: () => write(tx, asset, after) } }
  },
})

const kinds: { readonly [Name in GuardedKind]: Kind } = {
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
}

type Wanted = Readonly<{ kind: GuardedKind; subject: string; value: string }>

/** Validates a proposed value; refuses an unknown subject, a value not allowed, or no change. */
export async function weighProposal(
  tx: Tx,
  ctx: Bounded,
  { kind, subject, value }: Wanted,
): Promise<Readonly<{ before: string; value: string }>> {
  const { unknown, unfit, weigh } = kinds[kind]
  const { before, next } = (await weigh(tx, ctx, subject, value)) ?? refuse(unknown)
  const { value: after } = next ?? refuse(unfit)
  return after === before ? refuse('api.nothing_to_change') : { before, value: after }
}

/** Writes the value of a change; returns false if it is no longer allowed. */
export async function writeValue(
  tx: Tx,
  ctx: Bounded,
  { kind, subject, value }: Wanted,
): Promise<boolean> {
  const weighed = await kinds[kind].weigh(tx, ctx, subject, value)
  await weighed?.next?.write()
  return (weighed?.next ?? null) !== null
}
