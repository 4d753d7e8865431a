import { type RawBuilder, sql } from 'kysely'

/** The mark up to which payx confirmed all credited payments, except those it is asked about. */
export const confirmedMark = 'payx-confirmed'

/** Whether a deposit `d` was recorded since that mark. */
export const sinceMark = sql`d.created_at >= coalesce(
  (select to_timestamp(since_ms / 1000.0) from pulled where provider = ${confirmedMark}),
  '-infinity')`

/** Whether payx is asked about a reported payment `r`, or denied it. */
export const isUndecidedReport = sql`r.state in ('ASKING', 'REFUSED')`

/**
 * Whether a user has a payment, recorded before a moment, that was credited on a message alone and
 * that payx has not confirmed or denies; as an SQL condition.
 */
export const hasUnconfirmed = (
  user: RawBuilder<unknown>,
  before: RawBuilder<unknown>,
) => sql`exists (
  select from cash_deposits d
  where d.user_id = ${user} and d.provider = 'payx' and d.method in ('VA', 'QRIS')
    and d.status = 'COMPLETED' and d.created_at <= ${before}
    and (${sinceMark} or exists (
      select from payment_reports r
      where r.provider_ref = d.provider_ref and r.method = d.method and r.amount = d.amount
        and ${isUndecidedReport})))`
