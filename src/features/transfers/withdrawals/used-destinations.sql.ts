import { sql } from 'kysely'
import type { UserId } from '../../../base/ids.ts'
import type { Tx } from '../../../database/database.ts'
import { rowsOf } from '../../../database/rows.ts'
import type { Destination } from './withdrawal.rules.ts'

export type UsedBefore = Readonly<{ user: UserId; destination: Destination }>

/** Which of these destinations their users were paid out to before, by place in the list. */
export async function findUsedBefore(
  tx: Tx,
  wanted: readonly UsedBefore[],
): Promise<ReadonlySet<number>> {
  if (wanted.length === 0) return new Set()
  const rows = rowsOf(
    wanted.map(({ user, destination: to }, at) => ({
      at,
      user,
      network: to.kind === 'COIN' ? to.network : null,
      address: to.kind === 'COIN' ? to.address : null,
      tag: to.kind === 'COIN' ? to.tag : null,
      channel: to.kind === 'CASH' ? to.channelCode : null,
      account: to.kind === 'CASH' ? to.accountNumber : null,
    })),
    {
      at: 'integer',
      user: 'bigint',
      network: 'text',
      address: 'text',
      tag: 'text',
      channel: 'text',
      account: 'text',
    },
    't',
  )
  const found = await sql<{ at: number }>`
    select t.at from ${rows} where exists (
      select from withdrawals w
      where w.user_id = t."user" and w.kind = 'COIN' and w.status = 'SUCCESS'
        and w.address = t.address and w.network = t.network
        and w.tag is not distinct from t.tag)
      or exists (
      select from withdrawals w
      where w.user_id = t."user" and w.kind = 'CASH' and w.status = 'SUCCESS'
        and w.account_number = t.account and w.channel_code = t.channel)`.execute(tx)
  return new Set(found.rows.map(({ at }) => at))
}
