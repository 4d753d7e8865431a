/** What the specification names: every endpoint of its part 4 and every message of parts 4 to 7. */

export type Named = Readonly<{ part: string; method: string; path: string }>

const venue = '/api/exchange/venue'

const rows: Readonly<Record<string, readonly string[]>> = {
  '4.1': [
    'POST /api/users/phone-bind',
    'POST /api/users/twofa-bind',
    'POST /api/users/twofa-unbind',
    'PATCH /api/users/language',
    'PATCH /api/users/currency',
    'POST /api/user/suspend',
  ],
  '4.2': [
    'POST /api/user/api-key',
    'PUT /api/user/api-key',
    'DELETE /api/user/api-key',
    'GET /api/user/api-key',
  ],
  '4.3': [
    'GET /api/user/bank',
    'POST /api/user/bank',
    'PUT /api/user/bank',
    'DELETE /api/user/bank/{id}',
  ],
  '4.4': [
    'GET /api/users/coins',
    'GET /api/users/wallet',
    'POST /api/users/wallet-address-check',
    'GET /api/users/transaction-histories',
    'GET /api/users/history/v2/deposit-withdraw',
    'GET /api/users/history/deposit-withdraw',
    'GET /api/users/history/tax',
    'GET /api/users/history/tax/report',
  ],
  '4.5': [
    'POST /api/pin/status_pin',
    'POST /api/pin/create',
    'POST /api/pin/validate',
    'POST /api/pin/update',
    'POST /api/biometric/create-or-update',
  ],
  '4.6': [
    'POST /api/email/otp-code',
    'POST /api/phone/otp',
    'GET /api/user-messages',
    'GET /api/user-messages/read',
    'POST /api/user-messages/read-all',
    'DELETE /api/user-messages/delete-multiple',
    'POST /api/fcm/token',
    'DELETE /api/fcm/delete-user-tokens',
    'POST /api/inquiries',
  ],
  '4.7': [
    'POST /api/idp/ocr',
    'POST /api/idp/liveness-register',
    'POST /api/vision/verification',
    'PUT /api/vision/verification/{requestId}',
    'GET /api/vision/verifications',
    'GET /api/vision/verification/{requestId}',
    'GET /api/vision/statistics',
  ],
  '4.8': [
    'GET /api/auth/email-verify/{email}',
    'GET /api/auth/email-resend',
    'POST /api/auth/password-token',
    'POST /api/auth/password-reset',
    'POST /api/auth/refresh-token',
    'DELETE /api/auth',
  ],
  '4.9': [
    'GET /api/news',
    'GET /api/news-categories',
    'GET /api/news/{slug}',
    'GET /api/news/tag/{tag}',
    'GET /api/banner',
    'GET /api/country',
    'GET /api/banks',
    'GET /api/asset-information/{symbol}',
    'GET /api/setting/get-value/{key}',
    'GET /api/setting/get-all',
    'GET /api/setting/get-multiple-values',
    'GET /api/currency/exchange-rate',
    'GET /api/price/get-category',
    'GET /api/fee-list',
    'GET /api/transaction/{provider}/{txId}',
    'GET /api/cashOrder/get-price',
    'GET /api/payx/payment-method/{type}',
    'GET /api/payment-methods/va/{code}/{lang}',
    'GET /api/payd/disbursement/list-bank',
    'GET /api/wallet-status',
  ],
  '4.10': ['GET /api/dicts', 'POST /api/collect', 'GET /api/deposit/get-digit-transfer'],
  '4.11': [
    `GET ${venue}/exchangeInfo`,
    `GET ${venue}/config`,
    `GET ${venue}/time`,
    `GET ${venue}/symbols`,
    `GET ${venue}/history`,
    `POST ${venue}/testOrder`,
    `GET ${venue}/historyOrder`,
    `GET ${venue}/currentOrder`,
    `POST ${venue}/order`,
    `DELETE ${venue}/order/{orderNo}`,
    `POST ${venue}/order/{exchangeOrderId}/{userId}/delete`,
    `DELETE ${venue}/symbolOrders`,
    `DELETE ${venue}/allOrders`,
    `GET ${venue}/accountInfo`,
  ],
  '4.12': [
    'GET /api/withdraws/otp',
    'POST /api/withdraw/withdraw-coin',
    'POST /api/withdraw/withdraw-fiat',
    'POST /api/deposit/cash',
  ],
  '4.13': [
    'POST /api/webhook/custody',
    'POST /api/webhook/custody-v2',
    'POST /api/webhook/venue',
    'POST /api/webhook/payd-deposit',
    'POST /api/webhook/payd/inquiry',
    'POST /api/webhook/payd/notify',
    'POST /api/webhook/payx/handle-created-va',
    'POST /api/webhook/payx/handle-deposit-paid',
    'POST /api/webhook/payx/handle-deposit-paid-qris',
    'POST /api/webhook/payx/handle-withdrawal',
    'POST /api/webhook/micro-queuing/report',
  ],
}

/** Every endpoint of part 4; the one path its part 4.11 lists twice stands here once. */
export const specified: readonly Named[] = Object.entries(rows).flatMap(([part, list]) =>
  list.map((row) => {
    const [method = '', path = ''] = row.split(' ')
    return { part, method, path }
  }),
)

/** Endpoints the specification does not name, which our own documents do. */
export const documentedExtras: readonly RegExp[] = [
  /^POST \/api\/auth\/(?:register|login|end-session\/\{session\})$/,
  /^(?:GET|DELETE) \/api\/user\/sessions(?:\/\{id\})?$/,
  /^GET \/api\/users\/(?:me|twofa-secret)$/,
  /^POST \/api\/users\/coin-address$/,
  /^(?:GET|POST) \/api\/payx\/virtual-accounts$/,
  /^GET \/api\/collect$/,
  /^(?:GET|POST) \/api\/payx\/qris$/,
  /^POST \/api\/payd\/deposits$/,
  /^GET \/api\/payd\/virtual-account$/,
  /^[A-Z]+ \/operator\/api\/[a-z]/,
  /^GET \/api\/errors$/,
  /^GET \/api\/stream$/,
  /^GET \/health\/(?:live|ready|leader)$/,
  /^GET \/(?:metrics|docs|console|openapi\.json|operator\/(?:docs|openapi\.json))$/,
  /^GET \/(?:verify-email|end-session)\/\{value\}$/,
  // Files are reached only by signed URLs; the signature is the access.
  /^GET \/api\/files\/[{a-z]/,
]

/** What anyone may call: part 5, the public tables of part 4, and our own ways in. */
export const publicEndpoints: ReadonlySet<string> = new Set([
  'POST /api/email/otp-code',
  'GET /api/auth/email-verify/{email}',
  'GET /api/auth/email-resend',
  'POST /api/auth/password-token',
  'POST /api/auth/password-reset',
  'POST /api/auth/refresh-token',
  'POST /api/pin/status_pin',
  'POST /api/inquiries',
  ...(rows['4.9'] ?? []),
  ...(rows['4.11'] ?? []).slice(0, 6),
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/end-session/{session}',
  'POST /operator/api/login',
  'POST /operator/api/invitations/accept',
  'GET /api/errors',
  'GET /health/live',
  'GET /health/ready',
  'GET /health/leader',
  'GET /metrics',
  'GET /docs',
  'GET /console',
  'GET /verify-email/{value}',
  'GET /end-session/{value}',
  'GET /openapi.json',
  'GET /operator/docs',
  'GET /operator/openapi.json',
])

const keys = {
  api: `bank_added_successfully bank_deleted_successfully bank_not_found
    bank_updated_successfully biometric_created biometric_update_failed
    biometric_update_failed_same_value biometric_update_success cash_deposit_successful
    coin_is_inactive currency_updated_successfully delete_api_key_successful
    edit_api_key_successful email_otp_error email_otp_sent exceed_system_daily_withdrawal_limit
    from_address_required generate_key_successful identity_verification_are_required
    idp_liveness_register_success idp_ocr_fail idp_ocr_success inquiry_submit_successfully
    insufficient_funds invalid_token language_updated_successfully limit_buy_price_too_high
    limit_sell_price_too_low list_api_key_successful manual_deposit_digits_failed
    manual_deposit_digits_success market_price_unavailable mobile_verified
    no_allow_to_withdraw_in_24_hours_after_changed_password only_for_indonesian
    order_all_cancel_success order_cancel_fail order_cancel_success order_create_success
    order_does_not_exist order_insufficient_funds order_status_canceled order_status_completed
    oss_upload_fail otp_code_request_throttle otp_sent_failure otp_verification_code_invalid
    phone_number_blacklisted phone_number_in_used pin_created pin_exists pin_invalid_request
    pin_login_failed pin_not_exists pin_status_failed pin_status_success pin_update_failed
    pin_update_failed_same_value pin_update_success required_for_twofa_binding
    reset_password_throttle residential_address_required setting_not_found
    trading_pair_does_not_exist try_again_later two_fa_failed twofa_binded_successfully
    twofa_unbinded url_oss_fail user_api_key_not_found user_banks_retrieved_successfully
    user_messages_deleted user_messages_have_been_read user_messages_have_been_read_all
    wallet_status_failed wallet_status_success withdraw_apply_successful
    withdraw_code_sent_successfully`,
  auth: `email_not_found email_verification_link_expired email_verified logged_in logged_out
    otp_failed resend_successfully token_refreshed`,
  passwords: 'reset sent',
}

/** Messages that are sentences, not keys. */
const texts = [
  'News not found',
  'Dict list not found',
  'txPair not exist!',
  'collect ok!',
  'cancel ok!',
  'Validation failed',
  'success receive data',
  'callback success',
]

/** Every message the specification gives, keys first. */
export const messages: readonly string[] = [
  ...Object.entries(keys).flatMap(([prefix, names]) =>
    names.split(/\s+/).map((name) => `${prefix}.${name}`),
  ),
  ...texts,
]
