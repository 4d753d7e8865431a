import { sql } from 'kysely'
import type { UserId } from '../../src/base/values/ids.ts'
import type { Database } from '../../src/core/database/database.ts'
import type { HouseKind } from '../../src/core/ledger/accounts.ts'
import { readHouseBalances } from '../../src/core/ledger/house.ts'
import { eventually, type Tukar } from '../harness.ts'
import { hurried } from './due-jobs.ts'
import { owned } from './ledger.ts'

/** Whole rupiah a user may spend. */
export const rupiah = async (db: Database, user: UserId) => (await owned(db, user)).available / 100n

export async function houseRupiah(db: Database, kind: HouseKind): Promise<bigint> {
  const balances = await db.inTransaction(readHouseBalances)
  return (balances.find((balance) => balance.kind === kind)?.units ?? 0n) / 100n
}

/**
 * The alerts to operators. A job that ran while the database was cleaned may report an order of the
 * test before.
 */
export const alerts = async (db: Database): Promise<readonly string[]> =>
  (
    await db.read
      .selectFrom('operator_alerts')
      .select('kind')
      .where('kind', 'not in', ['deposit-completed', 'email-verified', 'unmatched-order'])
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

export const alerted = (db: Database, kinds: readonly string[]) =>
  eventually(
    `alerts ${kinds}`,
    async () => (await alerts(db)).toSorted().join() === kinds.toSorted().join(),
  )

export const credited = (db: Database, user: UserId, amount: bigint) =>
  eventually(`Rp ${amount}`, async () => (await rupiah(db, user)) === amount)

/** The same for a credit by a job that asks the provider, which need not pause before. */
export const creditedByJob = (db: Database, user: UserId, amount: bigint) =>
  hurried(db, `Rp ${amount}`, async () => (await rupiah(db, user)) === amount)

/** The stored facts of the one reported payment of an order. */
export const reportOf = (db: Database, order: string) =>
  db.read
    .selectFrom('payment_reports')
    .where('provider_ref', '=', order)
    .selectAll()
    .executeTakeFirst()

export const stateOf = async (db: Database, order: string): Promise<string | undefined> =>
  (await reportOf(db, order))?.state

export const decided = (db: Database, order: string, state: string) =>
  hurried(db, `${order} ${state}`, async () => (await stateOf(db, order)) === state)

export const noQuestions = (db: Database) =>
  sql`update settings set value = 'false' where key = 'payd.confirm_status'`.execute(db.read)

/** Waits until no job is left, so that nothing further happens. */
export const idle = ({ service: { ctx } }: Tukar) =>
  hurried(ctx.db, 'no job', async () => {
    const { rows } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from graphile_worker._private_jobs`.execute(ctx.db.read)
    return rows[0]?.jobs === 0
  })
