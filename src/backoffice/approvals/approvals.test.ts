import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeClaim } from '../../../tests/make/cash-deposit.ts'
import {
  inviteOperator,
  makeConfirmed,
  makeFirstAdmin,
  makeOperator,
  type SignedInOperator,
  twoAdmins,
} from '../../../tests/make/operator.ts'
import { propose } from '../../../tests/make/proposals.ts'
import { makeCashSuspense } from '../../../tests/make/suspense.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'
import { makeWithdrawer, withdrawCoin } from '../../../tests/make/withdrawal.ts'

const get = (tukar: Tukar, { token }: SignedInOperator, path = '') =>
  tukar.call('GET', `/operator/api/approvals${path}`, { token })

const post = (tukar: Tukar, { token }: SignedInOperator, path: string, body: object = {}) =>
  tukar.call('POST', `/operator/api/${path}`, { token, body })

async function queue(tukar: Tukar, by: SignedInOperator, query = ''): Promise<readonly Queued[]> {
  const answer = await get(tukar, by, query)
  assert.deepEqual(messageOf(answer), [200, 'api.approvals_retrieved'])
  return answer.body.data.data
}

type Queued = Answer['body']

/** Makes a withdrawal that waits for approval; a very large one needs two. */
async function waiting(tukar: Tukar, amount: string): Promise<string> {
  const fields = { amount, residentialAddress: 'Jalan Melati 1, Bandung' }
  const answer = await withdrawCoin(tukar, await makeWithdrawer(tukar), fields)
  assert.equal(answer.body.data?.status, 'PENDING_APPROVAL', answer.text)
  return answer.body.data.request_id
}

const obstacle = async (tukar: Tukar, by: SignedInOperator, path: string) =>
  (await get(tukar, by, `/${path}`)).body.data?.obstacle

test('all open decisions form one queue, oldest first, of what each role may read', async (t) => {
  const tukar = await startTukar(t)
  const [admin, another] = await twoAdmins(tukar)
  const [finance, viewer] = [
    await makeOperator(tukar, 'finance', admin),
    await makeOperator(tukar, 'viewer', admin),
  ]
  const withdrawal = await waiting(tukar, '0.5')
  const claim = await makeClaim(tukar, await makeTrader(tukar))
  const suspense = await makeCashSuspense(tukar)
  const proposal = await propose(tukar, another, 'withdrawal.gate_seconds', '20')
  const joined = await inviteOperator(tukar, 'finance', another)
  const wanted = [
    ['withdrawal', withdrawal],
    ['claim', `${claim}`],
    ['suspense', `${suspense}`],
    ['proposal', `${proposal}`],
    ['operator', `${joined.id}`],
  ]
  const named = (items: readonly Queued[]) => items.map(({ kind, id }) => [kind, id])
  assert.deepEqual(named(await queue(tukar, admin)), wanted)
  assert.deepEqual(named(await queue(tukar, finance)), wanted.slice(0, 4))
  assert.deepEqual(named(await queue(tukar, viewer)), wanted.slice(0, 3))
  assert.deepEqual(named(await queue(tukar, admin, '?sort=desc')), wanted.toReversed())
  assert.deepEqual(named(await queue(tukar, admin, '?kind=claim')), wanted.slice(1, 2))
  assert.deepEqual(await queue(tukar, viewer, '?kind=operator'), [])
  const leafed: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page = (await get(tukar, admin, `?limit=2${next}`)).body.data
    leafed.push(...named(page.data))
    cursor = page.nextCursor
  }
  assert.deepEqual(leafed, wanted)
  const [first] = await queue(tukar, viewer)
  assert.deepEqual(
    [first.symbol, first.amount, first.worthIdr, first.needed, first.agreed, first.obstacle],
    ['BTC', '0.5', '500000000', 2, [], 'role'],
  )
  assert.ok(first.reasons.includes('very large amount'))
})

test('a withdrawal shows who approved it, and who may still decide', async (t) => {
  const tukar = await startTukar(t)
  const [admin, another] = await twoAdmins(tukar)
  const invited = await makeConfirmed(tukar, 'finance', admin, another)
  const id = await waiting(tukar, '0.5')
  const path = `withdrawal/${id}`
  assert.equal(await obstacle(tukar, admin, path), null)
  expectOk(await post(tukar, admin, `withdrawals/${id}/approve`, { note: 'known' }))
  const { data } = (await get(tukar, admin, `/${path}`)).body
  assert.equal(data.obstacle, 'agreed-already')
  const [agreed] = data.agreed
  assert.deepEqual(
    [agreed.operator, agreed.note, agreed.counts],
    [{ id: admin.id, email: admin.email }, 'known', true],
  )
  assert.equal(await obstacle(tukar, invited, path), 'not-independent')
  assert.equal(await obstacle(tukar, another, path), null)
  expectOk(await post(tukar, another, `withdrawals/${id}/approve`))
  assert.deepEqual(messageOf(await get(tukar, another, `/${path}`)), [404, 'api.decision_not_open'])
  assert.deepEqual(await queue(tukar, another), [])
})

test('an obstacle names each reason for which an approval would not count', async (t) => {
  const tukar = await startTukar(t)
  const [admin, another] = await twoAdmins(tukar)
  const { read } = tukar.service.ctx.db
  const trader = await makeTrader(tukar)
  const claim = `claim/${await makeClaim(tukar, trader)}`
  await sql`update users set email = ${admin.email} where id = ${trader.id}`.execute(read)
  assert.equal(await obstacle(tukar, admin, claim), 'own-money')
  assert.equal(await obstacle(tukar, another, claim), null)
  const proposal = `proposal/${await propose(tukar, admin, 'withdrawal.gate_seconds', '20')}`
  assert.equal(await obstacle(tukar, admin, proposal), 'agreed-already')
  assert.equal(await obstacle(tukar, another, proposal), null)
  const finance = await makeOperator(tukar, 'finance', admin)
  assert.equal(await obstacle(tukar, finance, proposal), 'role')
  const joined = await inviteOperator(tukar, 'finance', another)
  const operator = `operator/${joined.id}`
  assert.equal(await obstacle(tukar, another, operator), 'not-independent')
  assert.equal(await obstacle(tukar, admin, operator), null)
  const suspense = `suspense/${await makeCashSuspense(tukar)}`
  assert.equal(await obstacle(tukar, joined, suspense), 'not-confirmed')
  const refused = await get(tukar, finance, `/${operator}`)
  assert.deepEqual(messageOf(refused), [403, 'api.operator_not_permitted'])
})

test('a break shows the amounts that operators proposed', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const { read } = tukar.service.ctx.db
  const { rows } = await sql<{ id: number }>`
    insert into breaks (provider, kind, subject, asset, theirs, ours)
    values ('custody', 'balance', 'BTC', 'BTC', '2', '1') returning id`.execute(read)
  const id = rows[0]?.id ?? 0
  const body = { direction: 'in', amount: '0.25', reason: 'a float' }
  expectOk(await post(tukar, admin, `breaks/${id}/own`, body))
  const { data } = (await get(tukar, admin, `/break/${id}`)).body
  assert.deepEqual([data.facts.theirs, data.facts.ours, data.needed], ['2', '1', 2])
  assert.deepEqual([data.agreed[0].amount, data.agreed[0].note], ['0.25', 'a float'])
  assert.equal(data.obstacle, 'agreed-already')
})

test('what was booked of a break is no agreement to its rest', async (t) => {
  const tukar = await startTukar(t)
  const [admin, another] = await twoAdmins(tukar)
  const { read } = tukar.service.ctx.db
  const { rows } = await sql<{ id: number }>`
    insert into breaks (provider, kind, subject, asset, theirs, ours)
    values ('custody', 'balance', 'BTC', 'BTC', '2', '1') returning id`.execute(read)
  const id = rows[0]?.id ?? 0
  const own = (by: SignedInOperator, amount: string) =>
    post(tukar, by, `breaks/${id}/own`, { direction: 'in', amount, reason: 'a float' })
  for (const by of [admin, another]) expectOk(await own(by, '0.25'))
  await sql`update breaks set last_seen = now()`.execute(read)
  const agreed = async () => (await get(tukar, admin, `/break/${id}`)).body.data.agreed
  const proposals = async () =>
    (await tukar.call('GET', `/operator/api/breaks/${id}`, admin)).body.data.proposals
  assert.deepEqual([await agreed(), await proposals()], [[], []])
  expectOk(await own(admin, '0.75'))
  assert.deepEqual([(await agreed()).length, (await proposals()).length], [1, 1])
  assert.equal(await obstacle(tukar, admin, `break/${id}`), 'agreed-already')
  assert.equal(await obstacle(tukar, another, `break/${id}`), null)
})

test('a claim needs two operators from the bound on, by what the user got that day', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const needed = async () => (await queue(tukar, admin, '?kind=claim')).map((one) => one.needed)
  const trader = await makeTrader(tukar)
  const first = await makeClaim(tukar, trader, { amount: '49000000' })
  await makeClaim(tukar, trader, { amount: '2000000' })
  assert.deepEqual(await needed(), [1, 1])
  expectOk(await post(tukar, admin, `deposits/${first}/approve`))
  assert.deepEqual(await needed(), [2])
  await makeClaim(tukar, await makeTrader(tukar), { amount: '50000000' })
  assert.deepEqual(await needed(), [2, 2])
})
