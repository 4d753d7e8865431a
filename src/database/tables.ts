// Generated from the migrations by tools/generate-tables.ts. Do not edit.
import type { ColumnType } from 'kysely'

export interface AccessTokensTable {
  digest: Buffer
  family_id: ColumnType<number, number | bigint, number | bigint>
  user_id: ColumnType<number, number | bigint, number | bigint>
  expires_at: Date
}

export interface AccountKindsTable {
  id: number
  name: string
  of_user: boolean
}

export interface ApiKeySignaturesTable {
  signature: Buffer
  expires_at: Date
}

export interface ApiKeysTable {
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

export interface AssetDetailsTable {
  asset_id: number
  about: string
  about_id: string
  website: ColumnType<string | null, string | null | undefined, string | null>
  whitepaper: ColumnType<string | null, string | null | undefined, string | null>
  explorer: ColumnType<string | null, string | null | undefined, string | null>
  since: ColumnType<number | null, number | null | undefined, number | null>
}

export interface AssetsTable {
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

export interface AuditsTable {
  id: ColumnType<number, never, never>
  at: ColumnType<Date, Date | undefined, Date>
  scope: string
  upto_tx: ColumnType<number, number | bigint, number | bigint>
  breaches: unknown
  took_ms: number
}

export interface BalancesTable {
  user_id: ColumnType<number, number | bigint, number | bigint>
  asset_id: number
  available: ColumnType<string, string | bigint | undefined, string | bigint>
  locked: ColumnType<string, string | bigint | undefined, string | bigint>
}

export interface BankAccountsTable {
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

export interface BanksTable {
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

export interface BannersTable {
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

export interface BreakProposalsTable {
  break_id: ColumnType<number, number | bigint, number | bigint>
  operator_id: ColumnType<number, number | bigint, number | bigint>
  units: ColumnType<string, string | bigint, string | bigint>
  reason: string
  at: ColumnType<Date, Date | undefined, Date>
}

export interface BreaksTable {
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

export interface CashDepositApprovalsTable {
  deposit_id: ColumnType<number, number | bigint, number | bigint>
  operator_id: ColumnType<number, number | bigint, number | bigint>
  amount: ColumnType<string, string | bigint, string | bigint>
  at: ColumnType<Date, Date | undefined, Date>
}

export interface CashDepositsTable {
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

export interface CoinAddressesTable {
  id: ColumnType<number, never, never>
  user_id: ColumnType<number, number | bigint, number | bigint>
  asset_id: number
  network: string
  address: string
  legacy_address: ColumnType<string | null, string | null | undefined, string | null>
  tag: ColumnType<string | null, string | null | undefined, string | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface CoinDepositsTable {
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

export interface ComparedTable {
  kind: string
  reference: string
  agrees: boolean
  compared_at: ColumnType<Date, Date | undefined, Date>
}

export interface CountersTable {
  key: string
  points: ColumnType<number, number | undefined, number>
  expire: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
}

export interface CountriesTable {
  id: number
  iso2: string
  iso3: string
  name: string
  name_id: string
  dial_code: ColumnType<string | null, string | null | undefined, string | null>
  active: ColumnType<boolean, boolean | undefined, boolean>
}

export interface CustodyAssetsTable {
  custody_id: string
  asset_id: number
  network: string
  tagged: ColumnType<boolean, boolean | undefined, boolean>
  main: boolean
}

export interface CustodyVaultsTable {
  user_id: ColumnType<number, number | bigint, number | bigint>
  vault_id: string
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface DepositDigitsTable {
  day: string
  given: number
}

export interface DevicesTable {
  user_id: ColumnType<number, number | bigint, number | bigint>
  digest: Buffer
  agent: Buffer
  network: string
  key_kept: ColumnType<boolean, boolean | undefined, boolean>
  created_at: ColumnType<Date, Date | undefined, Date>
  used_at: ColumnType<Date, Date | undefined, Date>
}

export interface DictionariesTable {
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

export interface EmailVerificationsTable {
  digest: Buffer
  user_id: ColumnType<number, number | bigint, number | bigint>
  expires_at: Date
}

export interface FilesTable {
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

export interface FillsTable {
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

export interface GuardedChangesTable {
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

export interface HistoryPlacesTable {
  user_id: ColumnType<number, number | bigint, number | bigint>
  list: string
  page: number
  at: Date
  kind: number
  id: ColumnType<number, number | bigint, number | bigint>
  kept_at: ColumnType<Date, Date | undefined, Date>
}

export interface HoldsTable {
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

export interface HouseBalancesTable {
  kind: number
  asset_id: number
  units: ColumnType<string, string | bigint, string | bigint>
}

export interface HouseHorizonTable {
  id: number
  tx: ColumnType<number, number | bigint, number | bigint>
}

export interface IdempotencyKeysTable {
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

export interface IdentityHistoriesTable {
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

export interface IdentityNumbersTable {
  digest: Buffer
  user_id: ColumnType<number, number | bigint, number | bigint>
  history_id: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface IdentityRegistrationsTable {
  user_id: ColumnType<number, number | bigint, number | bigint>
  history_id: ColumnType<number, number | bigint, number | bigint>
  account_id: ColumnType<string | null, string | null | undefined, string | null>
  sealed_parcel: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  tries: ColumnType<number, number | undefined, number>
  next_at: Date
}

export interface InboxTable {
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

export interface InquiriesTable {
  id: ColumnType<number, never, never>
  subject: string
  first_name: string
  last_name: string
  email: string
  phone: string
  message: string
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface LeaderTable {
  id: number
  epoch: ColumnType<number, number | bigint | undefined, number | bigint>
  node: ColumnType<string | null, string | null | undefined, string | null>
  url: ColumnType<string | null, string | null | undefined, string | null>
  since: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface LeaderBeatTable {
  id: number
  at: Date
  pid: number
}

export interface MigrationsTable {
  number: number
  name: string
  checksum: string
  applied_at: ColumnType<Date, Date | undefined, Date>
}

export interface MovesTable {
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

export interface NetworksTable {
  asset_id: number
  network: string
  chain_id: ColumnType<number, number | bigint, number | bigint>
  deposit_active: ColumnType<boolean, boolean | undefined, boolean>
  withdraw_active: ColumnType<boolean, boolean | undefined, boolean>
  withdrawal_fee: ColumnType<string, string | bigint, string | bigint>
  min_withdrawal: ColumnType<string, string | bigint, string | bigint>
  max_withdrawal: ColumnType<string, string | bigint, string | bigint>
}

export interface NewsTable {
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

export interface NewsCategoriesTable {
  id: ColumnType<number, never, never>
  slug: string
  name_id: string
  name_en: string
  position: ColumnType<number, number | undefined, number>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface NewsTagsTable {
  news_id: ColumnType<number, number | bigint, number | bigint>
  tag: string
}

export interface OperatorAlertsTable {
  id: ColumnType<number, never, never>
  severity: string
  kind: string
  dedupe_key: string
  subject: string
  data: unknown
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface OperatorAuditTable {
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

export interface OperatorHandlingsTable {
  id: ColumnType<number, never, never>
  operator_id: ColumnType<number, number | bigint, number | bigint>
  handled_by: ColumnType<number, number | bigint, number | bigint>
  how: string
  at: ColumnType<Date, Date | undefined, Date>
}

export interface OperatorInvitationsTable {
  operator_id: ColumnType<number, number | bigint, number | bigint>
  digest: Buffer
  expires_at: Date
}

export interface OperatorSessionsTable {
  digest: Buffer
  operator_id: ColumnType<number, number | bigint, number | bigint>
  last_seen_at: ColumnType<Date, Date | undefined, Date>
  expires_at: Date
}

export interface OperatorsTable {
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

export interface OrdersTable {
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

export interface OtpCodesTable {
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

export interface PairCategoriesTable {
  id: number
  code: string
  name: string
  name_id: string
  buy_fee_ppm: number
  sell_fee_ppm: number
  sort: ColumnType<number, number | undefined, number>
}

export interface PairsTable {
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

export interface PasswordResetsTable {
  user_id: ColumnType<number, number | bigint, number | bigint>
  digest: Buffer
  expires_at: Date
}

export interface PaydOrdersTable {
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

export interface PaydReportsTable {
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

export interface PaymentInstructionsTable {
  bank_code: string
  lang: string
  channel: string
  sort: number
  steps: (string)[]
}

export interface PayxReportsTable {
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

export interface PhoneBlacklistTable {
  phone: string
  reason: string
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface PinsTable {
  id_user: ColumnType<number, number | bigint, number | bigint>
  pin_hash: ColumnType<string | null, string | null | undefined, string | null>
  pin_lock: ColumnType<number, number | undefined, number>
  biometrics_lock: ColumnType<number, number | undefined, number>
  wrong_in_a_row: ColumnType<number, number | undefined, number>
}

export interface PostingsTable {
  id: ColumnType<number, never, never>
  key: string
  action: string
  at: ColumnType<Date, Date | undefined, Date>
}

export interface PriceSamplesTable {
  pair: string
  at: Date
  price: ColumnType<string, string | bigint, string | bigint>
}

export interface PricesTable {
  pair: string
  price: ColumnType<string, string | bigint, string | bigint>
  bid: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  ask: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  median: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  samples: ColumnType<number, number | undefined, number>
  source: string
  observed_at: Date
}

export interface ProviderListsTable {
  provider: string
  list: string
  items: unknown
  fetched_at: Date
}

export interface ProviderOpeningsTable {
  provider: string
  asset_id: number
  units: ColumnType<string, string | bigint, string | bigint>
  noted_at: ColumnType<Date, Date | undefined, Date>
}

export interface PulledTable {
  provider: string
  since_ms: ColumnType<number, number | bigint, number | bigint>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface PushTokensTable {
  digest: ColumnType<Buffer, never, never>
  token: string
  user_id: ColumnType<number, number | bigint, number | bigint>
  created_at: ColumnType<Date, Date | undefined, Date>
  seen_at: ColumnType<Date, Date | undefined, Date>
}

export interface QrisCodesTable {
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

export interface RefreshTokensTable {
  digest: Buffer
  family_id: ColumnType<number, number | bigint, number | bigint>
  generation: number
  expires_at: Date
}

export interface ReportsTable {
  request_id: string
  kind: string
  payload: unknown
  status: ColumnType<string, string | undefined, string>
  message: ColumnType<string | null, string | null | undefined, string | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface SessionFamiliesTable {
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

export interface SettingsTable {
  key: string
  value: string
  kind: ColumnType<string, string | undefined, string>
  is_public: ColumnType<boolean, boolean | undefined, boolean>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface StrayTradesTable {
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

export interface SuspenseItemsTable {
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

export interface SuspenseProposalsTable {
  item_id: ColumnType<number, number | bigint, number | bigint>
  operator_id: ColumnType<number, number | bigint, number | bigint>
  user_id: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  reason: string
  at: ColumnType<Date, Date | undefined, Date>
}

export interface TaxRatesTable {
  id: number
  kind: string
  side: string
  rate_ppm: number
  valid_from: string
  rule: string
}

export interface TaxReportTurnsTable {
  user_id: ColumnType<number, number | bigint, number | bigint>
  turn: string
  until: Date
}

export interface TotpSecretsTable {
  user_id: ColumnType<number, number | bigint, number | bigint>
  sealed_secret: string
  last_step: ColumnType<number, number | bigint | undefined, number | bigint>
}

export interface TradeTaxesTable {
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

export interface UserMessagesTable {
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

export interface UsersTable {
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

export interface VenueDustTable {
  asset_id: number
  dust: ColumnType<string, string | bigint | undefined, string | bigint>
}

export interface VenueDustStepsTable {
  id: ColumnType<number, never, never>
  asset_id: number
  dust: ColumnType<string, string | bigint, string | bigint>
}

export interface VenuePullsTable {
  pair_id: number
  trade_id: string
  pulled_at: ColumnType<Date, Date | undefined, Date>
}

export interface VirtualAccountsTable {
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

export interface VisionVerificationsTable {
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

export interface WalletFlagsTable {
  type: string
  value: number
  reason: ColumnType<string | null, string | null | undefined, string | null>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface WatchlistTable {
  user_id: ColumnType<number, number | bigint, number | bigint>
  pair_id: number
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface WithdrawalApprovalsTable {
  withdrawal_id: ColumnType<number, number | bigint, number | bigint>
  operator_id: ColumnType<number, number | bigint, number | bigint>
  note: ColumnType<string | null, string | null | undefined, string | null>
  at: ColumnType<Date, Date | undefined, Date>
}

export interface WithdrawalDaysTable {
  user_id: ColumnType<number, number | bigint, number | bigint>
  day: string
  worth_idr: ColumnType<string, string | bigint, string | bigint>
}

export interface WithdrawalGatesTable {
  user_id: ColumnType<number, number | bigint, number | bigint>
  asset_id: number
  opened_at: Date
}

export interface WithdrawalResolutionsTable {
  id: ColumnType<number, never, never>
  withdrawal_id: ColumnType<number, number | bigint, number | bigint>
  operator_id: ColumnType<number, number | bigint, number | bigint>
  outcome: string
  reason: string
  at: ColumnType<Date, Date | undefined, Date>
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface WithdrawalsTable {
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
  access_tokens: AccessTokensTable
  account_kinds: AccountKindsTable
  api_key_signatures: ApiKeySignaturesTable
  api_keys: ApiKeysTable
  asset_details: AssetDetailsTable
  assets: AssetsTable
  audits: AuditsTable
  balances: BalancesTable
  bank_accounts: BankAccountsTable
  banks: BanksTable
  banners: BannersTable
  break_proposals: BreakProposalsTable
  breaks: BreaksTable
  cash_deposit_approvals: CashDepositApprovalsTable
  cash_deposits: CashDepositsTable
  coin_addresses: CoinAddressesTable
  coin_deposits: CoinDepositsTable
  compared: ComparedTable
  counters: CountersTable
  countries: CountriesTable
  custody_assets: CustodyAssetsTable
  custody_vaults: CustodyVaultsTable
  deposit_digits: DepositDigitsTable
  devices: DevicesTable
  dictionaries: DictionariesTable
  email_verifications: EmailVerificationsTable
  files: FilesTable
  fills: FillsTable
  guarded_changes: GuardedChangesTable
  history_places: HistoryPlacesTable
  holds: HoldsTable
  house_balances: HouseBalancesTable
  house_horizon: HouseHorizonTable
  idempotency_keys: IdempotencyKeysTable
  identity_histories: IdentityHistoriesTable
  identity_numbers: IdentityNumbersTable
  identity_registrations: IdentityRegistrationsTable
  inbox: InboxTable
  inquiries: InquiriesTable
  leader: LeaderTable
  leader_beat: LeaderBeatTable
  migrations: MigrationsTable
  moves: MovesTable
  networks: NetworksTable
  news: NewsTable
  news_categories: NewsCategoriesTable
  news_tags: NewsTagsTable
  operator_alerts: OperatorAlertsTable
  operator_audit: OperatorAuditTable
  operator_handlings: OperatorHandlingsTable
  operator_invitations: OperatorInvitationsTable
  operator_sessions: OperatorSessionsTable
  operators: OperatorsTable
  orders: OrdersTable
  otp_codes: OtpCodesTable
  pair_categories: PairCategoriesTable
  pairs: PairsTable
  password_resets: PasswordResetsTable
  payd_orders: PaydOrdersTable
  payd_reports: PaydReportsTable
  payment_instructions: PaymentInstructionsTable
  payx_reports: PayxReportsTable
  phone_blacklist: PhoneBlacklistTable
  pins: PinsTable
  postings: PostingsTable
  price_samples: PriceSamplesTable
  prices: PricesTable
  provider_lists: ProviderListsTable
  provider_openings: ProviderOpeningsTable
  pulled: PulledTable
  push_tokens: PushTokensTable
  qris_codes: QrisCodesTable
  refresh_tokens: RefreshTokensTable
  reports: ReportsTable
  session_families: SessionFamiliesTable
  settings: SettingsTable
  stray_trades: StrayTradesTable
  suspense_items: SuspenseItemsTable
  suspense_proposals: SuspenseProposalsTable
  tax_rates: TaxRatesTable
  tax_report_turns: TaxReportTurnsTable
  totp_secrets: TotpSecretsTable
  trade_taxes: TradeTaxesTable
  user_messages: UserMessagesTable
  users: UsersTable
  venue_dust: VenueDustTable
  venue_dust_steps: VenueDustStepsTable
  venue_pulls: VenuePullsTable
  virtual_accounts: VirtualAccountsTable
  vision_verifications: VisionVerificationsTable
  wallet_flags: WalletFlagsTable
  watchlist: WatchlistTable
  withdrawal_approvals: WithdrawalApprovalsTable
  withdrawal_days: WithdrawalDaysTable
  withdrawal_gates: WithdrawalGatesTable
  withdrawal_resolutions: WithdrawalResolutionsTable
  withdrawals: WithdrawalsTable
}
