// Generated from the migrations by tools/generate-tables.ts. Do not edit.
import type { ColumnType } from 'kysely'

export interface AccessTokens {
  digest: Buffer
  family_id: ColumnType<number, number | bigint, number | bigint>
  user_id: ColumnType<number, number | bigint, number | bigint>
  expires_at: Date
}

export interface AccountKinds {
  id: number
  name: string
  of_user: boolean
}

export interface ApiKeySignatures {
  signature: Buffer
  expires_at: Date
}

export interface ApiKeys {
  id: ColumnType<number, never, never>
  user_id: ColumnType<number, number | bigint, number | bigint>
  name: string
  key_digest: Buffer
  former_digest: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  masked_key: string
  sealed_secret: string
  permissions: (string)[]
  ips: ColumnType<(string)[], (string)[] | undefined, (string)[]>
  version: ColumnType<number, number | undefined, number>
  suspended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface AssetDetails {
  asset_id: number
  about: string
  about_id: string
  website: ColumnType<string | null, string | null | undefined, string | null>
  whitepaper: ColumnType<string | null, string | null | undefined, string | null>
  explorer: ColumnType<string | null, string | null | undefined, string | null>
  since: ColumnType<number | null, number | null | undefined, number | null>
}

export interface Assets {
  id: number
  symbol: string
  name: string
  kind: string
  scale: number
  active: ColumnType<boolean, boolean | undefined, boolean>
  withdrawal_fee: ColumnType<string, string | bigint | undefined, string | bigint>
  supply_cap: ColumnType<string, string | bigint, string | bigint>
  daily_withdrawal_limit: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  sort: ColumnType<number, number | undefined, number>
}

export interface Audits {
  id: ColumnType<number, never, never>
  at: ColumnType<Date, Date | undefined, Date>
  scope: string
  upto_tx: ColumnType<number, number | bigint, number | bigint>
  breaches: unknown
  took_ms: number
}

export interface Balances {
  user_id: ColumnType<number, number | bigint, number | bigint>
  asset_id: number
  available: ColumnType<string, string | bigint | undefined, string | bigint>
  locked: ColumnType<string, string | bigint | undefined, string | bigint>
}

export interface BankAccounts {
  id: ColumnType<number, never, never>
  user_id: ColumnType<number, number | bigint, number | bigint>
  bank_id: string
  bank_name: string
  account: string
  bank_owner: string
  address: string
  created_at: ColumnType<Date, Date | undefined, Date>
  changed_at: ColumnType<Date, Date | undefined, Date>
}

export interface Banks {
  id: number
  code: string
  name: string
  short_name: string
  kind: string
  payx_va_code: ColumnType<string | null, string | null | undefined, string | null>
  payx_payout_code: ColumnType<string | null, string | null | undefined, string | null>
  payd_code: ColumnType<string | null, string | null | undefined, string | null>
  account_min_digits: ColumnType<number | null, number | null | undefined, number | null>
  account_max_digits: ColumnType<number | null, number | null | undefined, number | null>
  active: ColumnType<boolean, boolean | undefined, boolean>
}

export interface Banners {
  id: ColumnType<number, never, never>
  title_id: string
  title_en: string
  image: string
  link: ColumnType<string | null, string | null | undefined, string | null>
  status: ColumnType<string, string | undefined, string>
  position: ColumnType<number, number | undefined, number>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface BreakProposals {
  break_id: ColumnType<number, number | bigint, number | bigint>
  operator_id: ColumnType<number, number | bigint, number | bigint>
  units: ColumnType<string, string | bigint, string | bigint>
  reason: string
  at: ColumnType<Date, Date | undefined, Date>
}

export interface Breaks {
  id: ColumnType<number, never, never>
  provider: string
  kind: string
  subject: string
  asset: ColumnType<string | null, string | null | undefined, string | null>
  theirs: string
  ours: string
  since: ColumnType<Date, Date | undefined, Date>
  last_seen: ColumnType<Date, Date | undefined, Date>
  alerted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  stopped_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  stopped_worth_idr: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  resolved_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface CashDepositApprovals {
  deposit_id: ColumnType<number, number | bigint, number | bigint>
  operator_id: ColumnType<number, number | bigint, number | bigint>
  amount: ColumnType<string, string | bigint, string | bigint>
  at: ColumnType<Date, Date | undefined, Date>
}

export interface CashDeposits {
  id: ColumnType<number, never, never>
  user_id: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  provider: string
  provider_ref: string
  method: string
  status: string
  amount: ColumnType<string, string | bigint, string | bigint>
  fee: ColumnType<string, string | bigint | undefined, string | bigint>
  bank_code: ColumnType<string | null, string | null | undefined, string | null>
  account_number: ColumnType<string | null, string | null | undefined, string | null>
  proof_object: ColumnType<string | null, string | null | undefined, string | null>
  proof_digest: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  details: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  review: ColumnType<string | null, string | null | undefined, string | null>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface CoinAddresses {
  id: ColumnType<number, never, never>
  user_id: ColumnType<number, number | bigint, number | bigint>
  asset_id: number
  network: string
  address: string
  legacy_address: ColumnType<string | null, string | null | undefined, string | null>
  tag: ColumnType<string | null, string | null | undefined, string | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface CoinDeposits {
  id: ColumnType<number, never, never>
  user_id: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  asset_id: number
  network: string
  custody_id: string
  output: ColumnType<number, number | undefined, number>
  tx_hash: string
  address: string
  tag: ColumnType<string | null, string | null | undefined, string | null>
  amount: ColumnType<string, string | bigint, string | bigint>
  status: string
  custody_status: string
  review: ColumnType<string | null, string | null | undefined, string | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface Compared {
  kind: string
  reference: string
  agrees: boolean
  compared_at: ColumnType<Date, Date | undefined, Date>
}

export interface Counters {
  key: string
  points: ColumnType<number, number | undefined, number>
  expire: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
}

export interface Countries {
  id: number
  iso2: string
  iso3: string
  name: string
  name_id: string
  dial_code: ColumnType<string | null, string | null | undefined, string | null>
  active: ColumnType<boolean, boolean | undefined, boolean>
}

export interface CustodyAssets {
  custody_id: string
  asset_id: number
  network: string
  tagged: ColumnType<boolean, boolean | undefined, boolean>
  main: boolean
}

export interface CustodyVaults {
  user_id: ColumnType<number, number | bigint, number | bigint>
  vault_id: string
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface DepositDigits {
  day: string
  given: number
}

export interface Devices {
  user_id: ColumnType<number, number | bigint, number | bigint>
  digest: Buffer
  agent: Buffer
  network: string
  key_kept: ColumnType<boolean, boolean | undefined, boolean>
  created_at: ColumnType<Date, Date | undefined, Date>
  used_at: ColumnType<Date, Date | undefined, Date>
}

export interface Dictionaries {
  id: ColumnType<number, never, never>
  type: string
  value: string
  label_id: string
  label_en: string
  is_chinese: ColumnType<boolean, boolean | undefined, boolean>
  position: ColumnType<number, number | undefined, number>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface EmailVerifications {
  digest: Buffer
  user_id: ColumnType<number, number | bigint, number | bigint>
  expires_at: Date
}

export interface Files {
  name: string
  owner: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  purpose: string
  media_type: string
  bytes: number
  state: ColumnType<string, string | undefined, string>
  key_id: string
  sealed_key: string
  created_at: ColumnType<Date, Date | undefined, Date>
  stored_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface Fills {
  id: ColumnType<number, never, never>
  pair_id: number
  trade_id: string
  order_id: ColumnType<number, number | bigint, number | bigint>
  user_id: ColumnType<number, number | bigint, number | bigint>
  price: ColumnType<string, string | bigint, string | bigint>
  volume: ColumnType<string, string | bigint, string | bigint>
  quote_exact: ColumnType<string, string | bigint, string | bigint>
  commission: ColumnType<string, string | bigint, string | bigint>
  commission_asset: ColumnType<string | null, string | null | undefined, string | null>
  amount: ColumnType<string, string | bigint, string | bigint>
  fee: ColumnType<string, string | bigint, string | bigint>
  tax: ColumnType<string, string | bigint, string | bigint>
  traded_at: Date
  recorded_at: ColumnType<Date, Date | undefined, Date>
}

export interface GuardedChanges {
  id: ColumnType<number, never, never>
  kind: string
  subject: string
  value_before: string
  value: string
  state: ColumnType<string, string | undefined, string>
  proposed_by: ColumnType<number, number | bigint, number | bigint>
  proposed_at: ColumnType<Date, Date | undefined, Date>
  due_at: Date
  expires_at: Date
  agreed_by: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  agreed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  ended_by: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface HistoryPlaces {
  user_id: ColumnType<number, number | bigint, number | bigint>
  list: string
  page: number
  at: Date
  kind: number
  id: ColumnType<number, number | bigint, number | bigint>
  kept_at: ColumnType<Date, Date | undefined, Date>
}

export interface Holds {
  id: ColumnType<number, never, never>
  user_id: ColumnType<number, number | bigint, number | bigint>
  asset_id: number
  initial: ColumnType<string, string | bigint, string | bigint>
  consumed: ColumnType<string, string | bigint | undefined, string | bigint>
  released: ColumnType<string, string | bigint | undefined, string | bigint>
  owner_kind: string
  owner_id: string
  opened_at: ColumnType<Date, Date | undefined, Date>
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface HouseBalances {
  kind: number
  asset_id: number
  units: ColumnType<string, string | bigint, string | bigint>
}

export interface HouseHorizon {
  id: number
  tx: ColumnType<number, number | bigint, number | bigint>
}

export interface IdempotencyKeys {
  caller: string
  endpoint: string
  key: string
  request_hash: Buffer
  claim: Buffer
  status: ColumnType<number | null, number | null | undefined, number | null>
  media_type: ColumnType<string | null, string | null | undefined, string | null>
  answer: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface IdentityHistories {
  id: ColumnType<number, never, never>
  user_id: ColumnType<number, number | bigint, number | bigint>
  service: string
  transaction_id: string
  status: string
  digest: Buffer
  sealed_request: string
  sealed_response: ColumnType<string | null, string | null | undefined, string | null>
  object_names: ColumnType<(string)[], (string)[] | undefined, (string)[]>
  ocr_id: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface IdentityNumbers {
  digest: Buffer
  user_id: ColumnType<number, number | bigint, number | bigint>
  history_id: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface IdentityRegistrations {
  user_id: ColumnType<number, number | bigint, number | bigint>
  history_id: ColumnType<number, number | bigint, number | bigint>
  account_id: ColumnType<string | null, string | null | undefined, string | null>
  sealed_parcel: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  tries: ColumnType<number, number | undefined, number>
  next_at: Date
}

export interface Inbox {
  id: ColumnType<number, never, never>
  source: string
  event_key: string
  digest: string
  body: string
  encoding: ColumnType<string, string | undefined, string>
  state: string
  outcome: ColumnType<string | null, string | null | undefined, string | null>
  attempts: ColumnType<number, number | undefined, number>
  next_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  error: ColumnType<string | null, string | null | undefined, string | null>
  received_at: ColumnType<Date, Date | undefined, Date>
  applied_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface Inquiries {
  id: ColumnType<number, never, never>
  subject: string
  first_name: string
  last_name: string
  email: string
  phone: string
  message: string
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface Leader {
  id: number
  epoch: ColumnType<number, number | bigint | undefined, number | bigint>
  node: ColumnType<string | null, string | null | undefined, string | null>
  url: ColumnType<string | null, string | null | undefined, string | null>
  since: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface LeaderBeat {
  id: number
  at: Date
  pid: number
}

export interface Migrations {
  number: number
  name: string
  checksum: string
  applied_at: ColumnType<Date, Date | undefined, Date>
}

export interface Moves {
  posting_id: ColumnType<number, number | bigint, number | bigint>
  line: number
  asset_id: number
  from_kind: number
  from_user: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  from_after: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  to_kind: number
  to_user: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  to_after: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  units: ColumnType<string, string | bigint, string | bigint>
  tx: ColumnType<number, number | bigint, number | bigint>
}

export interface Networks {
  asset_id: number
  network: string
  chain_id: ColumnType<number, number | bigint, number | bigint>
  deposit_active: ColumnType<boolean, boolean | undefined, boolean>
  withdraw_active: ColumnType<boolean, boolean | undefined, boolean>
  withdrawal_fee: ColumnType<string, string | bigint, string | bigint>
  min_withdrawal: ColumnType<string, string | bigint, string | bigint>
  max_withdrawal: ColumnType<string, string | bigint, string | bigint>
}

export interface News {
  id: ColumnType<number, never, never>
  slug: string
  category_id: ColumnType<number, number | bigint, number | bigint>
  title_id: string
  title_en: string
  summary_id: string
  summary_en: string
  body_id: string
  body_en: string
  image: ColumnType<string | null, string | null | undefined, string | null>
  status: ColumnType<string, string | undefined, string>
  published_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface NewsCategories {
  id: ColumnType<number, never, never>
  slug: string
  name_id: string
  name_en: string
  position: ColumnType<number, number | undefined, number>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface NewsTags {
  news_id: ColumnType<number, number | bigint, number | bigint>
  tag: string
}

export interface OperatorAlerts {
  id: ColumnType<number, never, never>
  severity: string
  kind: string
  dedupe_key: string
  subject: string
  data: unknown
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface OperatorAudit {
  id: ColumnType<number, never, never>
  operator_id: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  action: string
  subject_kind: string
  subject_id: string
  before: ColumnType<unknown, unknown, unknown>
  after: ColumnType<unknown, unknown, unknown>
  ip: string
  request_id: string
  at: ColumnType<Date, Date | undefined, Date>
}

export interface OperatorHandlings {
  id: ColumnType<number, never, never>
  operator_id: ColumnType<number, number | bigint, number | bigint>
  handled_by: ColumnType<number, number | bigint, number | bigint>
  how: string
  at: ColumnType<Date, Date | undefined, Date>
}

export interface OperatorInvitations {
  operator_id: ColumnType<number, number | bigint, number | bigint>
  digest: Buffer
  expires_at: Date
}

export interface OperatorSessions {
  digest: Buffer
  operator_id: ColumnType<number, number | bigint, number | bigint>
  last_seen_at: ColumnType<Date, Date | undefined, Date>
  expires_at: Date
}

export interface Operators {
  id: ColumnType<number, never, never>
  email: string
  role: string
  password_hash: ColumnType<string | null, string | null | undefined, string | null>
  password_initial: ColumnType<boolean, boolean | undefined, boolean>
  totp_secret: ColumnType<string | null, string | null | undefined, string | null>
  totp_offered: ColumnType<string | null, string | null | undefined, string | null>
  totp_last_step: ColumnType<number, number | bigint | undefined, number | bigint>
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  confirmed_by: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  admin_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  disabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface Orders {
  id: ColumnType<number, never, never>
  order_no: string
  request_key: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  user_id: ColumnType<number, number | bigint, number | bigint>
  pair_id: number
  side: string
  type: string
  volume: ColumnType<string, string | bigint, string | bigint>
  price: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  worst_price: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  fee_ppm: number
  held: ColumnType<string, string | bigint, string | bigint>
  freed: ColumnType<string, string | bigint | undefined, string | bigint>
  status: ColumnType<string, string | undefined, string>
  venue_order_id: ColumnType<string | null, string | null | undefined, string | null>
  executed_volume: ColumnType<string, string | bigint | undefined, string | bigint>
  executed_quote: ColumnType<string, string | bigint | undefined, string | bigint>
  commission: ColumnType<string, string | bigint | undefined, string | bigint>
  tax_exact: ColumnType<string, string | bigint | undefined, string | bigint>
  final_volume: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  incident: ColumnType<string | null, string | null | undefined, string | null>
  cancel_requested_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  own_cancel: ColumnType<boolean, boolean | undefined, boolean>
  absent_after: Date
  ask_wanted: ColumnType<boolean, boolean | undefined, boolean>
  attempts: ColumnType<number, number | undefined, number>
  next_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  day_count: ColumnType<number, number | undefined, number>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface OtpCodes {
  purpose: string
  identity: string
  user_id: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  mac: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  expires_at: Date
  code_tries: ColumnType<number, number | undefined, number>
  former_mac: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  former_expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  former_tries: ColumnType<number, number | undefined, number>
  window_tries: ColumnType<number, number | undefined, number>
  window_ends_at: ColumnType<Date, Date | undefined, Date>
  day_tries: ColumnType<number, number | undefined, number>
  day_ends_at: ColumnType<Date, Date | undefined, Date>
}

export interface PairCategories {
  id: number
  code: string
  name: string
  name_id: string
  buy_fee_ppm: number
  sell_fee_ppm: number
  sort: ColumnType<number, number | undefined, number>
}

export interface Pairs {
  id: number
  tx_pair: string
  venue_symbol: string
  base_asset_id: number
  quote_asset_id: number
  category_id: number
  active: ColumnType<boolean, boolean | undefined, boolean>
  sort: ColumnType<number, number | undefined, number>
  price_tick: ColumnType<string, string | bigint, string | bigint>
  lot_step: ColumnType<string, string | bigint, string | bigint>
  min_quantity: ColumnType<string, string | bigint, string | bigint>
  max_quantity: ColumnType<string, string | bigint, string | bigint>
  max_market_quantity: ColumnType<string, string | bigint, string | bigint>
  min_notional: ColumnType<string, string | bigint, string | bigint>
  max_notional: ColumnType<string, string | bigint, string | bigint>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface PasswordResets {
  user_id: ColumnType<number, number | bigint, number | bigint>
  digest: Buffer
  expires_at: Date
}

export interface PaydOrders {
  merchant_order_id: string
  user_id: ColumnType<number, number | bigint, number | bigint>
  kind: string
  amount: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  payment_method: ColumnType<string | null, string | null | undefined, string | null>
  va_no: ColumnType<string | null, string | null | undefined, string | null>
  payment_url: ColumnType<string | null, string | null | undefined, string | null>
  reference: ColumnType<string | null, string | null | undefined, string | null>
  publisher_order_id: ColumnType<string | null, string | null | undefined, string | null>
  status: string
  ask_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  asks: ColumnType<number, number | undefined, number>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface PaydReports {
  merchant_order_id: string
  amount: ColumnType<string, string | bigint, string | bigint>
  reference: ColumnType<string | null, string | null | undefined, string | null>
  publisher_order_id: ColumnType<string | null, string | null | undefined, string | null>
  state: string
  why: ColumnType<string | null, string | null | undefined, string | null>
  told: ColumnType<number, number | undefined, number>
  asked: ColumnType<number, number | undefined, number>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface PaymentInstructions {
  bank_code: string
  lang: string
  channel: string
  sort: number
  steps: (string)[]
}

export interface PayxReports {
  payment_ref: string
  method: string
  account: string
  amount: ColumnType<string, string | bigint, string | bigint>
  bank_code: ColumnType<string | null, string | null | undefined, string | null>
  state: string
  why: ColumnType<string | null, string | null | undefined, string | null>
  reported: ColumnType<number, number | undefined, number>
  denied: ColumnType<number, number | undefined, number>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface PhoneBlacklist {
  phone: string
  reason: string
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface Pins {
  id_user: ColumnType<number, number | bigint, number | bigint>
  pin_hash: ColumnType<string | null, string | null | undefined, string | null>
  pin_lock: ColumnType<number, number | undefined, number>
  biometrics_lock: ColumnType<number, number | undefined, number>
  wrong_in_a_row: ColumnType<number, number | undefined, number>
}

export interface Postings {
  id: ColumnType<number, never, never>
  key: string
  action: string
  at: ColumnType<Date, Date | undefined, Date>
}

export interface PriceSamples {
  pair: string
  at: Date
  price: ColumnType<string, string | bigint, string | bigint>
}

export interface Prices {
  pair: string
  price: ColumnType<string, string | bigint, string | bigint>
  bid: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  ask: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  median: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  samples: ColumnType<number, number | undefined, number>
  source: string
  observed_at: Date
}

export interface ProviderLists {
  provider: string
  list: string
  items: unknown
  fetched_at: Date
}

export interface ProviderOpenings {
  provider: string
  asset_id: number
  units: ColumnType<string, string | bigint, string | bigint>
  noted_at: ColumnType<Date, Date | undefined, Date>
}

export interface Pulled {
  provider: string
  since_ms: ColumnType<number, number | bigint, number | bigint>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface PushTokens {
  digest: ColumnType<Buffer, never, never>
  token: string
  user_id: ColumnType<number, number | bigint, number | bigint>
  created_at: ColumnType<Date, Date | undefined, Date>
  seen_at: ColumnType<Date, Date | undefined, Date>
}

export interface QrisCodes {
  id: ColumnType<number, never, never>
  user_id: ColumnType<number, number | bigint, number | bigint>
  external_id: string
  provider_id: ColumnType<string | null, string | null | undefined, string | null>
  amount: ColumnType<string, string | bigint, string | bigint>
  qr_string: ColumnType<string | null, string | null | undefined, string | null>
  status: string
  expires_at: Date
  ask_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  asks: ColumnType<number, number | undefined, number>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface RefreshTokens {
  digest: Buffer
  family_id: ColumnType<number, number | bigint, number | bigint>
  generation: number
  expires_at: Date
}

export interface Reports {
  request_id: string
  kind: string
  payload: unknown
  status: ColumnType<string, string | undefined, string>
  message: ColumnType<string | null, string | null | undefined, string | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface SessionFamilies {
  id: ColumnType<number, never, never>
  user_id: ColumnType<number, number | bigint, number | bigint>
  seed: Buffer
  generation: ColumnType<number, number | undefined, number>
  device: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  device_name: ColumnType<string | null, string | null | undefined, string | null>
  ip: ColumnType<string | null, string | null | undefined, string | null>
  refreshed_at: ColumnType<Date, Date | undefined, Date>
  expires_at: Date
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface Settings {
  key: string
  value: string
  kind: ColumnType<string, string | undefined, string>
  is_public: ColumnType<boolean, boolean | undefined, boolean>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface StrayTrades {
  pair_id: number
  trade_id: string
  venue_order_id: string
  client_order_id: ColumnType<string | null, string | null | undefined, string | null>
  side: string
  volume: ColumnType<string, string | bigint, string | bigint>
  quote_exact: ColumnType<string, string | bigint, string | bigint>
  commission: ColumnType<string, string | bigint, string | bigint>
  traded_at: Date
  recorded_at: ColumnType<Date, Date | undefined, Date>
}

export interface SuspenseItems {
  id: ColumnType<number, never, never>
  source: string
  reference: string
  asset_id: ColumnType<number | null, number | null | undefined, number | null>
  units: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  in_words: ColumnType<string | null, string | null | undefined, string | null>
  reason: string
  data: unknown
  state: ColumnType<string, string | undefined, string>
  assigned_user: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  decided_by: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface SuspenseProposals {
  item_id: ColumnType<number, number | bigint, number | bigint>
  operator_id: ColumnType<number, number | bigint, number | bigint>
  user_id: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  reason: string
  at: ColumnType<Date, Date | undefined, Date>
}

export interface TaxRates {
  id: number
  kind: string
  side: string
  rate_ppm: number
  valid_from: string
  rule: string
}

export interface TaxReportTurns {
  user_id: ColumnType<number, number | bigint, number | bigint>
  turn: string
  until: Date
}

export interface TotpSecrets {
  user_id: ColumnType<number, number | bigint, number | bigint>
  sealed_secret: string
  last_step: ColumnType<number, number | bigint | undefined, number | bigint>
}

export interface TradeTaxes {
  id: ColumnType<number, never, never>
  user_id: ColumnType<number, number | bigint, number | bigint>
  trade_key: string
  kind: string
  order_no: string
  pair_id: number
  side: string
  amount: ColumnType<string, string | bigint, string | bigint>
  value: ColumnType<string, string | bigint, string | bigint>
  rate_ppm: number
  rule: string
  tax_asset_id: number
  tax: ColumnType<string, string | bigint, string | bigint>
  traded_at: Date
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface UserMessages {
  id: ColumnType<number, never, never>
  user_id: ColumnType<number, number | bigint, number | bigint>
  kind: string
  dedupe_key: string
  title: string
  body: string
  data: unknown
  read_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface Users {
  id: ColumnType<number, never, never>
  email: string
  email_verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  mailbox_proven_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  phone: ColumnType<string | null, string | null | undefined, string | null>
  password_hash: string
  password_version: ColumnType<number, number | undefined, number>
  withdraw_locked_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  bind_2fa: ColumnType<boolean, boolean | undefined, boolean>
  twofa_changed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  language: ColumnType<string, string | undefined, string>
  currency: ColumnType<string, string | undefined, string>
  identity_status: ColumnType<string, string | undefined, string>
  suspended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  suspension_reason: ColumnType<string | null, string | null | undefined, string | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface VenueDust {
  asset_id: number
  dust: ColumnType<string, string | bigint | undefined, string | bigint>
}

export interface VenueDustSteps {
  id: ColumnType<number, never, never>
  asset_id: number
  dust: ColumnType<string, string | bigint, string | bigint>
}

export interface VenuePulls {
  pair_id: number
  trade_id: string
  pulled_at: ColumnType<Date, Date | undefined, Date>
}

export interface VirtualAccounts {
  id: ColumnType<number, never, never>
  user_id: ColumnType<number, number | bigint, number | bigint>
  provider: string
  bank_code: string
  external_id: string
  provider_id: ColumnType<string | null, string | null | undefined, string | null>
  account_number: ColumnType<string | null, string | null | undefined, string | null>
  name: string
  status: string
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface VisionVerifications {
  id: ColumnType<number, never, never>
  request_id: string
  user_id: ColumnType<number, number | bigint, number | bigint>
  service: 'KTP' | 'SELFIE' | 'LIVENESS' | 'TRANSFER_PROOF' | 'DOCUMENT'
  file: string
  request_data: string
  response_data: string
  status: 'pending' | 'processing' | 'completed' | 'failed'
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface WalletFlags {
  type: string
  value: number
  reason: ColumnType<string | null, string | null | undefined, string | null>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface Watchlist {
  user_id: ColumnType<number, number | bigint, number | bigint>
  pair_id: number
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface WithdrawalApprovals {
  withdrawal_id: ColumnType<number, number | bigint, number | bigint>
  operator_id: ColumnType<number, number | bigint, number | bigint>
  note: ColumnType<string | null, string | null | undefined, string | null>
  at: ColumnType<Date, Date | undefined, Date>
}

export interface WithdrawalDays {
  user_id: ColumnType<number, number | bigint, number | bigint>
  day: string
  worth_idr: ColumnType<string, string | bigint, string | bigint>
}

export interface WithdrawalGates {
  user_id: ColumnType<number, number | bigint, number | bigint>
  asset_id: number
  opened_at: Date
}

export interface WithdrawalResolutions {
  id: ColumnType<number, never, never>
  withdrawal_id: ColumnType<number, number | bigint, number | bigint>
  operator_id: ColumnType<number, number | bigint, number | bigint>
  outcome: string
  reason: string
  at: ColumnType<Date, Date | undefined, Date>
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface Withdrawals {
  id: ColumnType<number, never, never>
  request_id: string
  request_key: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  user_id: ColumnType<number, number | bigint, number | bigint>
  kind: string
  asset_id: number
  amount: ColumnType<string, string | bigint, string | bigint>
  fee: ColumnType<string, string | bigint, string | bigint>
  held: ColumnType<string, string | bigint, string | bigint>
  sent: ColumnType<string, string | bigint, string | bigint>
  network: ColumnType<string | null, string | null | undefined, string | null>
  address: ColumnType<string | null, string | null | undefined, string | null>
  tag: ColumnType<string | null, string | null | undefined, string | null>
  bank_account_id: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  channel_code: ColumnType<string | null, string | null | undefined, string | null>
  bank_name: ColumnType<string | null, string | null | undefined, string | null>
  account_number: ColumnType<string | null, string | null | undefined, string | null>
  account_holder: ColumnType<string | null, string | null | undefined, string | null>
  residential: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  id_card_object: ColumnType<string | null, string | null | undefined, string | null>
  worth_idr: ColumnType<string, string | bigint, string | bigint>
  status: string
  approvals_needed: ColumnType<number, number | undefined, number>
  approval_reasons: ColumnType<(string)[], (string)[] | undefined, (string)[]>
  provider_id: ColumnType<string | null, string | null | undefined, string | null>
  provider_status: ColumnType<string | null, string | null | undefined, string | null>
  tx_hash: ColumnType<string | null, string | null | undefined, string | null>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  refused_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  refusal: ColumnType<string | null, string | null | undefined, string | null>
  attempts: ColumnType<number, number | undefined, number>
  next_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  ask_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  asks: ColumnType<number, number | undefined, number>
  reversed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  incident: ColumnType<string | null, string | null | undefined, string | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface Tables {
  access_tokens: AccessTokens
  account_kinds: AccountKinds
  api_key_signatures: ApiKeySignatures
  api_keys: ApiKeys
  asset_details: AssetDetails
  assets: Assets
  audits: Audits
  balances: Balances
  bank_accounts: BankAccounts
  banks: Banks
  banners: Banners
  break_proposals: BreakProposals
  breaks: Breaks
  cash_deposit_approvals: CashDepositApprovals
  cash_deposits: CashDeposits
  coin_addresses: CoinAddresses
  coin_deposits: CoinDeposits
  compared: Compared
  counters: Counters
  countries: Countries
  custody_assets: CustodyAssets
  custody_vaults: CustodyVaults
  deposit_digits: DepositDigits
  devices: Devices
  dictionaries: Dictionaries
  email_verifications: EmailVerifications
  files: Files
  fills: Fills
  guarded_changes: GuardedChanges
  history_places: HistoryPlaces
  holds: Holds
  house_balances: HouseBalances
  house_horizon: HouseHorizon
  idempotency_keys: IdempotencyKeys
  identity_histories: IdentityHistories
  identity_numbers: IdentityNumbers
  identity_registrations: IdentityRegistrations
  inbox: Inbox
  inquiries: Inquiries
  leader: Leader
  leader_beat: LeaderBeat
  migrations: Migrations
  moves: Moves
  networks: Networks
  news: News
  news_categories: NewsCategories
  news_tags: NewsTags
  operator_alerts: OperatorAlerts
  operator_audit: OperatorAudit
  operator_handlings: OperatorHandlings
  operator_invitations: OperatorInvitations
  operator_sessions: OperatorSessions
  operators: Operators
  orders: Orders
  otp_codes: OtpCodes
  pair_categories: PairCategories
  pairs: Pairs
  password_resets: PasswordResets
  payd_orders: PaydOrders
  payd_reports: PaydReports
  payment_instructions: PaymentInstructions
  payx_reports: PayxReports
  phone_blacklist: PhoneBlacklist
  pins: Pins
  postings: Postings
  price_samples: PriceSamples
  prices: Prices
  provider_lists: ProviderLists
  provider_openings: ProviderOpenings
  pulled: Pulled
  push_tokens: PushTokens
  qris_codes: QrisCodes
  refresh_tokens: RefreshTokens
  reports: Reports
  session_families: SessionFamilies
  settings: Settings
  stray_trades: StrayTrades
  suspense_items: SuspenseItems
  suspense_proposals: SuspenseProposals
  tax_rates: TaxRates
  tax_report_turns: TaxReportTurns
  totp_secrets: TotpSecrets
  trade_taxes: TradeTaxes
  user_messages: UserMessages
  users: Users
  venue_dust: VenueDust
  venue_dust_steps: VenueDustSteps
  venue_pulls: VenuePulls
  virtual_accounts: VirtualAccounts
  vision_verifications: VisionVerifications
  wallet_flags: WalletFlags
  watchlist: Watchlist
  withdrawal_approvals: WithdrawalApprovals
  withdrawal_days: WithdrawalDays
  withdrawal_gates: WithdrawalGates
  withdrawal_resolutions: WithdrawalResolutions
  withdrawals: Withdrawals
}
