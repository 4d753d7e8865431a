import { type RawBuilder, sql } from 'kysely'
import type { OperatorId } from '../base/ids.ts'
import { limits } from '../base/limits.ts'
import type { Tx } from '../database/database.ts'
import { decidingRoles } from './roles.ts'

/**
 * Whether the operator `o` of a query is another pair of eyes than this one. Nobody is beside
 * themselves, nor beside one whose first password they made of late: they could be both.
 */
export const isAnotherVoice = (operator: OperatorId): RawBuilder<boolean> => sql`(
  o.id <> ${operator} and not exists (
    select from operators made
    where (made.id, made.credentials_by) in ((o.id, ${operator}), (${operator}, o.id))
      and made.credentials_at > now() - make_interval(days => ${limits.operators.credentialsDays})
  )
)`

/** Whether the operator `o` of a query may still decide about money. */
export const mayDecide = sql`(o.disabled_at is null and o.role = any(${decidingRoles}))`

/** Whether somebody else says the same as an operator, and whether they said so already. */
export type Voices = Readonly<{ seconded: boolean; said: boolean }>

/** The voices among those whose `operator_id` a selection has: who said the same, and still may. */
export async function findVoices(
  tx: Tx,
  operator: OperatorId,
  same: RawBuilder<unknown>,
): Promise<Voices> {
  const { rows } = await sql<{ another: boolean }>`
    select ${isAnotherVoice(operator)} as another
    from (${same}) as said join operators o on o.id = said.operator_id
    where ${mayDecide}`.execute(tx)
  return {
    seconded: rows.some(({ another }) => another),
    said: rows.some(({ another }) => !another),
  }
}
