import { perOwner } from '../../base/concurrency/per-owner.ts'
import type { Database } from './database.ts'

/**
 * Returns a function that returns one object per database; see `perOwner`. For reads from a replica
 * that is the object of the primary, and what makes it uses the primary.
 */
export function perDatabase<
  Ctx extends Readonly<{ db: Pick<Database, 'read' | 'primary'> }>,
  Made extends object,
>(make: (ctx: Ctx) => Made): (ctx: Ctx) => Made {
  const own = perOwner(({ db }: Ctx) => db.read, make)
  return (ctx) => {
    const { primary } = ctx.db
    return own(primary === undefined ? ctx : { ...ctx, db: primary })
  }
}
