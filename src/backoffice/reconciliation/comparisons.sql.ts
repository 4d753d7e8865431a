import { sql } from 'kysely'
import type { Database, Tx } from '../../core/database/database.ts'
import { insertRows } from '../../core/database/driver/insert.ts'
import { oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'
import { msInterval } from '../../core/database/driver/times.sql.ts'
import type { ComparedBalance } from './break.rules.ts'
import { reconciliationLimits } from './reconciliation-limits.ts'

const { slotMs, slotsKeptMs, slotsShownMs } = reconciliationLimits

export const comparedProviders = ['custody', 'payx', 'venue'] as const
export type ComparedProvider = (typeof comparedProviders)[number]

/**
 * Stores the balances of one comparison in the current slot, which keeps its widest difference, and
 * deletes old slots.
 */
export async function writeComparisons(
  tx: Tx,
  provider: ComparedProvider,
  compared: readonly ComparedBalance[],
): Promise<void> {
  await insertRows(
    tx,
    'comparisons',
    compared.map(({ asset, ours, theirs, agrees }) => {
      return { provider, asset_id: asset.id, ours, theirs, agrees }
    }),
    {
      computed: {
        slot: sql`date_bin(${msInterval(slotMs)}, now(), 'epoch')`,
        compared_at: sql`now()`,
        widest: sql`theirs - ours`,
      },
      orderBy: ['asset_id'],
      unique: ['provider', 'asset_id', 'slot'],
      replace: {
        widest: sql`case when abs(excluded.widest) > abs(stored.widest)
          then excluded.widest else stored.widest end`,
      },
    },
  )
  await sql`
    delete from comparisons
    where slot < now() - ${msInterval(slotsKeptMs)}`.execute(tx)
}

/** Returns the last comparison of each provider and asset, in decimal digits. */
export const listLastComparisons = (db: Pick<Database, 'read'>) =>
  readRows(db.read, {
    provider: oneOfTexts(...comparedProviders),
    symbol: 'text',
    comparedAt: 'timestamptz',
    ageSeconds: 'bigint',
    ours: 'text',
    theirs: 'text',
    difference: 'text',
    agrees: 'boolean',
    breakId: 'bigint?',
  })`
    select c.provider, a.symbol, c.compared_at as "comparedAt",
      floor(extract(epoch from now() - c.compared_at))::bigint as "ageSeconds",
      trim_scale(c.ours)::text as ours, trim_scale(c.theirs)::text as theirs,
      trim_scale(c.theirs - c.ours)::text as difference, c.agrees,
      (select b.id from breaks b where b.provider = c.provider and b.kind = 'balance'
        and b.subject = a.symbol and b.resolved_at is null) as "breakId"
    from (select distinct on (provider, asset_id) * from comparisons
      order by provider, asset_id, slot desc) as c
    join assets a on a.id = c.asset_id
    order by c.provider, a.sort, a.id`

/** Returns the widest difference of each slot of the last day, oldest first. */
export const listSlots = (db: Pick<Database, 'read'>) =>
  readRows(db.read, {
    provider: oneOfTexts(...comparedProviders),
    symbol: 'text',
    at: 'timestamptz',
    difference: 'text',
    agrees: 'boolean',
  })`
    select c.provider, a.symbol, c.slot as at, trim_scale(c.widest)::text as difference, c.agrees
    from comparisons c join assets a on a.id = c.asset_id
    where c.slot > now() - ${msInterval(slotsShownMs)}
    order by c.provider, c.asset_id, c.slot`

/** Asks the leader to reconcile now. */
export async function requestRun(tx: Tx, job: string): Promise<Date> {
  const rows = await readRows(tx, { askedAt: 'timestamptz' })`
    insert into run_requests (job, asked_at) values (${job}, now())
    on conflict (job) do update set asked_at = excluded.asked_at
    returning asked_at as "askedAt"`
  return rows[0]?.askedAt ?? new Date(0)
}
