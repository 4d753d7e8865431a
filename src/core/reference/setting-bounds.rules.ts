/** How operators may change a setting: its floor and ceiling, both inclusive. */
export type SettingRule = Readonly<{
  /** One operator proposes a change of a guarded setting, an independent one must approve it. */
  guarded: boolean
  /** The bounds of a number; null for a setting that is none, whose kind alone limits it. */
  minimum: bigint | null
  maximum: bigint | null
}>

type Bounds = Omit<SettingRule, 'guarded'>

const within = (minimum: bigint, maximum: bigint): Bounds => ({ minimum, maximum })
const ofItsKind: Bounds = { minimum: null, maximum: null }

/**
 * The settings that one admin changes alone and without a code, each with the reason. Every other
 * setting is guarded.
 */
const openSettings: ReadonlyMap<string, string> = new Map([
  ['order.most_open', 'limits how much one user sends to the venue; lowered at once under load'],
  ['order.per_day', 'the same'],
  ['order.per_ten_seconds', 'the same'],
  ['order.repeat_guard_seconds', 'only refuses an identical order for some time'],
  ['payd.banks_kept_seconds', "only caches the names on payd's list of banks"],
])

const billion = 1_000_000_000n

/** The setting with the delay of guarded changes. */
export const delaySetting = 'settings.delay_minutes'

/** Smallest and largest amounts have ranges that do not overlap, so that they never cross. */
const bounds: ReadonlyMap<string, Bounds> = new Map([
  ['app.minimum_version_android', ofItsKind],
  ['app.minimum_version_ios', ofItsKind],
  ['break.stop_idr', within(1n, 10n * billion)],
  ['content.link_hosts', ofItsKind],
  ['deposit.cash_per_day', within(0n, 100n)],
  ['deposit.manual_max_digits', within(1n, 9n)],
  ['deposit.payd_maximum_idr', within(10_000n, billion)],
  ['deposit.payd_minimum_idr', within(1n, 10_000n)],
  ['deposit.qris_fee_ppm', within(0n, 100_000n)],
  ['deposit.qris_maximum_idr', within(10_000n, 10_000_000n)],
  ['deposit.qris_minimum_idr', within(1n, 10_000n)],
  ['deposit.qris_ttl_hours', within(1n, 48n)],
  ['deposit.two_approvals_idr', within(1n, billion)],
  ['deposit.unproven_idr', within(0n, billion)],
  ['deposit.unproven_places', within(1n, 20n)],
  ['deposit.unproven_places_per_hour', within(100n, 1_000_000n)],
  ['deposit.unproven_places_per_network_hour', within(10n, 100_000n)],
  ['deposit.va_fee_idr', within(0n, 100_000n)],
  ['deposit.va_maximum_idr', within(10_000n, billion)],
  ['deposit.va_minimum_idr', within(1n, 10_000n)],
  ['identity.history_days', within(1_825n, 36_500n)],
  ['identity.minimum_age', within(17n, 60n)],
  ['operator.sole_admin_wait_hours', within(1n, 720n)],
  ['order.market_buffer_ppm', within(0n, 100_000n)],
  ['order.market_floor_ppm', within(0n, 200_000n)],
  ['order.most_open', within(10n, 10_000n)],
  ['order.per_day', within(100n, 1_000_000n)],
  ['order.per_ten_seconds', within(1n, 10_000n)],
  ['order.price_max_age_seconds', within(1n, 60n)],
  ['order.repeat_guard_seconds', within(0n, 300n)],
  ['otp.mails_per_hour', within(100n, 10_000_000n)],
  ['otp.sms_countries', ofItsKind],
  ['otp.texts_alert_ppm', within(10_000n, 1_000_000n)],
  ['otp.texts_before_captcha', within(0n, 20n)],
  ['otp.texts_per_country_hour', within(100n, 1_000_000n)],
  ['otp.texts_per_day_unproven', within(3n, 20n)],
  ['otp.texts_per_hour', within(100n, 1_000_000n)],
  ['otp.texts_per_prefix_hour', within(10n, 1_000n)],
  ['payd.banks_kept_seconds', within(60n, 604_800n)],
  ['payd.confirm_status', ofItsKind],
  ['payx.settlement_hours', within(0n, 168n)],
  ['payx.unconfirmed_account_idr', within(0n, billion)],
  ['payx.unconfirmed_house_idr', within(0n, 10n * billion)],
  ['price.fiat_max_age_seconds', within(3_600n, 604_800n)],
  ['price.max_age_seconds', within(10n, 900n)],
  ['price.median_seconds', within(600n, 86_400n)],
  ['price.shown_age_seconds', within(3_600n, 604_800n)],
  ['security.lowering_needs_password', ofItsKind],
  [delaySetting, within(10n, 4_320n)],
  ['tax.collector', ofItsKind],
  ['tax.valuation', ofItsKind],
  ['tax.certification_from', ofItsKind],
  ['tax.house_address', ofItsKind],
  ['tax.house_city', ofItsKind],
  ['tax.house_name', ofItsKind],
  ['tax.house_npwp', ofItsKind],
  ['withdrawal.approval_idr', within(1n, billion)],
  ['withdrawal.cooloff_free_idr', within(0n, billion)],
  ['withdrawal.cooloff_hours', within(1n, 8_760n)],
  ['withdrawal.daily_limit_idr', within(0n, 10n * billion)],
  ['withdrawal.destination_trust_hours', within(1n, 8_760n)],
  ['withdrawal.first_use_approval_idr', within(1n, billion)],
  ['withdrawal.gate_seconds', within(1n, 3_600n)],
  ['withdrawal.idr_fee', within(0n, 100_000n)],
  ['withdrawal.idr_maximum', within(1_000_000n, 10n * billion)],
  ['withdrawal.idr_minimum', within(10_000n, 1_000_000n)],
  ['withdrawal.new_account_hours', within(0n, 8_760n)],
  ['withdrawal.lock_after_reset_hours', within(1n, 720n)],
  ['withdrawal.price_disagreement_ppm', within(1_000n, 500_000n)],
  ['withdrawal.residential_by_day', ofItsKind],
  ['withdrawal.residential_usdt', within(0n, 10_000n)],
  ['withdrawal.short_history_free_ppm', within(0n, 200_000n)],
  ['withdrawal.two_approvals_idr', within(1n, 10n * billion)],
])

export const boundedSettings: readonly string[] = [...bounds.keys()]

/** Returns a setting's rule, by default guarded. In a sandbox the delay may be zero. */
export function ruleOf(key: string, inSandbox: boolean): SettingRule {
  const rule = { ...(bounds.get(key) ?? ofItsKind), guarded: !openSettings.has(key) }
  return inSandbox && key === delaySetting ? { ...rule, minimum: 0n } : rule
}

/** Whether a value, already valid for its kind, is within the floor and the ceiling. */
export function isWithinBounds({ minimum, maximum }: Bounds, value: string): boolean {
  if (minimum === null || maximum === null) return true
  const units = BigInt(value)
  return minimum <= units && units <= maximum
}
