// Generated from the migrations by tools/generate-tables.ts. Do not edit.
import type { ColumnType } from 'kysely'
import type { AssetId, EventId, HoldId, OperatorId, OrderId, OrderNo, PairId, PostingId, RequestId, UserId } from '../../base/values/ids.ts'

export interface AccessTokensTable {
  digest: Buffer
  family_id: ColumnType<number, number | bigint, number | bigint>
  user_id: UserId
  expires_at: Date
}

export interface AccountKindsTable {
  id: number
  name: string
  of_user: boolean
}

export interface AgreementsTable {
  id: ColumnType<number, never, never>
  kind: string
  subject: ColumnType<number, number | bigint, number | bigint>
  operator_id: OperatorId
  statement: string
  note: ColumnType<string | null, string | null | undefined, string | null>
  at: ColumnType<Date, Date | undefined, Date>
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface ApiKeySignaturesTable {
  signature: Buffer
  expires_at: Date
}

export interface ApiKeysTable {
  id: ColumnType<number, never, never>
  user_id: UserId
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
  withdraws_from: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface AppKeysTable {
  key_id: string
  seen_at: ColumnType<Date, Date | undefined, Date>
}

export interface AppRecoveriesTable {
  id: ColumnType<number, never, never>
  user_id: UserId
  state: ColumnType<string, string | undefined, string>
  due_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  ended_by: ColumnType<OperatorId | null, OperatorId | null | undefined, OperatorId | null>
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface AssetDetailsTable {
  asset_id: AssetId
  about: string
  about_id: string
  website: ColumnType<string | null, string | null | undefined, string | null>
  whitepaper: ColumnType<string | null, string | null | undefined, string | null>
  explorer: ColumnType<string | null, string | null | undefined, string | null>
  since: ColumnType<number | null, number | null | undefined, number | null>
}

export interface AssetsTable {
  id: AssetId
  symbol: string
  name: string
  kind: string
  scale: number
  active: ColumnType<boolean, boolean | undefined, boolean>
  state: ColumnType<string, string | undefined, string>
  state_since: ColumnType<Date, Date | undefined, Date>
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
  user_id: UserId
  asset_id: AssetId
  available: ColumnType<string, string | bigint | undefined, string | bigint>
  locked: ColumnType<string, string | bigint | undefined, string | bigint>
}

export interface BankAccountsTable {
  id: ColumnType<number, never, never>
  user_id: UserId
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
  owned_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  resolved_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface CashDepositsTable {
  id: ColumnType<number, never, never>
  user_id: ColumnType<UserId | null, UserId | null | undefined, UserId | null>
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
  details: ColumnType<string | null, string | null | undefined, string | null>
  review: ColumnType<string | null, string | null | undefined, string | null>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface CoinAddressesTable {
  id: ColumnType<number, never, never>
  user_id: UserId
  asset_id: AssetId
  network: string
  address: string
  legacy_address: ColumnType<string | null, string | null | undefined, string | null>
  tag: ColumnType<string | null, string | null | undefined, string | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface CoinDepositsTable {
  id: ColumnType<number, never, never>
  user_id: ColumnType<UserId | null, UserId | null | undefined, UserId | null>
  asset_id: AssetId
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

export interface ComparisonsTable {
  provider: string
  asset_id: AssetId
  slot: Date
  compared_at: ColumnType<Date, Date | undefined, Date>
  ours: ColumnType<string, string | bigint, string | bigint>
  theirs: ColumnType<string, string | bigint, string | bigint>
  agrees: boolean
  widest: ColumnType<string, string | bigint, string | bigint>
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
  asset_id: AssetId
  network: string
  tagged: ColumnType<boolean, boolean | undefined, boolean>
  main: boolean
}

export interface CustodyVaultsTable {
  user_id: UserId
  vault_id: string
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface DayFlowsTable {
  day: string
  flow: string
  method: string
  asset_id: AssetId
  units: ColumnType<string, string | bigint, string | bigint>
  items: number
}

export interface DayPeopleTable {
  day: string
  signed_up: number
  verified: number
}

export interface DayTotalsTable {
  day: string
  flow: string
  method: string
  asset_id: AssetId
  units: ColumnType<string, string | bigint, string | bigint>
  items: number
  worth_idr: ColumnType<string, string | bigint | undefined, string | bigint>
  unpriced: ColumnType<string, string | bigint | undefined, string | bigint>
}

export interface DeploymentTable {
  id: number
  sealed_lookup_key: string
  system_identifier: ColumnType<number, number | bigint, number | bigint>
  timeline: ColumnType<number, number | bigint, number | bigint>
}

export interface DepositDigitsTable {
  day: string
  given: number
}

export interface DepositLooksTable {
  user_id: UserId
  looked_at: ColumnType<Date, Date | undefined, Date>
}

export interface DetachedSumsTable {
  kind: number
  user_id: ColumnType<number, number | bigint, number | bigint>
  asset_id: AssetId
  units: ColumnType<string, string | bigint, string | bigint>
}

export interface DevicesTable {
  user_id: UserId
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
  user_id: UserId
  expires_at: Date
}

export interface FilesTable {
  name: string
  owner: ColumnType<UserId | null, UserId | null | undefined, UserId | null>
  purpose: string
  media_type: string
  bytes: number
  state: ColumnType<string, string | undefined, string>
  sealed_key: string
  created_at: ColumnType<Date, Date | undefined, Date>
  stored_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface FillsTable {
  id: ColumnType<number, never, never>
  pair_id: PairId
  trade_id: string
  side: string
  order_id: OrderId
  user_id: UserId
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
  proposed_by: OperatorId
  proposed_at: ColumnType<Date, Date | undefined, Date>
  due_at: Date
  expires_at: Date
  ended_by: ColumnType<OperatorId | null, OperatorId | null | undefined, OperatorId | null>
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface HistoryPlacesTable {
  user_id: UserId
  list: string
  page: number
  at: Date
  kind: number
  id: ColumnType<number, number | bigint, number | bigint>
  kept_at: ColumnType<Date, Date | undefined, Date>
}

export interface HoldsTable {
  id: ColumnType<HoldId, never, never>
  user_id: UserId
  asset_id: AssetId
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
  asset_id: AssetId
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
  node: ColumnType<string | null, string | null | undefined, string | null>
}

export interface IdentityHistoriesTable {
  id: ColumnType<number, never, never>
  user_id: UserId
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
  user_id: UserId
  history_id: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface IdentityRegistrationsTable {
  user_id: UserId
  history_id: ColumnType<number, number | bigint, number | bigint>
  account_id: ColumnType<string | null, string | null | undefined, string | null>
  sealed_parcel: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  sealed_parcel_key: ColumnType<string | null, string | null | undefined, string | null>
  tries: ColumnType<number, number | undefined, number>
  next_at: Date
}

export interface InboxTable {
  id: ColumnType<EventId, never, never>
  received_at: ColumnType<Date, Date | undefined, Date>
  applied_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  next_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  bodies_id: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  place: ColumnType<number | null, number | null | undefined, number | null>
  attempts: ColumnType<number, number | undefined, number>
  source: string
  event_key: string
  state: string
  encoding: ColumnType<string, string | undefined, string>
  outcome: ColumnType<string | null, string | null | undefined, string | null>
  body: ColumnType<string | null, string | null | undefined, string | null>
  error: ColumnType<string | null, string | null | undefined, string | null>
}

export interface InboxBodiesTable {
  id: ColumnType<number, number | bigint | undefined, number | bigint>
  bodies: string
}

export interface InboxKeysTable {
  digest: string
}

export interface InboxRedeliveriesTable {
  digest: string
  times: ColumnType<number, number | undefined, number>
  last_at: ColumnType<Date, Date | undefined, Date>
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
  state: ColumnType<string, string | undefined, string>
  closed_by: ColumnType<OperatorId | null, OperatorId | null | undefined, OperatorId | null>
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface InquiryAnswersTable {
  id: ColumnType<number, never, never>
  inquiry_id: ColumnType<number, number | bigint, number | bigint>
  operator_id: OperatorId
  lang: string
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

export interface ListingChangesTable {
  id: ColumnType<number, never, never>
  kind: string
  name: string
  state: string
  begins_at: Date
  created_at: ColumnType<Date, Date | undefined, Date>
  applied_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  told_upto: ColumnType<number, number | bigint | undefined, number | bigint>
  told_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface MigrationsTable {
  number: number
  name: string
  checksum: string
  applied_at: ColumnType<Date, Date | undefined, Date>
  readable_from: ColumnType<number | null, number | null | undefined, number | null>
}

export interface MovesTable {
  posting_id: PostingId
  line: number
  asset_id: AssetId
  from_kind: number
  from_user: ColumnType<UserId | null, UserId | null | undefined, UserId | null>
  from_after: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  to_kind: number
  to_user: ColumnType<UserId | null, UserId | null | undefined, UserId | null>
  to_after: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  units: ColumnType<string, string | bigint, string | bigint>
  tx: ColumnType<number, number | bigint, number | bigint>
}

export interface NetworksTable {
  asset_id: AssetId
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

export interface NodesTable {
  node: string
  url: string
  version: string
  started_at: Date
  seen_at: ColumnType<Date, Date | undefined, Date>
  epoch: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  providers: unknown
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
  operator_id: ColumnType<OperatorId | null, OperatorId | null | undefined, OperatorId | null>
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
  operator_id: OperatorId
  handled_by: OperatorId
  how: string
  at: ColumnType<Date, Date | undefined, Date>
}

export interface OperatorInvitationsTable {
  operator_id: OperatorId
  digest: Buffer
  expires_at: Date
}

export interface OperatorSessionsTable {
  digest: Buffer
  operator_id: OperatorId
  last_seen_at: ColumnType<Date, Date | undefined, Date>
  expires_at: Date
}

export interface OperatorsTable {
  id: ColumnType<OperatorId, never, never>
  email: string
  role: string
  password_hash: ColumnType<string | null, string | null | undefined, string | null>
  password_initial: ColumnType<boolean, boolean | undefined, boolean>
  totp_secret: ColumnType<string | null, string | null | undefined, string | null>
  totp_offered: ColumnType<string | null, string | null | undefined, string | null>
  totp_last_step: ColumnType<number, number | bigint | undefined, number | bigint>
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  confirmed_by: ColumnType<OperatorId | null, OperatorId | null | undefined, OperatorId | null>
  admin_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  disabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  attested_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  attested_by: ColumnType<OperatorId | null, OperatorId | null | undefined, OperatorId | null>
}

export interface OrdersTable {
  id: ColumnType<OrderId, never, never>
  order_no: OrderNo
  request_key: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  user_id: UserId
  pair_id: PairId
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
  query_wanted: ColumnType<boolean, boolean | undefined, boolean>
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
  user_id: ColumnType<UserId | null, UserId | null | undefined, UserId | null>
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
  id: PairId
  tx_pair: string
  venue_symbol: string
  base_asset_id: AssetId
  quote_asset_id: AssetId
  category_id: number
  active: ColumnType<boolean, boolean | undefined, boolean>
  state: ColumnType<string, string | undefined, string>
  state_since: ColumnType<Date, Date | undefined, Date>
  buys: ColumnType<boolean, boolean | undefined, boolean>
  sells: ColumnType<boolean, boolean | undefined, boolean>
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
  user_id: UserId
  digest: Buffer
  expires_at: Date
}

export interface PaydOrdersTable {
  merchant_order_id: string
  user_id: UserId
  kind: string
  amount: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  payment_method: ColumnType<string | null, string | null | undefined, string | null>
  va_no: ColumnType<string | null, string | null | undefined, string | null>
  payment_url: ColumnType<string | null, string | null | undefined, string | null>
  reference: ColumnType<string | null, string | null | undefined, string | null>
  publisher_order_id: ColumnType<string | null, string | null | undefined, string | null>
  status: string
  poll_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  polls: ColumnType<number, number | undefined, number>
  looks: ColumnType<number, number | undefined, number>
  polled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
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

export interface PaymentReportsTable {
  provider_ref: string
  method: string
  account: string
  amount: ColumnType<string, string | bigint, string | bigint>
  bank_code: ColumnType<string | null, string | null | undefined, string | null>
  reference: ColumnType<string | null, string | null | undefined, string | null>
  publisher_order_id: ColumnType<string | null, string | null | undefined, string | null>
  state: string
  why: ColumnType<string | null, string | null | undefined, string | null>
  reported: ColumnType<number, number | undefined, number>
  queries: ColumnType<number, number | undefined, number>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface PayxRefundsTable {
  refund_id: string
  state: ColumnType<string, string | undefined, string>
  polls: ColumnType<number, number | undefined, number>
  poll_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface PeriodicRunsTable {
  job: string
  node: string
  every_ms: number
  started_at: Date
  took_ms: number
  failures: number
  succeeded_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  failed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  error: ColumnType<string | null, string | null | undefined, string | null>
}

export interface PhoneBlacklistTable {
  phone: string
  reason: string
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface PinsTable {
  id_user: UserId
  pin_hash: ColumnType<string | null, string | null | undefined, string | null>
  pin_lock: ColumnType<number, number | undefined, number>
  biometrics_lock: ColumnType<number, number | undefined, number>
  wrong_in_a_row: ColumnType<number, number | undefined, number>
}

export interface PostingsTable {
  id: ColumnType<PostingId, never, never>
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
  asset_id: AssetId
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
  user_id: UserId
  session_id: ColumnType<number | null, number | bigint | null | undefined, number | bigint | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  seen_at: ColumnType<Date, Date | undefined, Date>
}

export interface QrisCodesTable {
  id: ColumnType<number, never, never>
  user_id: UserId
  external_id: string
  provider_id: ColumnType<string | null, string | null | undefined, string | null>
  amount: ColumnType<string, string | bigint, string | bigint>
  qr_string: ColumnType<string | null, string | null | undefined, string | null>
  status: string
  expires_at: Date
  poll_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  polls: ColumnType<number, number | undefined, number>
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
  id: ColumnType<number, never, never>
}

export interface RunRequestsTable {
  job: string
  asked_at: ColumnType<Date, Date | undefined, Date>
}

export interface SessionFamiliesTable {
  id: ColumnType<number, never, never>
  user_id: UserId
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

export interface SuspenseItemsTable {
  id: ColumnType<number, never, never>
  source: string
  reference: string
  asset_id: ColumnType<AssetId | null, AssetId | null | undefined, AssetId | null>
  units: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  in_words: ColumnType<string | null, string | null | undefined, string | null>
  reason: string
  data: unknown
  state: ColumnType<string, string | undefined, string>
  assigned_user: ColumnType<UserId | null, UserId | null | undefined, UserId | null>
  decided_by: ColumnType<OperatorId | null, OperatorId | null | undefined, OperatorId | null>
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface TaxRatesTable {
  id: number
  kind: string
  side: string
  rate_ppm: number
  valid_from: string
  rule: string
}

export interface TaxReportLeasesTable {
  user_id: ColumnType<number, number | bigint, number | bigint>
  lease: string
  until: Date
}

export interface TotpSecretsTable {
  user_id: UserId
  sealed_secret: string
  last_step: ColumnType<number, number | bigint | undefined, number | bigint>
}

export interface TradeTaxesTable {
  id: ColumnType<number, never, never>
  user_id: UserId
  trade_key: string
  kind: string
  order_no: OrderNo
  pair_id: PairId
  side: string
  amount: ColumnType<string, string | bigint, string | bigint>
  value: ColumnType<string, string | bigint, string | bigint>
  rate_ppm: number
  rule: string
  tax_asset_id: AssetId
  tax: ColumnType<string, string | bigint, string | bigint>
  traded_at: Date
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface UnconfirmedFillsTable {
  pair_id: PairId
  trade_id: string
  order_id: OrderId
  user_id: UserId
  recorded_at: ColumnType<Date, Date | undefined, Date>
  denied_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface UnmatchedTradesTable {
  pair_id: PairId
  trade_id: string
  venue_order_id: string
  client_order_id: ColumnType<string | null, string | null | undefined, string | null>
  side: string
  volume: ColumnType<string, string | bigint, string | bigint>
  quote_exact: ColumnType<string, string | bigint, string | bigint>
  commission: ColumnType<string, string | bigint, string | bigint>
  traded_at: Date
  recorded_at: ColumnType<Date, Date | undefined, Date>
  id: ColumnType<number, never, never>
}

export interface UserMessagesTable {
  id: ColumnType<number, never, never>
  user_id: UserId
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
  id: ColumnType<UserId, never, never>
  email: string
  email_verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  mailbox_proven_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  mail_refused_since: ColumnType<Date | null, Date | null | undefined, Date | null>
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
  suspended_by_service: ColumnType<boolean, boolean | undefined, boolean>
  twofa_provisional_until: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface VenueDustTable {
  asset_id: AssetId
  dust: ColumnType<string, string | bigint | undefined, string | bigint>
}

export interface VenueDustStepsTable {
  id: ColumnType<number, never, never>
  asset_id: AssetId
  dust: ColumnType<string, string | bigint, string | bigint>
}

export interface VenuePullsTable {
  pair_id: PairId
  trade_id: string
  pulled_at: ColumnType<Date, Date | undefined, Date>
}

export interface VirtualAccountsTable {
  id: ColumnType<number, never, never>
  user_id: UserId
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
  user_id: UserId
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
  user_id: UserId
  pair_id: PairId
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface WithdrawalDaysTable {
  user_id: UserId
  day: string
  worth_idr: ColumnType<string, string | bigint, string | bigint>
}

export interface WithdrawalGatesTable {
  user_id: UserId
  asset_id: AssetId
  opened_at: Date
}

export interface WithdrawalsTable {
  id: ColumnType<number, never, never>
  request_id: RequestId
  request_key: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  user_id: UserId
  kind: string
  asset_id: AssetId
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
  residential: ColumnType<string | null, string | null | undefined, string | null>
  id_card_object: ColumnType<string | null, string | null | undefined, string | null>
  worth_idr: ColumnType<string, string | bigint, string | bigint>
  status: string
  approvals_needed: ColumnType<number, number | undefined, number>
  approval_reasons: ColumnType<(string)[], (string)[] | undefined, (string)[]>
  provider_id: ColumnType<string | null, string | null | undefined, string | null>
  provider_status: ColumnType<string | null, string | null | undefined, string | null>
  tx_hash: ColumnType<string | null, string | null | undefined, string | null>
  replaced_by: ColumnType<string | null, string | null | undefined, string | null>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  refused_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  refusal: ColumnType<string | null, string | null | undefined, string | null>
  attempts: ColumnType<number, number | undefined, number>
  next_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  poll_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  polls: ColumnType<number, number | undefined, number>
  reversed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  incident: ColumnType<string | null, string | null | undefined, string | null>
  created_at: ColumnType<Date, Date | undefined, Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface Tables {
  access_tokens: AccessTokensTable
  account_kinds: AccountKindsTable
  agreements: AgreementsTable
  api_key_signatures: ApiKeySignaturesTable
  api_keys: ApiKeysTable
  app_keys: AppKeysTable
  app_recoveries: AppRecoveriesTable
  asset_details: AssetDetailsTable
  assets: AssetsTable
  audits: AuditsTable
  balances: BalancesTable
  bank_accounts: BankAccountsTable
  banks: BanksTable
  banners: BannersTable
  breaks: BreaksTable
  cash_deposits: CashDepositsTable
  coin_addresses: CoinAddressesTable
  coin_deposits: CoinDepositsTable
  compared: ComparedTable
  comparisons: ComparisonsTable
  counters: CountersTable
  countries: CountriesTable
  custody_assets: CustodyAssetsTable
  custody_vaults: CustodyVaultsTable
  day_flows: DayFlowsTable
  day_people: DayPeopleTable
  day_totals: DayTotalsTable
  deployment: DeploymentTable
  deposit_digits: DepositDigitsTable
  deposit_looks: DepositLooksTable
  detached_sums: DetachedSumsTable
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
  inbox_bodies: InboxBodiesTable
  inbox_keys: InboxKeysTable
  inbox_redeliveries: InboxRedeliveriesTable
  inquiries: InquiriesTable
  inquiry_answers: InquiryAnswersTable
  leader: LeaderTable
  leader_beat: LeaderBeatTable
  listing_changes: ListingChangesTable
  migrations: MigrationsTable
  moves: MovesTable
  networks: NetworksTable
  news: NewsTable
  news_categories: NewsCategoriesTable
  news_tags: NewsTagsTable
  nodes: NodesTable
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
  payment_instructions: PaymentInstructionsTable
  payment_reports: PaymentReportsTable
  payx_refunds: PayxRefundsTable
  periodic_runs: PeriodicRunsTable
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
  run_requests: RunRequestsTable
  session_families: SessionFamiliesTable
  settings: SettingsTable
  suspense_items: SuspenseItemsTable
  tax_rates: TaxRatesTable
  tax_report_leases: TaxReportLeasesTable
  totp_secrets: TotpSecretsTable
  trade_taxes: TradeTaxesTable
  unconfirmed_fills: UnconfirmedFillsTable
  unmatched_trades: UnmatchedTradesTable
  user_messages: UserMessagesTable
  users: UsersTable
  venue_dust: VenueDustTable
  venue_dust_steps: VenueDustStepsTable
  venue_pulls: VenuePullsTable
  virtual_accounts: VirtualAccountsTable
  vision_verifications: VisionVerificationsTable
  wallet_flags: WalletFlagsTable
  watchlist: WatchlistTable
  withdrawal_days: WithdrawalDaysTable
  withdrawal_gates: WithdrawalGatesTable
  withdrawals: WithdrawalsTable
}

type Kinds = Readonly<Record<string, string>>

/** The SQL type of each column, for casts. */
export const columnKinds: Readonly<Record<keyof Tables, Kinds>> = {
  access_tokens: { digest: 'bytea', family_id: 'bigint', user_id: 'bigint', expires_at: 'timestamp with time zone' },
  account_kinds: { id: 'smallint', name: 'text', of_user: 'boolean' },
  agreements: { id: 'bigint', kind: 'text', subject: 'bigint', operator_id: 'bigint', statement: 'text', note: 'text', at: 'timestamp with time zone', closed_at: 'timestamp with time zone' },
  api_key_signatures: { signature: 'bytea', expires_at: 'timestamp with time zone' },
  api_keys: { id: 'bigint', user_id: 'bigint', name: 'text', key_digest: 'bytea', former_digest: 'bytea', masked_key: 'text', sealed_secret: 'text', permissions: 'text[]', ips: 'text[]', version: 'integer', suspended_at: 'timestamp with time zone', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone', withdraws_from: 'timestamp with time zone' },
  app_keys: { key_id: 'text', seen_at: 'timestamp with time zone' },
  app_recoveries: { id: 'bigint', user_id: 'bigint', state: 'text', due_at: 'timestamp with time zone', ended_by: 'bigint', ended_at: 'timestamp with time zone', created_at: 'timestamp with time zone' },
  asset_details: { asset_id: 'smallint', about: 'text', about_id: 'text', website: 'text', whitepaper: 'text', explorer: 'text', since: 'smallint' },
  assets: { id: 'smallint', symbol: 'text', name: 'text', kind: 'text', scale: 'smallint', active: 'boolean', state: 'text', state_since: 'timestamp with time zone', withdrawal_fee: 'numeric', supply_cap: 'numeric', daily_withdrawal_limit: 'numeric', sort: 'smallint' },
  audits: { id: 'bigint', at: 'timestamp with time zone', scope: 'text', upto_tx: 'bigint', breaches: 'jsonb', took_ms: 'integer' },
  balances: { user_id: 'bigint', asset_id: 'smallint', available: 'numeric', locked: 'numeric' },
  bank_accounts: { id: 'bigint', user_id: 'bigint', bank_id: 'text', bank_name: 'text', account: 'text', bank_owner: 'text', address: 'text', created_at: 'timestamp with time zone', changed_at: 'timestamp with time zone' },
  banks: { id: 'smallint', code: 'text', name: 'text', short_name: 'text', kind: 'text', payx_va_code: 'text', payx_payout_code: 'text', payd_code: 'text', account_min_digits: 'smallint', account_max_digits: 'smallint', active: 'boolean' },
  banners: { id: 'bigint', title_id: 'text', title_en: 'text', image: 'text', link: 'text', status: 'text', position: 'integer', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone' },
  breaks: { id: 'bigint', provider: 'text', kind: 'text', subject: 'text', asset: 'text', theirs: 'text', ours: 'text', since: 'timestamp with time zone', last_seen: 'timestamp with time zone', alerted_at: 'timestamp with time zone', stopped_at: 'timestamp with time zone', stopped_worth_idr: 'numeric', owned_at: 'timestamp with time zone', resolved_at: 'timestamp with time zone' },
  cash_deposits: { id: 'bigint', user_id: 'bigint', provider: 'text', provider_ref: 'text', method: 'text', status: 'text', amount: 'numeric', fee: 'numeric', bank_code: 'text', account_number: 'text', proof_object: 'text', proof_digest: 'bytea', details: 'text', review: 'text', reason: 'text', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone', completed_at: 'timestamp with time zone' },
  coin_addresses: { id: 'bigint', user_id: 'bigint', asset_id: 'smallint', network: 'text', address: 'text', legacy_address: 'text', tag: 'text', created_at: 'timestamp with time zone' },
  coin_deposits: { id: 'bigint', user_id: 'bigint', asset_id: 'smallint', network: 'text', custody_id: 'text', output: 'integer', tx_hash: 'text', address: 'text', tag: 'text', amount: 'numeric', status: 'text', custody_status: 'text', review: 'text', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone', completed_at: 'timestamp with time zone' },
  compared: { kind: 'text', reference: 'text', agrees: 'boolean', compared_at: 'timestamp with time zone' },
  comparisons: { provider: 'text', asset_id: 'smallint', slot: 'timestamp with time zone', compared_at: 'timestamp with time zone', ours: 'numeric', theirs: 'numeric', agrees: 'boolean', widest: 'numeric' },
  counters: { key: 'character varying', points: 'integer', expire: 'bigint' },
  countries: { id: 'smallint', iso2: 'text', iso3: 'text', name: 'text', name_id: 'text', dial_code: 'text', active: 'boolean' },
  custody_assets: { custody_id: 'text', asset_id: 'smallint', network: 'text', tagged: 'boolean', main: 'boolean' },
  custody_vaults: { user_id: 'bigint', vault_id: 'text', created_at: 'timestamp with time zone' },
  day_flows: { day: 'date', flow: 'text', method: 'text', asset_id: 'smallint', units: 'numeric', items: 'integer' },
  day_people: { day: 'date', signed_up: 'integer', verified: 'integer' },
  day_totals: { day: 'date', flow: 'text', method: 'text', asset_id: 'smallint', units: 'numeric', items: 'integer', worth_idr: 'numeric', unpriced: 'numeric' },
  deployment: { id: 'smallint', sealed_lookup_key: 'text', system_identifier: 'bigint', timeline: 'bigint' },
  deposit_digits: { day: 'date', given: 'integer' },
  deposit_looks: { user_id: 'bigint', looked_at: 'timestamp with time zone' },
  detached_sums: { kind: 'smallint', user_id: 'bigint', asset_id: 'smallint', units: 'numeric' },
  devices: { user_id: 'bigint', digest: 'bytea', agent: 'bytea', network: 'text', key_kept: 'boolean', created_at: 'timestamp with time zone', used_at: 'timestamp with time zone' },
  dictionaries: { id: 'bigint', type: 'text', value: 'text', label_id: 'text', label_en: 'text', is_chinese: 'boolean', position: 'integer', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone' },
  email_verifications: { digest: 'bytea', user_id: 'bigint', expires_at: 'timestamp with time zone' },
  files: { name: 'text', owner: 'bigint', purpose: 'text', media_type: 'text', bytes: 'integer', state: 'text', sealed_key: 'text', created_at: 'timestamp with time zone', stored_at: 'timestamp with time zone' },
  fills: { id: 'bigint', pair_id: 'smallint', trade_id: 'text', side: 'text', order_id: 'bigint', user_id: 'bigint', price: 'numeric', volume: 'numeric', quote_exact: 'numeric', commission: 'numeric', commission_asset: 'text', amount: 'numeric', fee: 'numeric', tax: 'numeric', traded_at: 'timestamp with time zone', recorded_at: 'timestamp with time zone' },
  guarded_changes: { id: 'bigint', kind: 'text', subject: 'text', value_before: 'text', value: 'text', state: 'text', proposed_by: 'bigint', proposed_at: 'timestamp with time zone', due_at: 'timestamp with time zone', expires_at: 'timestamp with time zone', ended_by: 'bigint', ended_at: 'timestamp with time zone' },
  history_places: { user_id: 'bigint', list: 'text', page: 'integer', at: 'timestamp with time zone', kind: 'smallint', id: 'bigint', kept_at: 'timestamp with time zone' },
  holds: { id: 'bigint', user_id: 'bigint', asset_id: 'smallint', initial: 'numeric', consumed: 'numeric', released: 'numeric', owner_kind: 'text', owner_id: 'text', opened_at: 'timestamp with time zone', closed_at: 'timestamp with time zone' },
  house_balances: { kind: 'smallint', asset_id: 'smallint', units: 'numeric' },
  house_horizon: { id: 'smallint', tx: 'bigint' },
  idempotency_keys: { caller: 'text', endpoint: 'text', key: 'text', request_hash: 'bytea', claim: 'bytea', status: 'smallint', media_type: 'text', answer: 'bytea', created_at: 'timestamp with time zone', node: 'text' },
  identity_histories: { id: 'bigint', user_id: 'bigint', service: 'text', transaction_id: 'text', status: 'text', digest: 'bytea', sealed_request: 'text', sealed_response: 'text', object_names: 'text[]', ocr_id: 'bigint', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone' },
  identity_numbers: { digest: 'bytea', user_id: 'bigint', history_id: 'bigint', created_at: 'timestamp with time zone' },
  identity_registrations: { user_id: 'bigint', history_id: 'bigint', account_id: 'text', sealed_parcel: 'bytea', sealed_parcel_key: 'text', tries: 'smallint', next_at: 'timestamp with time zone' },
  inbox: { id: 'bigint', received_at: 'timestamp with time zone', applied_at: 'timestamp with time zone', next_at: 'timestamp with time zone', bodies_id: 'bigint', place: 'smallint', attempts: 'smallint', source: 'text', event_key: 'text', state: 'text', encoding: 'text', outcome: 'text', body: 'text', error: 'text' },
  inbox_bodies: { id: 'bigint', bodies: 'text' },
  inbox_keys: { digest: 'uuid' },
  inbox_redeliveries: { digest: 'uuid', times: 'integer', last_at: 'timestamp with time zone' },
  inquiries: { id: 'bigint', subject: 'text', first_name: 'text', last_name: 'text', email: 'text', phone: 'text', message: 'text', created_at: 'timestamp with time zone', state: 'text', closed_by: 'bigint', closed_at: 'timestamp with time zone' },
  inquiry_answers: { id: 'bigint', inquiry_id: 'bigint', operator_id: 'bigint', lang: 'text', message: 'text', created_at: 'timestamp with time zone' },
  leader: { id: 'integer', epoch: 'bigint', node: 'text', url: 'text', since: 'timestamp with time zone' },
  leader_beat: { id: 'integer', at: 'timestamp with time zone', pid: 'integer' },
  listing_changes: { id: 'bigint', kind: 'text', name: 'text', state: 'text', begins_at: 'timestamp with time zone', created_at: 'timestamp with time zone', applied_at: 'timestamp with time zone', told_upto: 'bigint', told_at: 'timestamp with time zone' },
  migrations: { number: 'integer', name: 'text', checksum: 'text', applied_at: 'timestamp with time zone', readable_from: 'integer' },
  moves: { posting_id: 'bigint', line: 'smallint', asset_id: 'smallint', from_kind: 'smallint', from_user: 'bigint', from_after: 'numeric', to_kind: 'smallint', to_user: 'bigint', to_after: 'numeric', units: 'numeric', tx: 'bigint' },
  networks: { asset_id: 'smallint', network: 'text', chain_id: 'bigint', deposit_active: 'boolean', withdraw_active: 'boolean', withdrawal_fee: 'numeric', min_withdrawal: 'numeric', max_withdrawal: 'numeric' },
  news: { id: 'bigint', slug: 'text', category_id: 'bigint', title_id: 'text', title_en: 'text', summary_id: 'text', summary_en: 'text', body_id: 'text', body_en: 'text', image: 'text', status: 'text', published_at: 'timestamp with time zone', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone' },
  news_categories: { id: 'bigint', slug: 'text', name_id: 'text', name_en: 'text', position: 'integer', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone' },
  news_tags: { news_id: 'bigint', tag: 'text' },
  nodes: { node: 'text', url: 'text', version: 'text', started_at: 'timestamp with time zone', seen_at: 'timestamp with time zone', epoch: 'bigint', providers: 'jsonb' },
  operator_alerts: { id: 'bigint', severity: 'text', kind: 'text', dedupe_key: 'text', subject: 'text', data: 'jsonb', created_at: 'timestamp with time zone' },
  operator_audit: { id: 'bigint', operator_id: 'bigint', action: 'text', subject_kind: 'text', subject_id: 'text', before: 'jsonb', after: 'jsonb', ip: 'text', request_id: 'text', at: 'timestamp with time zone' },
  operator_handlings: { id: 'bigint', operator_id: 'bigint', handled_by: 'bigint', how: 'text', at: 'timestamp with time zone' },
  operator_invitations: { operator_id: 'bigint', digest: 'bytea', expires_at: 'timestamp with time zone' },
  operator_sessions: { digest: 'bytea', operator_id: 'bigint', last_seen_at: 'timestamp with time zone', expires_at: 'timestamp with time zone' },
  operators: { id: 'bigint', email: 'text', role: 'text', password_hash: 'text', password_initial: 'boolean', totp_secret: 'text', totp_offered: 'text', totp_last_step: 'bigint', confirmed_at: 'timestamp with time zone', confirmed_by: 'bigint', admin_until: 'timestamp with time zone', disabled_at: 'timestamp with time zone', created_at: 'timestamp with time zone', attested_at: 'timestamp with time zone', attested_by: 'bigint' },
  orders: { id: 'bigint', order_no: 'text', request_key: 'bytea', user_id: 'bigint', pair_id: 'smallint', side: 'text', type: 'text', volume: 'numeric', price: 'numeric', worst_price: 'numeric', fee_ppm: 'integer', held: 'numeric', freed: 'numeric', status: 'text', venue_order_id: 'text', executed_volume: 'numeric', executed_quote: 'numeric', commission: 'numeric', tax_exact: 'numeric', final_volume: 'numeric', reason: 'text', incident: 'text', cancel_requested_at: 'timestamp with time zone', own_cancel: 'boolean', absent_after: 'timestamp with time zone', query_wanted: 'boolean', attempts: 'integer', next_at: 'timestamp with time zone', day_count: 'integer', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone', ended_at: 'timestamp with time zone' },
  otp_codes: { purpose: 'text', identity: 'text', user_id: 'bigint', mac: 'bytea', expires_at: 'timestamp with time zone', code_tries: 'smallint', former_mac: 'bytea', former_expires_at: 'timestamp with time zone', former_tries: 'smallint', window_tries: 'smallint', window_ends_at: 'timestamp with time zone', day_tries: 'smallint', day_ends_at: 'timestamp with time zone' },
  pair_categories: { id: 'smallint', code: 'text', name: 'text', name_id: 'text', buy_fee_ppm: 'integer', sell_fee_ppm: 'integer', sort: 'smallint' },
  pairs: { id: 'smallint', tx_pair: 'text', venue_symbol: 'text', base_asset_id: 'smallint', quote_asset_id: 'smallint', category_id: 'smallint', active: 'boolean', state: 'text', state_since: 'timestamp with time zone', buys: 'boolean', sells: 'boolean', sort: 'smallint', price_tick: 'numeric', lot_step: 'numeric', min_quantity: 'numeric', max_quantity: 'numeric', max_market_quantity: 'numeric', min_notional: 'numeric', max_notional: 'numeric', updated_at: 'timestamp with time zone' },
  password_resets: { user_id: 'bigint', digest: 'bytea', expires_at: 'timestamp with time zone' },
  payd_orders: { merchant_order_id: 'text', user_id: 'bigint', kind: 'text', amount: 'numeric', payment_method: 'text', va_no: 'text', payment_url: 'text', reference: 'text', publisher_order_id: 'text', status: 'text', poll_at: 'timestamp with time zone', polls: 'smallint', looks: 'integer', polled_at: 'timestamp with time zone', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone' },
  payment_instructions: { bank_code: 'text', lang: 'text', channel: 'text', sort: 'smallint', steps: 'text[]' },
  payment_reports: { provider_ref: 'text', method: 'text', account: 'text', amount: 'numeric', bank_code: 'text', reference: 'text', publisher_order_id: 'text', state: 'text', why: 'text', reported: 'integer', queries: 'integer', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone' },
  payx_refunds: { refund_id: 'text', state: 'text', polls: 'integer', poll_at: 'timestamp with time zone', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone' },
  periodic_runs: { job: 'text', node: 'text', every_ms: 'integer', started_at: 'timestamp with time zone', took_ms: 'integer', failures: 'integer', succeeded_at: 'timestamp with time zone', failed_at: 'timestamp with time zone', error: 'text' },
  phone_blacklist: { phone: 'text', reason: 'text', created_at: 'timestamp with time zone' },
  pins: { id_user: 'bigint', pin_hash: 'text', pin_lock: 'smallint', biometrics_lock: 'smallint', wrong_in_a_row: 'integer' },
  postings: { id: 'bigint', key: 'text', action: 'text', at: 'timestamp with time zone' },
  price_samples: { pair: 'text', at: 'timestamp with time zone', price: 'numeric' },
  prices: { pair: 'text', price: 'numeric', bid: 'numeric', ask: 'numeric', median: 'numeric', samples: 'integer', source: 'text', observed_at: 'timestamp with time zone' },
  provider_lists: { provider: 'text', list: 'text', items: 'jsonb', fetched_at: 'timestamp with time zone' },
  provider_openings: { provider: 'text', asset_id: 'smallint', units: 'numeric', noted_at: 'timestamp with time zone' },
  pulled: { provider: 'text', since_ms: 'bigint', updated_at: 'timestamp with time zone' },
  push_tokens: { digest: 'bytea', token: 'text', user_id: 'bigint', session_id: 'bigint', created_at: 'timestamp with time zone', seen_at: 'timestamp with time zone' },
  qris_codes: { id: 'bigint', user_id: 'bigint', external_id: 'text', provider_id: 'text', amount: 'numeric', qr_string: 'text', status: 'text', expires_at: 'timestamp with time zone', poll_at: 'timestamp with time zone', polls: 'smallint', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone' },
  refresh_tokens: { digest: 'bytea', family_id: 'bigint', generation: 'integer', expires_at: 'timestamp with time zone' },
  reports: { request_id: 'text', kind: 'text', payload: 'jsonb', status: 'text', message: 'text', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone', id: 'bigint' },
  run_requests: { job: 'text', asked_at: 'timestamp with time zone' },
  session_families: { id: 'bigint', user_id: 'bigint', seed: 'bytea', generation: 'integer', device: 'bytea', device_name: 'text', ip: 'text', refreshed_at: 'timestamp with time zone', expires_at: 'timestamp with time zone', revoked_at: 'timestamp with time zone', created_at: 'timestamp with time zone' },
  settings: { key: 'text', value: 'text', kind: 'text', is_public: 'boolean', updated_at: 'timestamp with time zone' },
  suspense_items: { id: 'bigint', source: 'text', reference: 'text', asset_id: 'smallint', units: 'numeric', in_words: 'text', reason: 'text', data: 'jsonb', state: 'text', assigned_user: 'bigint', decided_by: 'bigint', decided_at: 'timestamp with time zone', created_at: 'timestamp with time zone' },
  tax_rates: { id: 'smallint', kind: 'text', side: 'text', rate_ppm: 'integer', valid_from: 'date', rule: 'text' },
  tax_report_leases: { user_id: 'bigint', lease: 'text', until: 'timestamp with time zone' },
  totp_secrets: { user_id: 'bigint', sealed_secret: 'text', last_step: 'bigint' },
  trade_taxes: { id: 'bigint', user_id: 'bigint', trade_key: 'text', kind: 'text', order_no: 'text', pair_id: 'smallint', side: 'text', amount: 'numeric', value: 'numeric', rate_ppm: 'integer', rule: 'text', tax_asset_id: 'smallint', tax: 'numeric', traded_at: 'timestamp with time zone', created_at: 'timestamp with time zone' },
  unconfirmed_fills: { pair_id: 'smallint', trade_id: 'text', order_id: 'bigint', user_id: 'bigint', recorded_at: 'timestamp with time zone', denied_at: 'timestamp with time zone' },
  unmatched_trades: { pair_id: 'smallint', trade_id: 'text', venue_order_id: 'text', client_order_id: 'text', side: 'text', volume: 'numeric', quote_exact: 'numeric', commission: 'numeric', traded_at: 'timestamp with time zone', recorded_at: 'timestamp with time zone', id: 'bigint' },
  user_messages: { id: 'bigint', user_id: 'bigint', kind: 'text', dedupe_key: 'text', title: 'text', body: 'text', data: 'jsonb', read_at: 'timestamp with time zone', deleted_at: 'timestamp with time zone', created_at: 'timestamp with time zone' },
  users: { id: 'bigint', email: 'text', email_verified_at: 'timestamp with time zone', mailbox_proven_at: 'timestamp with time zone', mail_refused_since: 'timestamp with time zone', phone: 'text', password_hash: 'text', password_version: 'integer', withdraw_locked_until: 'timestamp with time zone', bind_2fa: 'boolean', twofa_changed_at: 'timestamp with time zone', language: 'text', currency: 'text', identity_status: 'text', suspended_at: 'timestamp with time zone', suspension_reason: 'text', created_at: 'timestamp with time zone', suspended_by_service: 'boolean', twofa_provisional_until: 'timestamp with time zone' },
  venue_dust: { asset_id: 'smallint', dust: 'numeric' },
  venue_dust_steps: { id: 'bigint', asset_id: 'smallint', dust: 'numeric' },
  venue_pulls: { pair_id: 'smallint', trade_id: 'text', pulled_at: 'timestamp with time zone' },
  virtual_accounts: { id: 'bigint', user_id: 'bigint', provider: 'text', bank_code: 'text', external_id: 'text', provider_id: 'text', account_number: 'text', name: 'text', status: 'text', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone' },
  vision_verifications: { id: 'bigint', request_id: 'text', user_id: 'bigint', service: 'vision_service', file: 'text', request_data: 'text', response_data: 'text', status: 'vision_status', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone' },
  wallet_flags: { type: 'text', value: 'smallint', reason: 'text', updated_at: 'timestamp with time zone' },
  watchlist: { user_id: 'bigint', pair_id: 'smallint', created_at: 'timestamp with time zone' },
  withdrawal_days: { user_id: 'bigint', day: 'date', worth_idr: 'numeric' },
  withdrawal_gates: { user_id: 'bigint', asset_id: 'smallint', opened_at: 'timestamp with time zone' },
  withdrawals: { id: 'bigint', request_id: 'text', request_key: 'bytea', user_id: 'bigint', kind: 'text', asset_id: 'smallint', amount: 'numeric', fee: 'numeric', held: 'numeric', sent: 'numeric', network: 'text', address: 'text', tag: 'text', bank_account_id: 'bigint', channel_code: 'text', bank_name: 'text', account_number: 'text', account_holder: 'text', residential: 'text', id_card_object: 'text', worth_idr: 'numeric', status: 'text', approvals_needed: 'smallint', approval_reasons: 'text[]', provider_id: 'text', provider_status: 'text', tx_hash: 'text', replaced_by: 'text', reason: 'text', refused_at: 'timestamp with time zone', refusal: 'text', attempts: 'integer', next_at: 'timestamp with time zone', poll_at: 'timestamp with time zone', polls: 'smallint', reversed_at: 'timestamp with time zone', incident: 'text', created_at: 'timestamp with time zone', updated_at: 'timestamp with time zone', ended_at: 'timestamp with time zone' },
}
