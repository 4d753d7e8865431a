/**
 * The catalogue of every refusal: its message key and HTTP status. Use cases refuse with
 * `refuse(key)`, the only way to raise an expected failure. `http/errors/` explains each one to
 * apps and to people.
 */
export const refusals = {
  'api.not_found': 404,
  'api.method_not_allowed': 405,
  'api.request_timeout': 408,
  'api.payload_too_large': 413,
  'api.unsupported_media_type': 415,
  'api.headers_too_large': 431,
  'api.validation_failed': 400,
  'api.malformed_request': 400,
  'api.too_many_requests': 429,
  'api.server_error': 500,
  'api.service_unavailable': 503,
  'api.idempotency_key_reused': 409,
  'api.request_in_progress': 409,
  'api.callback_unauthorized': 401,
  'api.report_unauthorized': 400,
  'api.report_not_found': 400,
  'api.virtual_account_unavailable': 400,
  'api.virtual_account_limit': 400,
  'api.qris_code_unavailable': 400,
  'api.payd_order_unavailable': 400,
  'api.payd_session_used': 400,
  'api.deposit_amount_out_of_bounds': 400,
  'api.deposit_is_inactive': 400,
  'api.cash_deposit_limit': 400,
  'api.cash_deposit_not_found': 404,
  'api.coin_network_unknown': 400,
  'api.coin_deposit_is_inactive': 400,
  'api.coin_address_unavailable': 400,
  'api.setting_not_found': 400,
  'api.setting_value_invalid': 400,
  'api.bounds_invalid': 400,
  'api.price_not_stated': 400,
  'api.listing_invalid': 400,
  'api.price_unavailable': 400,
  'api.market_data_unavailable': 400,
  'api.market_depth_insufficient': 400,
  'api.trading_pair_does_not_exist': 400,
  'api.trading_side_is_closed': 400,
  'api.order_filter_failed': 400,
  'api.limit_buy_price_too_high': 400,
  'api.limit_sell_price_too_low': 400,
  'api.order_create_fail': 400,
  'api.order_insufficient_funds': 400,
  'api.too_many_open_orders': 400,
  'api.order_does_not_exist': 400,
  'api.order_status_completed': 400,
  'api.order_status_canceled': 400,
  'api.order_cancel_fail': 400,
  'api.asset_not_found': 400,
  'api.transaction_not_found': 400,
  'api.tax_report_too_large': 400,
  'api.payment_method_not_found': 400,
  'api.bank_list_unavailable': 400,
  'api.wallet_status_failed': 400,
  'api.invalid_token': 401,
  'api.email_otp_error': 400,
  'api.otp_verification_code_invalid': 400,
  'api.user_api_key_not_found': 400,
  'api.api_key_limit': 400,
  'api.api_key_permission_denied': 403,
  'api.captcha_failed': 400,
  'api.user_not_found': 404,
  'api.twofa_already_bound': 400,
  'api.undo_too_late': 409,
  'api.required_for_twofa_binding': 400,
  'auth.password': 400,
  'api.bank_not_found': 400,
  'api.withdrawal_bank_not_supported': 400,
  'api.bank_limit': 400,
  'api.pin_status_failed': 400,
  'api.pin_invalid_request': 400,
  'api.pin_exists': 400,
  'api.pin_not_exists': 400,
  'api.pin_login_failed': 400,
  'api.pin_update_failed': 400,
  'api.pin_update_failed_same_value': 400,
  'api.biometric_update_failed': 400,
  'api.biometric_update_failed_same_value': 400,
  'api.phone_number_blacklisted': 400,
  'api.phone_number_in_used': 400,
  'api.phone_country_not_served': 400,
  'api.otp_code_request_throttle': 429,
  'api.otp_sent_failure': 400,
  'api.reset_password_throttle': 429,
  'passwords.throttled': 400,
  'api.only_for_indonesian': 400,
  'api.idp_ocr_fail': 400,
  'api.url_oss_fail': 400,
  'api.news_not_found': 400,
  'api.dict_not_found': 400,
  'api.content_not_found': 404,
  'api.content_exists': 400,
  'api.account_number_in_text': 400,
  'api.link_not_allowed': 400,
  'api.version_conflict': 409,
  'api.news_body_empty': 400,
  'api.news_picture_not_allowed': 400,
  'api.news_category_not_found': 400,
  'api.news_category_in_use': 400,
  'api.watched_pair_not_found': 400,
  'api.manual_deposit_digits_failed': 400,
  'api.operator_not_permitted': 403,
  'api.operator_password_initial': 403,
  'api.operator_twofa_required': 403,
  'api.operator_twofa_not_offered': 400,
  'api.operator_not_found': 404,
  'api.operator_exists': 400,
  'api.operator_oneself': 400,
  'api.operator_invitation_invalid': 400,
  'api.operator_password_leaked': 400,
  'api.operator_not_joined': 400,
  'api.operator_not_confirmed': 403,
  'api.operator_not_independent': 403,
  'api.nothing_to_change': 400,
  'api.inbox_event_not_found': 404,
  'api.posting_not_found': 404,
  'api.identity_not_found': 404,
  'api.break_not_found': 404,
  'api.break_must_agree': 400,
  'api.inquiry_not_found': 404,
  'api.inbox_event_not_parked': 400,
  'api.provider_record_not_found': 400,
  'api.regulatory_report_not_found': 404,
  'api.regulatory_report_accepted': 400,
  'api.already_decided': 400,
  'api.decision_not_open': 404,
  'api.proposal_not_found': 404,
  'api.recovery_not_found': 404,
  'api.identity_not_confirmed': 400,
  'api.proposal_void': 400,
  'api.second_operator_needed': 400,
  'api.operator_own_money': 403,
  'api.suspense_not_found': 404,
  'api.suspense_not_ours': 400,
  'api.refund_not_theirs': 400,
  'api.supply_cap_reached': 400,
  'api.withdrawal_not_found': 404,
  'api.withdrawal_not_stuck': 400,
  'api.withdrawal_under_way': 400,
  'api.owner_suspended': 400,
  'api.user_incident_open': 400,
  'api.provider_unreachable': 503,
  'api.provider_says_otherwise': 400,
  'api.resend_unsafe': 400,
  'api.oss_upload_fail': 400,
  'api.vision_verification_not_found': 404,
  'api.identity_verification_are_required': 400,
  'api.residential_address_required': 400,
  'api.from_address_required': 400,
  'api.no_allow_to_withdraw_in_24_hours_after_changed_password': 400,
  'api.two_fa_failed': 403,
  'api.try_again_later': 429,
  'api.coin_is_inactive': 400,
  'api.insufficient_funds': 400,
  'api.exceed_system_daily_withdrawal_limit': 400,
  'api.market_price_unavailable': 400,
  'api.withdrawal_is_inactive': 400,
  'api.withdrawal_to_own_address': 400,
  'api.withdrawal_address_invalid': 400,
  'api.withdrawal_tag_invalid': 400,
  'api.withdrawal_below_minimum': 400,
  'api.withdrawal_above_maximum': 400,
  'auth.unauthenticated': 401,
  'auth.email_not_verified': 403,
  'auth.account_suspended': 403,
  'auth.failed': 401,
  'auth.otp_failed': 403,
  'auth.throttle': 429,
  'auth.email_not_found': 404,
  'auth.session_not_found': 404,
  'auth.email_verification_link_expired': 400,
} as const satisfies Record<string, number>

export type RefusalKey = keyof typeof refusals

export type RefusalDetails = Readonly<{
  /** Plain text that replaces the key in the response (validation sentences). */
  text?: string
  retryAfterSeconds?: number
  /** One list of sentences per field, for the endpoints whose shape includes them. */
  errors?: Readonly<Record<string, readonly string[]>>
  /** The change since the edited item was read; null if the audit does not have it. */
  conflict?: Readonly<{ by: string | null; at: Date | null; version: string }>
  /** The request used something up, such as a one-time code: sent again, it cannot succeed. */
  isFinal?: boolean
}>

/** An expected refusal. Any other error is a fault of the service and becomes a 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly key: RefusalKey
  readonly status: number
  readonly details: RefusalDetails

  constructor(key: RefusalKey, details: RefusalDetails = {}) {
    super(details.text ?? key)
    this.key = key
    this.status = refusals[key]
    this.details = details
  }
}

export function refuse(key: RefusalKey, details: RefusalDetails = {}): never {
  throw new Refusal(key, details)
}

export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal
