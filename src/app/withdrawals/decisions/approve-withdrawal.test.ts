import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, send, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import {
  auditOf,
  makeFirstAdmin,
  makeOperator,
  type SignedInOperator,
} from '../../../../tests/make/operator.ts'
import { jpegPicture } from '../../../../tests/make/pictures.ts'
import {
  btc,
  makeWithdrawer,
  oneBtc,
  sentToCustody,
  type Withdrawer,
  withdrawByForm,
  withdrawCoin,
} from '../../../../tests/make/withdrawal.ts'
import { withdrawalHolds } from '../model/withdrawals.sql.ts'

const get = (tukar: Tukar, { token }: SignedInOperator, path: string) =>
  tukar.call('GET', `/operator/api/withdrawals${path}`, { token })

const post = (tukar: Tukar, { token }: SignedInOperator, path: string, body: object = {}) =>
  tukar.call('POST', `/operator/api/withdrawals${path}`, { token, body })

const large = { amount: '0.03', residentialAddress: 'Jalan Melati 1, Bandung' }
const veryLarge = { ...large, amount: '0.5' }

/** Makes a withdrawal that waits for approval; returns its request id. */
async function waiting(tukar: Tukar, trader: Withdrawer, fields = large): Promise<string> {
  const answer = await withdrawCoin(tukar, trader, fields)
  assert.equal(answer.body.data?.status, 'PENDING_APPROVAL', answer.text)
  return answer.body.data.request_id
}

async function twoOf(tukar: Tukar): Promise<[SignedInOperator, SignedInOperator]> {
  const admin = await makeFirstAdmin(tukar)
  return [await makeOperator(tukar, 'finance', admin), await makeOperator(tukar, 'finance', admin)]
}

const balance = (tukar: Tukar, { id }: Withdrawer) => owned(tukar.service.ctx.db, id, btc)

const clean = (tukar: Tukar) => auditsClean(tukar.service.ctx.db, [withdrawalHolds])

const statusIs = (tukar: Tukar, by: SignedInOperator, id: string, status: string) =>
  eventually(`${id} to be ${status}`, async () => {
    const answer = await get(tukar, by, `/${id}`)
    return answer.body.data.status === status && answer.body.data
  })

test('withdrawals are listed by state, and shown with all their facts', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const trader = await makeWithdrawer(tukar)
  const id = await waiting(tukar, trader)
  const ids = async (query: string): Promise<readonly string[]> => {
    const answer = await get(tukar, viewer, `?${query}`)
    assert.deepEqual(messageOf(answer), [200, 'api.withdrawals_retrieved'])
    return answer.body.data.data.map((one: { id: string }) => one.id)
  }
  assert.deepEqual(await ids(''), [id])
  assert.deepEqual(await ids('status=PENDING_APPROVAL&kind=COIN'), [id])
  assert.deepEqual(await ids(`user=${trader.id}`), [id])
  assert.deepEqual(await ids('user=999999'), [])
  assert.deepEqual(await ids('status=SUCCESS'), [])
  assert.deepEqual(await ids('kind=CASH'), [])
  assert.deepEqual(await ids('incident=true'), [])
  assert.deepEqual(await ids('symbol=BTC'), [id])
  assert.deepEqual(await ids('symbol=ETH'), [])
  assert.deepEqual(await ids('from=2099-01-01T00:00:00%2B07:00'), [])
  assert.deepEqual(await ids('to=2099-01-01T00:00:00Z'), [id])
  const another = await waiting(tukar, await makeWithdrawer(tukar))
  const { nextCursor } = (await get(tukar, viewer, '?limit=1')).body.data
  assert.deepEqual(await ids(`limit=1&cursor=${nextCursor}`), [id])
  assert.deepEqual(await ids('sort=asc'), [id, another])
  const shown = await get(tukar, viewer, `/${id}`)
  assert.deepEqual(messageOf(shown), [200, 'api.withdrawal_retrieved'])
  const { data } = shown.body
  assert.deepEqual(
    [data.symbol, data.amount, data.worthIdr, data.approvalsNeeded, data.approvals],
    ['BTC', '0.03', '30000000', 1, 0],
  )
  assert.ok(data.approvalReasons.includes('new destination'))
  assert.deepEqual(data.hold, { initial: '0.03', remaining: '0.03' })
  assert.equal(data.destination.network, 'BTC')
  assert.equal(data.residential, null, 'a viewer is not told who is behind the address')
  assert.ok(!shown.text.includes('Siti'))
  assert.deepEqual(messageOf(await get(tukar, viewer, '/wd-nothing-1')), [
    404,
    'api.withdrawal_not_found',
  ])
})

test('the recipient at an address is shown to approvers, and the view is audited', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const trader = await makeWithdrawer(tukar)
  const answer = await withdrawByForm(tukar, trader, await jpegPicture(), large)
  const id = answer.body.data.request_id
  const { data } = (await get(tukar, admin, `/${id}`)).body
  assert.equal(data.residential.residentialName, 'Siti Rahayu')
  assert.equal(data.residential.residentialAddress, large.residentialAddress)
  assert.equal((await fetch(data.idCardUrl)).status, 200)
  const views = await auditOf(tukar, admin, `&subjectId=${id}`)
  assert.deepEqual(
    views.map(({ action }) => action),
    ['withdrawal.look-residential'],
  )
})

test('one approval sends a large withdrawal, and it completes', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = await twoOf(tukar)
  const trader = await makeWithdrawer(tukar)
  const id = await waiting(tukar, trader)
  assert.deepEqual(await sentToCustody(tukar), [])
  const approved = await post(tukar, one, `/${id}/approve`, { note: 'called the owner' })
  assert.deepEqual(messageOf(approved), [200, 'api.withdrawal_updated'])
  assert.equal(approved.body.data.status, 'PROCESSING')
  assert.equal(approved.body.data.decisions[0].note, 'called the owner')
  await statusIs(tukar, one, id, 'SUCCESS')
  assert.equal((await sentToCustody(tukar)).length, 1)
  assert.deepEqual(await balance(tukar, trader), {
    available: 10n * oneBtc - 3_000_000n,
    locked: 0n,
  })
  for (const [by, way] of [
    [one, 'approve'],
    [other, 'approve'],
    [other, 'reject'],
  ] as const) {
    const late = await post(tukar, by, `/${id}/${way}`, { reason: 'late' })
    assert.deepEqual(messageOf(late), [400, 'api.already_decided'])
  }
  const [entry] = await auditOf(tukar, one, '&action=withdrawal.approve')
  assert.deepEqual([entry.before.status, entry.after.status], ['PENDING_APPROVAL', 'PROCESSING'])
  assert.equal(entry.after.amount, '0.03 BTC')
  await clean(tukar)
})

test('a very large withdrawal takes two different operators', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = await twoOf(tukar)
  const trader = await makeWithdrawer(tukar)
  const id = await waiting(tukar, trader, veryLarge)
  const first = await post(tukar, one, `/${id}/approve`)
  assert.equal(first.body.data.status, 'PENDING_APPROVAL')
  assert.deepEqual([first.body.data.approvalsNeeded, first.body.data.approvals], [2, 1])
  const again = await post(tukar, one, `/${id}/approve`)
  assert.deepEqual(messageOf(again), [400, 'api.second_operator_needed'])
  const second = await post(tukar, other, `/${id}/approve`)
  assert.equal(second.body.data.status, 'PROCESSING')
  await statusIs(tukar, one, id, 'SUCCESS')
  await clean(tukar)
})

test('the approval of a since disabled operator does not count', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const one = await makeOperator(tukar, 'finance', admin)
  const other = await makeOperator(tukar, 'finance', admin)
  const third = await makeOperator(tukar, 'finance', admin)
  const id = await waiting(tukar, await makeWithdrawer(tukar), veryLarge)
  await post(tukar, one, `/${id}/approve`)
  const disable = { token: admin.token, body: { reason: 'left' } }
  await tukar.call('POST', `/operator/api/operators/${one.id}/disable`, disable)
  const second = await post(tukar, other, `/${id}/approve`)
  assert.equal(second.body.data.status, 'PENDING_APPROVAL')
  assert.equal((await post(tukar, third, `/${id}/approve`)).body.data.status, 'PROCESSING')
})

test("a rejection frees the money, restores the day's limit, and notifies the owner", async (t) => {
  const tukar = await startTukar(t)
  const { read } = tukar.service.ctx.db
  const [one, other] = await twoOf(tukar)
  const trader = await makeWithdrawer(tukar)
  const id = await waiting(tukar, trader, veryLarge)
  assert.equal((await balance(tukar, trader)).locked, oneBtc / 2n)
  await post(tukar, one, `/${id}/approve`)
  assert.deepEqual(messageOf(await post(tukar, other, `/${id}/reject`)), [
    400,
    'The reason field is required.',
  ])
  const rejected = await post(tukar, other, `/${id}/reject`, { reason: 'a stolen phone' })
  assert.deepEqual(messageOf(rejected), [200, 'api.withdrawal_updated'])
  assert.equal(rejected.body.data.status, 'REJECTED')
  assert.equal(rejected.body.data.reason, 'a stolen phone')
  assert.deepEqual(await balance(tukar, trader), { available: 10n * oneBtc, locked: 0n })
  const days = await sql<{ worth: string }>`
    select worth_idr::text as worth from withdrawal_days where user_id = ${trader.id}`.execute(read)
  assert.deepEqual(days.rows, [{ worth: '0' }])
  await eventually('the notice', async () => {
    const { rows } = await sql`
      select from user_messages where user_id = ${trader.id} and kind = 'withdrawal-failed'
    `.execute(read)
    return rows.length === 1
  })
  assert.deepEqual(await sentToCustody(tukar), [])
  assert.equal((await auditOf(tukar, one, '&action=withdrawal.reject')).length, 1)
  await clean(tukar)
})

test('operators cannot decide about a withdrawal of their own address', async (t) => {
  const tukar = await startTukar(t)
  const [one] = await twoOf(tukar)
  const trader = await makeWithdrawer(tukar)
  const id = await waiting(tukar, trader)
  await sql`update users set email = ${one.email} where id = ${trader.id}`.execute(
    tukar.service.ctx.db.read,
  )
  for (const way of ['approve', 'reject']) {
    const own = await post(tukar, one, `/${id}/${way}`, { reason: 'mine' })
    assert.deepEqual(messageOf(own), [403, 'api.operator_own_money'])
  }
  for (const way of ['approve', 'reject']) {
    const unknown = await post(tukar, one, `/wd-nothing-1/${way}`, { reason: 'x' })
    assert.deepEqual(messageOf(unknown), [404, 'api.withdrawal_not_found'])
  }
})

test('nothing is approved while withdrawals are stopped, or for a suspended owner', async (t) => {
  const tukar = await startTukar(t)
  const { read } = tukar.service.ctx.db
  const [one] = await twoOf(tukar)
  const trader = await makeWithdrawer(tukar)
  const id = await waiting(tukar, trader)
  await sql`update wallet_flags set value = 0 where type = 'WD'`.execute(read)
  assert.deepEqual(messageOf(await post(tukar, one, `/${id}/approve`)), [
    400,
    'api.withdrawal_is_inactive',
  ])
  await sql`update users set suspended_at = now() where id = ${trader.id}`.execute(read)
  assert.deepEqual(messageOf(await post(tukar, one, `/${id}/approve`)), [
    400,
    'api.owner_suspended',
  ])
  const rejected = await post(tukar, one, `/${id}/reject`, { reason: 'suspended' })
  assert.equal(rejected.body.data.status, 'REJECTED')
  await clean(tukar)
})

test('twenty approvals at once count once per operator, and send once', async (t) => {
  const tukar = await startTukar(t, { jobs: ['settle withdrawals'], nodes: 2 })
  const [one, other] = await twoOf(tukar)
  const trader = await makeWithdrawer(tukar)
  const id = await waiting(tukar, trader, veryLarge)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const [node] = tukar.nodes.slice(index % 2)
      const { token } = index % 4 < 2 ? one : other
      const path = `/operator/api/withdrawals/${id}/approve`
      return send(node?.url ?? '', 'POST', path, { token, body: {} })
    }),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 2)
  assert.equal((await auditOf(tukar, one, '&action=withdrawal.approve')).length, 2)
  await statusIs(tukar, one, id, 'SUCCESS')
  assert.equal((await sentToCustody(tukar)).length, 1)
  await clean(tukar)
})

test('one of a concurrent approval and rejection wins, and the money moves once', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const [one, other] = await twoOf(tukar)
  const trader = await makeWithdrawer(tukar)
  const id = await waiting(tukar, trader)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const [node] = tukar.nodes.slice(index % 2)
      const way = index % 2 === 0 ? 'approve' : 'reject'
      const { token } = index % 4 < 2 ? one : other
      const path = `/operator/api/withdrawals/${id}/${way}`
      return send(node?.url ?? '', 'POST', path, { token, body: { reason: 'at once' } })
    }),
  )
  const [won, ...more] = answers.filter(({ status }) => status === 200)
  assert.equal(more.length, 0)
  const rejected = won?.body.data.status === 'REJECTED'
  await statusIs(tukar, one, id, rejected ? 'REJECTED' : 'SUCCESS')
  assert.equal((await sentToCustody(tukar)).length, rejected ? 0 : 1)
  const left = rejected ? 10n * oneBtc : 10n * oneBtc - 3_000_000n
  assert.deepEqual(await balance(tukar, trader), { available: left, locked: 0n })
  await clean(tukar)
})
