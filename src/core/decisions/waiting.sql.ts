import { type RawBuilder, sql } from 'kysely'

/**
 * When a row waits for a decision of operators. The partial indexes of the tables have the same
 * conditions.
 */
const conditions = {
  withdrawals: (of) => sql`${of('status')} = 'PENDING_APPROVAL'`,
  cash_deposits: (of) => sql`${of('provider')} = 'manual' and ${of('status')} = 'PENDING'`,
  suspense_items: (of) => sql`${of('state')} in ('open', 'proposed')`,
  breaks: (of) => sql`${of('resolved_at')} is null`,
  inbox: (of) => sql`${of('state')} = 'parked'`,
  orders: (of) => sql`${of('incident')} is not null`,
  guarded_changes: (of) => sql`${of('state')} = 'proposed' and ${of('expires_at')} > now()`,
  inquiries: (of) => sql`${of('state')} = 'open'`,
} as const satisfies Readonly<
  Record<string, (of: (column: string) => RawBuilder<unknown>) => RawBuilder<unknown>>
>

/** The condition that a row of the table, under its alias, waits for operators. */
export const waits = (table: keyof typeof conditions, alias: string): RawBuilder<unknown> =>
  conditions[table]((column) => sql.ref(`${alias}.${column}`))
