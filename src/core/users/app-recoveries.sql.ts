import { sql } from 'kysely'
import type { CursorRequest } from '../../base/values/cursor.ts'
import type { OperatorId, UserId } from '../../base/values/ids.ts'
import type { Database, Reader, Tx } from '../database/database.ts'
import { oneOfTexts, readRows } from '../database/driver/read-rows.ts'
import { afterCursor, whereEach } from '../database/partitions/page-query.ts'

/**
 * `void`: no second operator agreed in time; or before it took effect, the authenticator was
 * unbound or replaced, or one of the operators lost the right to decide. `stopped`: by the user or
 * an operator.
 */
export const recoveryStates = ['proposed', 'agreed', 'recovered', 'stopped', 'void'] as const
type RecoveryState = (typeof recoveryStates)[number]

const states = oneOfTexts(...recoveryStates)

const selectRecoveries = (db: Reader) =>
  db
    .selectFrom('app_recoveries as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('operators as o', 'o.id', 'r.ended_by')
    .select([
      'r.id',
      'r.user_id as userId',
      'u.email as userEmail',
      'r.state',
      'r.created_at as createdAt',
      'r.due_at as dueAt',
      'r.ended_at as endedAt',
      'o.id as enderId',
      'o.email as enderEmail',
    ])

type RecoveryRow = Awaited<
  ReturnType<ReturnType<typeof selectRecoveries>['executeTakeFirstOrThrow']>
>

/** The removal of a user's authenticator by operators. */
export type AppRecovery = Readonly<ReturnType<typeof recoveryOf>>

const recoveryOf = ({ enderId, enderEmail, ...row }: RecoveryRow) => ({
  ...row,
  state: states.parse(row.state),
  endedBy: enderId === null || enderEmail === null ? null : { id: enderId, email: enderEmail },
})

export async function listRecoveries(
  db: Pick<Database, 'read'>,
  { state, ...page }: Readonly<{ state?: RecoveryState | undefined }> & CursorRequest,
): Promise<readonly AppRecovery[]> {
  const matching = whereEach(selectRecoveries(db.read), { 'r.state': state })
  const rows = await afterCursor(matching, 'r.id', page).execute()
  return rows.map(recoveryOf)
}

/** Locks a recovery until the transaction ends. Lock its user's row before, if at all. */
export async function lockRecovery(tx: Tx, id: number): Promise<void> {
  await sql`select from app_recoveries where id = ${id} for update`.execute(tx)
}

export async function findRecovery(db: Reader, id: number): Promise<AppRecovery | null> {
  const row = await selectRecoveries(db).where('r.id', '=', id).executeTakeFirst()
  return row === undefined ? null : recoveryOf(row)
}

/** Opens a recovery; returns its id, or null if the user has an open one. */
export async function insertRecovery(tx: Tx, user: UserId): Promise<number | null> {
  const rows = await readRows(tx, { id: 'bigint' })`
    insert into app_recoveries (user_id) values (${user})
    on conflict (user_id) where state in ('proposed', 'agreed') do nothing
    returning id`
  return rows[0]?.id ?? null
}

/** Marks a proposed recovery as agreed, due after this time. */
export async function markRecoveryAgreed(tx: Tx, id: number, delaySeconds: number): Promise<void> {
  await sql`
    update app_recoveries set state = 'agreed',
      due_at = now() + make_interval(secs => ${delaySeconds})
    where id = ${id} and state = 'proposed'`.execute(tx)
}

/** Ends an open recovery; returns false if it has ended. `by` is null if no operator ends it. */
export async function endRecovery(
  tx: Tx,
  id: number,
  state: Exclude<RecoveryState, 'proposed' | 'agreed'>,
  by: OperatorId | null = null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update app_recoveries set state = ${state}, ended_by = ${by}, ended_at = now()
    where id = ${id} and state in ('proposed', 'agreed')`.execute(tx)
  return numAffectedRows === 1n
}

/** Ends the proposed recoveries that no second operator agreed to within this time. */
export async function endStaleRecoveries(tx: Tx, seconds: number): Promise<void> {
  await sql`
    update app_recoveries set state = 'void', ended_at = now()
    where state = 'proposed'
      and created_at < now() - make_interval(secs => ${seconds})`.execute(tx)
}

/** Returns the agreed recoveries whose delay has passed, oldest first. */
export const findDueRecoveries = (db: Database['read'], most: number) =>
  readRows(db, { id: 'bigint', user: 'userId' })`
    select id, user_id as "user" from app_recoveries
    where state = 'agreed' and due_at <= now() order by due_at, id limit ${most}`

/**
 * Returns whether the user's authenticator is the one that the recovery was opened for. Lock the
 * user's row first.
 */
export async function isSameApp(tx: Tx, id: number): Promise<boolean> {
  const rows = await readRows(tx, { same: 'boolean' })`
    select u.bind_2fa and coalesce(u.twofa_changed_at <= r.created_at, true) as same
    from app_recoveries r join users u on u.id = r.user_id where r.id = ${id}`
  return rows[0]?.same ?? false
}

/** Returns whether the number of a card, by its digest, proved this user's identity. */
export async function hasProvenNumber(tx: Tx, user: UserId, digest: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from users u join identity_numbers n on n.user_id = u.id
    where u.id = ${user} and u.identity_status = 'success' and n.digest = ${digest}`.execute(tx)
  return rows.length === 1
}
