import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { inboxOf } from '../../../../tests/make/inbox-node.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import { auditOf, makeOperator, twoAdmins } from '../../../../tests/make/operator.ts'
import { openOrder, payOrder } from '../../../../tests/make/payd.ts'
import { leaderOf, makeAccount, reportPayx } from '../../../../tests/make/payx.ts'
import { expectOk, makeTrader } from '../../../../tests/make/trader.ts'

type By = Readonly<{ token: string }>

const get = (tukar: Tukar, { token }: By, path: string) =>
  tukar.call('GET', `/operator/api/inbox/${path}`, { token })

const post = (tukar: Tukar, { token }: By, path: string, body: object) =>
  tukar.call('POST', `/operator/api/inbox/${path}`, { token, body })

/** A payment at payx whose callback was lost, and another callback that cannot be read. */
async function unreadablePayment(tukar: Tukar, raw = '{"id":"\\x","signature":"abc"') {
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  expectOk(await tukar.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' }))
  const { accountNumber, bankCode } = account
  const paid = { accountNumber, bankCode, amount: 250_000, paymentId: `by-hand-${accountNumber}` }
  expectOk(await tukar.control('POST', '/payx/va-payments', paid))
  assert.equal((await reportPayx(tukar, 'deposit-paid', raw)).status, 400)
  const row = await db.read.selectFrom('inbox').select('id').executeTakeFirstOrThrow()
  return { db, account, id: row.id, named: { method: 'VA', ref: paid.paymentId } }
}

test('a parked body is shown byte for byte to those who act on it, without secrets', async (t) => {
  const tukar = await startTukar(t)
  const { id } = await unreadablePayment(tukar)
  const finance = await makeOperator(tukar, 'finance')
  const viewer = await makeOperator(tukar, 'viewer')
  const shown = (await get(tukar, finance, `${id}`)).body.data
  assert.deepEqual([shown.isRaw, shown.body], [true, '{"id":"\\\\x","signature":"[redacted]"'])
  const hidden = (await get(tukar, viewer, `${id}`)).body.data
  assert.deepEqual([hidden.isRaw, hidden.body], [true, null])
})

test("two operators book a parked event as its provider's own record has it, once", async (t) => {
  const tukar = await startTukar(t)
  const { db, account, id, named } = await unreadablePayment(tukar)
  const [first, second] = await twoAdmins(tukar)
  const query = new URLSearchParams(named)
  const record = await get(tukar, first, `${id}/record?${query}`)
  assert.deepEqual(messageOf(record), [200, 'api.provider_record_retrieved'])
  const { accountNumber, bankCode } = account
  const facts = { ...named, account: accountNumber, bankCode, amount: '250000' }
  assert.deepEqual(record.body.data, facts)
  const book = (by: By) => post(tukar, by, `${id}/book`, { ...named, reason: 'payx has it' })
  const proposed = await book(first)
  assert.deepEqual(messageOf(proposed), [200, 'api.inbox_event_updated'])
  assert.deepEqual(proposed.body.data, { state: 'parked' })
  assert.equal((await owned(db, account.user)).available, 0n)
  assert.deepEqual(messageOf(await book(first)), [400, 'api.second_operator_needed'])
  const [proposal] = (await get(tukar, second, `${id}`)).body.data.proposals
  assert.equal(proposal.statement, `VA ${named.ref} ${accountNumber} 25000000`)
  const agreed = await Promise.all([book(second), book(second)])
  assert.deepEqual(agreed.map(({ status }) => status).toSorted(), [200, 400])
  assert.equal((await owned(db, account.user)).available, 245_560_00n)
  assert.deepEqual(await inboxOf(db), [
    {
      key: proposed && (await inboxOf(db))[0]?.key,
      state: 'done',
      outcome: `booked by hand: VA ${named.ref}`,
    },
  ])
  assert.equal((await auditOf(tukar, first, '&action=inbox.book')).length, 2)
  await auditsClean(db)
})

test('a payment that its provider does not have as paid is not booked', async (t) => {
  const tukar = await startTukar(t)
  const { id } = await unreadablePayment(tukar)
  const finance = await makeOperator(tukar, 'finance')
  const trader = await makeTrader(tukar)
  const { merchantOrderId } = await openOrder(tukar, trader)
  for (const named of [
    { method: 'VA', ref: 'nobody-paid' },
    { method: 'QRIS', ref: 'nobody-paid', account: 'no-code' },
    { method: 'ORDER', ref: merchantOrderId },
  ]) {
    const answer = await post(tukar, finance, `${id}/book`, { ...named, reason: 'try' })
    assert.deepEqual(messageOf(answer), [400, 'api.provider_record_not_found'], named.method)
  }
  expectOk(await tukar.control('POST', '/faults', { provider: 'payd', fault: 'lose-callbacks' }))
  expectOk(await payOrder(tukar, merchantOrderId, 150_000))
  const query = new URLSearchParams({ method: 'ORDER', ref: merchantOrderId })
  const record = await get(tukar, finance, `${id}/record?${query}`)
  assert.equal(record.body.data.amount, '150000')
  expectOk(await tukar.control('POST', '/faults', { provider: 'payx', fault: 'error-500' }))
  const away = await get(tukar, finance, `${id}/record?method=VA&ref=x`)
  assert.deepEqual(messageOf(away), [503, 'api.provider_unreachable'])
  const missing = await get(tukar, finance, `999999/record?${query}`)
  assert.deepEqual(messageOf(missing), [404, 'api.inbox_event_not_found'])
})

test('two operators close a parked event, or put it in suspense in words', async (t) => {
  const tukar = await startTukar(t)
  const { db, id } = await unreadablePayment(tukar)
  const [first, second] = await twoAdmins(tukar)
  const close = (by: By, body: object) =>
    post(tukar, by, `${id}/close`, { ...body, reason: 'asked' })
  const inWords = 'Rp 250,000 into account 1076'
  assert.deepEqual((await close(first, { inWords })).body.data, { state: 'parked' })
  assert.deepEqual((await close(second, {})).body.data, { state: 'parked' }, 'another statement')
  assert.deepEqual((await close(second, { inWords })).body.data, { state: 'done' })
  const items = await db.read
    .selectFrom('suspense_items')
    .select(['reference', 'in_words', 'units'])
    .execute()
  assert.deepEqual(items, [{ reference: `inbox:${id}`, in_words: inWords, units: null }])
  assert.deepEqual(messageOf(await close(first, {})), [400, 'api.inbox_event_not_parked'])
})
