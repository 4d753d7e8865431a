import { sql } from 'kysely'
import type { CursorRequest } from '../../base/values/cursor.ts'
import type { UserId } from '../../base/values/ids.ts'
import { money } from '../../base/values/money.ts'
import type { Database } from '../../core/database/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { afterId } from '../../core/database/partitions/page-query.ts'

/** An open hold, with the status of the order or withdrawal that owns it. */
export type ListedHold = Awaited<ReturnType<typeof listOpenHolds>>[number]

type HoldFilter = Readonly<{ olderThan: number; user: UserId | null }>

/**
 * Lists the holds that have been open for at least `olderThan` seconds. With `offset 0` they are
 * searched by the index of open holds: by id the planner would read all that ever closed.
 */
export async function listOpenHolds(
  db: Pick<Database, 'read'>,
  { olderThan, user }: HoldFilter,
  page: CursorRequest,
) {
  const { follows, ordered } = afterId('h.id', page)
  const rows = await readRows(db.read, {
    id: 'holdId',
    user: 'userId',
    email: 'text',
    assetId: 'assetId',
    symbol: 'text',
    scale: 'smallint',
    initial: 'units',
    remaining: 'units',
    kind: 'text',
    ownerId: 'text',
    /** null if no order or withdrawal of ours owns the hold. */
    ownerStatus: 'text?',
    ownerIncident: 'text?',
    openedAt: 'timestamptz',
    ageSeconds: 'bigint',
  })`
    select h.id, h.user_id as "user", u.email, h.asset_id as "assetId", a.symbol, a.scale,
      h.initial, h.initial - h.consumed - h.released as remaining, h.owner_kind as kind,
      h.owner_id as "ownerId", coalesce(w.status, o.status) as "ownerStatus",
      coalesce(w.incident, o.incident) as "ownerIncident", h.opened_at as "openedAt",
      floor(extract(epoch from now() - h.opened_at))::bigint as "ageSeconds"
    from (
      select * from (
        select * from holds
        where closed_at is null and opened_at <= now() - make_interval(secs => ${olderThan})
          and ${user === null ? sql`true` : sql`user_id = ${user}`} offset 0
      ) as h where ${follows} ${ordered}
    ) as h join users u on u.id = h.user_id join assets a on a.id = h.asset_id
    left join withdrawals w on h.owner_kind = 'withdrawal' and w.request_id = h.owner_id
    left join orders o on h.owner_kind = 'order' and o.order_no = h.owner_id
    ${ordered}`
  return rows.map(({ assetId, symbol, scale, kind, ownerId, ...row }) => {
    const asset = { id: assetId, symbol, scale }
    return {
      ...row,
      initial: money(asset, row.initial),
      remaining: money(asset, row.remaining),
      owner: { kind, id: ownerId },
    }
  })
}
