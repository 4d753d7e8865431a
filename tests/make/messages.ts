import { insertMessages } from '../../src/core/outbox/outbox.sql.ts'
import type { Tukar } from '../harness.ts'
import type { Trader } from './trader.ts'

let made = 0

/** Inserts messages of a trader, like those of deposits; returns their ids, oldest first. */
export async function makeMessages(
  { service: { ctx } }: Tukar,
  { id }: Pick<Trader, 'id'>,
  count: number,
  title = 'Deposit received',
): Promise<readonly number[]> {
  const data = { symbol: 'IDR', amount: '1', fee: '0', credited: '1', reference: 'test' }
  const messages = Array.from({ length: count }, () => {
    made += 1
    const key = `message:${process.pid}:${made}`
    const kind = 'deposit-completed' as const
    const [to, report] = ['user', null] as const
    return { to, kind, key, user: id, report, data, title, body: `Body of ${key}` }
  })
  const keys = await ctx.db.inTransaction((tx) => insertMessages(tx, messages))
  const rows = await ctx.db.read
    .selectFrom('user_messages')
    .where('dedupe_key', 'in', [...keys])
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
