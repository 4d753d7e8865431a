import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { systemClock } from '../../base/clock.ts'
import { connectPayx } from './payx.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const connect = (baseUrl = `${rig.sandbox.url}/payx`) =>
  connectPayx(
    { baseUrl, secretKey: testSecrets.payxSecretKey },
    { clock: systemClock, log: pino({ level: 'silent' }) },
  )

const pay = (paymentId: string, amount: number | string) =>
  rig.control('POST', '/payx/va-payments', { accountNumber: '8808990', amount, paymentId })

const always = { fromMs: 0, toMs: 4_000_000_000_000 }

test('payments of accounts and codes are listed newest first, page after page', async () => {
  const payx = connect()
  for (let at = 0; at < 60; at += 1) await pay(`paid-${at}`, '250000.00')
  await rig.control('POST', '/payx/qr-payments', {
    externalId: 'qr-1',
    amount: 15_000,
    paymentId: 'qrpy_1',
  })
  const first = await payx.listPayments({ ...always, afterId: null })
  assert.ok(first.kind === 'accepted' && first.value.hasMore)
  assert.equal(first.value.payments.length, 50)
  const [code, account] = first.value.payments.map(({ payment }) => payment)
  assert.deepEqual(
    [code?.method, code?.ref, code?.externalId, code?.amount],
    ['QRIS', 'qrpy_1', 'qr-1', '15000'],
  )
  assert.deepEqual(account, {
    method: 'VA',
    ref: 'paid-59',
    externalId: 'unknown-8808990',
    accountNumber: '8808990',
    channelCode: 'BNI',
    amount: '250000.00',
  })
  const afterId = first.value.payments.at(-1)?.id ?? ''
  const rest = await payx.listPayments({ ...always, afterId })
  assert.ok(rest.kind === 'accepted' && !rest.value.hasMore)
  assert.deepEqual(
    rest.value.payments.map(({ payment }) => payment?.ref),
    Array.from({ length: 11 }, (_, at) => `paid-${10 - at}`),
  )
})

test('a list begins and ends with its span of time', async () => {
  const payx = connect()
  await pay('early', 10_000)
  const early = await payx.listPayments({ ...always, afterId: null })
  assert.ok(early.kind === 'accepted')
  const atMs = early.value.payments[0]?.createdAtMs ?? 0
  const refs = async (fromMs: number, toMs: number) => {
    const answer = await payx.listPayments({ fromMs, toMs, afterId: null })
    return answer.kind === 'accepted' ? answer.value.payments.length : answer
  }
  assert.equal(await refs(atMs, atMs), 1)
  assert.equal(await refs(atMs + 1, always.toMs), 0)
  assert.equal(await refs(0, atMs - 1), 0)
})

test('what is not paid is listed without a payment, and an unknown page is refused', async () => {
  const payx = connect()
  const unpaid = { externalId: 'qr-1', amount: 15_000, status: 'FAILED' }
  await rig.control('POST', '/payx/qr-payments', unpaid)
  const listed = await payx.listPayments({ ...always, afterId: null })
  assert.ok(listed.kind === 'accepted')
  assert.deepEqual(
    listed.value.payments.map(({ payment }) => payment),
    [null],
  )
  const lost = await payx.listPayments({ ...always, afterId: 'txn_unknown' })
  assert.equal(lost.kind, 'rejected')
})

test('a refund is listed, and found with its payment and its stage', async () => {
  const payx = connect()
  await pay('paid', 250_000)
  await rig.control('POST', '/payx/refunds', { paymentId: 'paid', amount: 100_000 })
  await rig.control('POST', '/payx/refunds', { paymentId: 'paid', status: 'FAILED' })
  const listed = await payx.listRefunds({ list: 'refunds', fromMs: 0, afterId: null })
  assert.ok(listed.kind === 'accepted')
  const { ids, nextId } = listed.value
  const [id = ''] = ids
  assert.deepEqual([ids.length, nextId], [1, null], 'only what went back')
  const found = await payx.findRefund(id)
  assert.ok(found.kind === 'accepted')
  assert.deepEqual(found.value, {
    id,
    isUndone: false,
    paymentId: 'paid',
    amount: '100000',
    stage: 'refunded',
  })
  const unknown = await payx.findRefund('rfd-unknown')
  assert.ok(unknown.kind === 'rejected' && unknown.status === 404)
})

test('a refund is listed by the time it was completed, not by that of its request', async () => {
  const payx = connect()
  await pay('paid', 250_000)
  const asked = await rig.control('POST', '/payx/refunds', { paymentId: 'paid', status: 'PENDING' })
  const { id } = z.looseObject({ id: z.string() }).parse(asked.json)
  await new Promise((resolve) => setTimeout(resolve, 5))
  const fromMs = Date.now()
  await rig.control('POST', `/payx/refunds/${id}`, { status: 'SUCCEEDED' })
  const listed = await payx.listRefunds({ list: 'refunds', fromMs, afterId: null })
  assert.ok(listed.kind === 'accepted')
  assert.deepEqual(listed.value.ids, [id])
})

test('a payment that cannot be read does not make the others of its page unreadable', async (t) => {
  const row = {
    id: 'txn_1',
    product_id: 'paid-1',
    status: 'SUCCESS',
    channel_category: 'QR_CODE',
    reference_id: 'qr-1',
    currency: 'IDR',
    amount: 15_000,
    created: '2026-01-01T00:00:00.000Z',
  }
  const odd = { ...row, id: 'txn_2', reference_id: null }
  const data = [odd, { ...odd, id: 'txn_3', channel_category: 'CARDS', product_id: null }, row]
  const server = createServer((_, answer) => answer.end(JSON.stringify({ has_more: false, data })))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const payx = connect(`http://127.0.0.1:${address.port}`)
  const listed = await payx.listPayments({ ...always, afterId: null })
  assert.ok(listed.kind === 'accepted', 'the page is readable')
  assert.deepEqual(
    listed.value.payments.map(({ id, payment, isUnreadable }) => [
      id,
      payment?.ref ?? null,
      isUnreadable ?? false,
    ]),
    [
      ['txn_2', null, true],
      ['txn_3', null, false],
      ['txn_1', 'paid-1', false],
    ],
  )
})
