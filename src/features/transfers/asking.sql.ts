import { type RawBuilder, sql } from 'kysely'

/** Pauses between asking, doubled from the first, and how often something is asked about. */
export type Askings = Readonly<{ firstMs: number; tries: number }>

/** When something is asked about for the first time. */
export const firstAsking = ({ firstMs }: Askings): RawBuilder<Date> =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${firstMs}::float8 / 1000)`

/** When again, by how often it was asked about so far; null after the last time. */
export const nextAsking = ({ firstMs, tries }: Askings): RawBuilder<Date | null> =>
  sql<Date | null>`case when asks + 1 < ${tries}::int then clock_timestamp()
    + make_interval(secs => ${firstMs}::float8 / 1000 * 2 ^ (asks + 1)) end`
