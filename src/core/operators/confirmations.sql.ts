import { sql } from 'kysely'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Tx } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { areIndependent, isIndependentOf } from './approvers.sql.ts'

/**
 * Returns whether an admin is confirmed and independent of an operator, as confirming or attesting
 * that operator requires.
 */
export async function mayConfirm(
  tx: Tx,
  admin: OperatorId,
  operator: OperatorId,
): Promise<Readonly<{ confirmed: boolean; independent: boolean }>> {
  const rows = await readRows(tx, { confirmed: 'boolean', independent: 'boolean' })`
    select o.confirmed_at is not null as confirmed, ${isIndependentOf(operator)} as independent
    from operators o where o.id = ${admin}`
  return rows[0] ?? { confirmed: false, independent: false }
}

/** Confirms an operator: from now on the operator's approvals count. */
export async function confirm(tx: Tx, operator: OperatorId, admin: OperatorId): Promise<void> {
  await tx
    .updateTable('operators')
    .set({ confirmed_at: sql<Date>`now()`, confirmed_by: admin })
    .where('id', '=', operator)
    .execute()
}

/** Ends an operator's attestation: all invitations and resets of theirs count again. */
export async function clearAttestation(tx: Tx, operator: OperatorId): Promise<void> {
  await tx
    .updateTable('operators')
    .set({ attested_at: null, attested_by: null })
    .where('id', '=', operator)
    .execute()
}

/** Attests that an operator alone uses their account, for a quarter from now. */
export async function attest(tx: Tx, operator: OperatorId, admin: OperatorId): Promise<void> {
  await tx
    .updateTable('operators')
    .set({ attested_at: sql<Date>`now()`, attested_by: admin })
    .where('id', '=', operator)
    .execute()
}

/**
 * Confirms operators whose credentials were last handled at least `waitHours` hours ago, if no
 * admin except that handler is independent of the operator. An operator who stopped being an admin
 * within these hours still counts as one. Returns the confirmed operators.
 */
export async function confirmWaited(
  tx: Tx,
  waitHours: number,
): Promise<readonly Readonly<{ id: OperatorId; email: string; since: Date }>[]> {
  const wait = sql`make_interval(hours => ${waitHours})`
  const rows = await readRows(tx, { id: 'operatorId', email: 'text', since: 'timestamptz' })`
    update operators set confirmed_at = now()
    where id = any (array(
      select o.id from operators o cross join lateral (
        select h.handled_by as by, h.at from operator_handlings h
        where h.operator_id = o.id order by h.at desc, h.id desc limit 1) last
      where o.confirmed_at is null and o.disabled_at is null
        and o.password_hash is not null and last.at <= now() - ${wait}
        and not exists (
          select from operators a
          where a.id not in (o.id, last.by)
            and (a.role = 'admin' and a.disabled_at is null or a.admin_until > now() - ${wait})
            and ${areIndependent(sql.ref('a.id'), sql.ref('o.id'))})))
      and confirmed_at is null
    returning id, email, confirmed_at as since`
  return rows
}
