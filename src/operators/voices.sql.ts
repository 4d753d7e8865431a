import { type RawBuilder, sql } from 'kysely'
import type { OperatorId } from '../base/ids.ts'
import { limits } from '../base/limits.ts'

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

/** Whether somebody else says the same as an operator, and whether they said so already. */
export type Voices = Readonly<{ seconded: boolean; said: boolean }>

export const voicesOf = (same: readonly Readonly<{ another: boolean }>[]): Voices => ({
  seconded: same.some(({ another }) => another),
  said: same.some(({ another }) => !another),
})
