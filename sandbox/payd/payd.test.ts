import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { z } from 'zod'
import { Callbacks, call, eventually, type Rig, startRig, testSecrets } from '../test-rig.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => {
  rig.service.answerWith(200)
  return rig.control('POST', '/reset')
})

const key = testSecrets.paydApiKey
const hex = (scheme: 'md5' | 'sha256', ...words: readonly string[]) =>
  createHash(scheme).update(words.join('')).digest('hex')

const payd = (path: string, body: unknown) =>
  call(`${rig.sandbox.url}/payd/webapi/api/merchant/${path}`, 'POST', body)

const order = {
  merchantCode: 'D0001',
  paymentAmount: 150_000,
  merchantOrderId: 'ORDER-1',
  productDetails: 'Deposit',
  email: 'sri@tukar.test',
  paymentMethod: 'BC',
  customerVaName: 'SRI RAHAYU',
  callbackUrl: 'https://tukar.test/callback',
  returnUrl: 'https://tukar.test/',
  signature: hex('md5', 'D0001', 'ORDER-1', '150000', key),
}

const statusOf = async (merchantOrderId: string) => {
  const signature = hex('md5', 'D0001', merchantOrderId, key)
  const answer = await payd('transactionStatus', {
    merchantCode: 'D0001',
    merchantOrderId,
    signature,
  })
  return z.record(z.string(), z.string()).parse(answer.json)
}

const heardAt = (path: string) =>
  eventually(() => rig.service.received.findLast((one) => one.path === path))

const pay = (body: unknown) => rig.control('POST', '/payd/payments', body)

test('an order opens as the provider opens it, and a repeat returns the same order', async () => {
  const answer = await payd('v2/inquiry', order)
  assert.equal(answer.status, 200, answer.text)
  const { reference, vaNumber, paymentUrl, ...rest } = z
    .record(z.string(), z.string())
    .parse(answer.json)
  assert.deepEqual(rest, {
    merchantCode: 'D0001',
    amount: '150000',
    statusCode: '00',
    statusMessage: 'SUCCESS',
  })
  assert.match(vaNumber ?? '', /^8680\d{12}$/)
  assert.ok(paymentUrl?.includes(reference ?? '?'))
  assert.equal((await payd('v2/inquiry', order)).text, answer.text)
  const qr = { ...order, merchantOrderId: 'ORDER-2', paymentMethod: 'SP' }
  const signature = hex('md5', 'D0001', 'ORDER-2', '150000', key)
  assert.match((await payd('v2/inquiry', { ...qr, signature })).text, /"qrString":"0002/)
})

test('invalid orders and signatures are refused, and nothing of them is stored', async () => {
  const cases: readonly (readonly [unknown, number])[] = [
    [{ ...order, signature: hex('md5', 'D0001', 'ORDER-1', '150001', key) }, 401],
    [{ ...order, signature: order.signature.toUpperCase() }, 401],
    [{ ...order, merchantCode: 'D0002' }, 404],
    [{ ...order, paymentMethod: 'XX' }, 400],
    [{ ...order, paymentAmount: 1.5 }, 400],
    [{ ...order, customerVaName: 'A NAME OF MORE THAN TWENTY' }, 400],
    [{ ...order, email: undefined }, 400],
    [{ ...order, customerVaName: undefined }, 400],
    [{ ...order, itemDetails: [{ name: 'Deposit', price: 149_999, quantity: 1 }] }, 400],
  ]
  for (const [body, status] of cases) {
    assert.equal((await payd('v2/inquiry', body)).status, status, JSON.stringify(body))
  }
  assert.match((await rig.control('GET', '/state')).text, /"payd":\{"payments":\[\]\}/)
})

test('a payment is reported as a signed form, and is in the books', async () => {
  await payd('v2/inquiry', order)
  assert.equal((await statusOf('ORDER-1'))['statusCode'], '01')
  await pay({ merchantOrderId: 'ORDER-1', amount: '150000' })
  const { headers, body } = await heardAt('/api/webhook/payd-deposit')
  assert.equal(headers['content-type'], 'application/x-www-form-urlencoded')
  const fields = Object.fromEntries(new URLSearchParams(body))
  assert.equal(fields['signature'], hex('md5', 'D0001', '150000', 'ORDER-1', key))
  assert.deepEqual(
    [fields['resultCode'], fields['amount'], fields['merchantOrderId']],
    ['00', '150000', 'ORDER-1'],
  )
  const status = await statusOf('ORDER-1')
  assert.deepEqual([status['statusCode'], status['amount']], ['00', '150000'])
  assert.equal(fields['reference'], status['reference'])
})

test('a paid order stays paid, whatever is reported later', async () => {
  await pay({ merchantOrderId: 'ORDER-1', amount: '150000' })
  await pay({ merchantOrderId: 'ORDER-1', amount: '900000' })
  await pay({ merchantOrderId: 'ORDER-1', amount: '150000', resultCode: '01' })
  const status = await statusOf('ORDER-1')
  assert.deepEqual([status['statusCode'], status['amount']], ['00', '150000'])
  await pay({ merchantOrderId: 'ORDER-2', amount: '20000', resultCode: '01' })
  assert.equal((await statusOf('ORDER-2'))['statusCode'], '02')
})

test('a fixed number is inquired first, and paid only if the response is 00', async () => {
  const answer = await rig.control('POST', '/payd/va-payments', {
    vaNo: '8680050000000001',
    amount: '75000',
    session: 's-1',
  })
  const { body } = await heardAt('/api/webhook/payd/inquiry')
  const fields = Object.fromEntries(new URLSearchParams(body))
  const { action = '', vaNo = '', session = '' } = fields
  assert.equal(fields['signature'], hex('md5', 'D0001', action, vaNo, session, key))
  assert.deepEqual([fields['bin'], vaNo, session], ['868005', '8680050000000001', 's-1'])
  assert.match(answer.text, /"callbackId":null/)
  assert.ok(!rig.service.received.some(({ path }) => path === '/api/webhook/payd/notify'))
})

test('a callback that is not accepted is sent five more times', async () => {
  rig.service.answerWith(500)
  await pay({ merchantOrderId: 'ORDER-1', amount: '150000' })
  const sent = await eventually(async () => {
    const found = Callbacks.parse((await rig.control('GET', '/callbacks?provider=payd')).json)
    return found[0]?.attempts.length === 6 && found[0]
  })
  assert.ok(sent.attempts.every(({ status }) => status === 500))
})

test('the payment methods are listed for a signed request', async () => {
  const query = { merchantcode: 'D0001', amount: 10_000, datetime: '2026-01-02 03:04:05' }
  const signature = hex('sha256', 'D0001', '10000', query.datetime, key)
  const answer = await payd('paymentmethod/getpaymentmethod', { ...query, signature })
  assert.match(answer.text, /"paymentMethod":"BC"/)
  const { merchantcode: merchantCode, ...rest } = query
  const inAnotherCase = { ...rest, MERCHANTCODE: merchantCode, signature }
  assert.equal((await payd('paymentmethod/getpaymentmethod', inAnotherCase)).text, answer.text)
  const wrong = await payd('paymentmethod/getpaymentmethod', { ...query, signature: 'x' })
  assert.equal(wrong.status, 401)
})
