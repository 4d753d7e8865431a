import type pg from 'pg'
import { z } from 'zod'
import { systemClock } from '../../src/base/clock.ts'
import { connectDatabase } from '../../src/core/database/database.ts'
import { auditLedger } from '../../src/core/ledger/audit.ts'
import { silent } from '../server.ts'
import type { Payment } from './payments.ts'
import { stormName, withClient } from './postgres.ts'
import type { Stage } from './stage.ts'

/*
 * The oracle of every storm. It knows the payments, reads the tables with its own SQL, and runs
 * the ledger's audit as well.
 */

/** Guarantees that other checks refer to. */
export const named = {
  lost: 'no payment is lost',
  recordedTwice: 'no payment is invented or recorded twice',
  movedTwice: 'each payment moved its amount once: to its owner, less the fee',
  /** No payx confirms the payments of storms: after ten minutes operators are alerted of that. */
  alarmed: 'operators were alarmed by nothing but whole fees and payments without a payx',
  breached: 'a full audit of the ledger finds no breach',
} as const

const settleMs = 300_000
const stillMs = 60_000
const shown = 5

/** Checks the database against these payments, each of which was acknowledged at least once. */
export async function judge(
  stage: Stage,
  url: string,
  payments: readonly Payment[],
): Promise<void> {
  await withClient(url, async (client) => {
    await insertExpected(client, payments)
    await settle(stage, client, payments.length)
    for (const { guarantee, offenders } of guarantees) {
      const { rows, rowCount } = await client.query(offenders)
      const seen = rows.slice(0, shown).map((row) => JSON.stringify(row))
      stage.check(guarantee, rowCount === 0, rowCount === 0 ? undefined : `${rowCount}: ${seen}`)
    }
  })
  await audit(stage, url)
}

/** Compares the expected results with the actual ones. */
async function insertExpected(client: pg.Client, payments: readonly Payment[]): Promise<void> {
  const feeUnits = await readFee(client)
  const rows = payments.map(({ ref, account, rupiah }) => {
    const amount = BigInt(rupiah) * 100n
    const fee = feeUnits < amount ? feeUnits : amount
    const credited = amount - fee
    return { ref, owner: account.user, amount: `${amount}`, fee: `${fee}`, credited: `${credited}` }
  })
  await client.query(`create temporary table expected (
    ref text primary key, owner bigint, amount numeric, fee numeric, credited numeric)`)
  await client.query(
    `insert into expected select * from jsonb_to_recordset($1::jsonb)
       as e(ref text, owner bigint, amount numeric, fee numeric, credited numeric)`,
    [JSON.stringify(rows)],
  )
  await client.query('analyze expected')
}

async function readFee(client: pg.Client): Promise<bigint> {
  const { rows } = await client.query(`select value from settings where key = 'deposit.va_fee_idr'`)
  const [{ value }] = z.tuple([z.object({ value: z.string() })]).parse(rows)
  return BigInt(value) * 100n
}

const Left = z.tuple([
  z.object({
    pending: z.coerce.number(),
    announcing: z.coerce.number(),
    notified: z.coerce.number(),
    delivering: z.coerce.number(),
  }),
])

/** Callbacks may be applied after their response, and notices follow; mails are not awaited. */
async function settle(stage: Stage, client: pg.Client, payments: number): Promise<void> {
  let left = { pending: 0, announcing: 0, notified: 0, delivering: 0 }
  const startedMs = performance.now()
  let movedMs = startedMs
  const look = async () => {
    const [now] = Left.parse((await client.query(leftQuery)).rows)
    if (now.notified > left.notified || now.pending < left.pending) movedMs = performance.now()
    left = now
    if (left.pending + left.announcing === 0 && left.notified === payments) return true
    if (performance.now() - movedMs > stillMs) throw new Error('nothing moves any more')
    await stage.sleep(250)
    return false
  }
  const settled = await stage.until('the storm to settle', look, settleMs).then(
    () => true,
    () => false,
  )
  stage.signal.throwIfAborted()
  const tookMs = Math.round(performance.now() - startedMs)
  const seen = `${tookMs} ms; ${left.pending} events and ${left.announcing} announcements left, ${
    left.delivering
  } deliveries still to go`
  stage.check('everything received is applied and announced', settled, seen)
}

const leftQuery = `
  select
    (select count(*) from inbox where state = 'pending') as pending,
    count(*) filter (where t.identifier = 'announce') as announcing,
    count(*) filter (where t.identifier <> 'announce') as delivering,
    (select count(*) from user_messages) as notified
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`

/** Each invariant with a query for its violations. */
const guarantees: readonly Readonly<{ guarantee: string; offenders: string }>[] = [
  {
    guarantee: named.lost,
    offenders: `select e.ref from expected e
      where not exists (select from cash_deposits d
                        where d.provider = 'payx' and d.provider_ref = e.ref)`,
  },
  {
    guarantee: named.recordedTwice,
    offenders: `select d.provider_ref, count(*) from cash_deposits d
      left join expected e on e.ref = d.provider_ref
      group by d.provider_ref, e.ref having e.ref is null or count(*) > 1`,
  },
  {
    guarantee: 'each payment is recorded as it was paid, for its owner',
    offenders: `select d.provider_ref, d.user_id, d.status, d.amount, d.fee
      from cash_deposits d join expected e on e.ref = d.provider_ref
      where (d.user_id, d.status, d.amount, d.fee)
        is distinct from (e.owner, 'COMPLETED', e.amount, e.fee)`,
  },
  {
    guarantee: named.movedTwice,
    offenders: `select e.ref, m.* from expected e
      left join postings p on p.key = 'deposit:payx:' || e.ref
      left join lateral (
        select coalesce(sum(units), 0) as moved,
          coalesce(sum(units) filter (where to_kind = 1 and to_user = e.owner), 0) as credited,
          coalesce(sum(units) filter (where to_kind = 8), 0) as fee
        from moves where posting_id = p.id and asset_id = 1 and from_kind = 5
      ) m on true
      where (m.moved, m.credited, m.fee) is distinct from (e.amount, e.credited, e.fee)`,
  },
  {
    guarantee: 'no other money moved',
    offenders: `select p.key from postings p
      left join expected e on p.key = 'deposit:payx:' || e.ref
      where e.ref is null`,
  },
  {
    guarantee: 'every balance is the sum of the payments to its owner, less fees',
    offenders: `select * from
        (select owner as user_id, sum(credited) as credited from expected group by owner) e
      full join (select user_id, available, locked from balances where asset_id = 1) b
        using (user_id)
      where (coalesce(b.available, 0), coalesce(b.locked, 0))
        is distinct from (coalesce(e.credited, 0), 0)`,
  },
  {
    guarantee: 'the inbox holds nothing pending, parked or unknown, and every event once',
    offenders: `select i.event_key, i.state, i.error, count(*) from inbox i
      left join expected e on e.ref = i.event_key
      group by i.event_key, i.state, i.error, e.ref
      having i.state <> 'done' or e.ref is null or count(*) > 1`,
  },
  {
    guarantee: 'each owner has one message for each payment',
    offenders: `select e.ref, m.dedupe_key from expected e
      full join user_messages m
        on m.dedupe_key = 'deposit:payx:' || e.ref and m.user_id = e.owner
      where e.ref is null or m.dedupe_key is null`,
  },
  {
    guarantee: 'each payment has one report to the regulator',
    offenders: `select e.ref, count(r.request_id) from expected e
      full join reports r on r.payload->>'reference' = 'payx:' || e.ref and r.kind = 'A'
      group by e.ref having e.ref is null or count(r.request_id) <> 1`,
  },
  {
    guarantee: named.alarmed,
    offenders: `select kind, severity, subject, data from operator_alerts
      where severity <> 'info' and kind <> 'fee-exceeds-deposit'
        and not (kind = 'payment-not-confirmed' and subject like '%could not be queried%')`,
  },
  {
    guarantee: 'no audit during the storm found a breach',
    offenders: `select at, scope, breaches from audits where breaches <> '[]'`,
  },
]

async function audit(stage: Stage, url: string): Promise<void> {
  const db = connectDatabase({ url, log: silent, applicationName: stormName, statementMs: 60_000 })
  try {
    const breaches = await auditLedger({ db, clock: systemClock }, 'full', [])
    const seen = breaches.length === 0 ? undefined : JSON.stringify(breaches.slice(0, shown))
    stage.check(named.breached, breaches.length === 0, seen)
  } finally {
    await db.close()
  }
}
