import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { writePulled } from '../../src/app/transfers/pulled.sql.ts'
import { systemClock } from '../../src/base/clock.ts'
import { withdrawalCrashPoints } from '../../src/base/crash-point.ts'
import { type Asset, idr } from '../../src/base/values/money.ts'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { send, startTukar, type Tukar } from '../harness.ts'
import { silent } from '../server.ts'
import { auditsClean } from './audit.ts'
import { makeCashWithdrawer, movePayout, pausePayouts, payoutsOf } from './cash-withdrawal.ts'
import { owned } from './ledger.ts'
import { type NodeProcess, startNodeProcess } from './node-process.ts'
import { codeOf } from './totp.ts'
import {
  btc,
  coinFields,
  mailedCode,
  makeWithdrawer,
  oneBtc,
  pauseCustody,
  sentToCustody,
  type Withdrawer,
} from './withdrawal.ts'

type CrashPoint = (typeof withdrawalCrashPoints)[number]

/** The withdrawal's state after a crash at each point, and its number of transfers. */
const leaves: { readonly [Point in CrashPoint]: readonly [string, number] } = {
  'withdrawal.held': ['PROCESSING', 0],
  'withdrawal.before-send': ['PROCESSING', 0],
  'withdrawal.sent': ['PROCESSING', 1],
  'withdrawal.submitted': ['SUBMITTED', 1],
  'withdrawal.before-capture': ['SUBMITTED', 1],
  'withdrawal.captured': ['SUCCESS', 1],
}

/** The parts that differ by kind of withdrawal. */
type Kind = Readonly<{
  provider: 'custody' | 'payx'
  path: string
  asset: Asset
  /** The trader's balance, and the frozen amount of the withdrawal. */
  all: bigint
  asked: bigint
  /** A trader, and their request without the codes. */
  make: (tukar: Tukar) => Promise<Readonly<{ trader: Withdrawer; body: object }>>
  /** Makes the provider move nothing by itself. */
  hold: (tukar: Tukar) => Promise<unknown>
  /** The ids under which the provider has it. */
  sent: (tukar: Tukar) => Promise<readonly string[]>
  complete: (tukar: Tukar, requestId: string) => Promise<unknown>
}>

export const coins: Kind = {
  provider: 'custody',
  path: '/api/withdraw/withdraw-coin',
  asset: btc,
  all: 10n * oneBtc,
  asked: 500_000n,
  make: async (tukar) => ({ trader: await makeWithdrawer(tukar), body: coinFields() }),
  hold: pauseCustody,
  sent: async (tukar) => (await sentToCustody(tukar)).map(({ externalTxId }) => externalTxId ?? ''),
  complete: (tukar, requestId) =>
    tukar.control('POST', `/custody/withdrawals/${requestId}`, { status: 'COMPLETED' }),
}

export const rupiah: Kind = {
  provider: 'payx',
  path: '/api/withdraw/withdraw-fiat',
  asset: idr,
  all: 100_000_000_00n,
  asked: 1_005_000_00n,
  make: async (tukar) => {
    const trader = await makeCashWithdrawer(tukar)
    const { bankAccount } = trader
    return { trader, body: { amount: 1_000_000, paymentMethod: 'payx', bankAccount } }
  },
  hold: pausePayouts,
  sent: async (tukar) => (await payoutsOf(tukar)).map(({ reference_id }) => reference_id),
  complete: (tukar, requestId) => movePayout(tukar, requestId, 'SUCCEEDED'),
}

const statusIn = async (db: Database) => {
  const { rows } = await sql<{ status: string }>`select status from withdrawals`.execute(db.read)
  assert.equal(rows.length, 1)
  return rows[0]?.status
}

/** Makes all rows with a next time due now. */
const due = (db: Database) =>
  sql`update withdrawals set next_at = now() where next_at is not null`.execute(db.read)

/** The ways in which a node ends; it processes due rows until then. */
async function endOf(db: Database, node: NodeProcess): Promise<NodeJS.Signals | null> {
  const later = new AbortController()
  const nudging = (async () => {
    while (!later.signal.aborted) {
      await due(db)
      await systemClock.sleep(1_000, later.signal)
    }
  })()
  try {
    return await node.end()
  } finally {
    later.abort()
    await nudging
  }
}

async function start(t: TestContext, kind: Kind) {
  const tukar = await startTukar(t)
  const { trader, body: fields } = await kind.make(tukar)
  const otpCode = await mailedCode(tukar, trader)
  // The provider changes and reports nothing by itself: nodes only poll.
  await kind.hold(tukar)
  await tukar.control('POST', '/faults', { provider: kind.provider, fault: 'lose-callbacks' })
  await tukar.service.stop()
  const db = connectDatabase({ url: tukar.config.databaseUrl ?? '', log: silent })
  t.after(db.close)
  // Custody's list would end it too: here each step belongs to the attempt.
  await db.inTransaction((tx) =>
    writePulled(tx, [{ provider: 'custody', sinceMs: Date.now() + 3_600_000 }]),
  )
  const body = { ...fields, otpCode, twoFACode: codeOf(trader.secret) }
  const request = (url: string) => send(url, 'POST', kind.path, { token: trader.token, body })
  return { tukar, trader, db, request }
}

/** Kills a node at each step of one withdrawal, which is still sent once, and ends. */
export async function killedAtEachStep(t: TestContext, kind: Kind): Promise<void> {
  const { tukar, trader, db, request } = await start(t, kind)
  const { all, asked, asset } = kind
  const balance = () => owned(db, trader.id, asset)
  for (const point of withdrawalCrashPoints) {
    if (point === 'withdrawal.before-capture') {
      const [requestId] = await kind.sent(tukar)
      await kind.complete(tukar, requestId ?? '')
    }
    const node = await startNodeProcess(t, { ...tukar.config, crashAt: point })
    if (point === 'withdrawal.held') {
      await assert.rejects(request(node.url), 'it was killed before it could answer')
    }
    assert.equal(await endOf(db, node), 'SIGKILL', point)
    const [status, sent] = leaves[point]
    assert.equal(await statusIn(db), status, point)
    assert.equal((await kind.sent(tukar)).length, sent, point)
    const locked = status === 'SUCCESS' ? 0n : asked
    assert.deepEqual(await balance(), { available: all - asked, locked }, point)
    await auditsClean(db)
  }
  const last = await startNodeProcess(t, tukar.config)
  await due(db)
  const again = await request(last.url)
  assert.equal(again.body.message, 'api.email_otp_error', 'its codes were used up with it')
  assert.equal(await statusIn(db), 'SUCCESS')
  assert.equal((await kind.sent(tukar)).length, 1)
  assert.deepEqual(await balance(), { available: all - asked, locked: 0n })
  await auditsClean(db)
}
