import path from 'node:path'
import { sql } from 'kysely'
import { changeOpening } from '../../src/backoffice/reconciliation/books.sql.ts'
import { assetId } from '../../src/base/values/ids.ts'
import { idr, money } from '../../src/base/values/money.ts'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { migrate } from '../../src/core/database/schema/migrate.ts'
import { type BackedUpPostgres, noPgbackrest, startBackedUp } from '../make/pgbackrest.ts'
import { pricesSeen } from '../make/prices.ts'
import { silent } from '../server.ts'
import { type Asked, requestAll, wishesOf } from './asked.ts'
import type { Drill } from './drill.ts'
import { judgeRestored, judgeSent } from './judge-restored.ts'
import { type Node, startNode } from './node.ts'
import { stormName } from './postgres.ts'
import { appKey, type Providers, startProviders } from './providers.ts'
import { type Desk, openDesks, pay, resend } from './rupiah.ts'
import { between, type Stage, type Storm } from './stage.ts'
import { funds, makeWithdrawers } from './withdrawers.ts'

/**
 * Backs the database up during payments and withdrawals, and later restores it to a moment when
 * withdrawals were approved but not sent. Then compares everything with the providers.
 */
export const restore: Storm = {
  name: 'restore',
  run: async (stage) => {
    const drill = await setUp(stage)
    const desks = await openDesks(drill, drill.payers)
    const wishes: Asked[] = []
    const backUp = drill.postgres.pgbackrest('--type=full', 'backup')
    await Promise.all([wave(drill, desks, wishes), backUp])
    const moment = await momentWithUnsent(drill, desks, wishes)
    await wave(drill, desks, wishes)
    await untilAllEnded(drill)
    const before = { state: await drill.providers.state(), paid: drill.paid.length }
    const restored = await goBack(drill, moment)
    await judgeSent(restored, before.state)
    const startedMs = performance.now()
    await resend(restored, 100_000)
    await untilPaymentsAreBack(restored)
    await untilAllEnded(restored)
    stage.print(`payments and sent withdrawals were recovered after ${since(startedMs)}`)
    await judgeRestored(restored, wishes, before.state)
    stage.print(`the books agree again ${since(startedMs)} after the start`)
  },
}

const since = (ms: number): string => `${Math.round((performance.now() - ms) / 1_000)} s`

const urlOf = (postgres: BackedUpPostgres): string => postgres.url('tukar')

const connect = (postgres: BackedUpPostgres): Database =>
  connectDatabase({
    url: urlOf(postgres),
    log: silent,
    applicationName: stormName,
    statementMs: 60_000,
  })

async function setUp(stage: Stage): Promise<Drill> {
  if (noPgbackrest !== false) throw new Error(noPgbackrest)
  const postgres = await startBackedUp({
    after: (end) => stage.atEnd(async () => void (await end())),
  })
  await migrate({ url: urlOf(postgres), log: silent })
  const db = connect(postgres)
  stage.atEnd(db.close)
  const payers = await makeWithdrawers(db, appKey, 'payer', stage.scaled(40, 4))
  const savers = await makeWithdrawers(db, appKey, 'saver', 3 * perWave(stage))
  await noteFunds(db, BigInt(payers.length + savers.length))
  const providers = await startProviders(stage)
  const nodes = await startNodes(stage, postgres, providers, ['first', 'second'])
  return { stage, postgres, providers, db, nodes, payers, savers, paid: [] }
}

/** Withdrawers of a wave: half of them withdraw coins. */
const perWave = (stage: Stage): number => 2 * stage.scaled(20, 3)

/** The users' initial money was never paid in; all sums are sent without approval. */
async function noteFunds(db: Database, users: bigint): Promise<void> {
  const btc = { id: assetId(3), symbol: 'BTC', scale: 8 }
  const payxAtFirst = 100_000_000_000_00n
  await db.inTransaction(async (tx) => {
    await changeOpening(tx, 'custody', money(btc, -users * funds.btcUnits))
    await changeOpening(tx, 'payx', money(idr, payxAtFirst - users * funds.idrUnits))
    await sql`update settings set value = '999999999999999'
      where key like 'withdrawal.%approval%' or key = 'break.stop_idr'`.execute(tx)
    // Otherwise a missing payout could be a payment that payx has not settled yet.
    await sql`update settings set value = '0' where key = 'payx.settlement_hours'`.execute(tx)
  })
}

async function startNodes(
  stage: Stage,
  postgres: BackedUpPostgres,
  providers: Providers,
  [one, other]: readonly [string, string],
): Promise<readonly [Node, Node]> {
  const common = {
    dataDir: path.join(stage.folder, 'data'),
    settings: providers.settings,
    trustProxy: '127.0.0.1',
    databaseUrl: urlOf(postgres),
  }
  const first = await startNode(stage, { ...common, name: one })
  const second = await startNode(stage, { ...common, name: other })
  providers.call([first, second])
  return [first, second]
}

/** Users pay and withdraw at the same time. */
async function wave(drill: Drill, desks: readonly Desk[], wishes: Asked[]): Promise<void> {
  const { stage } = drill
  await Promise.all([payMany(drill, desks, stage.scaled(100, 10)), withdraw(drill, wishes)])
  stage.print(`${drill.paid.length} payments, ${wishes.length} withdrawals`)
}

async function payMany(drill: Drill, desks: readonly Desk[], count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    const desk = desks[turn % desks.length]
    if (desk === undefined) return
    const rupiah = between(20_000, 200_000)
    await pay.va(drill, desk, rupiah)
    drill.paid.push({ user: desk.user.id, rupiah })
  }
}

async function withdraw({ stage, db, nodes, savers }: Drill, wishes: Asked[]): Promise<void> {
  await pricesSeen(db, { BTC_IDR: '1000000000', USDT_IDR: '16000' })
  const users = savers.slice(wishes.length, wishes.length + perWave(stage))
  const half = users.length / 2
  const made = [...wishesOf(users.slice(0, half), 'COIN'), ...wishesOf(users.slice(half), 'CASH')]
  wishes.push(...made)
  await requestAll(stage, nodes, made)
}

/** Waits for a moment when withdrawals are accepted but not sent to the providers. */
async function momentWithUnsent(
  drill: Drill,
  desks: readonly Desk[],
  wishes: Asked[],
): Promise<string> {
  const { stage, providers, db } = drill
  for (const [provider, to] of [
    ['custody', '/v1/transactions'],
    ['payx', '/v2/payouts'],
  ]) {
    const fault = { provider, fault: 'error-500', method: 'POST', path: to, times: 100_000 }
    await providers.control('POST', '/faults', fault)
  }
  await wave(drill, desks, wishes)
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db.read)
  await stage.sleep(200)
  await providers.control('DELETE', '/faults')
  const [moment] = rows
  if (moment === undefined) throw new Error('a server has a clock')
  return moment.at
}

/** Stops everything, restores the database to the moment, and starts two other nodes. */
async function goBack(drill: Drill, moment: string): Promise<Drill> {
  const { stage, postgres, providers } = drill
  const known = await countsOf(drill.db)
  for (const node of drill.nodes) await node.stop()
  await drill.db.close()
  const startedMs = performance.now()
  await postgres.restoreTo(moment)
  stage.print(`restored to ${moment} in ${since(startedMs)}`)
  const db = connect(postgres)
  stage.atEnd(db.close)
  stage.check('no transaction after the moment is restored', await endsBy(db, moment))
  const left = await countsOf(db)
  stage.print(
    `lost: ${known.payments - left.payments} of ${known.payments} payments, ` +
      `${known.withdrawals - left.withdrawals} of ${known.withdrawals} withdrawals; ` +
      `${left.open} withdrawals are open again`,
  )
  stage.check('withdrawals that providers sent are unsent in the restored books', left.open > 0)
  const nodes = await startNodes(stage, postgres, providers, ['third', 'fourth'])
  stage.print(`the service was up again after ${since(startedMs)}`)
  return { ...drill, db, nodes }
}

/** True if the last transaction that the server recovered is not later than the moment. */
async function endsBy(db: Database, moment: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean | null }>`
    select pg_last_xact_replay_timestamp() <= ${moment}::timestamptz as held`.execute(db.read)
  return rows[0]?.held === true
}

type Counts = Readonly<{ payments: number; withdrawals: number; open: number }>

async function countsOf(db: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*) from cash_deposits)::int as payments,
      count(*)::int as withdrawals,
      (count(*) filter (where status in ('PROCESSING', 'SUBMITTED')))::int as open
    from withdrawals`.execute(db.read)
  const [counts] = rows
  if (counts === undefined) throw new Error('counts are one row')
  return counts
}

const settleMs = 150_000

async function untilAllEnded({ stage, db }: Drill): Promise<void> {
  const ended = async () => (await countsOf(db)).open === 0
  const tookMs = await stage.until('all withdrawals to end', ended, settleMs).catch(() => null)
  stage.check('every withdrawal reaches a final state', tookMs !== null)
}

async function untilPaymentsAreBack({ stage, db, paid }: Drill): Promise<void> {
  const back = async () => (await countsOf(db)).payments === paid.length
  const tookMs = await stage.until('all payments', back, settleMs).catch(() => null)
  const { payments } = await countsOf(db)
  stage.check('every payment is recovered', tookMs !== null, `${payments} of ${paid.length}`)
}
