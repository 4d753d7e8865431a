import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, send, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { makeClaim } from '../../../../tests/make/cash-deposit.ts'
import { sendCustody, transactionOf } from '../../../../tests/make/custody.ts'
import { btc, makeUser, owned } from '../../../../tests/make/ledger.ts'
import {
  auditOf,
  changeOperator,
  inviteOperator,
  makeFirstAdmin,
  makeOperator,
  type SignedInOperator,
} from '../../../../tests/make/operator.ts'
import {
  makeCashSuspense,
  makeCoinSuspense,
  makeStrangeSuspense,
} from '../../../../tests/make/suspense.ts'
import { expectOk, makeTrader } from '../../../../tests/make/trader.ts'
import { idr, money } from '../../../base/values/money.ts'
import { insertSuspense } from '../suspense.sql.ts'

const get = (tukar: Tukar, { token }: SignedInOperator, path: string) =>
  tukar.call('GET', `/operator/api/suspense${path}`, { token })

const post = (tukar: Tukar, { token }: SignedInOperator, path: string, body: object) =>
  tukar.call('POST', `/operator/api/suspense${path}`, { token, body })

async function twoOf(tukar: Tukar): Promise<[SignedInOperator, SignedInOperator]> {
  const admin = await makeFirstAdmin(tukar)
  return [await makeOperator(tukar, 'finance', admin), await makeOperator(tukar, 'finance', admin)]
}

const houseOf = async (tukar: Tukar, kind: number): Promise<string> => {
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(case when to_kind = ${kind} then units else -units end), 0)::text as units
    from moves where to_kind = ${kind} or from_kind = ${kind}`.execute(tukar.service.ctx.db.read)
  return rows[0]?.units ?? ''
}
const suspenseAccount = 12
const custodyAccount = 3
const treasuryAccount = 13

const outside = { type: 'ONE_TIME_ADDRESS', id: null, name: 'N/A' }

test('money in suspense is listed, and each view of an item is audited', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const id = await makeCashSuspense(tukar)
  const { id: coin } = await makeCoinSuspense(tukar)
  const list = await get(tukar, viewer, '?state=open')
  assert.deepEqual(messageOf(list), [200, 'api.suspense_retrieved'])
  assert.deepEqual(
    list.body.data.data.map((one: Record<string, unknown>) => [
      one['id'],
      one['source'],
      one['symbol'],
      one['amount'],
      one['reason'],
    ]),
    [
      [id, 'payx VA', 'IDR', '250000', 'unknown-account'],
      [coin, 'custody COIN', 'BTC', '1', 'unknown-address'],
    ],
  )
  const idsOf = async (query: string): Promise<readonly number[]> =>
    (await get(tukar, viewer, query)).body.data.data.map((one: { id: number }) => one.id)
  const { nextCursor } = (await get(tukar, viewer, '?limit=1')).body.data
  assert.deepEqual(await idsOf(`?limit=1&cursor=${nextCursor}`), [coin])
  assert.deepEqual(await idsOf('?sort=desc'), [coin, id])
  assert.deepEqual(await idsOf('?provider=payx'), [id])
  assert.deepEqual(await idsOf('?symbol=BTC'), [coin])
  assert.deepEqual(await idsOf('?from=2099-01-01T00:00:00Z'), [])
  assert.deepEqual((await get(tukar, viewer, '?state=assigned')).body.data.data, [])
  const item = await get(tukar, viewer, `/${id}`)
  assert.deepEqual(messageOf(item), [200, 'api.suspense_item_retrieved'])
  assert.equal(item.body.data.data.bank, 'BCA')
  assert.deepEqual(item.body.data.proposals, [])
  assert.deepEqual(item.body.data.candidates, [])
  const trader = await makeTrader(tukar)
  const claim = await makeClaim(tukar, trader)
  const [candidate] = (await get(tukar, viewer, `/${id}`)).body.data.candidates
  assert.deepEqual(
    [candidate.userId, candidate.because, candidate.matched],
    [trader.id, 'claim', `${claim}`],
  )
  assert.equal((await auditOf(tukar, viewer, '&action=suspense.look')).length, 2)
  assert.deepEqual(messageOf(await get(tukar, viewer, '/999999')), [404, 'api.suspense_not_found'])
})

test('an item whose amount comes later is decided anew, also if it was decided', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const [one, other] = await twoOf(tukar)
  const report = { source: 'payx VA', reason: 'unknown-account', data: {} }
  const refs = ['payx:returned', 'payx:proposed']
  const suspend = (amount: bigint | null) =>
    db.inTransaction((tx) =>
      insertSuspense(
        tx,
        refs.map((reference) =>
          amount === null
            ? { ...report, reference, amount, inWords: 'a lot' }
            : { ...report, reference, amount: money(idr, amount), inWords: null },
        ),
      ),
    )
  await suspend(null)
  const { rows } = await sql<{ id: string }>`
    select id from suspense_items order by reference desc`.execute(db.read)
  const give = async (by: SignedInOperator, id = '') =>
    (await post(tukar, by, `/${id}/return`, { reason: 'sent back' })).body.data.state
  const [decided, proposed] = rows.map(({ id }) => id)
  assert.deepEqual([await give(one, decided), await give(other, decided)], ['proposed', 'returned'])
  assert.equal(await give(one, proposed), 'proposed')
  await suspend(30_000_000n)
  for (const id of [decided, proposed]) {
    const { state, amount, decidedBy } = (await get(tukar, one, `/${id}`)).body.data
    assert.deepEqual([state, amount, decidedBy], ['open', '300000', null])
    assert.equal(await give(other, id), 'proposed', 'an earlier agreement counts no more')
  }
})

test('two operators who name the same owner give rupiah to them, less the fee', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const [one, other] = await twoOf(tukar)
  const id = await makeCashSuspense(tukar)
  const user = await makeUser(db)
  const assign = (by: SignedInOperator, userId: number) =>
    post(tukar, by, `/${id}/assign`, { userId, reason: 'they sent a receipt' })
  const first = await assign(one, user)
  assert.deepEqual(messageOf(first), [200, 'api.suspense_updated'])
  assert.equal(first.body.data.state, 'proposed')
  assert.deepEqual(messageOf(await assign(one, user)), [400, 'api.second_operator_needed'])
  assert.deepEqual(await owned(db, user), { available: 0n, locked: 0n })
  const second = await assign(other, user)
  assert.equal(second.body.data.state, 'assigned')
  assert.equal(second.body.data.assignedUser, user)
  assert.equal(second.body.data.decidedBy, other.id)
  assert.deepEqual(await owned(db, user), { available: 24_556_000n, locked: 0n })
  assert.equal(await houseOf(tukar, suspenseAccount), '0')
  const deposit = await sql`
    select user_id, status, fee::text from cash_deposits`.execute(db.read)
  assert.deepEqual(deposit.rows, [{ user_id: user, status: 'COMPLETED', fee: '444000' }])
  for (const way of ['assign', 'return']) {
    const again = await post(tukar, one, `/${id}/${way}`, { userId: user, reason: 'x' })
    assert.deepEqual(messageOf(again), [400, 'api.already_decided'])
  }
  await eventually('the notice and its report', async () => {
    const { rows } = await sql<{ kind: string; reports: number }>`
      select kind, (select count(*)::int from reports where kind = 'A') as reports
      from user_messages where user_id = ${user}`.execute(db.read)
    return rows[0]?.kind === 'deposit-completed' && rows[0].reports === 1
  })
  const audit = await auditOf(tukar, one, `&action=suspense.assign&subjectId=${id}`)
  assert.deepEqual(
    audit.map(({ operator, before, after }) => [operator.email, before.state, after.state]),
    [
      [one.email, 'open', 'proposed'],
      [other.email, 'proposed', 'assigned'],
    ],
  )
  await auditsClean(db)
})

test('an operator who names another owner decides nothing, and may change it', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const [one, other] = await twoOf(tukar)
  const id = await makeCashSuspense(tukar)
  const [ani, budi] = [await makeUser(db), await makeUser(db)]
  const assign = (by: SignedInOperator, userId: number) =>
    post(tukar, by, `/${id}/assign`, { userId, reason: 'because' })
  await assign(one, ani)
  assert.equal((await assign(other, budi)).body.data.state, 'proposed')
  const back = await post(tukar, one, `/${id}/return`, { reason: 'the bank took it back' })
  assert.equal(back.body.data.state, 'proposed')
  assert.equal((await assign(one, budi)).body.data.assignedUser, budi)
  assert.equal((await owned(db, ani)).available, 0n)
  assert.equal((await owned(db, budi)).available, 24_556_000n)
  await auditsClean(db)
})

test('an admin cannot be second approver after an operator they invited', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const admin = await makeFirstAdmin(tukar)
  const other = await makeOperator(tukar, 'admin', admin)
  const one = await inviteOperator(tukar, 'finance', admin)
  expectOk(await changeOperator(tukar, other, one.id, 'confirm'))
  const id = await makeCashSuspense(tukar)
  const body = { userId: await makeUser(db), reason: 'because' }
  const assign = (by: SignedInOperator) => post(tukar, by, `/${id}/assign`, body)
  assert.equal((await assign(admin)).body.data.state, 'proposed')
  assert.deepEqual(messageOf(await assign(one)), [400, 'api.second_operator_needed'])
  const away = await post(tukar, one, `/${id}/return`, { reason: 'because' })
  assert.equal(away.body.data.state, 'proposed', 'they may say another thing')
  assert.equal((await post(tukar, admin, `/${id}/return`, { reason: 'x' })).status, 400)
  assert.equal((await post(tukar, other, `/${id}/return`, { reason: 'x' })).status, 200)
})

test('the approval of a since disabled operator does not count', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const admin = await makeFirstAdmin(tukar)
  const one = await makeOperator(tukar, 'finance', admin)
  const id = await makeCashSuspense(tukar)
  const body = { userId: await makeUser(db), reason: 'because' }
  await post(tukar, one, `/${id}/assign`, body)
  await tukar.call('POST', `/operator/api/operators/${one.id}/disable`, {
    token: admin.token,
    body: { reason: 'left' },
  })
  assert.equal((await post(tukar, admin, `/${id}/assign`, body)).body.data.state, 'proposed')
})

test('coins in suspense are given whole, and a late report leaves them there', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const [one, other] = await twoOf(tukar)
  const { id, again } = await makeCoinSuspense(tukar)
  const user = await makeUser(db)
  const body = { userId: user, reason: 'their wallet sent it' }
  await post(tukar, one, `/${id}/assign`, body)
  const done = await post(tukar, other, `/${id}/assign`, body)
  assert.equal(done.body.data.state, 'assigned')
  await again()
  assert.equal((await owned(db, user, btc)).available, 100_000_000n)
  const deposit = await sql`select user_id, status from coin_deposits`.execute(db.read)
  assert.deepEqual(deposit.rows, [{ user_id: user, status: 'COMPLETED' }])
  await eventually('the notice', async () => {
    const { rows } = await sql`
      select from user_messages where user_id = ${user} and kind = 'deposit-completed'`.execute(
      db.read,
    )
    return rows.length === 1
  })
  await auditsClean(db)
})

test('money two operators report as returned leaves the books, and no owner gets it', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const [one, other] = await twoOf(tukar)
  const id = await makeCashSuspense(tukar)
  const giveBack = (by: SignedInOperator) =>
    post(tukar, by, `/${id}/return`, { reason: 'the bank took it back' })
  assert.equal((await giveBack(one)).body.data.state, 'proposed')
  const done = await giveBack(other)
  assert.deepEqual([done.body.data.state, done.body.data.assignedUser], ['returned', null])
  assert.equal(await houseOf(tukar, suspenseAccount), '0')
  assert.equal(await houseOf(tukar, 5), '0')
  const deposit = await sql`select status, reason from cash_deposits`.execute(db.read)
  assert.deepEqual(deposit.rows, [{ status: 'REJECTED', reason: 'returned' }])
  assert.deepEqual(messageOf(await giveBack(one)), [400, 'api.already_decided'])
  await auditsClean(db)
})

test('coins that staff sent back and operators noted as returned leave custody once', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const [one, other] = await twoOf(tukar)
  const { id } = await makeCoinSuspense(tukar)
  const sent = { source: { type: 'VAULT_ACCOUNT', id: '0' }, destination: outside }
  await sendCustody(tukar, transactionOf({ id: 'sent-back', assetId: 'BTC', ...sent }))
  const reason = 'sent back to its sender'
  for (const by of [one, other]) await post(tukar, by, `/${id}/return`, { reason })
  const houses = [suspenseAccount, custodyAccount, treasuryAccount]
  const left = await Promise.all(houses.map((kind) => houseOf(tukar, kind)))
  assert.deepEqual(left, ['0', '0', '0'])
  await auditsClean(db)
})

test('a transfer that custody reported twice leaves custody as returned', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const [one, other] = await twoOf(tukar)
  const houses = [suspenseAccount, custodyAccount, treasuryAccount]
  const held = () => Promise.all(houses.map((kind) => houseOf(tukar, kind)))
  const endReturned = async (id: number) => {
    for (const by of [one, other]) await post(tukar, by, `/${id}/return`, { reason: 'no coins' })
  }
  const { again } = await makeCoinSuspense(tukar)
  await again({ id: 'twin' })
  assert.deepEqual(await held(), ['200000000', '-200000000', '0'])
  const { data } = (await get(tukar, one, '?state=open')).body.data
  const twin = data.find(({ reason }: { reason: string }) => reason === 'same-output')
  await endReturned(twin.id)
  assert.deepEqual(await held(), ['100000000', '-100000000', '0'])
  await auditsClean(db)
})

test('an unknown asset is given to no user, and recorded when it is returned', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const [one, other] = await twoOf(tukar)
  const id = await makeStrangeSuspense(tukar)
  const refused = await post(tukar, one, `/${id}/assign`, { userId: 1, reason: 'x' })
  assert.deepEqual(messageOf(refused), [400, 'api.suspense_not_ours'])
  await post(tukar, one, `/${id}/return`, { reason: 'x' })
  const done = await post(tukar, other, `/${id}/return`, { reason: 'x' })
  assert.equal(done.body.data.state, 'returned')
  assert.equal(done.body.data.inWords, '1 MEME')
  await auditsClean(db)
})

test('operators cannot assign money to their own address, or to no user', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const [one] = await twoOf(tukar)
  const id = await makeCashSuspense(tukar)
  const user = await makeUser(db)
  await sql`update users set email = ${one.email} where id = ${user}`.execute(db.read)
  const assign = (userId: unknown, item = id) =>
    post(tukar, one, `/${item}/assign`, { userId, reason: 'mine' })
  assert.deepEqual(messageOf(await assign(user)), [403, 'api.operator_own_money'])
  assert.deepEqual(messageOf(await assign(999_999)), [404, 'api.user_not_found'])
  assert.deepEqual(messageOf(await assign(user, 999_999)), [404, 'api.suspense_not_found'])
  assert.deepEqual(messageOf(await assign('ani')), [400, 'The user id field must be an integer.'])
  assert.deepEqual(messageOf(await post(tukar, one, `/${id}/assign`, { userId: user })), [
    400,
    'The reason field is required.',
  ])
})

test('an assignment does not use money that is owed above the supply cap', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const [one, other] = await twoOf(tukar)
  const id = await makeCashSuspense(tukar)
  await sql`update assets set supply_cap = 1000 where symbol = 'IDR'`.execute(db.read)
  const body = { userId: await makeUser(db), reason: 'x' }
  await post(tukar, one, `/${id}/assign`, body)
  const refused = await post(tukar, other, `/${id}/assign`, body)
  assert.deepEqual(messageOf(refused), [400, 'api.supply_cap_reached'])
  assert.equal((await get(tukar, one, `/${id}`)).body.data.state, 'proposed')
})

test('one of twenty concurrent decisions on two nodes counts, once', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const { db } = tukar.service.ctx
  const [one, other] = await twoOf(tukar)
  const id = await makeCashSuspense(tukar)
  const user = await makeUser(db)
  const doing = Array.from({ length: 20 }, (_, index) => {
    const [node] = tukar.nodes.slice(index % 2)
    const { token } = index % 4 < 2 ? one : other
    const way = index % 3 === 0 ? 'return' : 'assign'
    const body = { userId: user, reason: 'at once' }
    return send(node?.url ?? '', 'POST', `/operator/api/suspense/${id}/${way}`, { token, body })
  })
  const answers = await Promise.all(doing)
  assert.ok(answers.every(({ status }) => status === 200 || status === 400))
  const { rows } = await sql<{ postings: number }>`
    select count(*)::int as postings from postings where key = ${`suspense:${id}`}`.execute(db.read)
  const { state } = (await get(tukar, one, `/${id}`)).body.data
  assert.deepEqual(rows, [{ postings: state === 'proposed' ? 0 : 1 }])
  const credited = (await owned(db, user)).available
  assert.equal(credited, state === 'assigned' ? 24_556_000n : 0n)
  const done = answers.filter(({ body }) => ['assigned', 'returned'].includes(body.data?.state))
  assert.equal(done.length, state === 'proposed' ? 0 : 1)
  await auditsClean(db)
})
