import { sql } from 'kysely'
import { type UserId, userId } from '../../base/ids.ts'
import { type Money, money } from '../../base/money.ts'
import type { Database } from '../../database/database.ts'

/** An open hold, with the status of the order or withdrawal that owns it. */
export type ListedHold = Readonly<{
  id: number
  user: UserId
  email: string
  initial: Money
  remaining: Money
  owner: Readonly<{ kind: string; id: string }>
  /** null if no order or withdrawal of ours owns the hold. */
  ownerStatus: string | null
  ownerIncident: string | null
  openedAt: Date
  ageSeconds: number
}>

/** Lists the holds that have been open for at least this long, oldest first. */
export async function listOpenHolds(
  db: Pick<Database, 'read'>,
  olderThanSeconds: number,
  page: Readonly<{ limit: number; offset: number }>,
): Promise<readonly ListedHold[]> {
  const { rows } = await sql<{
    id: number
    user: number
    email: string
    assetId: number
    symbol: string
    scale: number
    initial: string
    remaining: string
    kind: string
    ownerId: string
    status: string | null
    incident: string | null
    openedAt: Date
    ageSeconds: number
  }>`
    select h.id, h.user_id as "user", u.email, h.asset_id as "assetId", a.symbol, a.scale,
      h.initial, h.initial - h.consumed - h.released as remaining, h.owner_kind as kind,
      h.owner_id as "ownerId", coalesce(w.status, o.status) as status,
      coalesce(w.incident, o.incident) as incident, h.opened_at as "openedAt",
      floor(extract(epoch from now() - h.opened_at))::bigint as "ageSeconds"
    from holds h join users u on u.id = h.user_id join assets a on a.id = h.asset_id
    left join withdrawals w on h.owner_kind = 'withdrawal' and w.request_id = h.owner_id
    left join orders o on h.owner_kind = 'order' and o.order_no = h.owner_id
    where h.closed_at is null and h.opened_at <= now() - make_interval(secs => ${olderThanSeconds})
    order by h.id limit ${page.limit} offset ${page.offset}`.execute(db.read)
  return rows.map(({ assetId, symbol, scale, kind, ownerId, ...row }) => {
    const asset = { id: assetId, symbol, scale }
    return {
      id: row.id,
      user: userId(row.user),
      email: row.email,
      initial: money(asset, BigInt(row.initial)),
      remaining: money(asset, BigInt(row.remaining)),
      owner: { kind, id: ownerId },
      ownerStatus: row.status,
      ownerIncident: row.incident,
      openedAt: row.openedAt,
      ageSeconds: row.ageSeconds,
    }
  })
}
