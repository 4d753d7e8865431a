import type { Reader } from '../../core/database/database.ts'
import { oneOf, readRows } from '../../core/database/driver/read-rows.ts'
import { waits } from '../../core/decisions/waiting.sql.ts'
import { operatorStreamLimits } from './operator-stream-limits.ts'

/** The lists of operators whose open items are followed, by the last word of their paths. */
export const followedLists = [
  'withdrawals',
  'deposits',
  'suspense',
  'breaks',
  'inbox',
  'orders',
  'proposals',
  'inquiries',
  'identities',
] as const

export type FollowedList = (typeof followedLists)[number]

/** An open item; its version differs for each of its states and each decision about it. */
export type OpenItem = Readonly<{
  list: FollowedList
  id: string
  version: string
  /** Whether it waits for an operator. */
  waits: boolean
}>

const { items, alerts } = operatorStreamLimits

/** Changes whenever a transaction that wrote something commits. */
export async function readSnapshotName(db: Reader): Promise<string> {
  const found = await readRows(db, { name: 'text' })`select pg_current_snapshot()::text as name`
  return found[0]?.name ?? ''
}

/** Returns the newest alerts, newest first. */
export const listNewestAlerts = (db: Reader) =>
  db
    .selectFrom('operator_alerts')
    .select(['id', 'severity', 'kind', 'subject', 'data', 'created_at as createdAt'])
    .orderBy('id', 'desc')
    .limit(alerts)
    .execute()

/** Returns the newest open items of each list. Each part is a search in a partial index. */
export const listOpenItems = (db: Reader): Promise<readonly OpenItem[]> =>
  readRows(db, {
    list: oneOf(...followedLists),
    id: 'text',
    version: 'text',
    waits: 'boolean',
  })`
    (select 'withdrawals' as list, w.request_id as id, true as waits,
            concat(w.xmin, ' ', (select count(*) from withdrawal_approvals a
                                 where a.withdrawal_id = w.id)) as version
     from withdrawals w where ${waits('withdrawals', 'w')} order by w.id desc limit ${items})
    union all
    (select 'withdrawals', w.request_id, false, w.xmin::text
     from withdrawals w where w.ended_at is null and not (${waits('withdrawals', 'w')})
     order by w.id desc limit ${items})
    union all
    (select 'deposits', d.id::text, true,
            concat(d.xmin, ' ', (select count(*) from cash_deposit_approvals a
                                 where a.deposit_id = d.id))
     from cash_deposits d where ${waits('cash_deposits', 'd')}
     order by d.id desc limit ${items})
    union all
    (select 'suspense', s.id::text, true,
            concat(s.xmin, ' ', (select count(*) from suspense_proposals p where p.item_id = s.id))
     from suspense_items s where ${waits('suspense_items', 's')} order by s.id desc limit ${items})
    union all
    (select 'breaks', b.id::text, true,
            concat(b.xmin, ' ', (select count(*) from break_proposals p where p.break_id = b.id))
     from breaks b where ${waits('breaks', 'b')} limit ${items})
    union all
    (select 'inbox', i.id::text, true, i.xmin::text
     from inbox i where ${waits('inbox', 'i')} order by i.id desc limit ${items})
    union all
    (select 'orders', o.order_no, true, o.xmin::text
     from orders o where ${waits('orders', 'o')} order by o.id desc limit ${items})
    union all
    (select 'proposals', g.id::text, ${waits('guarded_changes', 'g')}, g.xmin::text
     from guarded_changes g where g.state in ('proposed', 'agreed') limit ${items})
    union all
    (select 'inquiries', q.id::text, true, q.xmin::text
     from inquiries q where ${waits('inquiries', 'q')} order by q.id desc limit ${items})
    union all
    (select 'identities', r.user_id::text, true, r.xmin::text
     from identity_registrations r order by r.next_at limit ${items})`
