/** How a setting may be changed by any operator: its floor and ceiling, both inclusive. */
export type SettingRule = Readonly<{
  /**
   * A guarded setting protects money, or deletes or stops something: one operator proposes, an
   * independent one must approve.
   */
  guarded: boolean
  /** The bounds of a number; null for a setting that is none, whose kind alone limits it. */
  minimum: bigint | null
  maximum: bigint | null
}>

const guarded = (minimum: bigint, maximum: bigint): SettingRule => ({
  guarded: true,
  minimum,
  maximum,
})

const guardedChoice: SettingRule = { guarded: true, minimum: null, maximum: null }

const open = (minimum: bigint, maximum: bigint): SettingRule => ({
  guarded: false,
  minimum,
  maximum,
})

const openChoice: SettingRule = { guarded: false, minimum: null, maximum: null }

const billion = 1_000_000_000n

/** The setting with the delay of guarded changes. */
export const delaySetting = 'settings.delay_minutes'

/** Smallest and largest amounts have ranges that do not overlap, so that they never cross. */
const rules: ReadonlyMap<string, SettingRule> = new Map([
  ['app.minimum_version_android', guardedChoice],
  ['app.minimum_version_ios', guardedChoice],
  ['break.stop_idr', guarded(1n, 10n * billion)],
  ['deposit.cash_per_day', guarded(0n, 100n)],
  ['deposit.manual_max_digits', open(1n, 9n)],
  ['deposit.payd_maximum_idr', open(10_000n, billion)],
  ['deposit.payd_minimum_idr', open(1n, 10_000n)],
  ['deposit.qris_fee_ppm', open(0n, 100_000n)],
  ['deposit.qris_maximum_idr', open(10_000n, 10_000_000n)],
  ['deposit.qris_minimum_idr', open(1n, 10_000n)],
  ['deposit.qris_ttl_hours', open(1n, 48n)],
  ['deposit.two_approvals_idr', guarded(1n, billion)],
  ['deposit.unproven_idr', guarded(0n, billion)],
  ['deposit.unproven_places', open(1n, 20n)],
  ['deposit.unproven_places_per_hour', guarded(100n, 1_000_000n)],
  ['deposit.unproven_places_per_network_hour', open(10n, 100_000n)],
  ['deposit.va_fee_idr', open(0n, 100_000n)],
  ['deposit.va_maximum_idr', open(10_000n, billion)],
  ['deposit.va_minimum_idr', open(1n, 10_000n)],
  ['identity.history_days', guarded(1_825n, 36_500n)],
  ['identity.minimum_age', guarded(17n, 60n)],
  ['operator.sole_admin_wait_hours', guarded(1n, 720n)],
  ['order.market_buffer_ppm', guarded(0n, 100_000n)],
  ['order.market_floor_ppm', guarded(0n, 200_000n)],
  ['order.most_open', open(10n, 10_000n)],
  ['order.per_day', open(100n, 1_000_000n)],
  ['order.per_ten_seconds', open(1n, 10_000n)],
  ['order.price_max_age_seconds', guarded(1n, 60n)],
  ['order.repeat_guard_seconds', open(0n, 300n)],
  ['otp.mails_per_hour', open(100n, 10_000_000n)],
  ['otp.sms_countries', guardedChoice],
  ['otp.texts_alert_ppm', open(10_000n, 1_000_000n)],
  ['otp.texts_before_captcha', open(0n, 20n)],
  ['otp.texts_per_country_hour', guarded(100n, 1_000_000n)],
  ['otp.texts_per_day_unproven', open(3n, 20n)],
  ['otp.texts_per_hour', guarded(100n, 1_000_000n)],
  ['otp.texts_per_prefix_hour', open(10n, 1_000n)],
  ['payd.banks_kept_seconds', open(60n, 604_800n)],
  ['payd.confirm_status', guardedChoice],
  ['payx.settlement_hours', guarded(0n, 168n)],
  ['payx.unconfirmed_account_idr', guarded(0n, billion)],
  ['payx.unconfirmed_house_idr', guarded(0n, 10n * billion)],
  ['price.fiat_max_age_seconds', guarded(3_600n, 604_800n)],
  ['price.max_age_seconds', guarded(10n, 900n)],
  ['price.median_seconds', guarded(300n, 86_400n)],
  ['price.shown_age_seconds', guarded(3_600n, 604_800n)],
  ['security.lowering_needs_password', openChoice],
  [delaySetting, guarded(10n, 4_320n)],
  ['withdrawal.approval_idr', guarded(1n, billion)],
  ['withdrawal.cooloff_free_idr', guarded(0n, billion)],
  ['withdrawal.cooloff_hours', guarded(1n, 8_760n)],
  ['withdrawal.daily_limit_idr', guarded(0n, 10n * billion)],
  ['withdrawal.destination_trust_hours', guarded(1n, 8_760n)],
  ['withdrawal.first_use_approval_idr', guarded(1n, billion)],
  ['withdrawal.gate_seconds', guarded(1n, 3_600n)],
  ['withdrawal.idr_fee', open(0n, 100_000n)],
  ['withdrawal.idr_maximum', guarded(0n, 10n * billion)],
  ['withdrawal.idr_minimum', open(10_000n, 1_000_000n)],
  ['withdrawal.lock_after_reset_hours', guarded(1n, 720n)],
  ['withdrawal.price_disagreement_ppm', guarded(1_000n, 500_000n)],
  ['withdrawal.residential_by_day', guardedChoice],
  ['withdrawal.residential_usdt', guarded(0n, 10_000n)],
  ['withdrawal.short_history_free_ppm', guarded(0n, 200_000n)],
  ['withdrawal.two_approvals_idr', guarded(1n, 10n * billion)],
])

export const ruledSettings: readonly string[] = [...rules.keys()]

/** Returns a setting's rule, by default guarded. In a sandbox the delay may be zero. */
export function ruleOf(key: string, inSandbox: boolean): SettingRule {
  const rule = rules.get(key) ?? guardedChoice
  return inSandbox && key === delaySetting ? { ...rule, minimum: 0n } : rule
}

/** Whether a value, already valid for its kind, is within the floor and the ceiling. */
export function isWithinBounds({ minimum, maximum }: SettingRule, value: string): boolean {
  if (minimum === null || maximum === null) return true
  const units = BigInt(value)
  return minimum <= units && units <= maximum
}
