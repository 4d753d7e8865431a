import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, send, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { makeClaim } from '../../../../tests/make/cash-deposit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import {
  auditOf,
  makeFirstAdmin,
  makeOperator,
  type SignedInOperator,
} from '../../../../tests/make/operator.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'

const get = (tukar: Tukar, { token }: SignedInOperator, path: string) =>
  tukar.call('GET', `/operator/api/deposits${path}`, { token })

const post = (tukar: Tukar, { token }: SignedInOperator, path: string, body: object = {}) =>
  tukar.call('POST', `/operator/api/deposits${path}`, { token, body })

async function twoOf(tukar: Tukar): Promise<[SignedInOperator, SignedInOperator]> {
  const admin = await makeFirstAdmin(tukar)
  return [await makeOperator(tukar, 'finance', admin), await makeOperator(tukar, 'finance', admin)]
}

const available = async ({ service }: Tukar, { id }: Trader): Promise<bigint> =>
  (await owned(service.ctx.db, id)).available

const clean = ({ service }: Tukar) => auditsClean(service.ctx.db)

test('claimed transfers are listed, the oldest first, without encrypted fields', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const trader = await makeTrader(tukar)
  const first = await makeClaim(tukar, trader)
  const second = await makeClaim(tukar, trader)
  const ids = async (query: string): Promise<readonly number[]> => {
    const answer = await get(tukar, viewer, `?${query}`)
    assert.deepEqual(messageOf(answer), [200, 'api.cash_deposits_retrieved'])
    return answer.body.data.data.map((one: { id: number }) => one.id)
  }
  assert.deepEqual(await ids(''), [first, second])
  assert.deepEqual(await ids(`status=PENDING&user=${trader.id}&limit=1`), [first])
  assert.deepEqual(await ids('sort=desc'), [second, first])
  assert.deepEqual(await ids(`cursor=${first}`), [second])
  assert.deepEqual(await ids('to=2020-01-01T00:00:00Z'), [])
  assert.deepEqual(await ids('status=COMPLETED'), [])
  const shown = await get(tukar, viewer, `/${first}`)
  assert.deepEqual(messageOf(shown), [200, 'api.cash_deposit_retrieved'])
  const { amount, status, proofUrl, paidBy } = shown.body.data
  assert.deepEqual([amount, status, proofUrl, paidBy], ['250000', 'PENDING', null, null])
  assert.deepEqual(messageOf(await get(tukar, viewer, '/999999')), [
    404,
    'api.cash_deposit_not_found',
  ])
})

test('proof and payer are shown to approvers, and the view is audited', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const id = await makeClaim(tukar, await makeTrader(tukar))
  const { data } = (await get(tukar, admin, `/${id}`)).body
  assert.equal(data.paidBy.fullName, 'Sri Rahayu')
  assert.equal((await fetch(data.proofUrl)).status, 200)
  const views = await auditOf(tukar, admin, `&subjectKind=deposit&subjectId=${id}`)
  assert.deepEqual(
    views.map(({ action }) => action),
    ['deposit.look-proof'],
  )
})

test('an approval credits the received amount, once, and notifies the owner', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = await twoOf(tukar)
  const trader = await makeTrader(tukar)
  const id = await makeClaim(tukar, trader)
  const odd = await post(tukar, one, `/${id}/approve`, { amount: '250000.5' })
  assert.deepEqual(messageOf(odd), [400, 'The amount field must be a whole number of rupiah.'])
  const approved = await post(tukar, one, `/${id}/approve`, { amount: '249000' })
  assert.deepEqual(messageOf(approved), [200, 'api.cash_deposit_updated'])
  assert.deepEqual([approved.body.data.status, approved.body.data.amount], ['COMPLETED', '249000'])
  assert.equal(await available(tukar, trader), 24_900_000n)
  for (const way of ['approve', 'reject']) {
    const late = await post(tukar, other, `/${id}/${way}`, { reason: 'late' })
    assert.deepEqual(messageOf(late), [400, 'api.already_decided'])
  }
  await eventually('the notice', async () => {
    const { rows } = await sql`
      select from user_messages where user_id = ${trader.id} and kind = 'deposit-completed'
    `.execute(tukar.service.ctx.db.read)
    return rows.length === 1
  })
  const [entry] = await auditOf(tukar, one, '&action=deposit.approve')
  assert.deepEqual(
    [entry.before.claimed, entry.after.amount, entry.after.status],
    ['250000', '249000', 'COMPLETED'],
  )
  await clean(tukar)
})

test('a rejection credits nothing and needs a reason', async (t) => {
  const tukar = await startTukar(t)
  const [one] = await twoOf(tukar)
  const trader = await makeTrader(tukar)
  const id = await makeClaim(tukar, trader)
  assert.equal((await post(tukar, one, `/${id}/reject`)).status, 400)
  const rejected = await post(tukar, one, `/${id}/reject`, { reason: 'nothing came' })
  assert.deepEqual(
    [rejected.body.data.status, rejected.body.data.reason],
    ['REJECTED', 'nothing came'],
  )
  assert.equal(await available(tukar, trader), 0n)
  assert.equal((await auditOf(tukar, one, '&action=deposit.reject')).length, 1)
  await clean(tukar)
})

test('a large deposit needs two operators who state the same amount', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = await twoOf(tukar)
  const trader = await makeTrader(tukar)
  const id = await makeClaim(tukar, trader, { amount: '60000000' })
  const approve = (by: SignedInOperator, amount?: string) =>
    post(tukar, by, `/${id}/approve`, amount === undefined ? {} : { amount })
  const first = await approve(one)
  assert.equal(first.body.data.status, 'PENDING')
  assert.equal(first.body.data.approvals[0].amount, '60000000')
  assert.deepEqual(messageOf(await approve(one)), [400, 'api.second_operator_needed'])
  assert.equal((await approve(other, '59000000')).body.data.status, 'PENDING')
  assert.equal((await approve(other, '1000')).body.data.status, 'PENDING', 'nor is a part small')
  assert.equal(await available(tukar, trader), 0n)
  assert.equal((await approve(one, '1000')).body.data.status, 'COMPLETED')
  assert.equal(await available(tukar, trader), 100_000n)
  await clean(tukar)
})

test('operators cannot decide about a deposit of their own or a missing address', async (t) => {
  const tukar = await startTukar(t)
  const [one] = await twoOf(tukar)
  const trader = await makeTrader(tukar)
  const id = await makeClaim(tukar, trader)
  await sql`update users set email = ${one.email} where id = ${trader.id}`.execute(
    tukar.service.ctx.db.read,
  )
  for (const way of ['approve', 'reject']) {
    const body = { reason: 'mine' }
    const own = await post(tukar, one, `/${id}/${way}`, body)
    assert.deepEqual(messageOf(own), [403, 'api.operator_own_money'])
    const unknown = await post(tukar, one, `/999999/${way}`, body)
    assert.deepEqual(messageOf(unknown), [404, 'api.cash_deposit_not_found'])
  }
})

test('a deposit is not approved above the supply cap', async (t) => {
  const tukar = await startTukar(t)
  const [one] = await twoOf(tukar)
  const id = await makeClaim(tukar, await makeTrader(tukar))
  const { read } = tukar.service.ctx.db
  await sql`update assets set supply_cap = 1000 where symbol = 'IDR'`.execute(read)
  const refused = await post(tukar, one, `/${id}/approve`)
  assert.deepEqual(messageOf(refused), [400, 'api.supply_cap_reached'])
  assert.equal((await get(tukar, one, `/${id}`)).body.data.status, 'PENDING')
})

test('one of twenty concurrent decisions on two nodes counts, and credits once', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const [one, other] = await twoOf(tukar)
  const trader = await makeTrader(tukar)
  const id = await makeClaim(tukar, trader)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const [node] = tukar.nodes.slice(index % 2)
      const { token } = index % 4 < 2 ? one : other
      const way = index % 5 === 0 ? 'reject' : 'approve'
      const path = `/operator/api/deposits/${id}/${way}`
      return send(node?.url ?? '', 'POST', path, { token, body: { reason: 'at once' } })
    }),
  )
  const [won, ...more] = answers.filter(({ status }) => status === 200)
  assert.equal(more.length, 0)
  const credited = won?.body.data.status === 'COMPLETED' ? 25_000_000n : 0n
  assert.equal(await available(tukar, trader), credited)
  await clean(tukar)
})
