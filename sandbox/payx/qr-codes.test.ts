import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { z } from 'zod'
import { call, eventually, type Rig, startRig, testSecrets } from '../test-rig.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const authorization = `Basic ${Buffer.from(`${testSecrets.payxSecretKey}:`).toString('base64')}`
const payx = (method: string, path: string, body?: unknown, version?: string) =>
  call(`${rig.sandbox.url}/payx${path}`, method, body, {
    authorization,
    ...(version === undefined ? {} : { 'api-version': version }),
  })

const legacy = {
  external_id: 'qr-1',
  type: 'DYNAMIC',
  callback_url: 'http://service.test/api/webhook/payx/handle-deposit-paid-qris',
  amount: 15_000,
}
const newer = { reference_id: 'qr-2', type: 'DYNAMIC', currency: 'IDR', amount: 25_000 }

const Code = z.looseObject({ id: z.string().startsWith('qr_'), qr_string: z.string() })
const Paid = z.object({ id: z.string(), status: z.string(), known: z.boolean() })

async function open(body: unknown, version?: string) {
  const answer = await payx('POST', '/qr_codes', body, version)
  assert.equal(answer.status, 200, answer.text)
  return Code.parse(answer.json)
}

async function pay(body: unknown) {
  const answer = await rig.control('POST', '/payx/qr-payments', body)
  assert.equal(answer.status, 200, answer.text)
  return Paid.parse(answer.json)
}

const receivedOf = (id: string) =>
  eventually(() => rig.service.received.find(({ body }) => body.includes(id)))

test('a code of the older interface is paid and reported flat, at its address', async () => {
  const code = await open(legacy)
  assert.match(code.qr_string, /^000201010212.*54051500058.*6304[0-9A-F]{4}$/)
  const found = await payx('GET', '/qr_codes/qr-1')
  assert.equal(Code.parse(found.json).id, code.id)
  const paid = await pay({ externalId: 'qr-1', source: 'OVO' })
  assert.match(paid.id, /^qrpy_/)
  const { path, headers, body } = await receivedOf(paid.id)
  assert.equal(path, '/api/webhook/payx/handle-deposit-paid-qris')
  assert.equal(headers['x-callback-token'], testSecrets.payxDepositToken)
  const payload = z
    .object({
      event: z.literal('qr.payment'),
      id: z.string(),
      amount: z.literal(15_000),
      status: z.literal('COMPLETED'),
      qr_code: z.looseObject({ id: z.string(), external_id: z.literal('qr-1') }),
      payment_details: z.looseObject({ source: z.literal('OVO') }),
    })
    .loose()
    .parse(JSON.parse(body))
  assert.deepEqual([payload.id, payload.qr_code.id], [paid.id, code.id])
  const listed = await payx('GET', '/qr_codes/payments?external_id=qr-1')
  assert.match(listed.text, new RegExp(`"id":"${paid.id}","amount":15000,`))
  const before = '/qr_codes/payments?external_id=qr-1&to=2020-01-01T00:00:00Z'
  assert.deepEqual((await payx('GET', before)).json, [])
})

test('a code of the newer interface is reported in an envelope', async () => {
  const code = await open(newer, '2022-07-31')
  const paid = await pay({ externalId: 'qr-2' })
  const { body, headers } = await receivedOf(paid.id)
  assert.equal(headers['api-version'], '2022-07-31')
  const payload = z
    .object({
      event: z.literal('qr.payment'),
      data: z.looseObject({
        id: z.string(),
        amount: z.literal(25_000),
        status: z.literal('SUCCEEDED'),
        qr_id: z.literal(code.id),
        reference_id: z.literal('qr-2'),
        payment_detail: z.looseObject({ source: z.string() }),
      }),
    })
    .loose()
    .parse(JSON.parse(body))
  assert.equal(payload.data.id, paid.id)
})

test('each form, status, amount and payment of a code can be set', async () => {
  await open(legacy)
  const first = await pay({ externalId: 'qr-1', form: '2022', status: 'PENDING', amount: '15001' })
  assert.match((await receivedOf(first.id)).body, /"amount":15001,.*"status":"PENDING"/)
  const again = await pay({ externalId: 'qr-1', paymentId: first.id, amount: 1 })
  assert.equal(again.id, first.id)
  const unknownCode = await pay({ externalId: 'unknown-qr', amount: 1_000 })
  assert.equal(unknownCode.known, false)
})

test('a paid code is inactive, and payments count in the balance once', async () => {
  const code = await open(legacy)
  const { balance } = z.object({ balance: z.number() }).parse((await payx('GET', '/balance')).json)
  const { id } = await pay({ externalId: 'qr-1' })
  await pay({ externalId: 'qr-1', paymentId: id })
  const now = z.object({ status: z.string() }).parse((await payx('GET', '/qr_codes/qr-1')).json)
  assert.equal(now.status, 'INACTIVE')
  const after = z.object({ balance: z.number() }).parse((await payx('GET', '/balance')).json)
  assert.equal(after.balance, balance + 15_000)
  assert.equal((await payx('GET', `/qr_codes/${code.id}`)).status, 200)
})

test('impossible codes are refused', async () => {
  await open(legacy)
  const cases: readonly (readonly [unknown, string | undefined, number])[] = [
    [legacy, undefined, 409],
    [{ ...legacy, external_id: 'a', amount: undefined }, undefined, 400],
    [{ ...legacy, external_id: 'b', amount: 0 }, undefined, 400],
    [{ ...legacy, external_id: 'c', amount: 10_000_001 }, undefined, 400],
    [{ ...legacy, external_id: 'd', amount: 1.5 }, undefined, 400],
    [{ ...legacy, external_id: 'e', callback_url: 'nowhere' }, undefined, 400],
    [{ ...newer, currency: 'USD' }, '2022-07-31', 400],
    [newer, '1999-01-01', 400],
  ]
  for (const [body, version, status] of cases) {
    assert.equal((await payx('POST', '/qr_codes', body, version)).status, status)
  }
  assert.equal((await payx('GET', '/qr_codes/unknown')).status, 404)
  assert.equal((await rig.control('POST', '/payx/qr-payments', { externalId: 'x' })).status, 400)
})
