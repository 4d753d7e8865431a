import { sql } from 'kysely'
import { z } from 'zod'
import type { CursorRequest } from '../../base/values/cursor.ts'
import type { OperatorId, UserId } from '../../base/values/ids.ts'
import type { Database, Reader, Tx } from '../../core/database/database.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../core/database/driver/read-rows.ts'
import { type CarfState, carfStates, categoryNames, recordKinds } from './carf.rules.ts'
import { figuresOf } from './carf-figures.sql.ts'

const reportColumns = columnsOf({
  id: 'bigint',
  year: 'smallint',
  isCorrection: 'boolean',
  state: oneOfTexts(...carfStates),
  requestedBy: 'operatorId',
  requestedByEmail: 'text',
  requestedAt: 'timestamptz',
  drawnAt: 'timestamptz?',
  unvalued: 'bigint',
  unidentified: 'bigint',
  checked: { parse: (value: unknown) => (value === null ? null : checks.parse(value)) },
  problems: 'text?',
  releasedAt: 'timestamptz?',
  newRecords: 'bigint',
  corrections: 'bigint',
  deletions: 'bigint',
})

export const checkStates = ['valid', 'invalid', 'unchecked'] as const
const checks = oneOfTexts(...checkStates)

/** A yearly report, with the numbers of its records. */
export type CarfReport = RowOf<typeof reportColumns>

const counted = (kind: (typeof recordKinds)[number]) => sql`(
  select count(*) from carf_records r where r.report_id = c.id and r.kind = ${kind})`

const selectReports = sql`
  select c.id, c.year, c.is_correction as "isCorrection", c.state,
    c.requested_by as "requestedBy", o.email as "requestedByEmail",
    c.requested_at as "requestedAt", c.drawn_at as "drawnAt", c.unvalued, c.unidentified,
    c.checked, c.problems, c.released_at as "releasedAt", ${counted('new')} as "newRecords",
    ${counted('correction')} as corrections, ${counted('deletion')} as deletions
  from carf_reports c join operators o on o.id = c.requested_by`

export async function findCarfReport(db: Reader, id: number): Promise<CarfReport | null> {
  const rows = await readRows(db, reportColumns)`${selectReports} where c.id = ${id}`
  return rows[0] ?? null
}

/** Lists yearly reports by id. */
export function listCarfReports(
  db: Pick<Database, 'read'>,
  { limit, cursor, sort }: CursorRequest,
): Promise<readonly CarfReport[]> {
  const [id] = cursor ?? []
  const follows =
    id === undefined ? sql`true` : sql`c.id ${sql.raw(sort === 'desc' ? '<' : '>')} ${id}::bigint`
  return readRows(db.read, reportColumns)`
    ${selectReports} where ${follows} order by c.id ${sql.raw(sort)} limit ${limit + 1}`
}

/**
 * Begins a report of a year: a correction, if one was released before. Returns its id, or null if
 * one of the year is open.
 */
export async function insertCarfReport(
  tx: Tx,
  year: number,
  by: OperatorId,
): Promise<number | null> {
  const rows = await readRows(tx, { id: 'bigint' })`
    insert into carf_reports (year, is_correction, requested_by)
    select ${year}, exists (
      select from carf_reports where year = ${year} and state = 'released'), ${by}
    on conflict (year) where state in ('drawing', 'drawn', 'proposed') do nothing
    returning id`
  return rows[0]?.id ?? null
}

/** Locks a report until the transaction ends, and returns its state; null if there is none. */
export async function lockCarfReport(tx: Tx, id: number): Promise<CarfState | null> {
  const rows = await readRows(tx, { state: oneOfTexts(...carfStates) })`
    select state from carf_reports where id = ${id} for update`
  return rows[0]?.state ?? null
}

/** Moves a locked report on. */
export async function writeReportState(
  tx: Tx,
  id: number,
  state: 'proposed' | 'released' | 'discarded',
): Promise<void> {
  await sql`
    update carf_reports set state = ${state},
      released_at = case when ${state} = 'released' then now() end
    where id = ${id}`.execute(tx)
}

export const hasCarfDrawing = sql<boolean>`
  exists (select from carf_reports where state = 'drawing')`

/** Returns the oldest report that is not drawn to its end; null if there is none. */
export async function findDrawing(db: Reader): Promise<number | null> {
  const rows = await readRows(db, { id: 'bigint' })`
    select id from carf_reports where state = 'drawing' order by id limit 1`
  return rows[0]?.id ?? null
}

/**
 * Draws the next users of a report; returns false if none is left. Each record is compared with the
 * last one of its user in the released reports of the year: equal ones are left out, and users
 * without figures are deleted there.
 */
export async function drawSlice(tx: Tx, id: number, users: number): Promise<boolean> {
  const [report] = await readRows(tx, { year: 'smallint', after: 'bigint', upto: 'bigint?' })`
    select c.year, c.upto_user as after, (
      select max(u.id) from (
        select id from users where id > c.upto_user order by id limit ${users}) u) as upto
    from carf_reports c where c.id = ${id} and c.state = 'drawing' for update of c`
  if (report === undefined || report.upto === null) return false
  const slice = { ...report, upto: report.upto }
  await insertRecords(tx, id, slice)
  await sql`update carf_reports set upto_user = ${slice.upto} where id = ${id}`.execute(tx)
  return true
}

async function insertRecords(
  tx: Tx,
  id: number,
  slice: Parameters<typeof figuresOf>[0],
): Promise<void> {
  await sql`
    with ${figuresOf(slice)}, people as (
      select u.id as user_id, c.id as certification_id,
        c.id is not null or u.identity_status = 'success' as is_known
      from users u
      left join self_certifications c on c.user_id = u.id and c.ended_at is null
      where u.id > ${slice.after} and u.id <= ${slice.upto}
    ), drawn as (
      select f.user_id, p.certification_id, ${contentOf('f')} as content
      from figures f join people p on p.user_id = f.user_id where p.is_known
      group by f.user_id, p.certification_id
    ), latest as (
      select distinct on (r.user_id) r.user_id, r.report_id, r.kind, r.certification_id
      from carf_records r join carf_reports c on c.id = r.report_id
      where c.year = ${slice.year} and c.state = 'released'
        and r.user_id > ${slice.after} and r.user_id <= ${slice.upto}
      order by r.user_id, r.report_id desc
    ), reported as (
      select l.user_id, l.report_id, l.certification_id, ${contentOf('f')} as content
      from latest l join carf_figures f on f.report_id = l.report_id and f.user_id = l.user_id
      where l.kind <> 'deletion' group by l.user_id, l.report_id, l.certification_id
    ), records as (
      insert into carf_records (report_id, user_id, kind, corrects, certification_id)
      select ${id}::bigint, coalesce(d.user_id, r.user_id), case
          when r.user_id is null then 'new'
          when d.user_id is null then 'deletion'
          else 'correction' end,
        r.report_id, case when d.user_id is null then r.certification_id
          else d.certification_id end
      from drawn d full join reported r on r.user_id = d.user_id
      where d.user_id is null or r.user_id is null or d.content <> r.content
        or d.certification_id is distinct from r.certification_id
      returning user_id, kind, corrects
    ), numbers as (
      insert into carf_figures
        (report_id, user_id, asset_id, category, transactions, units, amount_idr)
      select ${id}::bigint, f.user_id, f.asset_id, f.category, f.transactions, f.units, f.amount_idr
      from records r join figures f on f.user_id = r.user_id where r.kind <> 'deletion'
      union all
      select ${id}::bigint, f.user_id, f.asset_id, f.category, f.transactions, f.units, f.amount_idr
      from records r join carf_figures f on f.user_id = r.user_id and f.report_id = r.corrects
      where r.kind = 'deletion'
    )
    update carf_reports c set
      unvalued = c.unvalued + (select coalesce(sum(unvalued), 0) from figures),
      unidentified = c.unidentified + (
        select count(distinct f.user_id) from figures f join people p on p.user_id = f.user_id
        where not p.is_known)
    where c.id = ${id}`.execute(tx)
}

/** All figures of a user in one text, by which two records are compared. */
const contentOf = (table: string) => sql`
  string_agg(concat_ws(':', ${sql.ref(`${table}.asset_id`)}, ${sql.ref(`${table}.category`)},
    ${sql.ref(`${table}.transactions`)}, ${sql.ref(`${table}.units`)},
    ${sql.ref(`${table}.amount_idr`)}), ' '
    order by ${sql.ref(`${table}.asset_id`)}, ${sql.ref(`${table}.category`)})`

/** Ends the drawing of a report, with the result of its check. */
export async function endDrawing(
  tx: Tx,
  id: number,
  {
    checked,
    problems,
  }: Readonly<{ checked: (typeof checkStates)[number]; problems: string | null }>,
): Promise<void> {
  await sql`
    update carf_reports set state = 'drawn', drawn_at = now(), checked = ${checked},
      problems = ${problems}
    where id = ${id} and state = 'drawing'`.execute(tx)
}

const storedFigures = z.array(
  z.object({
    symbol: z.string(),
    name: z.string(),
    scale: z.int(),
    category: z.enum(categoryNames),
    transactions: z.string(),
    units: z.string(),
    amountIdr: z.string(),
  }),
)

const recordColumns = columnsOf({
  user: 'userId',
  kind: oneOfTexts(...recordKinds),
  corrects: 'bigint?',
  sealed: 'text?',
  figures: { parse: (value: unknown) => storedFigures.parse(value) },
})

/** A record of a report; `sealed` is null if the user never certified. */
export type CarfRecord = RowOf<typeof recordColumns>

/** Reads the next records of a report by user, new ones or the others. */
export function readRecords(
  db: Reader,
  {
    report,
    isNew,
    after,
    most,
  }: Readonly<{
    report: number
    isNew: boolean
    after: UserId | 0
    most: number
  }>,
): Promise<readonly CarfRecord[]> {
  return readRows(db, recordColumns)`
    select r.user_id as "user", r.kind, r.corrects, c.sealed, (
      select jsonb_agg(jsonb_build_object('symbol', a.symbol, 'name', a.name,
          'scale', a.scale, 'category', f.category, 'transactions', f.transactions::text,
          'units', f.units::text, 'amountIdr', f.amount_idr::text) order by a.symbol, f.category)
      from carf_figures f join assets a on a.id = f.asset_id
      where f.report_id = r.report_id and f.user_id = r.user_id) as figures
    from carf_records r left join self_certifications c on c.id = r.certification_id
    where r.report_id = ${report} and (r.kind = 'new') = ${isNew} and r.user_id > ${after}
    order by r.user_id limit ${most}`
}

/** Returns the first report of the year that was released: corrections refer to its header. */
export async function findFirstReleased(db: Reader, year: number): Promise<number | null> {
  const rows = await readRows(db, { id: 'bigint' })`
    select id from carf_reports where year = ${year} and state = 'released' order by id limit 1`
  return rows[0]?.id ?? null
}
