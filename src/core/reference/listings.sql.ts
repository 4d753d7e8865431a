import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Reader, Tx } from '../database/database.ts'
import { columnsOf, oneOfTexts, type RowOf, readRows } from '../database/driver/read-rows.ts'
import { rowsOf } from '../database/driver/rows.ts'
import {
  allowedIn,
  type ListedKind,
  type ListingState,
  listedKinds,
  listingStates,
  type PlannedState,
} from './listing.rules.ts'

export type ListedSubject = Readonly<{ kind: ListedKind; name: string }>

export const listingState = oneOfTexts(...listingStates)

const changeColumns = columnsOf({
  id: 'bigint',
  kind: oneOfTexts(...listedKinds),
  name: 'text',
  state: listingState,
  from: 'timestamptz',
  toldUpto: 'userId',
})

/** A state that a pair or asset gets, or got. */
export type ListingChange = RowOf<typeof changeColumns>

const fields = sql`id, kind, name, state, begins_at as "from", told_upto as "toldUpto"`

/** Lists the planned changes, soonest first. */
export const plannedChanges = (db: Reader): Promise<readonly ListingChange[]> =>
  readRows(db, changeColumns)`
    select ${fields} from listing_changes where applied_at is null order by begins_at, id`

/** Lists the changes whose time has come, oldest first. */
export const dueChanges = (db: Reader): Promise<readonly ListingChange[]> =>
  readRows(db, changeColumns)`
    select ${fields} from listing_changes
    where applied_at is null and begins_at <= now() order by begins_at, id`

/** Whether a change is due, or has holders without a notice of it. */
export const hasListingWork = sql<boolean>`
  exists (select from listing_changes
    where (applied_at is null and begins_at <= now()) or told_at is null)`

/** Lists the changes of which some holders are not told yet. */
export const changesToNotify = (db: Reader): Promise<readonly ListingChange[]> =>
  readRows(db, changeColumns)`
    select ${fields} from listing_changes where told_at is null order by id`

/** Returns the database's time, by which states begin to hold. */
export async function readListingTime(db: Reader): Promise<Date> {
  const [row] = await readRows(db, { now: 'timestamptz' })`select now() as now`
  if (row === undefined) throw new Error('the time was not read')
  return row.now
}

/** Plans a state, never from the past, in place of those that were planned from its time on. */
export async function planState(
  tx: Tx,
  { kind, name }: ListedSubject,
  { state, from }: PlannedState,
): Promise<void> {
  const begins = sql`greatest(${from}::timestamptz, now())`
  await sql`
    delete from listing_changes
    where kind = ${kind} and name = ${name} and applied_at is null
      and begins_at >= ${begins}`.execute(tx)
  await sql`
    insert into listing_changes (kind, name, state, begins_at)
    values (${kind}, ${name}, ${state}, ${begins})`.execute(tx)
}

/** The state that a pair or asset has, and since when; locked until the transaction ends. */
export async function lockState(
  tx: Tx,
  { kind, name }: ListedSubject,
): Promise<Readonly<{ state: ListingState; since: Date }> | null> {
  const table = kind === 'pair' ? sql`pairs where tx_pair` : sql`assets where symbol`
  const rows = await readRows(tx, { state: listingState, since: 'timestamptz' })`
    select state, state_since as since from ${table} = ${name} for no key update`
  return rows[0] ?? null
}

/**
 * Makes a planned state the present one; returns false if another call did. The update of the pairs
 * waits for orders that are being accepted, so later ones follow the new state.
 */
export async function applyState(
  tx: Tx,
  { id, kind, name, state, from }: ListingChange,
): Promise<boolean> {
  const applied = await readRows(tx, { id: 'bigint' })`
    update listing_changes set applied_at = now() where id = ${id} and applied_at is null
    returning id`
  if (applied.length === 0) return false
  if (kind === 'pair') {
    await sql`
      update pairs set state = ${state}, state_since = ${from}, updated_at = now()
      where tx_pair = ${name}`.execute(tx)
  } else {
    await sql`
      update assets set state = ${state}, state_since = ${from} where symbol = ${name}`.execute(tx)
  }
  await openSides(tx)
  return true
}

/** Stores in each pair which sides may be ordered, by its state and those of its assets. */
async function openSides(tx: Tx): Promise<void> {
  const rules = (name: string) =>
    rowsOf(
      listingStates.map((state) => {
        const { buy, sell } = allowedIn(state)
        return { state, buy, sell }
      }),
      { state: 'text', buy: 'boolean', sell: 'boolean' },
      name,
    )
  await sql`
    with open as (
      select p.id, rp.buy and rb.buy and rq.sell as buys, rp.sell and rb.sell and rq.buy as sells
      from pairs p join assets b on b.id = p.base_asset_id join assets q on q.id = p.quote_asset_id
      join ${rules('rp')} on rp.state = p.state join ${rules('rb')} on rb.state = b.state
      join ${rules('rq')} on rq.state = q.state
    )
    update pairs p set buys = open.buys, sells = open.sells, updated_at = now()
    from open where p.id = open.id and (p.buys, p.sells) <> (open.buys, open.sells)`.execute(tx)
}

/** Notes that holders up to this one are told; null: all of them. */
export async function noteTold(tx: Tx, id: number, upto: UserId | null): Promise<void> {
  await sql`
    update listing_changes set told_upto = coalesce(${upto}::bigint, told_upto),
      told_at = case when ${upto}::bigint is null then now() end
    where id = ${id}`.execute(tx)
}

/** Locks a change whose holders are told; null if they are, or it was replaced. */
export async function lockToNotify(tx: Tx, id: number): Promise<ListingChange | null> {
  const rows = await readRows(tx, changeColumns)`
    select ${fields} from listing_changes where id = ${id} and told_at is null
    for no key update`
  return rows[0] ?? null
}
