import type { Audited, AuditedChange } from '../../access/operators/operator-endpoint.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation, type Tx } from '../../database/database.ts'

export type Writing = Pick<Context, 'answers' | 'db'>

/**
 * Commits what an operator wrote; what is asked of this node from then on shows it, and of other
 * nodes once their kept answers have grown old. Where something else has the same slug or value
 * already, nothing is written.
 */
export async function commitContent<Result>(
  ctx: Writing,
  work: (tx: Tx) => Promise<Audited<Result>>,
  commit: (inside: typeof work) => Promise<Audited<Result>> = ctx.db.inTransaction,
): Promise<Audited<Result>> {
  try {
    const done = await commit(work)
    ctx.answers.clear()
    return done
  } catch (error) {
    if (isUniqueViolation(error)) return refuse('api.content_exists')
    throw error
  }
}

export const found = <Row>(row: Row | null | undefined): Row =>
  row ?? refuse('api.content_not_found')

type Facts = NonNullable<AuditedChange['after']>
type InBoth = Readonly<{ id: string; en: string }>

/** The text in both languages as two facts, since audit facts cannot be nested. */
export const bothAs = (name: string, { id, en }: InBoth): Facts => ({
  [`${name}.id`]: id,
  [`${name}.en`]: en,
})
