/** The sums of a Jakarta day that decide how many must agree to a claimed transfer, in units. */
import { type RawBuilder, sql } from 'kysely'
import type { OperatorId } from '../../base/values/ids.ts'
import { jakartaDayStart } from '../database/driver/times.sql.ts'

/**
 * What an operator approved today, without this claim. An approval counts while its claim is
 * pending, and after its amount was credited.
 */
export const approvedToday = (
  operator: OperatorId,
  claim: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select coalesce(sum(g.statement::numeric), 0)
  from agreements g join cash_deposits c on c.id = g.subject
  where g.kind = 'claim' and g.operator_id = ${operator} and g.at >= ${jakartaDayStart}
    and g.subject <> ${claim}
    and (c.status = 'PENDING' or (c.status = 'COMPLETED' and c.amount::text = g.statement)))`

/** What a user's claims were credited with today, without this one. */
export const creditedToday = (
  user: RawBuilder<unknown>,
  claim: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select coalesce(sum(c.amount), 0) from cash_deposits c
  where c.user_id = ${user} and c.provider = 'manual' and c.status = 'COMPLETED'
    and c.completed_at >= ${jakartaDayStart} and c.id <> ${claim})`
