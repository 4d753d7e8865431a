import { type AliasedRawBuilder, sql } from 'kysely'
import { rowsOf } from '../../src/core/database/driver/rows.ts'
import { heldByBooks } from './held-by-books.ts'
import { auditNow } from './judge-withdrawals.ts'
import type { Pair } from './pair.ts'
import { unitsIn } from './providers.ts'

const shown = 5

/** A transfer that custody received, and the owner of its address; null if it has none. */
export type CoinDeposit = Readonly<{
  custodyId: string
  user: number | null
  /** The user to whom operators assigned it from suspense. */
  assigned?: number | null
  assetId: 3 | 4 | 6
  units: bigint
}>

/** Checks the books against what custody received. */
export async function judgeCoins(pair: Pair, made: readonly CoinDeposit[]): Promise<void> {
  const { stage, db, providers } = pair
  await untilTaken(pair, made.length)
  for (const { guarantee, offenders } of [...coinGuarantees(made), ...aloneGuarantees(made)]) {
    const { rows } = await offenders.execute(db.read)
    const seen = rows.slice(0, shown).map((row) => JSON.stringify(row))
    stage.check(guarantee, rows.length === 0, rows.length === 0 ? undefined : `${seen}`)
  }
  const { custody } = await providers.state()
  for (const [name, held] of Object.entries(custody.balances)) {
    const kind = scales.get(name)
    if (kind === undefined) continue
    const ours = await heldByBooks(db, 'custody', kind.assetId)
    const theirs = unitsIn(held, kind.scale)
    stage.check(
      `custody holds as much ${name} as our books show`,
      ours === theirs,
      `${ours} and ${theirs}`,
    )
  }
  await auditNow(stage, db, 'in the end')
}

const scales: ReadonlyMap<string, Readonly<{ assetId: number; scale: number }>> = new Map([
  ['BTC', { assetId: 3, scale: 8 }],
  ['ETH', { assetId: 4, scale: 18 }],
  ['XRP', { assetId: 6, scale: 6 }],
])

const expectedRows = (made: readonly CoinDeposit[]) =>
  rowsOf(
    made.map(({ custodyId, user, assigned = null, assetId, units }) => ({
      id: custodyId,
      owner: user,
      assigned,
      asset: assetId,
      units,
    })),
    { id: 'text', owner: 'bigint', assigned: 'bigint', asset: 'smallint', units: 'numeric' },
    'e',
  )

/** What holds of these deposits beside any other money. */
export function coinGuarantees(made: readonly CoinDeposit[]) {
  const expected = expectedRows(made)
  return [...recordGuarantees(expected), moved(expected), ...noticeGuarantees(expected)]
}

type Expected = AliasedRawBuilder<unknown, 'e'>

function recordGuarantees(expected: Expected) {
  return [
    {
      guarantee: 'each deposit is recorded once, complete, for its owner and in its amount',
      offenders: sql`
        select e.id, d.status, d.user_id, d.amount from ${expected}
        left join coin_deposits d on d.custody_id = e.id
        where d.id is null or d.status <> 'COMPLETED' or d.amount <> e.units
          or d.asset_id <> e.asset or d.user_id is distinct from coalesce(e.owner, e.assigned)`,
    },
    {
      guarantee: 'no deposit is invented or recorded twice',
      offenders: sql`
        select d.custody_id, count(*) from coin_deposits d
        left join ${expected} on e.id = d.custody_id
        group by d.custody_id, e.id having e.id is null or count(*) > 1`,
    },
  ]
}

const moved = (expected: Expected) => ({
  guarantee: 'each deposit moved its amount once, to its owner or to suspense',
  offenders: sql`
    select e.id, m.* from ${expected}
    left join coin_deposits d on d.custody_id = e.id
    left join postings p on p.key = 'coin-deposit:' || e.id || ':' || d.output
    left join lateral (
      select coalesce(sum(units), 0) as moved,
        coalesce(sum(units) filter (where to_kind = 1 and to_user = e.owner), 0) as credited,
        coalesce(sum(units) filter (where to_kind = 12), 0) as suspended
      from moves where posting_id = p.id and asset_id = e.asset and from_kind = 3
    ) m on true
    where (m.moved, m.credited, m.suspended) is distinct from (e.units,
      case when e.owner is null then 0 else e.units end,
      case when e.owner is null then e.units else 0 end)`,
})

/** What holds if these deposits are the only money. */
function aloneGuarantees(made: readonly CoinDeposit[]) {
  return [
    {
      guarantee: 'no other money moved',
      offenders: sql`
        select p.key from postings p
        left join coin_deposits d on p.key = 'coin-deposit:' || d.custody_id || ':' || d.output
        where d.id is null`,
    },
    {
      guarantee: 'every balance is the sum of the deposits to its owner',
      offenders: sql`
        select * from (
          select owner as user_id, asset as asset_id, sum(units) as units from ${expectedRows(made)}
          where owner is not null group by owner, asset) x
        full join (select user_id, asset_id, available, locked from balances) b
          using (user_id, asset_id)
        where (coalesce(b.available, 0), coalesce(b.locked, 0))
          is distinct from (coalesce(x.units, 0), 0)`,
    },
  ]
}

function noticeGuarantees(expected: Expected) {
  return [
    {
      guarantee: 'coins without an owner are in suspense, once each',
      offenders: sql`
        select e.id, count(s.id) from ${expected}
        join coin_deposits d on d.custody_id = e.id
        left join suspense_items s on s.reference = e.id || ':' || d.output
        group by e.id, e.owner having count(s.id) <> case when e.owner is null then 1 else 0 end`,
    },
    {
      guarantee: 'each owner has one message for each deposit',
      offenders: sql`
        select e.id, count(m.id) from ${expected}
        join coin_deposits d on d.custody_id = e.id
        left join user_messages m on m.dedupe_key = 'coin-deposit:' || e.id || ':' || d.output
        where e.owner is not null group by e.id having count(m.id) <> 1`,
    },
    {
      guarantee: 'the inbox holds nothing pending or parked',
      offenders: sql`select event_key, state, error from inbox where state <> 'done'`,
    },
    {
      guarantee: 'operators were notified of each deposit that custody contradicted',
      offenders: sql`
        select d.custody_id from coin_deposits d
        where d.review = 'refused-after-credit' and not exists (
          select from operator_alerts a
          where a.kind = 'deposit-contradicted'
            and a.dedupe_key = 'refused-after-credit:' || d.custody_id || ':' || d.output)`,
    },
  ]
}

const settleMs = 120_000

/**
 * Waits until every reported transfer is applied and announced; others are read from custody's
 * list. A job that a killed node had claimed waits until it counts as abandoned.
 */
async function untilTaken({ stage, db }: Pair, count: number): Promise<void> {
  const taken = async () => {
    const { rows } = await sql<{ done: number; pending: number }>`
      select (select count(*) from coin_deposits where status = 'COMPLETED')::int as done,
        (select count(*) from inbox where state = 'pending')::int +
        (select count(*) from graphile_worker.jobs where task_identifier = 'announce')::int
          as pending`.execute(db.read)
    return rows[0] !== undefined && rows[0].done >= count && rows[0].pending === 0
  }
  const tookMs = await stage.until('all deposits', taken, settleMs).catch(() => null)
  stage.check('every deposit is complete', tookMs !== null, `${Math.round(tookMs ?? settleMs)} ms`)
}
