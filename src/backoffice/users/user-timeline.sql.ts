import { type RawBuilder, sql } from 'kysely'
import type { CursorRequest } from '../../base/values/cursor.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Database } from '../../core/database/database.ts'
import { oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'

/** The kinds of entries; of entries of one moment the cursor orders by their place here. */
export const timelineKinds = [
  'sign-in',
  'failed-sign-in',
  'identity',
  'deposit',
  'order',
  'withdrawal',
  'message',
  'alert',
  'operator',
] as const

export type TimelineKind = (typeof timelineKinds)[number]

export type TimelineFilter = Readonly<{
  user: UserId
  kind: TimelineKind | null
  from: Date | null
  to: Date | null
}>

/** A table with entries of a kind; `rank` identifies it in cursors. */
type Source = Readonly<{
  rank: number
  kind: TimelineKind
  from: RawBuilder<unknown>
  /** By default `created_at`. */
  at?: RawBuilder<unknown>
  /** Its index orders the rows by id, which is nearly the order of their times. */
  isById?: true
  /** The id of the entry's page, by default that of the row. */
  ref?: RawBuilder<unknown>
  /** What happened, and more words, in the order of the result. */
  title: RawBuilder<unknown>
  status?: RawBuilder<unknown>
  detail?: RawBuilder<unknown>
  units?: RawBuilder<unknown>
  asset?: RawBuilder<unknown>
}>

const none = sql`null::text`

const sourcesOf = (user: UserId): readonly Source[] => [
  ...accountSources(user),
  ...transferSources(user),
  ...moneySources(user),
  ...noticeSources(user),
]

const accountSources = (user: UserId): readonly Source[] => [
  {
    rank: 1,
    kind: 'sign-in',
    from: sql`session_families s where s.user_id = ${user} and s.device is not null`,
    title: sql`coalesce(s.device_name, '')`,
    status: sql`case when s.revoked_at is not null or s.expires_at <= now() then 'ended'
      else 'live' end`,
    detail: sql`s.ip`,
  },
  {
    rank: 10,
    kind: 'failed-sign-in',
    from: sql`failed_sign_ins s where s.user_id = ${user}`,
    at: sql`s.at`,
    title: sql`s.device_name`,
    status: sql`s.reason`,
    detail: sql`s.ip`,
  },
  {
    rank: 2,
    kind: 'identity',
    from: sql`identity_histories s where s.user_id = ${user}`,
    title: sql`s.service`,
    status: sql`s.status`,
  },
]

const transferSources = (user: UserId): readonly Source[] => [
  {
    rank: 3,
    kind: 'deposit',
    from: sql`cash_deposits s where s.user_id = ${user}`,
    ref: sql`s.provider || ':' || s.provider_ref`,
    title: sql`s.provider || ' ' || s.method`,
    status: sql`s.status`,
    detail: sql`s.account_number`,
    units: sql`s.amount`,
    asset: sql`1`,
  },
  {
    rank: 4,
    kind: 'deposit',
    from: sql`coin_deposits s where s.user_id = ${user}`,
    ref: sql`s.custody_id || ':' || s.output`,
    title: sql`s.network`,
    status: sql`s.status`,
    detail: sql`s.tx_hash`,
    units: sql`s.amount`,
    asset: sql`s.asset_id`,
  },
]

const moneySources = (user: UserId): readonly Source[] => [
  {
    rank: 5,
    kind: 'order',
    from: sql`orders s join pairs p on p.id = s.pair_id where s.user_id = ${user}`,
    ref: sql`s.order_no`,
    title: sql`s.side || ' ' || s.type`,
    status: sql`s.status`,
    detail: sql`p.tx_pair`,
    units: sql`s.volume`,
    asset: sql`p.base_asset_id`,
  },
  {
    rank: 6,
    kind: 'withdrawal',
    from: sql`withdrawals s where s.user_id = ${user}`,
    ref: sql`s.request_id`,
    title: sql`s.kind`,
    status: sql`s.status`,
    detail: sql`coalesce(s.address, s.bank_name || ' ' || s.account_number)`,
    units: sql`s.amount`,
    asset: sql`s.asset_id`,
  },
]

const noticeSources = (user: UserId): readonly Source[] => [
  {
    rank: 7,
    kind: 'message',
    from: sql`user_messages s where s.user_id = ${user} and s.deleted_at is null`,
    isById: true,
    title: sql`s.title`,
    status: sql`case when s.read_at is null then 'unread' else 'read' end`,
    detail: sql`s.kind`,
  },
  {
    rank: 8,
    kind: 'alert',
    from: sql`operator_alerts s
      where s.data ->> 'userId' = ${user.toString()} and s.data ? 'userId'
        and s.severity <> 'info'`,
    title: sql`s.subject`,
    status: sql`s.severity`,
    detail: sql`s.kind`,
  },
  {
    rank: 9,
    kind: 'operator',
    from: sql`operator_audit s left join operators o on o.id = s.operator_id
      where s.subject_kind = 'user' and s.subject_id = ${user.toString()}`,
    at: sql`s.at`,
    title: sql`s.action`,
    detail: sql`o.email`,
  },
]

/** More rows than are stored of one user within a minute, in another order than their times. */
const disorderedRows = 500

/** Selects the entries of one source after the cursor, and no more than a page of them. */
function entriesOf(
  source: Source,
  { from, to }: TimelineFilter,
  { limit, cursor, sort }: CursorRequest,
) {
  const { rank, kind, title, at = sql`s.created_at`, ref = sql`s.id::text` } = source
  const { status = none, detail = none, units = none, asset = sql`null::integer` } = source
  const isNewest = sort === 'desc'
  const direction = isNewest ? sql`desc` : sql`asc`
  const [bound, beyond] = isNewest ? [sql`<=`, sql`<`] : [sql`>=`, sql`>`]
  const [micros = null, afterRank = 0, afterId = 0] = cursor ?? []
  const moment = sql`to_timestamp(0) + ${`${micros ?? 0} microseconds`}::interval`
  const after =
    micros === null
      ? sql``
      : sql` and ${at} ${bound} ${moment}
        and (${at}, ${rank}::integer, s.id)
          ${beyond} (${moment}, ${afterRank}::bigint, ${afterId}::bigint)`
  const rows = sql`${source.from}
    ${from === null ? sql`` : sql` and ${at} >= ${from}`}
    ${to === null ? sql`` : sql` and ${at} < ${to}`}${after}`
  const read =
    source.isById === undefined
      ? rows
      : sql`(select s.* from ${rows}
          order by s.id ${direction} limit ${limit + 1 + disorderedRows}) as s`
  return sql`(
    select ${kind}::text as kind, ${rank}::integer as rank, s.id, ${at} as at,
      ${ref} as ref, ${title} as title, ${status} as status, ${detail} as detail,
      ${units}::text as units, ${asset}::integer as asset
    from ${read} order by ${at} ${direction}, s.id ${direction} limit ${limit + 1})`
}

/** Reads a page of what happened to one user, merged by time; each source by its index. */
export async function readTimeline(
  db: Pick<Database, 'read'>,
  filter: TimelineFilter,
  page: CursorRequest,
) {
  const sources = sourcesOf(filter.user)
    .filter(({ kind }) => filter.kind === null || kind === filter.kind)
    .map((source) => entriesOf(source, filter, page))
  const direction = page.sort === 'desc' ? sql`desc` : sql`asc`
  return readRows(db.read, {
    kind: oneOfTexts(...timelineKinds),
    rank: 'integer',
    id: 'bigint',
    at: 'timestamptz',
    micros: 'bigint',
    ref: 'text',
    title: 'text',
    status: 'text?',
    detail: 'text?',
    units: 'text?',
    symbol: 'text?',
    scale: 'smallint?',
    assetId: 'assetId?',
  })`
    select t.kind, t.rank, t.id, t.at, (extract(epoch from t.at) * 1000000)::bigint as micros,
      t.ref, t.title, t.status, t.detail, t.units, a.symbol, a.scale, a.id as "assetId"
    from (${sql.join(sources, sql` union all `)}) as t left join assets a on a.id = t.asset
    order by t.at ${direction}, t.rank ${direction}, t.id ${direction} limit ${page.limit + 1}`
}
