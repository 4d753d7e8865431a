import { type RawBuilder, sql } from 'kysely'
import { inMs } from '../../core/database/driver/times.sql.ts'

/**
 * Polling schedule: the pause before the first poll, doubled after each, and the maximum number of
 * polls.
 */
export type PollSchedule = Readonly<{ firstMs: number; tries: number }>

/** When the first poll is due. */
export const firstPoll = ({ firstMs }: PollSchedule): RawBuilder<Date> => inMs(firstMs)

/** When the next poll is due, by the number of polls so far; null after the last one. */
export const nextPoll = ({ firstMs, tries }: PollSchedule): RawBuilder<Date | null> =>
  sql<Date | null>`case when polls + 1 < ${tries}::int then clock_timestamp()
    + make_interval(secs => ${firstMs}::float8 / 1000 * 2 ^ (polls + 1)) end`
