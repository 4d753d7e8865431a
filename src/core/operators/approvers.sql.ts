import { type RawBuilder, sql } from 'kysely'
import { refuse } from '../../base/refusal.ts'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Tx } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { operatorLimits } from './operator-limits.ts'
import { decidingRoles } from './roles.ts'

/** An operator's id in a query: a value, or a column. */
type Id = OperatorId | RawBuilder<unknown>

/**
 * Selects the operator and everyone who recently handled their credentials, followed transitively.
 */
const handlersOf = (operator: Id) => sql`(
  with recursive handlers (id) as (
    select ${operator}::bigint
    union
    select h.handled_by from operator_handlings h join handlers on handlers.id = h.operator_id
    where h.at > now() - make_interval(days => ${operatorLimits.credentialsDays})
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

/**
 * `seconded`: an independent operator agrees. `said`: this operator agrees, or one who is not
 * independent of it.
 */
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
  const rows = await readRows(tx, { another: 'boolean' })`
    select ${isIndependentOf(operator)} as another
    from (${same}) as said join operators o on o.id = said.operator_id
    where ${mayDecide}`
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
