import { sql } from 'kysely'

export const msInterval = (ms: number | null) => sql`make_interval(secs => ${ms}::float8 / 1000)`

/** The time `ms` milliseconds from now, by the database's clock. */
export const inMs = (ms: number | null) => sql<Date>`clock_timestamp() + ${msInterval(ms)}`

/** The day in Jakarta in which the transaction began. */
export const jakartaToday = sql`(now() at time zone 'Asia/Jakarta')::date`

/** When that day began. */
export const jakartaDayStart = sql`date_trunc('day', now(), 'Asia/Jakarta')`
