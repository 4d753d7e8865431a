import { sql } from 'kysely'
import type { Database } from '../../src/core/database/database.ts'
import { heldByBooks } from './held-by-books.ts'
import { auditNow } from './judge-withdrawals.ts'
import type { Pair } from './pair.ts'
import { payxAtFirst } from './providers.ts'
import { funds, type Withdrawer } from './withdrawers.ts'

export const ways = ['va', 'qris', 'payd-order', 'payd-number'] as const
export type Way = (typeof ways)[number]

/** A payment of a user by one of four channels. */
export type PaidIn = Readonly<{ way: Way; user: number; rupiah: number }>

const settleMs = 120_000
const shown = 5
const vaFee = 4_440

/** The fee of a payment; for QRIS 0.7 %, rounded half up to whole rupiah. */
export const fees: { readonly [Each in Way]: (rupiah: number) => number } = {
  va: () => vaFee,
  qris: (rupiah) => Math.floor((rupiah * 7 + 500) / 1_000),
  'payd-order': () => 0,
  'payd-number': () => vaFee,
}

/** Checks our books against the payments, and against the books of payx and payd. */
export async function judgeRupiah(
  { stage, db, providers }: Pair,
  users: readonly Withdrawer[],
  made: readonly PaidIn[],
): Promise<void> {
  const settled = async () => {
    const { rows } = await sql<{ done: number; pending: number }>`
      select (select count(*) from cash_deposits where status = 'COMPLETED')::int as done,
        (select count(*) from inbox where state = 'pending')::int as pending`.execute(db.read)
    return rows[0] !== undefined && rows[0].done >= made.length && rows[0].pending === 0
  }
  const tookMs = await stage.until('all payments', settled, settleMs).catch(() => null)
  stage.check('every payment is recorded', tookMs !== null)
  for (const way of ways) {
    const { count } = await countOf(db, way)
    const paid = made.filter((one) => one.way === way).length
    stage.check(`each payment by ${way} is recorded once`, count === paid, `${count} of ${paid}`)
  }
  await checkBalances({ stage, db }, users, made)
  const state = await providers.state()
  const atPayx = BigInt(state.payx.balance) - payxAtFirst
  const payx = await heldByBooks(db, 'payx', 1)
  stage.check('payx received as much as our books show', atPayx * 100n === payx, `${payx}`)
  const paid = state.payd.payments.filter(({ statusCode }) => statusCode === '00')
  const atPayd = paid.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const payd = await heldByBooks(db, 'payd', 1)
  stage.check('payd received as much as our books show', atPayd * 100n === payd, `${payd}`)
  const strange = await sql`
    select event_key, state, coalesce(error, '') as why from inbox where state <> 'done'
    union all
    select provider_ref, method || ' ' || state, coalesce(why, '') || ', queries ' || queries
      from payment_reports where state <> 'BOOKED'
    union all
    select reference, 'suspense', reason from suspense_items`.execute(db.read)
  const seen = strange.rows.slice(0, shown).map((row) => JSON.stringify(row))
  const isClear = strange.rows.length === 0
  stage.check('nothing is pending, parked or in suspense', isClear, isClear ? undefined : `${seen}`)
  await auditNow(stage, db, 'in the end')
}

/** The provider and the method of each, as they are stored. */
export const patterns: { readonly [Each in Way]: string } = {
  va: 'payx VA',
  qris: 'payx QRIS',
  'payd-order': 'payd ORDER',
  'payd-number': 'payd VA',
}

async function countOf(db: Database, way: Way): Promise<Readonly<{ count: number }>> {
  const [provider = '', method = ''] = patterns[way].split(' ')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cash_deposits
    where provider = ${provider} and method = ${method}`.execute(db.read)
  return rows[0] ?? { count: 0 }
}

async function checkBalances(
  { stage, db }: Pick<Pair, 'stage' | 'db'>,
  users: readonly Withdrawer[],
  made: readonly PaidIn[],
): Promise<void> {
  const expected = new Map(users.map(({ id }) => [Number(id), funds.idrUnits]))
  for (const { user, way, rupiah } of made) {
    const credited = BigInt(rupiah - fees[way](rupiah)) * 100n
    expected.set(user, (expected.get(user) ?? 0n) + credited)
  }
  const { rows } = await sql<{ user: number; available: string }>`
    select user_id as "user", available::text from balances where asset_id = 1`.execute(db.read)
  const wrong = rows.filter(({ user, available }) => String(expected.get(user) ?? 0n) !== available)
  const holds = wrong.length === 0 && rows.length === expected.size
  const seen = wrong.slice(0, shown).map(({ user, available }) => ({
    user,
    available,
    expected: String(expected.get(user)),
  }))
  stage.check(
    'every balance is the sum of what its owner paid, less fees',
    holds,
    holds ? undefined : JSON.stringify(seen),
  )
}
