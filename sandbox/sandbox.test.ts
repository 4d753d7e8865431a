import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import {
  Callbacks,
  call,
  eventually,
  listeningUrl,
  type Rig,
  startRig,
  testSecrets,
} from './test-rig.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(async () => {
  rig.service.answerWith(200)
  await rig.control('POST', '/reset')
})

const callbacks = async () => Callbacks.parse((await rig.control('GET', '/callbacks')).json)

async function pay(amount: number): Promise<string> {
  const payment = { accountNumber: '8808000000000001', amount }
  const paid = await rig.control('POST', '/payx/va-payments', payment)
  return z.looseObject({ callbackId: z.string() }).parse(paid.json).callbackId
}

const heardAmounts = (from: number) =>
  rig.service.received
    .slice(from)
    .map(({ body }) => z.looseObject({ amount: z.number() }).parse(JSON.parse(body)).amount)

test('a callback that was not accepted is retried with the same bytes until it is', async () => {
  const from = rig.service.received.length
  rig.service.answerWith(500)
  const id = await pay(10_001)
  await eventually(() => rig.service.received.length - from >= 2)
  rig.service.answerWith(200)
  const settled = await eventually(async () =>
    (await callbacks()).find((one) => one.id === id && one.attempts.at(-1)?.status === 200),
  )
  const bodies = new Set(rig.service.received.slice(from).map(({ body }) => body))
  const ids = new Set(rig.service.received.slice(from).map(({ headers }) => headers['webhook-id']))
  assert.deepEqual([...bodies], [settled.body])
  assert.equal(ids.size, 1)
  assert.equal(settled.attempts[0]?.status, 500)
  assert.equal(settled.attempts.at(-1)?.body, '{"seen":true}')
})

test('retries end when the provider schedule does', async () => {
  const quick = await startRig(100_000_000)
  try {
    quick.service.answerWith(503)
    await quick.control('POST', '/payx/va-payments', { accountNumber: '88080001', amount: 1 })
    await eventually(() => quick.service.received.length === 7)
    await eventually(async () => {
      const [one] = Callbacks.parse((await quick.control('GET', '/callbacks')).json)
      return one?.attempts.length === 7
    })
    assert.equal(quick.service.received.length, 7)
  } finally {
    await quick.close()
  }
})

test('the dial duplicates a callback: two deliveries of the same bytes', async () => {
  const from = rig.service.received.length
  await rig.control('POST', '/faults', {
    provider: 'payx',
    fault: 'duplicate-callbacks',
    times: 1,
  })
  await pay(20_000)
  await eventually(() => rig.service.received.length - from === 2)
  const [first, second] = rig.service.received.slice(from)
  assert.equal(first?.body, second?.body)
  await pay(20_001)
  await eventually(() => heardAmounts(from).includes(20_001))
  assert.deepEqual(heardAmounts(from), [20_000, 20_000, 20_001])
})

test('a reordered callback is sent after the next one', async () => {
  const from = rig.service.received.length
  await rig.control('POST', '/faults', { provider: 'payx', fault: 'reorder-callbacks' })
  await pay(30_000)
  await pay(30_001)
  await eventually(() => rig.service.received.length - from === 2)
  assert.deepEqual(heardAmounts(from), [30_001, 30_000])
})

test('a reordered callback without a successor is still delivered', async () => {
  const from = rig.service.received.length
  await rig.control('POST', '/faults', {
    provider: 'payx',
    fault: 'reorder-callbacks',
    delayMs: 20,
  })
  await pay(31_000)
  await eventually(() => rig.service.received.length - from === 1)
})

test('the dial loses a callback: it is recorded, not delivered, and can be resent', async () => {
  const from = rig.service.received.length
  await rig.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks', times: 1 })
  const id = await pay(40_000)
  await pay(40_001)
  await eventually(() => rig.service.received.length - from === 1)
  assert.deepEqual(heardAmounts(from), [40_001])
  const lost = (await callbacks()).find((one) => one.id === id)
  assert.deepEqual(lost?.attempts, [])
  const resent = await rig.control('POST', `/callbacks/${id}/resend`)
  assert.equal(z.looseObject({ status: z.number() }).parse(resent.json).status, 200)
  assert.equal(rig.service.received.at(-1)?.body, lost?.body)
})

test('a resend repeats a callback byte for byte with its headers', async () => {
  const from = rig.service.received.length
  const id = await pay(50_000)
  await eventually(() => rig.service.received.length - from === 1)
  await rig.control('POST', `/callbacks/${id}/resend`)
  const [first, second] = rig.service.received.slice(from)
  assert.equal(second?.body, first?.body)
  assert.deepEqual(second?.headers, first?.headers)
  assert.equal((await rig.control('POST', '/callbacks/no-such-id/resend')).status, 404)
})

const payxBanks = (key = testSecrets.payxSecretKey) =>
  call(`${rig.sandbox.url}/payx/available_virtual_account_banks`, 'GET', undefined, {
    authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  })

test('request faults apply as often as requested, on their path and method', async () => {
  await rig.control('POST', '/faults', {
    provider: 'payx',
    fault: 'error-500',
    method: 'get',
    path: '/available',
    times: 2,
  })
  const elsewhere = await call(`${rig.sandbox.url}/payx/callback_virtual_accounts/x`, 'GET')
  assert.equal(elsewhere.status, 401)
  assert.deepEqual(
    [(await payxBanks()).status, (await payxBanks()).status, (await payxBanks()).status],
    [500, 500, 200],
  )
})

test('a fault without a count stays until the dial is cleared', async () => {
  await rig.control('POST', '/faults', { provider: 'payx', fault: 'error-429' })
  assert.equal((await payxBanks()).status, 429)
  assert.equal((await payxBanks()).status, 429)
  await rig.control('DELETE', '/faults')
  assert.equal((await payxBanks()).status, 200)
})

test('bad-json sends no JSON, latency responds late, timeout never responds', async () => {
  await rig.control('POST', '/faults', { provider: 'payx', fault: 'bad-json', times: 1 })
  const spoiled = await payxBanks()
  assert.deepEqual([spoiled.status, spoiled.json], [200, undefined])

  await rig.control('POST', '/faults', {
    provider: 'payx',
    fault: 'latency',
    delayMs: 100,
    times: 1,
  })
  const started = performance.now()
  assert.equal((await payxBanks()).status, 200)
  assert.ok(performance.now() - started >= 99)

  await rig.control('POST', '/faults', {
    provider: 'payx',
    fault: 'timeout',
    delayMs: 50,
    times: 1,
  })
  await assert.rejects(payxBanks())
})

test('drop-response does the work and closes the socket', async () => {
  await rig.control('POST', '/faults', {
    provider: 'payx',
    fault: 'drop-response',
    method: 'POST',
    times: 1,
  })
  const body = { external_id: 'dropped', bank_code: 'BCA', name: 'BUDI CONTOH' }
  const headers = {
    authorization: `Basic ${Buffer.from(`${testSecrets.payxSecretKey}:`).toString('base64')}`,
  }
  const url = `${rig.sandbox.url}/payx/callback_virtual_accounts`
  await assert.rejects(call(url, 'POST', body, headers))
  assert.match((await rig.control('GET', '/state')).text, /"external_id":"dropped"/)
})

test('unknown faults and providers are refused', async () => {
  const wrong = [
    { provider: 'nobody', fault: 'timeout' },
    { provider: 'payx', fault: 'gremlins' },
    { provider: 'payx', fault: 'timeout', times: 0 },
    { provider: 'payx', fault: 'timeout', tmies: 1 },
  ]
  for (const fault of wrong) {
    assert.equal((await rig.control('POST', '/faults', fault)).status, 400, JSON.stringify(fault))
  }
})

test('mail is captured with its code and link, newest first, and can be forgotten', async () => {
  const transport = createTransport({ url: rig.sandbox.smtpUrl })
  const from = 'Tukar <no-reply@tukar.test>'
  await transport.sendMail({
    from,
    to: 'budi@sandbox.test',
    subject: 'Kode Anda',
    text: 'Diminta 3 Maret 2026 (March 3, 2026) untuk 2026-03 ke ****4567. Kode: 482913, 12345678.',
  })
  await transport.sendMail({
    from,
    to: 'siti@sandbox.test',
    subject: 'Verifikasi',
    text: 'Buka http://127.0.0.1:3000/api/auth/email-verify/abc_1234-x?y=1&z=2.\n',
    html: '<a href="http://127.0.0.1:3000/other">Verifikasi é</a>',
  })
  transport.close()
  const Mails = z.array(z.looseObject({ to: z.string(), code: z.unknown(), link: z.unknown() }))
  const all = Mails.parse((await rig.control('GET', '/messages?channel=mail')).json)
  assert.deepEqual(
    all.map(({ to, code, link }) => ({ to, code, link })),
    [
      {
        to: 'siti@sandbox.test',
        code: null,
        link: 'http://127.0.0.1:3000/api/auth/email-verify/abc_1234-x?y=1&z=2',
      },
      { to: 'budi@sandbox.test', code: '482913', link: null },
    ],
  )
  const one = Mails.parse((await rig.control('GET', '/messages?to=BUDI@sandbox.test')).json)
  assert.equal(one.length, 1)
  assert.equal(one[0]?.['subject'], 'Kode Anda')
  await rig.control('DELETE', '/messages')
  assert.deepEqual((await rig.control('GET', '/messages')).json, [])
})

test('a reset forgets accounts, callbacks, faults and retries that were due', async () => {
  rig.service.answerWith(500)
  await pay(60_000)
  await rig.control('POST', '/faults', { provider: 'payx', fault: 'error-500' })
  await rig.control('POST', '/reset')
  assert.deepEqual(await callbacks(), [])
  const { venue, ...others } = z
    .looseObject({ venue: z.looseObject({ balances: z.array(z.unknown()) }) })
    .parse((await rig.control('GET', '/state')).json)
  const { balances, ...traded } = venue
  assert.ok(balances.length > 0)
  assert.deepEqual(traded, { orders: [], preventedMatches: [], trades: [] })
  assert.deepEqual(others, {
    custody: { transactions: [], addresses: [], balances: {} },
    payx: {
      virtualAccounts: [],
      payments: [],
      qrCodes: [],
      qrPayments: [],
      refunds: [],
      payouts: [],
      balance: 100_000_000_000,
    },
    payd: { payments: [] },
    idp: { requests: [], registrations: [] },
    sms: { messages: [] },
    reports: [],
    storage: { objects: [] },
  })
  assert.equal((await payxBanks()).status, 200)
})

test('a reset ends once no callback is under way', async (t) => {
  const { promise: sent, resolve: hold } = Promise.withResolvers<ServerResponse>()
  const slow = createServer((_request, response) => hold(response))
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    rig.sandbox.setServiceUrl(rig.service.url)
    slow.closeAllConnections()
    slow.close()
  })
  rig.sandbox.setServiceUrl(listeningUrl(slow))
  await pay(65_000)
  const response = await sent
  let isReset = false
  const reset = rig.control('POST', '/reset').then(() => {
    isReset = true
  })
  await eventually(async () => (await callbacks()).length === 0)
  await callbacks()
  assert.equal(isReset, false)
  response.end()
  await reset
})

test('callbacks go to the address last set by the control API', async () => {
  const elsewhere = await startRig()
  try {
    await rig.control('POST', '/service', { url: elsewhere.service.url })
    await pay(70_000)
    await eventually(() => elsewhere.service.received.length === 1)
    await rig.control('POST', '/service', { url: rig.service.url })
  } finally {
    await elsewhere.close()
  }
})

test('the sandbox listens on the loopback interface only', () => {
  assert.match(rig.sandbox.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.match(rig.sandbox.smtpUrl, /^smtp:\/\/127\.0\.0\.1:\d+$/)
})
