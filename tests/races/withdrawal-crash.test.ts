import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type CrashPoint, crashPoints } from '../../src/base/crash-point.ts'
import { userId } from '../../src/base/ids.ts'
import { connectDatabase, type Database } from '../../src/database/database.ts'
import { send, startTukar, type Tukar } from '../harness.ts'
import { auditsClean } from '../make/audit.ts'
import { owned } from '../make/ledger.ts'
import { startNodeProcess } from '../make/node-process.ts'
import { codeOf } from '../make/totp.ts'
import {
  btc,
  coinFields,
  holdStill,
  mailedCode,
  makeWithdrawer,
  oneBtc,
  sentToCustody,
} from '../make/withdrawal.ts'
import { silent } from '../server.ts'

const asked = 500_000n
const all = 10n * oneBtc

/** How the withdrawal stands after a crash at each point, and how often custody has it. */
const leaves: { readonly [Point in CrashPoint]: readonly [string, number] } = {
  'withdrawal.held': ['PROCESSING', 0],
  'withdrawal.before-send': ['PROCESSING', 0],
  'withdrawal.sent': ['PROCESSING', 1],
  'withdrawal.submitted': ['SUBMITTED', 1],
  'withdrawal.before-capture': ['SUBMITTED', 1],
  'withdrawal.captured': ['SUCCESS', 1],
}

const statusIn = async (db: Database) => {
  const { rows } = await sql<{ status: string }>`select status from withdrawals`.execute(db.read)
  assert.equal(rows.length, 1)
  return rows[0]?.status
}

/** Time goes by: what has a next time is due now. */
const due = (db: Database) =>
  sql`update withdrawals set next_at = now() where next_at is not null`.execute(db.read)

async function start(t: TestContext) {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  const otpCode = await mailedCode(tukar, trader)
  // Custody moves nothing and tells nothing: all that nodes learn they learn by asking.
  await holdStill(tukar)
  await tukar.control('POST', '/faults', { provider: 'custody', fault: 'lose-callbacks' })
  await tukar.service.stop()
  const db = connectDatabase({ url: tukar.config.databaseUrl ?? '', log: silent })
  t.after(db.close)
  const body = coinFields({ otpCode, twoFACode: codeOf(trader.secret) })
  const request = (url: string) =>
    send(url, 'POST', '/api/withdraw/withdraw-coin', { token: trader.token, body })
  return { tukar, trader, db, request }
}

async function completeAtCustody(tukar: Tukar): Promise<void> {
  const [sent] = await sentToCustody(tukar)
  const to = `/custody/withdrawals/${sent?.externalTxId}`
  await tukar.control('POST', to, { status: 'COMPLETED' })
}

test('a withdrawal whose node is killed at each step is sent once and ends once', async (t) => {
  const { tukar, trader, db, request } = await start(t)
  for (const point of crashPoints) {
    if (point === 'withdrawal.before-capture') await completeAtCustody(tukar)
    const node = await startNodeProcess(t, { ...tukar.config, crashAt: point })
    if (point === 'withdrawal.held') {
      await assert.rejects(request(node.url), 'it was killed before it could answer')
    } else {
      await due(db)
    }
    assert.equal(await node.ended, 'SIGKILL', point)
    const [status, sent] = leaves[point]
    assert.equal(await statusIn(db), status, point)
    assert.equal((await sentToCustody(tukar)).length, sent, point)
    const locked = status === 'SUCCESS' ? 0n : asked
    const left = { available: all - asked, locked }
    assert.deepEqual(await owned(db, userId(trader.id), btc), left, point)
    await auditsClean(db)
  }
  const last = await startNodeProcess(t, tukar.config)
  await due(db)
  const again = await request(last.url)
  assert.equal(again.body.message, 'api.email_otp_error', 'its codes were used up with it')
  assert.equal(await statusIn(db), 'SUCCESS')
  assert.equal((await sentToCustody(tukar)).length, 1)
  assert.deepEqual(await owned(db, userId(trader.id), btc), { available: all - asked, locked: 0n })
  await auditsClean(db)
})
