import { sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import type { Database } from '../../../core/database/database.ts'
import { columnsOf, type RowOf, readRows } from '../../../core/database/driver/read-rows.ts'

const listed = 10

const claimColumns = columnsOf({
  id: 'bigint',
  userId: 'userId',
  amount: 'units',
  status: 'text',
  createdAt: 'timestamptz',
})

/** Another claim that bears on the decision about one. */
export type NeighbouringClaim = RowOf<typeof claimColumns>

const selected = sql`
  select d.id, d.user_id as "userId", d.amount, d.status, d.created_at as "createdAt"
  from cash_deposits d`

/** Lists other claims, of all users, with the same picture as proof. */
export const listSameProof = (
  db: Database['read'],
  id: number,
): Promise<readonly NeighbouringClaim[]> =>
  readRows(db, claimColumns)`${selected}
    where d.proof_digest = (select proof_digest from cash_deposits where id = ${id})
      and d.id <> ${id} and d.user_id is not null
    order by d.id desc limit ${listed}`

/** Lists the user's other claims, newest first. */
export const listClaimsOfUser = (
  db: Database['read'],
  id: number,
  user: UserId,
): Promise<readonly NeighbouringClaim[]> =>
  readRows(db, claimColumns)`${selected}
    where d.user_id = ${user} and d.provider = 'manual' and d.id <> ${id}
    order by d.created_at desc, d.id desc limit ${listed}`
