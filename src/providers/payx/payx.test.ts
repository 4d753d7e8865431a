import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { systemClock } from '../../base/clock.ts'
import { payerName } from './payer-name.ts'
import { connectPayx, type Payx } from './payx.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const connect = (secretKey = testSecrets.payxSecretKey, timeoutMs = 10_000): Payx =>
  connectPayx(
    {
      baseUrl: `${rig.sandbox.url}/payx`,
      secretKey,
    },
    { clock: systemClock, log: pino({ level: 'silent' }), timeoutMs },
  )

const wanted = { externalId: 'va-7-bca', bankCode: 'BCA', name: 'Budi Contoh' }

async function opened(payx: Payx) {
  const answer = await payx.createVirtualAccount(wanted)
  assert.equal(answer.kind, 'accepted', JSON.stringify(answer))
  assert.ok(answer.kind === 'accepted')
  return answer.value
}

const fault = (name: string, times = 1) =>
  rig.control('POST', '/faults', { provider: 'payx', fault: name, times })

test('an account is opened with a number of the bank', async () => {
  const payx = connect()
  const account = await opened(payx)
  assert.equal(account.status, 'PENDING')
  assert.equal(account.name, 'BUDI CONTOH')
  assert.match(account.accountNumber, /^10766\d{11}$/)
})

test('a payment is found with its amount in the digits that were sent', async () => {
  const payx = connect()
  const account = await opened(payx)
  const body = { accountNumber: account.accountNumber, amount: '98765432109876543210' }
  const paid = await rig.control('POST', '/payx/va-payments', body)
  const { payment_id } = z.looseObject({ payment_id: z.string() }).parse(paid.json)
  const found = await payx.findPayment(payment_id)
  assert.ok(found.kind === 'accepted', JSON.stringify(found))
  assert.equal(found.value.amount, '98765432109876543210')
  assert.equal(found.value.virtualAccountId, account.id)
})

test('the banks are those that offer virtual accounts', async () => {
  const banks = await connect().banks()
  assert.ok(banks.kind === 'accepted')
  assert.ok(banks.value.some(({ code }) => code === 'MANDIRI'))
})

test('each refusal is definite, with the code of the provider', async () => {
  const payx = connect()
  const noBank = await payx.createVirtualAccount({ ...wanted, bankCode: 'NOWHERE' })
  const noKey = await connect('wrong-key').createVirtualAccount(wanted)
  const noPayment = await payx.findPayment('no-such-payment')
  assert.deepEqual(
    [noBank, noKey, noPayment].map((answer) =>
      answer.kind === 'rejected' ? [answer.status, answer.code] : answer,
    ),
    [
      [400, 'BANK_NOT_SUPPORTED_ERROR'],
      [401, 'INVALID_API_KEY'],
      [404, 'DATA_NOT_FOUND'],
    ],
  )
})

test('each fault leaves the outcome unknown, and the next call is served', async () => {
  const expected = [
    ['timeout', { why: 'timeout' }],
    ['drop-response', { why: 'connection-lost' }],
    ['bad-json', { why: 'unreadable' }],
    ['error-500', { why: 'server-error' }],
    ['error-429', { why: 'throttled', retryAfterSeconds: 1 }],
  ] as const
  for (const [name, answer] of expected) {
    const payx = connect(testSecrets.payxSecretKey, name === 'timeout' ? 100 : 10_000)
    await fault(name)
    assert.deepEqual(await payx.createVirtualAccount(wanted), { kind: 'unknown', ...answer }, name)
    assert.equal((await connect().createVirtualAccount(wanted)).kind, 'accepted', name)
  }
})

test('a provider that keeps failing is not called until it recovers', async () => {
  let nowMs = 0
  const payx = connectPayx(
    {
      baseUrl: `${rig.sandbox.url}/payx`,
      secretKey: testSecrets.payxSecretKey,
    },
    {
      clock: { ...systemClock, monotonicMs: () => nowMs },
      log: pino({ level: 'silent' }),
    },
  )
  await fault('error-500', 5)
  for (let call = 0; call < 5; call += 1) await payx.banks()
  assert.deepEqual(await payx.banks(), { kind: 'unknown', why: 'circuit-open' })
  nowMs += 5_000
  assert.equal((await payx.banks()).kind, 'accepted')
})

test('a response slower than the time limit is unknown', async () => {
  const body = { provider: 'payx', fault: 'latency', delayMs: 2_000, times: 1 }
  await rig.control('POST', '/faults', body)
  const hasty = connect(testSecrets.payxSecretKey, 100)
  assert.deepEqual(await hasty.banks(), { kind: 'unknown', why: 'timeout' })
})

test('ids that would change the path are refused without a request', async () => {
  const payx = connect()
  const hostile = [
    '..',
    '../balance',
    'a/b',
    'a?b=c',
    'x%2f..',
    'a\r\nx-key: y',
    '',
    'a'.repeat(101),
  ]
  for (const id of hostile) {
    const answer = await payx.findPayment(id)
    assert.ok(answer.kind === 'rejected' && answer.code === 'INVALID_ID', JSON.stringify(id))
  }
})

test('a name reaches the bank as letters and single spaces', async () => {
  assert.equal(payerName('  Budi  S. Contoh-2 '), 'BUDI S CONTOH')
  assert.equal(payerName('José Ñandú'), 'JOSE NANDU')
  assert.equal(payerName('李'), 'PELANGGAN')
  assert.equal(payerName('a'.repeat(80)).length, 50)
  assert.equal(payerName('siti.mandiri'), 'SITI')
  assert.equal(payerName('Permatasari Dewi'), 'DEWI')
  assert.equal(payerName('Sabrina Abriani'), 'SABRINA ABRIANI')
  for (const nothing of ['bca', 'BRI 2', 'bank.mandiri', 'xy', '', '123', '😀']) {
    assert.equal(payerName(nothing), 'PELANGGAN', nothing)
  }
  assert.equal(payerName('Budi","bank_code":"BRI'), 'BUDI CODE')
  const answer = await connect().createVirtualAccount({ ...wanted, name: 'Ani\r\nX-Evil: 1' })
  assert.ok(answer.kind === 'accepted')
  assert.equal(answer.value.name, 'ANI X EVIL')
})

test('a name that payx still refuses is replaced by a neutral one', async () => {
  const names = ['siti.mandiri', 'permata', 'bca', 'BRIgita', '李', 'Bank Mandiri', "d'Arc"]
  for (const [at, name] of names.entries()) {
    const answer = await connect().createVirtualAccount({ ...wanted, externalId: `va-${at}`, name })
    assert.equal(answer.kind, 'accepted', name)
  }
  const server = createServer((request, reply) => {
    request.setEncoding('utf8')
    let text = ''
    request.on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      refusedNames.push(z.object({ name: z.string() }).parse(JSON.parse(text)).name)
      reply.writeHead(400, { 'content-type': 'application/json' })
      reply.end(`{"error_code":"${code}","message":"name is not allowed"}`)
    })
  })
  const refusedNames: string[] = []
  let code = ''
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  after(() => server.close())
  const address = z.object({ port: z.int() }).parse(server.address())
  const strict = connectPayx(
    { baseUrl: `http://127.0.0.1:${address.port}`, secretKey: 'key' },
    { clock: systemClock, log: pino({ level: 'silent' }) },
  )
  for (code of ['API_VALIDATION_ERROR', 'CALLBACK_VIRTUAL_ACCOUNT_NAME_NOT_ALLOWED_ERROR']) {
    refusedNames.length = 0
    assert.equal((await strict.createVirtualAccount(wanted)).kind, 'rejected')
    assert.deepEqual(refusedNames, ['BUDI CONTOH', 'PELANGGAN'], code)
  }
})
