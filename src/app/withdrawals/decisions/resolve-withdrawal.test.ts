import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, eventually, send, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import {
  makeCashWithdrawer,
  pausePayouts,
  rupiahOf,
  withdrawCash,
} from '../../../../tests/make/cash-withdrawal.ts'
import { move, owned, post, posting } from '../../../../tests/make/ledger.ts'
import {
  auditOf,
  makeFirstAdmin,
  makeOperator,
  type SignedInOperator,
} from '../../../../tests/make/operator.ts'
import { leaderOf } from '../../../../tests/make/payx.ts'
import {
  btc,
  makeWithdrawer,
  moveAtCustody,
  oneBtc,
  pauseCustody,
  reportWithdrawal,
  sentToCustody,
  type Withdrawer,
  withdrawalsOf,
  withdrawCoin,
} from '../../../../tests/make/withdrawal.ts'
import { available as availableOf, house } from '../../../core/ledger/accounts.ts'
import { readHouseBalances } from '../../../core/ledger/house.ts'
import { withdrawalHolds } from '../model/withdrawals.sql.ts'

type Stage = Readonly<{
  tukar: Tukar
  one: SignedInOperator
  other: SignedInOperator
  trader: Withdrawer
}>

async function stage(t: TestContext, nodes = 1): Promise<Stage> {
  const tukar = await startTukar(t, { nodes })
  await leaderOf(tukar)
  const admin = await makeFirstAdmin(tukar)
  return {
    tukar,
    one: await makeOperator(tukar, 'finance', admin),
    other: await makeOperator(tukar, 'finance', admin),
    trader: await makeWithdrawer(tukar),
  }
}

const resolve = (
  { tukar }: Stage,
  { token }: SignedInOperator,
  id: string,
  outcome: 'completed' | 'failed' | 'retry',
): Promise<Answer> =>
  tukar.call('POST', `/operator/api/withdrawals/${id}/resolve`, {
    token,
    body: { outcome, reason: 'looked into it' },
  })

/** Lets both operators state an end; the first statement alone changes nothing. */
async function agreed(on: Stage, id: string, outcome: 'completed' | 'failed'): Promise<Answer> {
  const first = await resolve(on, on.one, id, outcome)
  assert.notEqual(first.body.data.incident, null)
  return resolve(on, on.other, id, outcome)
}

const small = 500_000n
const left = 10n * oneBtc - small

const balance = ({ tukar, trader }: Stage) => owned(tukar.service.ctx.db, trader.id, btc)

const clean = ({ tukar }: Stage) => auditsClean(tukar.service.ctx.db, [withdrawalHolds])

const until = ({ tukar, trader }: Stage, what: string, is: (one: Known) => boolean) =>
  eventually(what, async () => {
    const [withdrawal] = await withdrawalsOf(tukar, trader)
    return withdrawal !== undefined && is(withdrawal) && withdrawal
  })

type Known = Awaited<ReturnType<typeof withdrawalsOf>>[number]

const request = async ({ tukar, trader }: Stage, fields = {}): Promise<string> => {
  const answer = await withdrawCoin(tukar, trader, fields)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.request_id
}

const breakCustody = ({ tukar }: Stage, method: 'GET' | 'POST') =>
  tukar.control('POST', '/faults', {
    provider: 'custody',
    fault: 'error-500',
    method,
    path: '/v1/transactions',
    times: 1_000,
  })

/** Makes a withdrawal that custody never received and the service no longer retries. */
async function notReceived(on: Stage, fields = {}): Promise<string> {
  await breakCustody(on, 'POST')
  const id = await request(on, fields)
  const [{ status } = { status: '' }] = await withdrawalsOf(on.tukar, on.trader)
  if (status === 'PENDING_APPROVAL') {
    for (const { token } of [on.one, on.other]) {
      await on.tukar.call('POST', `/operator/api/withdrawals/${id}/approve`, { token, body: {} })
    }
  }
  await until(on, 'a turn to custody', ({ attempts }) => attempts > 0)
  await giveUp(on)
  return id
}

const giveUp = ({ tukar }: Stage) =>
  eventually('a pause', async () => {
    const { rows } = await sql`
      update withdrawals set next_at = null where next_at > now() + interval '1 second'
        and next_at < now() + interval '20 seconds' returning id`.execute(tukar.service.ctx.db.read)
    return rows.length === 1
  })

/** Makes a withdrawal that custody accepted and does not process. */
async function submitted(on: Stage, fields = {}): Promise<string> {
  await pauseCustody(on.tukar)
  const id = await request(on, fields)
  await until(on, 'custody to have it', ({ status }) => status === 'SUBMITTED')
  return id
}

/** Makes a withdrawal that ended in our books and that custody then contradicted. */
async function contradicted(on: Stage, first: string, then: string): Promise<string> {
  const id = await submitted(on)
  await moveAtCustody(on.tukar, id, first)
  const ended = first === 'COMPLETED' ? 'SUCCESS' : 'FAILED'
  await until(on, ended, ({ status }) => status === ended)
  await moveAtCustody(on.tukar, id, then)
  await until(on, 'the incident', ({ incident }) => incident !== null)
  return id
}

test('an active withdrawal is left alone, and a foreign one is unknown', async (t) => {
  const on = await stage(t)
  const id = await submitted(on)
  const notStuck = [400, 'api.withdrawal_not_stuck']
  assert.deepEqual(messageOf(await resolve(on, on.one, id, 'failed')), notStuck)
  assert.deepEqual(messageOf(await resolve(on, on.one, id, 'completed')), notStuck)
  await moveAtCustody(on.tukar, id, 'COMPLETED')
  await until(on, 'success', ({ status }) => status === 'SUCCESS')
  for (const outcome of ['failed', 'completed', 'retry'] as const) {
    assert.deepEqual(messageOf(await resolve(on, on.one, id, outcome)), notStuck)
  }
  const unknown = await resolve(on, on.one, 'wd-nothing-1', 'retry')
  assert.deepEqual(messageOf(unknown), [404, 'api.withdrawal_not_found'])
  const odd = await on.tukar.call('POST', `/operator/api/withdrawals/${id}/resolve`, {
    token: on.one.token,
    body: { outcome: 'lost', reason: 'x' },
  })
  assert.deepEqual(messageOf(odd), [400, 'The selected outcome is invalid.'])
})

test('a withdrawal that waits for approval is not resolved', async (t) => {
  const on = await stage(t)
  const id = await request(on, { amount: '0.06', residentialAddress: 'Jalan Melati 1' })
  for (const outcome of ['failed', 'completed', 'retry'] as const) {
    const answer = await resolve(on, on.one, id, outcome)
    assert.deepEqual(messageOf(answer), [400, 'api.withdrawal_not_stuck'])
  }
})

test('operators cannot resolve a withdrawal of their own address', async (t) => {
  const on = await stage(t)
  const id = await notReceived(on)
  await sql`update users set email = ${on.one.email} where id = ${on.trader.id}`.execute(
    on.tukar.service.ctx.db.read,
  )
  const own = await resolve(on, on.one, id, 'failed')
  assert.deepEqual(messageOf(own), [403, 'api.operator_own_money'])
})

test("a retry takes over the provider's unreported results", async (t) => {
  const on = await stage(t)
  const id = await submitted(on)
  const lost = { provider: 'custody', fault: 'lose-callbacks', times: 1_000 }
  await on.tukar.control('POST', '/faults', lost)
  await moveAtCustody(on.tukar, id, 'COMPLETED')
  const answer = await resolve(on, on.one, id, 'retry')
  assert.deepEqual(messageOf(answer), [200, 'api.withdrawal_updated'])
  assert.equal(answer.body.data.status, 'SUCCESS')
  assert.deepEqual(await balance(on), { available: left, locked: 0n })
  const [entry] = await auditOf(on.tukar, on.one, '&action=withdrawal.resolve')
  assert.deepEqual([entry.after.outcome, entry.after.done], ['retry', 'succeeded'])
  await clean(on)
})

test('a retry sends a withdrawal unknown to the provider, once, under the same id', async (t) => {
  const on = await stage(t)
  const id = await notReceived(on)
  await on.tukar.control('DELETE', '/faults')
  const answers = await Promise.all(
    [on.one, on.other, on.one, on.other].map((by) => resolve(on, by, id, 'retry')),
  )
  assert.ok(answers.some(({ status }) => status === 200))
  await until(on, 'success', ({ status }) => status === 'SUCCESS')
  const sent = await sentToCustody(on.tukar)
  assert.deepEqual(
    sent.map(({ externalTxId }) => externalTxId),
    [id],
  )
  await clean(on)
})

test('a retry does nothing while the provider cannot be queried', async (t) => {
  const on = await stage(t)
  const id = await notReceived(on)
  await breakCustody(on, 'GET')
  const answer = await resolve(on, on.one, id, 'retry')
  assert.deepEqual(messageOf(answer), [503, 'api.provider_unreachable'])
  assert.equal((await balance(on)).locked, small)
})

test('a withdrawal that is being sent is not ended as failed', async (t) => {
  const on = await stage(t)
  const id = await notReceived(on)
  const { read } = on.tukar.service.ctx.db
  await sql`
    update withdrawals set next_at = now() + interval '20 seconds',
      created_at = now() - interval '1 hour'`.execute(read)
  const answer = await resolve(on, on.one, id, 'failed')
  assert.deepEqual(messageOf(answer), [400, 'api.withdrawal_under_way'])
  await sql`update withdrawals set next_at = now() + interval '10 minutes'`.execute(read)
  assert.equal((await resolve(on, on.one, id, 'failed')).body.data.status, 'FAILED')
  await clean(on)
})

test('a payout that payx took and forgot is not sent again, and needs two to end', async (t) => {
  const tukar = await startTukar(t)
  await leaderOf(tukar)
  const admin = await makeFirstAdmin(tukar)
  const one = await makeOperator(tukar, 'finance', admin)
  const other = await makeOperator(tukar, 'finance', admin)
  const trader = await makeCashWithdrawer(tukar)
  const on = { tukar, one, other, trader }
  await pausePayouts(tukar)
  const id = (await withdrawCash(tukar, trader)).body.data.request_id
  await until(on, 'payx to have it', ({ status }) => status === 'SUBMITTED')
  await sql`update withdrawals set provider_id = null, next_at = null`.execute(
    tukar.service.ctx.db.read,
  )
  await tukar.control('POST', '/reset')
  assert.deepEqual(messageOf(await resolve(on, one, id, 'retry')), [400, 'api.resend_unsafe'])
  assert.equal((await resolve(on, one, id, 'failed')).body.data.status, 'SUBMITTED')
  const again = await resolve(on, one, id, 'failed')
  assert.deepEqual(messageOf(again), [400, 'api.second_operator_needed'])
  assert.equal((await resolve(on, other, id, 'failed')).body.data.status, 'FAILED')
  assert.deepEqual(await rupiahOf(tukar, trader), { available: 100_000_000n, locked: 0n })
  await clean(on)
})

test("operators cannot end a withdrawal against the provider's report", async (t) => {
  const on = await stage(t)
  const id = await submitted(on)
  const { read } = on.tukar.service.ctx.db
  await sql`update withdrawals set created_at = now() - interval '1 hour'`.execute(read)
  const denied = [400, 'api.provider_says_otherwise']
  assert.deepEqual(messageOf(await resolve(on, on.one, id, 'failed')), denied)
  assert.deepEqual(messageOf(await resolve(on, on.one, id, 'completed')), denied)
  const lost = { provider: 'custody', fault: 'lose-callbacks', times: 1_000 }
  await on.tukar.control('POST', '/faults', lost)
  await moveAtCustody(on.tukar, id, 'COMPLETED')
  assert.deepEqual(messageOf(await resolve(on, on.one, id, 'failed')), denied)
  const done = await resolve(on, on.one, id, 'completed')
  assert.equal(done.body.data.status, 'SUCCESS')
  await clean(on)
})

test('one operator ends a small one, unknown to the provider, as failed', async (t) => {
  const on = await stage(t)
  const id = await notReceived(on)
  const done = await resolve(on, on.one, id, 'failed')
  assert.deepEqual(messageOf(done), [200, 'api.withdrawal_updated'])
  assert.equal(done.body.data.status, 'FAILED')
  assert.deepEqual(await balance(on), { available: 10n * oneBtc, locked: 0n })
  assert.deepEqual(await sentToCustody(on.tukar), [])
  await clean(on)
})

test('a large one needs two operators who agree', async (t) => {
  const on = await stage(t)
  const id = await notReceived(on, { amount: '0.06', residentialAddress: 'Jalan Melati 1' })
  const first = await resolve(on, on.one, id, 'failed')
  assert.equal(first.body.data.status, 'PROCESSING')
  assert.equal(first.body.data.resolutions[0].operator.email, on.one.email)
  const again = await resolve(on, on.one, id, 'failed')
  assert.deepEqual(messageOf(again), [400, 'api.second_operator_needed'])
  assert.equal((await resolve(on, on.other, id, 'completed')).body.data.status, 'PROCESSING')
  const second = await resolve(on, on.other, id, 'failed')
  assert.equal(second.body.data.status, 'FAILED')
  assert.ok(
    second.body.data.resolutions.every((one: { closedAt: unknown }) => one.closedAt !== null),
  )
  await clean(on)
})

test('if the provider cannot be queried two operators are needed, however small', async (t) => {
  const on = await stage(t)
  const id = await notReceived(on)
  await breakCustody(on, 'GET')
  assert.equal((await resolve(on, on.one, id, 'completed')).body.data.status, 'PROCESSING')
  assert.equal((await resolve(on, on.other, id, 'completed')).body.data.status, 'SUCCESS')
  assert.deepEqual(await balance(on), { available: left, locked: 0n })
  await clean(on)
})

test('what was stated of an open withdrawal counts no more once it ended otherwise', async (t) => {
  const on = await stage(t)
  const id = await notReceived(on, { amount: '0.06', residentialAddress: 'Jalan Melati 1' })
  assert.equal((await resolve(on, on.one, id, 'completed')).body.data.status, 'PROCESSING')
  await reportWithdrawal(on.tukar, id, 'failed', 'succeeded')
  const second = await resolve(on, on.other, id, 'completed')
  assert.deepEqual([second.body.data.status, second.body.data.incident === null], ['FAILED', false])
  assert.deepEqual(await balance(on), { available: 10n * oneBtc, locked: 0n })
  assert.equal((await resolve(on, on.one, id, 'completed')).body.data.status, 'SUCCESS')
  await clean(on)
})

test('by two operators, the owner pays for a refunded withdrawal that was also sent', async (t) => {
  const on = await stage(t)
  const id = await contradicted(on, 'FAILED', 'COMPLETED')
  assert.equal((await balance(on)).available, 10n * oneBtc)
  const done = await agreed(on, id, 'completed')
  assert.equal(done.body.data.status, 'SUCCESS')
  assert.equal(done.body.data.incident, null)
  assert.deepEqual(await balance(on), { available: left, locked: 0n })
  const again = await resolve(on, on.one, id, 'completed')
  assert.deepEqual(messageOf(again), [400, 'api.withdrawal_not_stuck'])
  await clean(on)
})

test('if its owner has too little left, a debt to the house remains', async (t) => {
  const on = await stage(t)
  const id = await contradicted(on, 'FAILED', 'COMPLETED')
  const { db } = on.tukar.service.ctx
  const all = move(availableOf(on.trader.id), house('venue'), 10n * oneBtc, btc)
  await post(db, posting('spent', all))
  assert.equal((await agreed(on, id, 'completed')).body.data.status, 'SUCCESS')
  assert.deepEqual(await balance(on), { available: 0n, locked: 0n })
  const owed = await sql<{ units: string }>`
    select units::text from moves where from_kind = 11`.execute(db.read)
  assert.equal(owed.rows.length, 1)
  await reportWithdrawal(on.tukar, id, 'reversed')
  assert.deepEqual(await balance(on), { available: 0n, locked: 0n }, 'its owner never paid it')
  const houses = await db.inTransaction(readHouseBalances)
  assert.equal(houses.find(({ kind }) => kind === 'receivable')?.units ?? 0n, 0n)
  await clean(on)
})

test('by two operators, a withdrawal that failed after its success is refunded', async (t) => {
  const on = await stage(t)
  const id = await contradicted(on, 'COMPLETED', 'FAILED')
  assert.equal((await balance(on)).available, left)
  const done = await agreed(on, id, 'failed')
  assert.deepEqual([done.body.data.status, done.body.data.incident], ['SUCCESS', null])
  assert.notEqual(done.body.data.reversedAt, null)
  assert.deepEqual(await balance(on), { available: 10n * oneBtc, locked: 0n })
  await clean(on)
})

test('if operators confirm an end, only its incident is closed', async (t) => {
  const on = await stage(t)
  const id = await contradicted(on, 'COMPLETED', 'FAILED')
  const done = await resolve(on, on.one, id, 'completed')
  assert.deepEqual([done.body.data.status, done.body.data.incident], ['SUCCESS', null])
  assert.equal((await balance(on)).available, left)
  await clean(on)
})

test('twenty concurrent resolutions on two nodes move the money once', async (t) => {
  const on = await stage(t, 2)
  const id = await contradicted(on, 'FAILED', 'COMPLETED')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const [node] = on.tukar.nodes.slice(index % 2)
      const { token } = index % 4 < 2 ? on.one : on.other
      const body = { outcome: index % 3 === 0 ? 'failed' : 'completed', reason: 'at once' }
      const path = `/operator/api/withdrawals/${id}/resolve`
      return send(node?.url ?? '', 'POST', path, { token, body })
    }),
  )
  assert.equal(answers.filter(({ body }) => body.data?.incident === null).length, 1)
  const [{ status } = { status: '' }] = await withdrawalsOf(on.tukar, on.trader)
  const { available } = await balance(on)
  assert.equal(available, status === 'SUCCESS' ? left : 10n * oneBtc)
  await clean(on)
})
