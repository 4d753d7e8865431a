import { type RawBuilder, sql } from 'kysely'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Tx } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { operatorLimits } from './operator-limits.ts'
import { decidingRoles } from './roles.ts'

/** An operator's id in a query: a value, or a column. */
type Id = OperatorId | RawBuilder<unknown>

/** Until when the attestation of the operator of a row counts. */
export const attestedUntil = (row: string): RawBuilder<Date | null> => sql`(
  ${sql.ref(`${row}.attested_at`)} + make_interval(days => ${operatorLimits.attestedDays})
)`

/**
 * Selects the operator and everyone who handled their credentials, followed transitively. Handlings
 * of an operator do not count while an attestation does.
 */
const handlersOf = (operator: Id) => sql`(
  with recursive handlers (id) as (
    select ${operator}::bigint
    union
    select h.handled_by from operator_handlings h join handlers on handlers.id = h.operator_id
    join operators p on p.id = h.operator_id
    where coalesce(${attestedUntil('p')} <= now(), true)
  ) select id from handlers
)`

/** Whether two operators are independent: no one person could have acted as both. */
export const areIndependent = (one: Id, other: Id): RawBuilder<boolean> => sql`(
  not exists (${handlersOf(one)} intersect ${handlersOf(other)})
)`

/** Whether the operator `o` of a query is independent of the given one. */
export const isIndependentOf = (operator: OperatorId): RawBuilder<boolean> =>
  areIndependent(sql.ref('o.id'), operator)

/** Whether the operator `o` of a query may still decide about money. */
export const mayDecide = sql<boolean>`(
  o.disabled_at is null and o.confirmed_at is not null and o.role = any(${decidingRoles})
)`

/** Whether an operator is still enabled, and whether approvals by the operator count. */
export async function readStanding(
  tx: Tx,
  operator: OperatorId,
): Promise<Readonly<{ enabled: boolean; confirmed: boolean }>> {
  const rows = await readRows(tx, { enabled: 'boolean', confirmed: 'boolean' })`
    select disabled_at is null as enabled, confirmed_at is not null as confirmed
    from operators where id = ${operator}`
  return rows[0] ?? { enabled: false, confirmed: false }
}
