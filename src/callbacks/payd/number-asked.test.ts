import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { hurried } from '../../../tests/make/due-jobs.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { makeUser } from '../../../tests/make/ledger.ts'
import {
  inquiryFields,
  md5,
  numberOf,
  paymentFields,
  payNumber,
  received,
  sendPaydCallback,
} from '../../../tests/make/payd.ts'
import { creditedByJob, rupiah } from '../../../tests/make/payd-books.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { deleteUnpaidInquiries } from '../../app/deposits/payd/payd-orders.sql.ts'
import type { Database } from '../../core/database/database.ts'

const orders = (db: Database) =>
  db.read.selectFrom('payd_orders').selectAll().orderBy('created_at').execute()

const inquire = (tukar: Tukar, vaNo: string, session?: string, url?: string) =>
  sendPaydCallback(
    tukar,
    'payd/inquiry',
    inquiryFields(tukar, session === undefined ? { vaNo } : { vaNo, session }),
    url === undefined ? {} : { url },
  )

test('a fixed number is inquired and paid any amount, for its fee', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const trader = await makeTrader(tukar, 'budi.contoh@tukar.test')
  const shown = await tukar.call('GET', '/api/payd/virtual-account', { token: trader.token })
  const vaNumber = numberOf(tukar, trader.id)
  assert.match(vaNumber, /^868005\d{10}$/)
  assert.equal(shown.body.message, 'api.payd_virtual_account_retrieved')
  assert.deepEqual(shown.body.data, { vaNumber, fee: '4440' })
  const answer = await inquire(tukar, vaNumber)
  const { merchantOrderId, ...rest } = answer.body
  assert.equal(answer.status, 200)
  assert.match(merchantOrderId, /^TV[0-9A-F]{24}$/)
  assert.deepEqual(rest, {
    vaNo: vaNumber,
    name: 'BU** CO****',
    amount: '0',
    statusCode: '00',
    statusMessage: 'success',
  })
  const user = trader.id
  assert.equal((await payNumber(tukar, vaNumber, 100_000)).body.inquiry.statusCode, '00')
  await creditedByJob(db, user, 95_560n)
  await payNumber(tukar, vaNumber, 20_000)
  await creditedByJob(db, user, 111_120n)
  await auditsClean(db)
})

test('the fee is that of the settings, and a payment below it is all fee', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  await payNumber(tukar, numberOf(tukar, user), 4_000)
  await eventually('the fee', async () =>
    (await orders(db)).some(({ status }) => status === 'PAID'),
  )
  assert.equal(await rupiah(db, user), 0n)
  await sql`update settings set value = '1000' where key = 'deposit.va_fee_idr'`.execute(db.read)
  await payNumber(tukar, numberOf(tukar, user), 4_000)
  await creditedByJob(db, user, 3_000n)
  await auditsClean(db)
})

test('an inquiry made again has the same order, at once and on any node', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const { db } = (await leaderOf(tukar)).ctx
  const vaNo = numberOf(tukar, await makeUser(db))
  const urls = tukar.nodes.map(({ url }) => url)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => inquire(tukar, vaNo, 'session-1', urls[at % 2])),
  )
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal((await orders(db)).length, 1)
  const other = await inquire(tukar, vaNo, 'session-2')
  assert.notEqual(other.body.merchantOrderId, answers[0]?.body.merchantOrderId)
  assert.equal((await orders(db)).length, 2)
  assert.deepEqual(await inboxOf(db), [], 'an inquiry credits nothing, so it is no event')
})

test('an unassigned number gets 01 and writes nothing', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const suspended = await makeUser(db)
  await sql`update users set suspended_at = now() where id = ${suspended}`.execute(db.read)
  const vaNo = numberOf(tukar, user)
  const unknown: readonly string[] = [
    numberOf(tukar, 99_999_999),
    numberOf(tukar, 0),
    numberOf(tukar, suspended),
    vaNo.slice(0, 15),
    `${vaNo}0`,
    `868006${vaNo.slice(6)}`,
    `${vaNo.slice(6)}868005`,
    `868005868005${vaNo.slice(12)}`,
    '868005000000000x',
    '868005 000000001',
    '８６８００５００００００００００１',
  ]
  for (const unknownNumber of unknown) {
    const answer = await inquire(tukar, unknownNumber)
    assert.equal(answer.status, 200, unknownNumber)
    assert.deepEqual(
      answer.body,
      {
        name: '',
        amount: '0',
        merchantOrderId: '',
        vaNo: unknownNumber,
        statusCode: '01',
        statusMessage: 'unknown number',
      },
      unknownNumber,
    )
  }
  for (const bin of ['868006', '86800', '']) {
    const fields = inquiryFields(tukar, { vaNo, bin })
    const answer = await sendPaydCallback(tukar, 'payd/inquiry', fields)
    assert.equal(answer.status, 200)
    assert.notEqual(answer.body.statusCode, '00', bin)
  }
  assert.deepEqual(await orders(db), [])
})

test('an inquiry without a valid signature gets 99 with status 200', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const right = inquiryFields(tukar, { vaNo: numberOf(tukar, await makeUser(db)) })
  const { signature = '', action = '', vaNo = '', session = '', ...others } = right
  const [apiKey] = tukar.config.payd.apiKeys
  const wrong = [
    { ...others, action, vaNo, session },
    { ...right, signature: '' },
    { ...right, signature: signature.toUpperCase() },
    { ...right, signature: md5('D0002', action, vaNo, session, apiKey), merchantCode: 'D0002' },
    { ...right, session: `${session}1` },
    { ...right, vaNo: vaNo.slice(0, 15) },
    { ...right, action: 'payment' },
    {},
  ]
  for (const fields of wrong) {
    for (const json of [false, true]) {
      const answer = await sendPaydCallback(tukar, 'payd/inquiry', fields, { json })
      assert.deepEqual(
        [answer.status, answer.body.statusCode, answer.body.statusMessage],
        [200, '99', 'invalid signature'],
      )
    }
  }
  const broken = await sendPaydCallback(tukar, 'payd/inquiry', '{"action":', { json: true })
  assert.deepEqual([broken.status, broken.body.statusCode], [200, '99'])
  assert.deepEqual(await orders(db), [])
})

test('a session with a received payment gets no order again', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const vaNo = numberOf(tukar, user)
  await payNumber(tukar, vaNo, 50_000, { session: 'once' })
  await creditedByJob(db, user, 45_560n)
  const again = await inquire(tukar, vaNo, 'once')
  assert.deepEqual(
    [again.status, again.body.statusCode, again.body.statusMessage],
    [200, '99', 'api.payd_session_used'],
  )
  assert.equal((await orders(db)).length, 1)
})

test('numbers cannot be probed: one allows twenty inquiries a minute', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const vaNo = numberOf(tukar, await makeUser(db))
  const answers = await Promise.all(Array.from({ length: 25 }, () => inquire(tukar, vaNo)))
  const codes = answers.map(({ body }) => body.statusCode)
  assert.equal(codes.filter((code) => code === '00').length, 20)
  assert.equal(codes.filter((code) => code === '99').length, 5)
  assert.ok(answers.every(({ status }) => status === 200))
  assert.ok(answers.some(({ headers }) => Number(headers.get('retry-after')) > 0))
  const unsigned = await sendPaydCallback(tukar, 'payd/inquiry', { vaNo })
  assert.equal(unsigned.body.statusMessage, 'invalid signature')
  assert.equal((await orders(db)).length, 20)
})

test('a notice that comes before its inquiry is written waits for it', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const order = `TV${'0123456789ABCDEF'.repeat(2).slice(0, 24)}`
  await sql`update settings set value = 'false' where key = 'payd.confirm_status'`.execute(db.read)
  const fields = paymentFields(tukar, { order, amount: '50000' })
  const answer = await sendPaydCallback(tukar, 'payd/notify', fields)
  assert.deepEqual([answer.status, answer.text], [200, received])
  await eventually('the wait', async () => {
    const row = await db.read.selectFrom('payment_reports').selectAll().executeTakeFirst()
    return row?.why === 'no-order-yet'
  })
  await db.read
    .insertInto('payd_orders')
    .values({
      merchant_order_id: order,
      user_id: user,
      kind: 'VA',
      va_no: numberOf(tukar, user),
      status: 'OPEN',
    })
    .execute()
  await creditedByJob(db, user, 45_560n)
  await auditsClean(db)
})

test('a notice without an inquiry is set aside for an operator', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const order = `TV${'F'.repeat(24)}`
  await sql`update settings set value = 'false' where key = 'payd.confirm_status'`.execute(db.read)
  await sendPaydCallback(tukar, 'payd/notify', paymentFields(tukar, { order, amount: '50000' }))
  await eventually('the wait', async () => {
    const row = await db.read.selectFrom('payment_reports').selectAll().executeTakeFirst()
    return row?.why === 'no-order-yet'
  })
  await sql`update payment_reports set created_at = now() - interval '11 minutes'`.execute(db.read)
  await hurried(db, 'suspense', async () => {
    const item = await db.read.selectFrom('suspense_items').selectAll().executeTakeFirst()
    return item?.reason === 'unknown-order'
  })
  await auditsClean(db)
})

test('an inquiry is deleted after a week, unless it was reported as paid', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const vaNo = numberOf(tukar, user)
  await payNumber(tukar, vaNo, 50_000)
  await creditedByJob(db, user, 45_560n)
  await inquire(tukar, vaNo, 'never-paid')
  const later = await inquire(tukar, vaNo, 'told')
  const order = later.body.merchantOrderId
  await sendPaydCallback(tukar, 'payd/notify', paymentFields(tukar, { order, amount: '60000' }))
  await deleteUnpaidInquiries(db)
  assert.equal((await orders(db)).length, 3)
  await sql`update payd_orders set created_at = now() - interval '169 hours'`.execute(db.read)
  await deleteUnpaidInquiries(db)
  assert.deepEqual((await orders(db)).map(({ status }) => status).toSorted(), ['OPEN', 'PAID'])
})

test('a number reported again after its order was used is credited once', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const user = await makeUser(db)
  const paid = await payNumber(tukar, numberOf(tukar, user), 50_000)
  await creditedByJob(db, user, 45_560n)
  const order = paid.body.inquiry.merchantOrderId
  for (const event of ['payd/notify', 'payd-deposit'] as const) {
    const fields = paymentFields(tukar, { order, amount: '50000' })
    assert.equal((await sendPaydCallback(tukar, event, fields)).text, received)
  }
  const outcomes = (await inboxOf(db)).map(({ outcome }) => outcome)
  assert.deepEqual(outcomes, ['reported', 'repeated', 'repeated'])
  assert.equal(await rupiah(db, user), 45_560n)
  await auditsClean(db)
})
