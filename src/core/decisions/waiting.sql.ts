import { type RawBuilder, sql } from 'kysely'
import { type AgreementKind, countAgreements } from './agreements.sql.ts'
import type { WaitingKind } from './waiting.rules.ts'

type Fragment = RawBuilder<unknown>

type Place = Readonly<{
  /** The table, and the name of its row. */
  from: Fragment
  /** When a row waits. The partial indexes of the tables have the same conditions. */
  waits: Fragment
  /** When a row is followed, if that is longer. */
  followed: Fragment | null
  /** By which operators name a row; its order; since when it waits. */
  id: Fragment
  order: Fragment
  since: Fragment
  /** Differs for each state of a row and each statement about it. */
  version: Fragment
}>

/** What differs from the columns that most tables have. */
type Differences = Readonly<{
  id?: string
  order?: string
  since?: Fragment
  followed?: Fragment
  /** The statements that are about its rows. */
  stated?: AgreementKind
}>

function place(table: string, row: string, waits: Fragment, differences: Differences = {}): Place {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  const { id = 'id', order = 'id', since = of('created_at'), followed, stated } = differences
  const written = of('xmin')
  return {
    from: sql`${sql.table(table)} ${sql.raw(row)}`,
    waits,
    followed: followed ?? null,
    id: of(id),
    order: of(order),
    since,
    version:
      stated === undefined
        ? written
        : sql`concat(${written}, ' ', ${countAgreements(stated, `${row}.id`)})`,
  }
}

/** Where the items of each kind are. */
export const places: { readonly [Kind in WaitingKind]: Place } = {
  withdrawal: place('withdrawals', 'w', sql`w.status = 'PENDING_APPROVAL'`, {
    id: 'request_id',
    followed: sql`w.ended_at is null`,
    stated: 'withdrawal',
  }),
  claim: place('cash_deposits', 'd', sql`d.provider = 'manual' and d.status = 'PENDING'`, {
    stated: 'claim',
  }),
  suspense: place('suspense_items', 's', sql`s.state in ('open', 'proposed')`, {
    stated: 'suspense',
  }),
  break: place('breaks', 'b', sql`b.resolved_at is null`, { since: sql`b.since`, stated: 'break' }),
  event: place('inbox', 'i', sql`i.state = 'parked'`, { since: sql`i.received_at` }),
  order: place('orders', 'o', sql`o.incident is not null`, { id: 'order_no', stated: 'order' }),
  inquiry: place('inquiries', 'q', sql`q.state = 'open'`),
  identity: place('identity_registrations', 'r', sql`true`, {
    id: 'user_id',
    order: 'history_id',
    since: sql`(select h.created_at from identity_histories h where h.id = r.history_id)`,
  }),
  proposal: place('guarded_changes', 'c', sql`c.state = 'proposed' and c.expires_at > now()`, {
    since: sql`c.proposed_at`,
    followed: sql`c.state in ('proposed', 'agreed')`,
  }),
  operator: place(
    'operators',
    'o',
    sql`o.confirmed_at is null and o.disabled_at is null and o.password_hash is not null`,
  ),
  recovery: place('app_recoveries', 'r', sql`r.state = 'proposed'`, { stated: 'recovery' }),
  'carf-report': place('carf_reports', 'f', sql`f.state = 'proposed'`, {
    since: sql`f.requested_at`,
    stated: 'carf-report',
  }),
  subscription: place(
    'event_subscriptions',
    's',
    sql`(s.state = 'proposed' or s.change is not null)`,
    { since: sql`coalesce(s.changed_at, s.created_at)`, stated: 'subscription' },
  ),
}
