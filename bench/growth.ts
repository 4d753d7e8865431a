/** The cost of a credit and of a history page while the ledger grows. */
import { signTradersIn, tokenOf } from './balance-list.ts'
import { newCallbacks, traders } from './callbacks.ts'
import { figure, line, measured, ratio, rounded, type Target } from './stage/figures.ts'
import { processorTime, untilIdle } from './stage/processor-time.ts'
import { balanceSeeded, type Running, type Stage, startService } from './stage/stage.ts'

const turns = 3
const readerMoves = 200
const slicePostings = 500_000

type Counts = Readonly<{ sizes: readonly number[]; credits: number; pages: number }>
/** Processor time in microseconds, of the service and PostgreSQL together. */
type Costs = Readonly<{ moves: number; credit: number; recent: number; dormant: number }>

/** Postings of two moves each, spread over these users, so that the ledger stays in balance. */
export async function seedPostings(
  stage: Stage,
  postings: number,
  users: readonly [number, number],
): Promise<void> {
  for (let left = postings; left > 0; left -= slicePostings) {
    await seedSlice(stage, Math.min(left, slicePostings), users)
  }
}

async function seedSlice(
  { sql }: Stage,
  postings: number,
  [first, count]: readonly [number, number],
): Promise<void> {
  // An audit must not find moves without their balances.
  await sql.query('begin')
  await sql.query(
    `with fact as (
       insert into postings (key, action)
       select 'growth:' || gen_random_uuid(), 'DEPOSIT' from generate_series(1, $1::int)
       returning id
     ), spread as (
       select id, $2::int + id % $3::int as owner,
              row_number() over (partition by id % $3::int order by id) as n from fact
     )
     insert into moves (posting_id, line, asset_id, from_kind, from_user, from_after,
                        to_kind, to_user, to_after, units, tx)
     select id, line, 1, 5 - 4 * line,
            case line when 1 then owner end, case line when 1 then coalesce(available, 0) + n end,
            1 + 7 * line,
            case line when 0 then owner end,
            case line when 0 then coalesce(available, 0) + n + 1 end,
            2 - line, pg_current_xact_id()::text::bigint
     from spread cross join generate_series(0, 1) as line
     left join balances b on b.user_id = owner and b.asset_id = 1`,
    [postings, first, count],
  )
  await balanceSeeded(sql)
  await sql.query('commit')
}

export async function growTo(stage: Stage, moves: number): Promise<void> {
  const found = await stage.sql.query('select count(*) as moves from moves')
  const missing = Math.round((moves - Number(found.rows[0].moves)) / 2)
  await seedPostings(stage, missing, [1, traders])
}

/** A new user whose history is the same at each size, as it is the newest in the ledger. */
async function makeReader(stage: Stage): Promise<number> {
  const found = await stage.sql.query(
    `insert into users (email, password_hash, email_verified_at)
     values ('reader-' || gen_random_uuid() || '@tukar.test', 'none', now()) returning id`,
  )
  const reader = Number(found.rows[0].id)
  await seedPostings(stage, readerMoves / 2, [reader, 1])
  return reader
}

function* pagesOf(reader: number, count: number): Generator<Buffer, void> {
  const request = Buffer.from(
    'GET /api/users/transaction-histories?per_page=50 HTTP/1.1\r\nHost: 127.0.0.1\r\n' +
      `Authorization: Bearer ${tokenOf(reader)}\r\n\r\n`,
  )
  for (let sent = 0; sent < count; sent += 1) yield request
}

type Work = Readonly<{
  name: string
  count: number
  connections: number
  requests: () => Iterator<Buffer>
}>

/** The minimum of some rounds, since other load on the machine only adds. */
async function cost(stage: Stage, service: Running, work: Work): Promise<number> {
  const costs: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    // Notices of earlier credits would be delivered during this round.
    await stage.sql.query('delete from graphile_worker._private_jobs where locked_at is null')
    const printCpu = await processorTime(stage, service)
    const { connections } = work
    await measured(work.name, { port: service.port, connections, requests: work.requests() })
    const spent = printCpu(work.name, work.count)
    costs.push((spent.service ?? Number.NaN) + (spent.server ?? Number.NaN))
  }
  return Math.min(...costs)
}

export async function growth(stage: Stage, counts: Counts): Promise<readonly Target[]> {
  line(`Growth of the ledger to ${rounded(counts.sizes.at(-1) ?? 0)} moves`)
  const dormant = await makeReader(stage)
  const service = await startService(stage)
  const warmUp = { connections: 256, requests: newCallbacks(2 * counts.credits) }
  await measured('warming up', { port: service.port, ...warmUp })
  const costs: Costs[] = []
  for (const moves of counts.sizes) {
    await growTo(stage, moves)
    const recent = await makeReader(stage)
    await signTradersIn(stage)
    await stage.sql.query('vacuum analyze')
    figure(`disk use at ${rounded(moves)} moves`, `${rounded(await databaseMb(stage))} MB`)
    await untilIdle(stage)
    const page = (name: string, reader: number) =>
      cost(stage, service, {
        name: `${name} at ${rounded(moves)} moves`,
        count: counts.pages,
        connections: 4,
        requests: () => pagesOf(reader, counts.pages),
      })
    costs.push({
      moves,
      credit: await cost(stage, service, {
        name: `credit at ${rounded(moves)} moves`,
        count: counts.credits,
        connections: 256,
        requests: () => newCallbacks(counts.credits),
      }),
      recent: await page('newest history page', recent),
      dormant: await page('history page of a dormant user', dormant),
    })
  }
  const audits = await stage.sql.query(`select max(took_ms) as ms from audits where scope = 'full'`)
  figure('longest audit of all moves', `${rounded(audits.rows[0].ms)} ms`)
  await service.stop()
  return costs.slice(1).flatMap((grown) => targetsOf(grown, costs[0] ?? grown))
}

async function databaseMb({ sql }: Stage): Promise<number> {
  const found = await sql.query('select pg_database_size(current_database()) as bytes')
  return Number(found.rows[0].bytes) / 1e6
}

const targetsOf = (grown: Costs, least: Costs): readonly Target[] => {
  const at = `${rounded(grown.moves)} moves to ${rounded(least.moves)}`
  return [
    ratio(`cost of a credit, ${at}`, grown.credit / least.credit, 'at most 1.1'),
    ratio(`cost of a history page, ${at}`, grown.recent / least.recent, 'at most 1.1'),
    ratio(
      `cost of a dormant user's page, ${at}`,
      grown.dormant / least.dormant,
      'as low as can be',
    ),
  ]
}
