import type { Audited, AuditedChange } from '../../access/operators/operator-endpoint.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation, type Tx } from '../../database/database.ts'

export type Writing = Pick<Context, 'answers' | 'db'>

/**
 * Commits content that an operator wrote, and clears this node's cached answers; other nodes serve
 * the old content until their cached answers expire. Refuses a duplicate slug or value.
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
