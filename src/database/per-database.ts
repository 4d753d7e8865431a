import type { Database } from './database.ts'

/**
 * Returns a function that gives each database one thing of its own, made when it is first asked
 * for, with the context of who asked first.
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
