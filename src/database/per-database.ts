import type { Database } from './database.ts'

/**
 * Returns a function that returns one object per database, made on the first call with that call's
 * context.
 */
export function perDatabase<
  Ctx extends Readonly<{ db: Pick<Database, 'read'> }>,
  Made extends object,
>(make: (ctx: Ctx) => Made): (ctx: Ctx) => Made {
  const kept = new WeakMap<Database['read'], Made>()
  return (ctx) => {
    const known = kept.get(ctx.db.read)
    if (known !== undefined) return known
    const made = make(ctx)
    kept.set(ctx.db.read, made)
    return made
  }
}
