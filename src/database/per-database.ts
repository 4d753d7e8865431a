import { perOwner } from '../base/per-owner.ts'
import type { Database } from './database.ts'

/** Returns a function that returns one object per database; see `perOwner`. */
export const perDatabase = <
  Ctx extends Readonly<{ db: Pick<Database, 'read'> }>,
  Made extends object,
>(
  make: (ctx: Ctx) => Made,
): ((ctx: Ctx) => Made) => perOwner(({ db }) => db.read, make)
