/** The balance list of a thousand users, against the minimum cost of reading their balances. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { traders } from './callbacks.ts'
import type { Load, LoadOptions } from './stage/load.ts'
import { processorTime } from './stage/processor-time.ts'
import { type Stage, startService } from './stage/stage.ts'

export const connections = 32

export type BalanceList = Readonly<{ list: Load; bare: number }>

type Measure = (name: string, options: LoadOptions) => Promise<Load>

export const tokenOf = (trader: number): string => `xat_bench-${trader}`

export const requestsFor = (count: number): Iterator<Buffer> => readsOf('/api/users/coins', count)

/** Reads of one path by the traders in turn. */
export function* readsOf(to: string, count: number): Generator<Buffer, void> {
  const requests = Array.from({ length: traders }, (_, trader) =>
    Buffer.from(
      `GET ${to} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
        `Authorization: Bearer ${tokenOf(trader + 1)}\r\n\r\n`,
    ),
  )
  for (let sent = 0; sent < count; sent += 1) yield requests[sent % traders] ?? Buffer.alloc(0)
}

/** Gives every trader a balance of each asset, an address, and a session. */
export async function seedBalances(stage: Stage): Promise<void> {
  const { sql } = stage
  await signTradersIn(stage)
  await sql.query(
    `with made as (
       insert into balances (user_id, asset_id, available)
       select u.id, a.id, 1000000 * u.id from users u cross join assets a
       on conflict do nothing returning user_id, asset_id, available
     ), posting as (
       insert into postings (key, action) select 'seed:' || user_id || ':' || asset_id, 'DEPOSIT'
       from made returning id, key
     )
     insert into moves
       (posting_id, line, asset_id, from_kind, to_kind, to_user, to_after, units, tx)
     select p.id, 0, m.asset_id, 3, 1, m.user_id, m.available, m.available,
            pg_current_xact_id()::text::bigint
     from made m join posting p on p.key = 'seed:' || m.user_id || ':' || m.asset_id`,
  )
  await sql.query(
    `insert into coin_addresses (user_id, asset_id, network, address)
     select id, 4, 'ETH', '0x' || lpad(id::text, 40, '0') from users on conflict do nothing`,
  )
  await sql.query('vacuum analyze')
}

/** Inserts an access token for every trader, with a predictable value. */
export async function signTradersIn({ sql }: Stage): Promise<void> {
  await sql.query(
    `with family as (
       insert into session_families (user_id, seed, expires_at)
       select id, '\\x00', now() + interval '1 day' from users returning id, user_id
     )
     insert into access_tokens (digest, family_id, user_id, expires_at)
     select sha256(convert_to('xat_bench-' || user_id, 'UTF8')), id, user_id,
            now() + interval '1 day' from family on conflict do nothing`,
  )
}

/** One statement per user over the same driver, as concurrent as the requests to the service. */
async function bareSelects({ databaseUrl }: Stage, count: number): Promise<number> {
  const program = path.join(import.meta.dirname, 'bare/bare-select.ts')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, String(count), String(traders), String(connections)],
    { env: { ...process.env, DATABASE_URL: databaseUrl } },
  )
  return Number(stdout)
}

export async function balanceList(
  stage: Stage,
  count: number,
  measured: Measure,
): Promise<BalanceList> {
  const service = await startService(stage)
  await seedBalances(stage)
  const { port } = service
  const ask = (name: string, asked: number) =>
    measured(name, { port, connections, requests: requestsFor(asked) })
  await ask('warming up the balance list', count)
  const printCpu = await processorTime(stage, service)
  const list = await ask(`balance list, ${connections} connections`, count)
  printCpu('balance list', count)
  await service.stop()
  const bare = await bareSelects(stage, count)
  return { list, bare }
}
