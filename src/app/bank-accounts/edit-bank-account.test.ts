import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  bankFields,
  deleteBank,
  editBank,
  listBanks,
  makeBank,
} from '../../../tests/make/bank-account.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { isRefusal } from '../../base/refusal.ts'
import { endDoubtfulAccess } from '../../platform/access/end-access.ts'
import { signedInByToken } from '../../platform/access/signed-in.ts'
import { editBankAccount } from './edit-bank-account.ts'

const updated = [200, 'api.bank_updated_successfully']
const deleted = [200, 'api.bank_deleted_successfully']
const notFound = [400, 'api.bank_not_found']

test('an edited account is listed as last sent, and its owner is notified', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const [kept, edited] = [await makeBank(tukar, trader), await makeBank(tukar, trader)]
  const changed = { ...bankFields, userBankAddressId: edited, bankId: 2, account: '000777' }
  const answer = await editBank(tukar, trader, changed)
  assert.deepEqual(messageOf(answer), updated)
  const after = { ...changed, bankId: '2' }
  assert.deepEqual(answer.body.data, after)
  const listed = (await listBanks(tukar, trader)).body.data
  assert.deepEqual(listed, [{ ...bankFields, userBankAddressId: kept }, after])
  assert.equal((await mailsArrived(tukar, trader.email, 3)).length, 3)
})

test('a session that a reset ended edits no account, even if already admitted', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const trader = await makeTrader(tukar)
  const userBankAddressId = await makeBank(tukar, trader)
  const headers = { authorization: `Bearer ${trader.token}` }
  const metadata = { id: '1', method: 'PUT', url: '/', ip: '127.0.0.1' }
  const request = { ...metadata, headers, raw: Buffer.alloc(0) }
  const caller = await signedInByToken.admit(ctx, request)
  const edit = () => editBankAccount(ctx, { ...bankFields, userBankAddressId }, caller, request)
  await edit()
  await ctx.db.inTransaction((tx) => endDoubtfulAccess(tx, caller.id))
  await assert.rejects(edit(), (error) => isRefusal(error) && error.key === 'auth.unauthenticated')
})

test('a deleted account is gone, its owner is notified; a second delete finds none', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const [kept, gone] = [await makeBank(tukar, trader), await makeBank(tukar, trader)]
  const answers = await Promise.all([1, 2, 3].map(() => deleteBank(tukar, trader, gone)))
  assert.deepEqual(answers.map(messageOf).toSorted(), [deleted, notFound, notFound].toSorted())
  const again = { ...bankFields, userBankAddressId: gone }
  assert.deepEqual(messageOf(await editBank(tukar, trader, again)), notFound)
  const listed: readonly { userBankAddressId: number }[] = (await listBanks(tukar, trader)).body
    .data
  assert.deepEqual(
    listed.map(({ userBankAddressId }) => userBankAddressId),
    [kept],
  )
  const [mail] = await mailsArrived(tukar, trader.email, 3)
  assert.equal(mail?.subject, 'Your bank accounts were changed')
})

test('an account of another user gets the same response as a missing one', async (t) => {
  const tukar = await startTukar(t)
  const [owner, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const id = await makeBank(tukar, owner)
  const foreign = await editBank(tukar, other, { ...bankFields, userBankAddressId: id })
  const unknown = await editBank(tukar, other, { ...bankFields, userBankAddressId: 999_999 })
  assert.deepEqual(messageOf(foreign), notFound)
  assert.equal(foreign.text, unknown.text)
  const taken = await deleteBank(tukar, other, id)
  assert.deepEqual(messageOf(taken), notFound)
  assert.equal(taken.text, (await deleteBank(tukar, other, 999_999)).text)
  assert.deepEqual((await listBanks(tukar, other)).body.data, [])
  const [still] = (await listBanks(tukar, owner)).body.data
  assert.deepEqual(still, { ...bankFields, userBankAddressId: id })
})

test('an edit names every field and its account; an id is a whole number', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const id = await makeBank(tukar, trader)
  const required = [400, 'The user bank address id field is required.']
  assert.deepEqual(messageOf(await editBank(tukar, trader, bankFields)), required)
  const owner = { ...bankFields, userBankAddressId: 'x', bankOwner: '' }
  const first = [400, 'The bank owner field is required.']
  assert.deepEqual(messageOf(await editBank(tukar, trader, owner)), first)
  for (const bad of ['x', '1.5', '1e0', '-1', '0', '٣', '999999999999999999999']) {
    assert.equal((await deleteBank(tukar, trader, encodeURIComponent(bad))).status, 400, bad)
    const edited = await editBank(tukar, trader, { ...bankFields, userBankAddressId: bad })
    assert.equal(edited.status, 400, bad)
  }
  assert.equal((await listBanks(tukar, trader)).body.data.length, 1)
  const asText = { ...bankFields, userBankAddressId: id.toString() }
  assert.deepEqual(messageOf(await editBank(tukar, trader, asText)), updated)
})

test('unknown fields of an account change neither its owner nor anything else', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const id = await makeBank(tukar, trader, { user_id: other.id, id: 77, changed_at: null })
  const more = { ...bankFields, userBankAddressId: id, user_id: other.id }
  assert.deepEqual(messageOf(await editBank(tukar, trader, more)), updated)
  assert.deepEqual((await listBanks(tukar, other)).body.data, [])
  assert.equal((await listBanks(tukar, trader)).body.data.length, 1)
})
