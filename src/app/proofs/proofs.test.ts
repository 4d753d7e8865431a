import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { verifyLiabilities } from '../../../packages/client/src/liabilities.ts'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { btc, credit, makeUsers, post, transfer } from '../../../tests/make/ledger.ts'
import { auditOf, makeOperator } from '../../../tests/make/operator.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { withinOne } from '../../../tests/make/period.ts'
import { expectOk, makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { idr, money } from '../../base/values/money.ts'
import { openHolds } from '../../core/ledger/hold.ts'
import { drawProof } from './draw-proof.ts'
import { proofLimits } from './proof-limits.ts'

const published = '/api/proofs/liabilities'
const own = '/api/users/proof-of-liabilities'
const operators = '/operator/api/proofs/liabilities'

const giveNoWay = () => Promise.resolve()

/** Builds a proof; a second one needs a request. */
async function draw(tukar: Tukar): Promise<void> {
  const { ctx } = await leaderOf(tukar)
  await drawProof(ctx, giveNoWay)
}

async function listOf(tukar: Tukar) {
  const answer = await tukar.call('GET', published)
  expectOk(answer)
  return answer.body.data
}

/** What the user's verifier says of the newest proof. */
async function verdictsOf(tukar: Tukar, { token, email }: Trader) {
  const answer = await tukar.call('GET', own, { token })
  expectOk(answer)
  const { id, nonce, branches } = answer.body.data
  const proofs: readonly { id: number; assets: [] }[] = await listOf(tukar)
  const { assets = [] } = proofs.find((one) => one.id === id) ?? {}
  return verifyLiabilities(assets, { email, nonce, branches })
}

/** The night of a proof ends at 02:00 in Jakarta. */
const withinOneNight = () => withinOne(24 * 3_600_000, 15_000, 5 * 3_600_000)

test('each user verifies every balance, frozen money included, by the typed client', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const [ann, ben, cy] = [await makeTrader(tukar), await makeTrader(tukar), await makeTrader(tukar)]
  await post(db, credit('a', ann.id, 5_000_50n), credit('b', ben.id, 7_000_00n))
  await post(db, credit('c', ann.id, 123_456_789n, btc))
  const hold = { key: 'h', user: ann.id, amount: money(idr, 1_000_00n) }
  await db.inTransaction((tx) => openHolds(tx, [{ ...hold, owner: { kind: 'order', id: '1' } }]))
  const missing = await tukar.call('GET', own, { token: ann.token })
  assert.deepEqual(messageOf(missing), [404, 'api.proof_not_found'])
  assert.deepEqual(await listOf(tukar), [])
  await draw(tukar)
  const [{ assets, id, takenAt }, ...more] = await listOf(tukar)
  assert.deepEqual(more, [])
  assert.ok(Date.parse(takenAt) <= Date.now())
  const shown = assets.map(({ symbol, total, decimals, height }: Record<string, unknown>) => [
    ...[symbol, total, decimals, height],
  ])
  assert.deepEqual(shown, [
    ['IDR', '12000.5', 2, 10],
    ['BTC', '1.23456789', 8, 10],
  ])
  assert.deepEqual(await verdictsOf(tukar, ann), [
    { symbol: 'IDR', balance: '5000.5', fault: null },
    { symbol: 'BTC', balance: '1.23456789', fault: null },
  ])
  assert.deepEqual(await verdictsOf(tukar, ben), [{ symbol: 'IDR', balance: '7000', fault: null }])
  assert.deepEqual(await verdictsOf(tukar, cy), [])
  assert.deepEqual(await verdictsOf(tukar, { ...ann, email: ben.email }), [
    { symbol: 'IDR', balance: '5000.5', fault: 'other-root' },
    { symbol: 'BTC', balance: '1.23456789', fault: 'other-root' },
  ])
  const again = await tukar.call('GET', `${own}?id=${id}`, { token: ann.token })
  expectOk(again)
  const other = await tukar.call('GET', `${own}?id=999999`, { token: ann.token })
  assert.deepEqual(messageOf(other), [404, 'api.proof_not_found'])
})

test('a proof stays valid and unchanged when balances change after it', async (t) => {
  await withinOneNight()
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const ann = await makeTrader(tukar)
  await post(db, credit('a', ann.id, 100n))
  await draw(tukar)
  const before = await listOf(tukar)
  await post(db, credit('b', ann.id, 900n))
  await draw(tukar)
  assert.deepEqual(await listOf(tukar), before)
  assert.deepEqual(await verdictsOf(tukar, ann), [{ symbol: 'IDR', balance: '1', fault: null }])
})

test('money that moves between users while balances are read is counted once', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const users = await makeUsers(db, 20)
  await post(db, ...users.map((user, at) => credit(`a${at}`, user, 1_000n)))
  const { ctx } = await leaderOf(tukar)
  let [drawn, pauses] = [false, 0]
  const giveWay = async () => {
    pauses += 1
  }
  const drawing = drawProof(ctx, giveWay, 1).finally(() => {
    drawn = true
  })
  const [first = users[0], last = users[0]] = [users[0], users.at(-1)]
  assert.ok(first !== undefined && last !== undefined)
  for (let at = 0; !drawn; at += 1) {
    const [from, to] = at % 2 === 0 ? [last, first] : [first, last]
    await post(db, transfer(`t${at}`, from, to, 900n))
  }
  await drawing
  assert.equal((await listOf(tukar))[0].assets[0].total, '200')
  assert.ok(pauses > users.length, 'it gives way before each part')
})

test('finance requests a proof, which the leader builds once; it is audited', async (t) => {
  const tukar = await startTukar(t, { jobs: ['prove liabilities'] })
  const finance = await makeOperator(tukar, 'finance')
  const viewer = await makeOperator(tukar, 'viewer', finance)
  const refused = await tukar.call('POST', operators, { token: viewer.token })
  assert.deepEqual(messageOf(refused), [403, 'api.operator_not_permitted'])
  const answer = await tukar.call('POST', operators, { token: finance.token })
  expectOk(answer)
  const { id } = answer.body.data
  const rows = async () => {
    const { body } = await tukar.call('GET', operators, { token: viewer.token })
    const list: readonly { id: number; takenAt: string | null; requestedBy: unknown }[] = body.data
    return list
  }
  await eventually('the proof', async () =>
    (await rows()).some((one) => one.id === id && one.takenAt !== null),
  )
  const audit = await auditOf(tukar, finance, '&action=liabilities.prove')
  assert.deepEqual(
    audit.map(({ subject }) => subject),
    [{ kind: 'liability-proof', id: `${id}` }],
  )
})

test('the proof of a night is built once, and an interrupted attempt begins again', async (t) => {
  await withinOneNight()
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const ann = await makeTrader(tukar)
  await post(db, credit('a', ann.id, 100n))
  await draw(tukar)
  await draw(tukar)
  assert.equal((await listOf(tukar)).length, 1)
  // As a stop before the publication leaves it.
  await sql`update liability_proofs set taken_at = null, published_at = null`.execute(db.read)
  await draw(tukar)
  assert.equal((await listOf(tukar)).length, 1)
  assert.deepEqual(await verdictsOf(tukar, ann), [{ symbol: 'IDR', balance: '1', fault: null }])
})

test('the last proofs are kept, older ones are deleted with their leaves', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const ann = await makeTrader(tukar)
  await post(db, credit('a', ann.id, 100n))
  for (let at = 0; at < proofLimits.kept + 2; at += 1) {
    await draw(tukar)
    await sql`update liability_proofs set requested_at = now() - interval '2 days'`.execute(db.read)
  }
  assert.equal((await listOf(tukar)).length, proofLimits.kept)
  const { rows } = await sql`select proof_id from liability_leaves`.execute(db.read)
  assert.equal(rows.length, proofLimits.kept)
})
