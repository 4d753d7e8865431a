import { sql } from 'kysely'
import { type CursorPage, type CursorRequest, cursorPageOf } from '../../base/values/cursor.ts'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Reader, Tx } from '../database/database.ts'
import { afterCursor, countRows, whereEach } from '../database/partitions/page-query.ts'
import { attestedUntil } from './approvers.sql.ts'
import { isRole, type Role } from './roles.ts'

/** A person who runs the service, as other operators may see one. */
export type Operator = Readonly<{
  id: OperatorId
  email: string
  role: Role
  passwordInitial: boolean
  bind2FA: boolean
  /** No password yet: the operator has not accepted an invitation. */
  invited: boolean
  /** Whether approvals by this operator count. */
  confirmed: boolean
  /** Until when an attestation counts; null if there is none. */
  attestedUntil: Date | null
  /** Whether the operator is not independent of those who invited or reset them. */
  attestationDue: boolean
  disabledAt: Date | null
  createdAt: Date
}>

/** An operator with the hash of the password; null while the operator is invited. */
export type KnownOperator = Operator & Readonly<{ passwordHash: string | null }>

const selectOperators = (db: Reader) =>
  db.selectFrom('operators').select(({ eb }) => [
    'id',
    'email',
    'role',
    'password_hash as passwordHash',
    'password_initial as passwordInitial',
    eb('totp_secret', 'is not', null).as('bind2FA'),
    eb('password_hash', 'is', null).as('invited'),
    eb('confirmed_at', 'is not', null).as('confirmed'),
    attestedUntil('operators').as('attestedUntil'),
    sql<boolean>`(coalesce(${attestedUntil('operators')} <= now(), true) and exists (
        select from operator_handlings h where h.operator_id = operators.id))`.as('attestationDue'),
    'disabled_at as disabledAt',
    'created_at as createdAt',
  ])

type Flags = 'bind2FA' | 'invited' | 'confirmed'
type OperatorRow = Omit<KnownOperator, 'role' | Flags> &
  Readonly<{ role: string } & Record<Flags, unknown>>

function known(row: OperatorRow): KnownOperator {
  const { role } = row
  if (!isRole(role)) throw new Error(`an operator has the unknown role ${role}`)
  return {
    ...row,
    role,
    bind2FA: row.bind2FA === true,
    invited: row.invited === true,
    confirmed: row.confirmed === true,
  }
}

export async function findOperatorByEmail(
  db: Reader,
  email: string,
): Promise<KnownOperator | null> {
  const row = await selectOperators(db).where('email', '=', email).executeTakeFirst()
  return row === undefined ? null : known(row)
}

export async function findOperator(db: Reader, id: OperatorId): Promise<KnownOperator | null> {
  const row = await selectOperators(db).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : known(row)
}

type OperatorFilter = Readonly<{ role?: Role | undefined; disabled?: boolean | undefined }>

/** Reads a page of operators, disabled ones included. */
export async function readOperators(
  db: Reader,
  { role, disabled, ...page }: OperatorFilter & CursorRequest,
): Promise<CursorPage<Operator>> {
  let query = whereEach(selectOperators(db), { role })
  if (disabled !== undefined) query = query.where('disabled_at', disabled ? 'is not' : 'is', null)
  const found = await afterCursor(query, 'id', page).execute()
  return cursorPageOf(found, page, ({ id }) => [id], known)
}

export const countOperators = (db: Reader): Promise<number> => countRows(db.selectFrom('operators'))

type NewOperator = Readonly<{
  email: string
  role: Role
  /** null if the operator is invited and still has to choose one. */
  passwordHash: string | null
  passwordInitial: boolean
  /** Whether approvals by this operator count at once, as for the first admin. */
  confirmed: boolean
}>

/** Inserts an operator; returns the id, or null if the address is in use. */
export async function insertOperator(tx: Tx, operator: NewOperator): Promise<OperatorId | null> {
  const row = await tx
    .insertInto('operators')
    .values({
      email: operator.email,
      role: operator.role,
      password_hash: operator.passwordHash,
      password_initial: operator.passwordInitial,
      confirmed_at: operator.confirmed ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Locks and returns the enabled admins: none of them loses the role until the transaction ends. */
export async function lockAdmins(tx: Tx): Promise<readonly OperatorId[]> {
  const rows = await tx
    .selectFrom('operators')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .select('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export async function lockOperator(tx: Tx, id: OperatorId): Promise<KnownOperator | null> {
  const row = await selectOperators(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row === undefined ? null : known(row)
}

/** Sets the time at which an enabled admin stops being one, in an update of the operator. */
const adminUntil = sql<Date | null>`
  case when role = 'admin' and disabled_at is null then now() else admin_until end`

export async function updateRole(tx: Tx, id: OperatorId, role: Role): Promise<void> {
  const until = role === 'admin' ? {} : { admin_until: adminUntil }
  await tx
    .updateTable('operators')
    .set({ role, ...until })
    .where('id', '=', id)
    .execute()
}

export async function updateDisabled(tx: Tx, id: OperatorId, disabled: boolean): Promise<void> {
  await tx
    .updateTable('operators')
    .set(
      disabled ? { disabled_at: sql<Date>`now()`, admin_until: adminUntil } : { disabled_at: null },
    )
    .where('id', '=', id)
    .execute()
}

/** Sets a password that the operator chose. */
export async function updatePassword(tx: Tx, id: OperatorId, passwordHash: string): Promise<void> {
  await tx
    .updateTable('operators')
    .set({ password_hash: passwordHash, password_initial: false })
    .where('id', '=', id)
    .execute()
}

/** Removes the password and the confirmation. */
export async function clearPassword(tx: Tx, id: OperatorId): Promise<void> {
  await tx
    .updateTable('operators')
    .set({
      password_hash: null,
      password_initial: false,
      confirmed_at: null,
      confirmed_by: null,
    })
    .where('id', '=', id)
    .execute()
}
