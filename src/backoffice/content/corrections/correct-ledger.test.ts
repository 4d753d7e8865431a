import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { btc, makeUser, owned } from '../../../../tests/make/ledger.ts'
import { auditOf, makeOperator, type SignedInOperator } from '../../../../tests/make/operator.ts'
import { ageProposals, agree, makeIndependentAdmin } from '../../../../tests/make/proposals.ts'
import { fund } from '../../../../tests/make/withdrawal.ts'
import type { UserId } from '../../../base/values/ids.ts'
import { readHouseBalances } from '../../../core/ledger/house.ts'

const invalid = [400, 'api.correction_invalid']
const reason = 'custody took the payment back, ticket 4711'

async function start(t: TestContext) {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const user = await makeUser(db)
  await fund(tukar, { id: user }, 100_000_000n, btc)
  const finance = await makeOperator(tukar, 'finance')
  const admin = await makeIndependentAdmin(tukar)
  const correct = ({ token }: SignedInOperator, change: Readonly<Record<string, unknown>> = {}) => {
    const whole = { symbol: 'BTC', amount: '0.4', from: `user ${user}`, to: 'custody', reason }
    const body = { ...whole, ...change }
    return tukar.call('POST', '/operator/api/ledger/corrections', { token, body })
  }
  const heldBy = async (kind: string) => {
    const all = await db.inTransaction((tx) => readHouseBalances(tx))
    return all.find((one) => one.kind === kind && one.assetId === btc.id)?.units ?? 0n
  }
  const availableTo = async (id: UserId) => (await owned(db, id, btc)).available
  return { tukar, db, user, finance, admin, correct, heldBy, availableTo }
}

test('a correction moves money once two operators agree and its delay is over', async (t) => {
  const { tukar, db, user, finance, admin, correct, heldBy, availableTo } = await start(t)
  const before = await heldBy('custody')
  const proposed = await correct(finance, { amount: '0.40' })
  assert.deepEqual(messageOf(proposed), [200, 'api.content_saved'])
  const { id, subject, value, state } = proposed.body.data
  assert.deepEqual([value, state], [`0.4 BTC from user ${user} to custody`, 'proposed'])
  assert.equal(await availableTo(user), 100_000_000n)
  assert.equal((await agree(tukar, admin, id)).body.data.state, 'agreed')
  assert.equal(await availableTo(user), 100_000_000n, 'it waits for its delay')
  const again = (await correct(finance)).body.data.id
  await ageProposals(tukar, 60)
  assert.equal((await agree(tukar, admin, again)).body.data.state, 'effective')
  assert.equal(await availableTo(user), 60_000_000n)
  assert.equal(await heldBy('custody'), before + 40_000_000n)
  const [entry] = await auditOf(tukar, finance, '&action=proposal.make')
  assert.equal(entry?.after.reason, reason)
  assert.match(subject, /^[0-9a-f]{12}$/)
  await auditsClean(db)
})

test('no correction takes what a user does not own, or touches money that items own', async (t) => {
  const { tukar, user, finance, admin, correct, heldBy, availableTo } = await start(t)
  const other = await makeUser(tukar.service.ctx.db)
  const wrong = [
    { amount: '1.00000001' },
    { amount: '0.000000001' },
    { symbol: 'DOGE' },
    { from: 'suspense' },
    { to: 'tax' },
    { to: 'locked' },
    { from: 'custody' },
    { from: 'receivable', to: `user ${user}`, amount: '1000000' },
  ]
  for (const change of wrong) {
    assert.deepEqual(messageOf(await correct(finance, change)), invalid, JSON.stringify(change))
  }
  const nobody = await correct(finance, { from: 'fees', to: 'user 999999999' })
  assert.deepEqual(messageOf(nobody), [404, 'api.user_not_found'])
  const moved = { from: `user ${user}`, to: `user ${other}`, amount: '1' }
  const ids = [await correct(finance, moved), await correct(finance, moved)].map(
    ({ body }) => body.data.id,
  )
  await ageProposals(tukar, 60)
  const states = []
  for (const id of ids) states.push((await agree(tukar, admin, id)).body.data.state)
  assert.deepEqual(states, ['effective', 'void'], 'the money is gone')
  assert.deepEqual([await availableTo(user), await availableTo(other)], [0n, 100_000_000n])
  const ofHouse = await correct(finance, { from: 'receivable', to: 'venue', amount: '0.5' })
  await ageProposals(tukar, 60)
  await agree(tukar, admin, ofHouse.body.data.id)
  assert.deepEqual([await heldBy('receivable'), await heldBy('venue')], [-50_000_000n, 50_000_000n])
  await auditsClean(tukar.service.ctx.db)
})

test('no operator corrects the balance of their own account', async (t) => {
  const { tukar, user, finance, admin, correct } = await start(t)
  const ownedBy = (email: string) =>
    tukar.service.ctx.db.read.updateTable('users').set({ email }).where('id', '=', user).execute()
  const { id } = (await correct(finance)).body.data
  await ownedBy(admin.email)
  const own = [403, 'api.operator_own_money']
  assert.deepEqual(messageOf(await agree(tukar, admin, id)), own)
  await ownedBy(finance.email)
  assert.deepEqual(messageOf(await correct(finance)), own)
})
