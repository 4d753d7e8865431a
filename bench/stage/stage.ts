import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { type Embedded, startEmbedded } from '../../src/core/database/embedded/embedded.ts'
import { freePort } from '../../tests/free-port.ts'
import { accountOf, depositToken, traders } from '../callbacks.ts'
import { type Child, startProgram, stopAll } from './processes.ts'

/** The encryption and digest keys, so that the service can read the seeded rows. */
export const appKey = Buffer.alloc(32, 11)

const endings = ['SIGINT', 'SIGTERM'] as const

/** A database server and one connection to it, shared by everything one run compares. */
export type Stage = Readonly<{
  databaseUrl: string
  dataDir: string
  sql: pg.Client
  /** The environment of the service. */
  nodeFlags: readonly string[]
  stop: () => Promise<void>
}>

/** Optionally the server counts its statements, which costs some time. */
export async function openStage({ countsStatements = false } = {}): Promise<Stage> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-bench-'))
  const start = () => startEmbedded({ dataDir, log: pino({ level: 'error' }) })
  if (countsStatements) await countStatements(await start())
  const server = await start()
  const sql = new pg.Client({ connectionString: server.url })
  await sql.connect()
  const stop = async () => {
    for (const signal of endings) process.off(signal, end)
    await stopAll()
    await sql.end()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  // Programs that outlive the bench would disturb the next one.
  const end = () => void stop().finally(() => process.exit(1))
  for (const signal of endings) process.once(signal, end)
  return { databaseUrl: server.url, dataDir, sql, nodeFlags: [], stop }
}

async function countStatements(server: Embedded): Promise<void> {
  const sql = new pg.Client({ connectionString: server.url })
  await sql.connect()
  await sql.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await sql.query(`alter system set pg_stat_statements.track_planning = on`)
  await sql.end()
  await server.stop()
}

export type Running = Child & Readonly<{ port: number }>

/**
 * The service as operators run it, on the stage's database, with its own emulated providers or with
 * those that `env` names, at `emulators`.
 */
export async function startService(
  { databaseUrl, dataDir, nodeFlags }: Stage,
  env: Readonly<Record<string, string>> = {},
  emulators: string | null = null,
): Promise<Running> {
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()]
  const child = await startProgram(
    path.join(import.meta.dirname, '../../start.js'),
    {
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      APP_KEY: appKey.toString('hex'),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'error',
      PAYX_DEPOSIT_TOKEN: depositToken,
      ...env,
    },
    `http://127.0.0.1:${port}/health/leader`,
    nodeFlags,
  )
  await silencePayxList(emulators ?? `http://127.0.0.1:${sandboxPort}`)
  return { ...child, port }
}

/** payx's emulator does not know the bench's payments: if it listed none, each would be denied. */
const silencePayxList = (sandboxUrl: string): Promise<void> =>
  setControl(sandboxUrl, 'faults', { provider: 'payx', fault: 'error-500', path: '/transactions' })

/** Calls the control API of emulated providers. */
export async function setControl(sandboxUrl: string, what: string, body: object): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/control/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the sandbox refused to set ${what}: ${answer.status}`)
}

export const startBareRoute = (): Promise<Running> => startBare('bare.ts', {})

/** A route that only returns these bytes. */
export const startBareRead = (at: string, body: string): Promise<Running> =>
  startBare('bare-read.ts', { BARE_PATH: at, BARE_BODY: body })

async function startBare(program: string, env: Readonly<Record<string, string>>) {
  const port = await freePort()
  const file = path.join(import.meta.dirname, '../bare', program)
  const ready = `http://127.0.0.1:${port}/ready`
  const child = await startProgram(file, { PORT: String(port), ...env }, ready)
  return { ...child, port }
}

/** Traders with an active virtual account each; their sign-up is not measured. */
export async function seedTraders({ sql }: Stage): Promise<void> {
  await sql.query('update assets set supply_cap = 1e36')
  // No list confirms these payments.
  await sql.query(`update settings set value = '999999999999' where key like 'payx.unconfirmed_%'`)
  await sql.query(
    `insert into users (email, password_hash, email_verified_at, identity_status)
     select 'bench-' || n || '@tukar.test', 'none', now(), 'success'
     from generate_series(1, $1::int) as n`,
    [traders],
  )
  await sql.query(
    `insert into virtual_accounts
       (user_id, provider, bank_code, external_id, provider_id, account_number, name, status)
     select id, 'payx', 'BCA', 'va-' || id, 'bench-' || id, lpad(id::text, $1, '0'),
            'BENCH', 'ACTIVE' from users`,
    [accountOf(0).length],
  )
}

/** Adds this many moves, spread over the traders, such that the ledger stays in balance. */
export async function seedMoves({ sql }: Stage, moves: number): Promise<void> {
  await sql.query(
    `with fact as (
       insert into postings (key, action)
       select 'seed:' || gen_random_uuid(), 'DEPOSIT' from generate_series(1, $1::int)
       returning id
     ), spread as (
       select id, 1 + id % $2::int as trader,
              row_number() over (partition by 1 + id % $2::int order by id) as n from fact
     )
     insert into moves (posting_id, line, asset_id, from_kind, to_kind, to_user, to_after,
                        units, tx)
     select id, 0, 1, 5, 1, trader, coalesce(b.available, 0) + n, 1,
            pg_current_xact_id()::text::bigint
     from spread left join balances b on b.user_id = trader and b.asset_id = 1`,
    [moves, traders],
  )
  await balanceSeeded(sql)
  await sql.query('vacuum analyze')
}

/** Adds the moves of the last transaction to the balances: each receiver gained one per move. */
export async function balanceSeeded(sql: Stage['sql']): Promise<void> {
  await sql.query(
    `insert into balances (user_id, asset_id, available)
     select to_user, 1, count(*) from moves
     where tx = (select tx from moves order by posting_id desc limit 1) and to_user is not null
     group by to_user
     on conflict (user_id, asset_id) do update
     set available = balances.available + excluded.available`,
  )
}

export async function countCredits({ sql }: Stage): Promise<number> {
  const found = await sql.query(
    `select count(*) as credits from cash_deposits where status = 'COMPLETED'`,
  )
  return Number(found.rows[0].credits)
}
