import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../core/database/database.ts'
import { oneOf, readRows } from '../../core/database/driver/read-rows.ts'
import { waits } from '../../core/decisions/waiting.sql.ts'
import { overviewLimits } from './overview-limits.ts'

/** What waits for operators. */
export const queueNames = [
  'withdrawals',
  'claims',
  'suspense',
  'breaks',
  'parked-events',
  'orders-in-doubt',
  'inquiries',
  'identities',
  'proposals',
] as const
export type QueueName = (typeof queueNames)[number]

type Waiting = Readonly<{
  name: QueueName
  /** The table and its condition; an index serves both. */
  rows: RawBuilder<unknown>
  since: string
}>

const queues: readonly Waiting[] = [
  {
    name: 'withdrawals',
    rows: sql`withdrawals w where ${waits('withdrawals', 'w')}`,
    since: 'created_at',
  },
  {
    name: 'claims',
    rows: sql`cash_deposits d where ${waits('cash_deposits', 'd')}`,
    since: 'created_at',
  },
  {
    name: 'suspense',
    rows: sql`suspense_items s where ${waits('suspense_items', 's')}`,
    since: 'created_at',
  },
  { name: 'breaks', rows: sql`breaks b where ${waits('breaks', 'b')}`, since: 'since' },
  {
    name: 'parked-events',
    rows: sql`inbox i where ${waits('inbox', 'i')}`,
    since: 'received_at',
  },
  {
    name: 'orders-in-doubt',
    rows: sql`orders o where ${waits('orders', 'o')}`,
    since: 'created_at',
  },
  {
    name: 'inquiries',
    rows: sql`inquiries q where ${waits('inquiries', 'q')}`,
    since: 'created_at',
  },
  {
    name: 'identities',
    rows: sql`identity_histories
      where id in (select history_id from identity_registrations)`,
    since: 'created_at',
  },
  {
    name: 'proposals',
    rows: sql`guarded_changes g where ${waits('guarded_changes', 'g')}`,
    since: 'proposed_at',
  },
]

/** Counts what waits in each queue, up to a bound, and finds the time of the oldest item. */
export async function countQueues(db: Pick<Database, 'read'>) {
  const counts = queues.map(
    ({ name, rows, since }) => sql`
      select ${name}::text as name,
        (select count(*) from (select from ${rows} limit ${overviewLimits.counted}) as q) as count,
        (select ${sql.ref(since)} from ${rows} order by id limit 1) as "oldestAt"`,
  )
  return readRows(db.read, {
    name: oneOf(...queueNames),
    count: 'bigint',
    oldestAt: 'timestamptz?',
  })`${sql.join(counts, sql` union all `)}`
}
