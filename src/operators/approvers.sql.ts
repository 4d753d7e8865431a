import { type RawBuilder, sql } from 'kysely'
import type { OperatorId } from '../base/ids.ts'
import { limits } from '../base/limits.ts'
import { refuse } from '../base/refusal.ts'
import type { Tx } from '../database/database.ts'
import { decidingRoles } from './roles.ts'

/** An operator's id in a query: a value, or a column. */
type Id = OperatorId | RawBuilder<unknown>

/** The operator and all who recently handled their credentials, followed transitively. */
const handlersOf = (operator: Id) => sql`(
  with recursive handlers (id) as (
    select ${operator}::bigint
    union
    select h.handled_by from operator_handlings h join handlers on handlers.id = h.operator_id
    where h.at > now() - make_interval(days => ${limits.operators.credentialsDays})
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
const mayDecide = sql`(
  o.disabled_at is null and o.confirmed_at is not null and o.role = any(${decidingRoles})
)`

/** Whether an independent operator agrees; whether this one, or a dependent one, agrees. */
export type Approvers = Readonly<{ seconded: boolean; said: boolean }>

/**
 * Reads the approvers among a selection's `operator_id`s who may still decide. Refuses an operator
 * whose confirmation is pending, since that approval would not count.
 */
export async function findApprovers(
  tx: Tx,
  operator: OperatorId,
  same: RawBuilder<unknown>,
): Promise<Approvers> {
  if (!(await isConfirmed(tx, operator))) return refuse('api.operator_not_confirmed')
  const { rows } = await sql<{ another: boolean }>`
    select ${isIndependentOf(operator)} as another
    from (${same}) as said join operators o on o.id = said.operator_id
    where ${mayDecide}`.execute(tx)
  return {
    seconded: rows.some(({ another }) => another),
    said: rows.some(({ another }) => !another),
  }
}

async function isConfirmed(tx: Tx, operator: OperatorId): Promise<boolean> {
  const row = await tx
    .selectFrom('operators')
    .where('id', '=', operator)
    .where('confirmed_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
