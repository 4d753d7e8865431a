import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { makeUser } from '../../../tests/make/ledger.ts'
import {
  makeOrder,
  md5,
  paymentFields,
  payOrder,
  received,
  sendPaydCallback,
} from '../../../tests/make/payd.ts'
import {
  alerted,
  alerts,
  decided,
  houseRupiah,
  idle,
  noQuestions,
  rupiah,
} from '../../../tests/make/payd-books.ts'
import { leaderOf } from '../../../tests/make/payx.ts'

test('a forged success of a failed payment credits no user', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  await payOrder(tukar, order, 150_000, '01')
  await eventually('the failure', async () => (await inboxOf(db))[0]?.outcome === 'not-paid')
  const forged = paymentFields(tukar, { order, amount: '150000' })
  const answer = await sendPaydCallback(tukar, 'payd-deposit', forged)
  assert.deepEqual([answer.status, answer.text], [200, received])
  await decided(db, order, 'REFUSED')
  await alerted(db, ['payment-not-confirmed'])
  assert.equal(await rupiah(db, user), 0n)
  assert.equal(await houseRupiah(db, 'payd'), 0n)
  await auditsClean(db)
})

test('digits moved between amount and order keep the signature and credit no user', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  const { signature = '' } = paymentFields(tukar, { order, amount: '150000' })
  const shifted = paymentFields(tukar, { order: `0${order}`, amount: '15000' }, { signature })
  assert.equal(shifted['signature'], signature)
  assert.equal((await sendPaydCallback(tukar, 'payd-deposit', shifted)).text, received)
  const taken = paymentFields(
    tukar,
    { order: order.slice(1), amount: `150000${order.slice(0, 1)}` },
    { signature },
  )
  assert.equal((await sendPaydCallback(tukar, 'payd-deposit', taken)).text, received)
  await idle(tukar)
  assert.equal(await rupiah(db, user), 0n)
  assert.equal(await houseRupiah(db, 'payd'), 0n)
  assert.deepEqual(
    (await inboxOf(db)).map(({ outcome }) => outcome),
    ['no-order-id', 'unreadable-amount'],
  )
  assert.deepEqual(await alerts(db), ['deposit-unreadable-amount', 'deposit-unreadable-amount'])
  await noQuestions(db)
  const believed = { ...shifted, reference: 'another' }
  assert.equal((await sendPaydCallback(tukar, 'payd-deposit', believed)).text, received)
  assert.equal(await houseRupiah(db, 'suspense'), 0n)
  await auditsClean(db)
})

test('only a result of exactly 00 is a success; a missing one only of orders', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  await noQuestions(db)
  const results = [
    '"01"',
    '"02"',
    '"0"',
    '0',
    '"00 "',
    '" 00"',
    '"000"',
    '""',
    'null',
    '[]',
    '"OK"',
  ]
  for (const result of results) {
    for (const event of ['payd-deposit', 'payd/notify'] as const) {
      const user = await makeUser(db)
      const order = await makeOrder(db, user)
      const fields = paymentFields(tukar, { order, amount: '150000', resultCode: '??' })
      const body = JSON.stringify(fields).replace('"??"', result)
      const answer = await sendPaydCallback(tukar, event, body, { json: true })
      assert.deepEqual([answer.status, answer.text], [200, received], result)
      assert.equal((await inboxOf(db)).at(-1)?.outcome, 'not-paid', result)
      assert.equal(await rupiah(db, user), 0n, result)
    }
  }
  const user = await makeUser(db)
  for (const [event, outcome] of [
    ['payd/notify', 'not-paid'],
    ['payd-deposit', 'credited'],
  ] as const) {
    const order = await makeOrder(db, user)
    const { resultCode: _, ...fields } = paymentFields(tukar, { order, amount: '150000' })
    await sendPaydCallback(tukar, event, fields)
    assert.equal((await inboxOf(db)).at(-1)?.outcome, outcome)
  }
  assert.equal(await rupiah(db, user), 150_000n)
  await auditsClean(db)
})

test('an amount not in plain whole rupiah is stored and credits nothing', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  await noQuestions(db)
  const user = await makeUser(db)
  const amounts = [
    '0150000',
    '150000.001',
    '+150000',
    '-150000',
    '150,000',
    '0',
    '0x249F0',
    '１５００００',
    'NaN',
    '999999999999999999999',
  ]
  for (const amount of amounts) {
    const order = await makeOrder(db, user)
    const answer = await sendPaydCallback(
      tukar,
      'payd-deposit',
      paymentFields(tukar, { order, amount }),
    )
    assert.deepEqual([answer.status, answer.text], [200, received], amount)
    assert.equal((await inboxOf(db)).at(-1)?.outcome, 'unreadable-amount', amount)
  }
  assert.equal(await rupiah(db, user), 0n)
  const items = await db.read.selectFrom('suspense_items').select('in_words').execute()
  assert.deepEqual(
    items.map(({ in_words: words }) => words),
    amounts.map((amount) => `${amount} IDR`),
    'they wait in suspense in words',
  )
  assert.equal(await houseRupiah(db, 'payd'), 0n)
  await auditsClean(db)
})

test('an amount is the same however payd spells it', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  await noQuestions(db)
  for (const amount of ['150000.00', '1.5e5', '15E+4', ' 150000', '150000 ']) {
    const user = await makeUser(db)
    const order = await makeOrder(db, user)
    await sendPaydCallback(tukar, 'payd-deposit', paymentFields(tukar, { order, amount }))
    assert.equal(await rupiah(db, user), 150_000n, amount)
  }
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  const fields = paymentFields(tukar, { order, amount: '150000.00' })
  const body = JSON.stringify(fields).replace('"150000.00"', '150000.00')
  await sendPaydCallback(tukar, 'payd-deposit', body, { json: true })
  assert.equal(await rupiah(db, user), 150_000n, 'as a number')
  const part = await makeOrder(db, user)
  await sendPaydCallback(
    tukar,
    'payd-deposit',
    paymentFields(tukar, { order: part, amount: '150000.5' }),
  )
  assert.equal((await inboxOf(db)).at(-1)?.outcome, 'suspense', 'a part of a rupiah')
  await auditsClean(db)
})

test('without a valid signature nothing is stored, and the response is 400 with 99', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  const { payd } = tukar.config
  const right = paymentFields(tukar, { order, amount: '150000' })
  const { signature = '', ...unsigned } = right
  const wrong: readonly Readonly<Record<string, string>>[] = [
    unsigned,
    { ...right, signature: '' },
    { ...right, signature: signature.toUpperCase() },
    { ...right, signature: ` ${signature}` },
    { ...right, signature: `${signature} ` },
    { ...right, signature: signature.slice(0, 31) },
    { ...right, signature: `${signature}0` },
    { ...right, signature: '0'.repeat(32) },
    { ...right, signature: md5(payd.merchantCode, '150000', order, 'another key') },
    { ...right, amount: '150001' },
    { ...right, amount: '150000.00' },
    { ...right, merchantOrderId: `${order} ` },
    { ...right, merchantOrderId: order.toLowerCase() },
    { ...right, merchantCode: 'D0002' },
    {
      ...right,
      merchantCode: 'D0002',
      signature: md5('D0002', '150000', order, payd.apiKeys[0]),
    },
    {},
  ]
  for (const fields of wrong) {
    for (const json of [false, true]) {
      const answer = await sendPaydCallback(tukar, 'payd-deposit', fields, { json })
      const refusal = '{"statusCode":"99","statusMessage":"invalid signature"}'
      assert.deepEqual([answer.status, answer.text], [400, refusal], JSON.stringify(fields))
    }
  }
  assert.deepEqual(await inboxOf(db), [])
  assert.equal(await rupiah(db, user), 0n)
})

test('an ambiguous or empty body is refused', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = await makeOrder(db, user)
  const right = paymentFields(tukar, { order, amount: '150000' })
  const form = new URLSearchParams(right).toString()
  const json = JSON.stringify(right)
  const bodies: readonly (readonly [string, boolean])[] = [
    [`${form}&amount=999999`, false],
    [form.replace('merchantOrderId', 'merchantOrderId%5B%5D'), false],
    [json.replace('{', '{"amount":"1",'), true],
    [json.slice(0, -1), true],
    [`[${json}]`, true],
    ['null', true],
  ]
  for (const [body, isJson] of bodies) {
    const answer = await sendPaydCallback(tukar, 'payd-deposit', body, { json: isJson })
    assert.deepEqual([answer.status, answer.body.statusCode], [400, '99'], body)
  }
  assert.deepEqual(await inboxOf(db), [])
  const large = JSON.stringify({ ...right, additionalParam: 'x'.repeat(300_000) })
  assert.equal((await sendPaydCallback(tukar, 'payd-deposit', large, { json: true })).status, 413)
  assert.equal(await rupiah(db, user), 0n)
})

test('a signed body with two results is stored for an operator', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const order = await makeOrder(db, await makeUser(db))
  const fields = paymentFields(tukar, { order, amount: '150000' })
  const twice = `${new URLSearchParams(fields)}&resultCode=01`
  const answer = await sendPaydCallback(tukar, 'payd-deposit', twice)
  assert.deepEqual([answer.status, answer.body.statusCode], [400, '99'])
  assert.deepEqual(
    (await inboxOf(db)).map(({ state }) => state),
    ['parked'],
  )
  await alerted(db, ['event-parked'])
})
