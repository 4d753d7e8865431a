import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { startSandbox } from '../../../sandbox/sandbox.ts'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { systemClock } from '../../base/clock.ts'
import { userId } from '../../base/values/ids.ts'
import { idr, whole } from '../../base/values/money.ts'
import { ownerOfPaydNumber, paydNumberOf } from './fixed-number.ts'
import { connectPayd, type Payd } from './payd.ts'
import { paydSignature } from './signature.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const account = {
  userId: testSecrets.paydDisbursementUserId,
  email: testSecrets.paydDisbursementEmail,
  secret: testSecrets.paydDisbursementSecret,
}

const settings = () =>
  ({
    baseUrl: `${rig.sandbox.url}/payd`,
    merchantCode: 'D0001',
    apiKeys: [testSecrets.paydApiKey],
    signature: 'md5',
    vaBin: '868005',
    callbackSources: [],
    disbursement: account,
  }) as const

const silent = pino({ level: 'silent' })

const connect = (disbursement = account, clock = systemClock, timeoutMs = 10_000): Payd =>
  connectPayd({ ...settings(), disbursement }, { clock, log: silent, timeoutMs })

const wanted = {
  merchantOrderId: 'TD0123456789ABCDEF01234567',
  amount: whole(idr, 150_000n),
  paymentMethod: 'BC',
  email: 'sri@tukar.test',
  payerName: 'SRI RAHAYU',
  callbackUrl: 'https://tukar.test/api/webhook/payd-deposit',
  returnUrl: 'https://app.tukar.test',
  expiryMinutes: 60,
}

const pay = (merchantOrderId: string, amount: string, resultCode = '00') =>
  rig.control('POST', '/payd/payments', { merchantOrderId, amount, resultCode })

const fault = (name: string, times = 1) =>
  rig.control('POST', '/faults', { provider: 'payd', fault: name, times })

test('the banks for transfers are listed, each with its maximum', async () => {
  const banks = await connect().disbursementBanks()
  assert.ok(banks.kind === 'accepted', JSON.stringify(banks))
  assert.deepEqual(banks.value[5], {
    bankCode: '014',
    bankName: 'Bank BCA',
    maxAmountTransfer: '50000000',
  })
  assert.ok(banks.value.some(({ bankCode }) => bankCode === '1010'))
})

test("a refusal inside a 200 is a definite refusal with the provider's code", async () => {
  const late = { ...systemClock, now: () => new Date(Date.now() - 6 * 60_000) }
  const cases: readonly (readonly [Payd, string])[] = [
    [connect({ ...account, userId: '1' }), '-123'],
    [connect({ ...account, email: 'other@tukar.test' }), '-213'],
    [connect({ ...account, secret: 'wrong' }), '-191'],
    [connect(account, late), '-960'],
  ]
  for (const [payd, code] of cases) {
    const answer = await payd.disbursementBanks()
    assert.ok(answer.kind === 'rejected', JSON.stringify(answer))
    assert.equal(answer.code, code)
  }
})

test('each fault leaves the outcome unknown, and the next call is served', async () => {
  const expected = [
    ['timeout', 'timeout'],
    ['drop-response', 'connection-lost'],
    ['bad-json', 'unreadable'],
    ['error-500', 'server-error'],
    ['error-429', 'throttled'],
  ] as const
  for (const [name, why] of expected) {
    await fault(name)
    const hasty = connect(account, systemClock, name === 'timeout' ? 100 : 10_000)
    const answer = await hasty.disbursementBanks()
    assert.ok(answer.kind === 'unknown' && answer.why === why, JSON.stringify(answer))
    assert.equal((await connect().disbursementBanks()).kind, 'accepted', name)
  }
})

test('a provider that keeps failing is not called for a while', async () => {
  const payd = connect()
  await fault('error-500', 5)
  for (let call = 0; call < 5; call += 1) await payd.disbursementBanks()
  assert.deepEqual(await payd.disbursementBanks(), { kind: 'unknown', why: 'circuit-open' })
})

test('an order is opened, and its status has the digits that were paid', async () => {
  const payd = connect()
  const opened = await payd.createPayment(wanted)
  assert.ok(opened.kind === 'accepted', JSON.stringify(opened))
  assert.match(opened.value.vaNumber ?? '', /^[0-9]{16}$/)
  const statuses: string[] = []
  for (const result of [null, '01', '00', '01']) {
    if (result !== null) await pay(wanted.merchantOrderId, '150000', result)
    const answer = await payd.transactionStatus(wanted.merchantOrderId)
    assert.ok(answer.kind === 'accepted', JSON.stringify(answer))
    assert.deepEqual(
      [answer.value.amount, answer.value.reference],
      ['150000', opened.value.reference],
    )
    statuses.push(answer.value.status)
  }
  assert.deepEqual(statuses, ['pending', 'failed', 'paid', 'paid'])
})

test('each refusal of an order is definite, also of an unknown one', async () => {
  const payd = connect()
  const unknown = await payd.transactionStatus('TD-NOBODY')
  const method = await payd.createPayment({ ...wanted, paymentMethod: 'XX' })
  const key = connectPayd(
    { ...settings(), apiKeys: ['wrong'] },
    { clock: systemClock, log: silent },
  )
  const other = { ...settings(), merchantCode: 'D9999' }
  const merchant = connectPayd(other, { clock: systemClock, log: silent })
  await payd.createPayment(wanted)
  const twice = await payd.createPayment({ ...wanted, amount: whole(idr, 1n) })
  const answers = [
    unknown,
    method,
    await key.createPayment(wanted),
    await key.transactionStatus(wanted.merchantOrderId),
    await merchant.transactionStatus(wanted.merchantOrderId),
    twice,
  ]
  assert.deepEqual(
    answers.map((answer) => (answer.kind === 'rejected' ? [answer.status, answer.code] : answer)),
    [
      [404, 'NOT_FOUND'],
      [400, 'REFUSED'],
      [401, 'REFUSED'],
      [401, 'REFUSED'],
      [404, 'NOT_FOUND'],
      [409, 'REFUSED'],
    ],
  )
})

test('each fault leaves an order unknown, to open and to query', async () => {
  const expected = [
    ['timeout', 'timeout'],
    ['drop-response', 'connection-lost'],
    ['bad-json', 'unreadable'],
    ['error-500', 'server-error'],
    ['error-429', 'throttled'],
  ] as const
  await pay(wanted.merchantOrderId, '150000')
  for (const [name, why] of expected) {
    const hasty = connect(account, systemClock, name === 'timeout' ? 100 : 10_000)
    await fault(name)
    const opened = await hasty.createPayment({ ...wanted, merchantOrderId: `TD-${why}` })
    await fault(name)
    const queried = await hasty.transactionStatus(wanted.merchantOrderId)
    for (const answer of [opened, queried]) {
      assert.ok(answer.kind === 'unknown' && answer.why === why, JSON.stringify(answer))
    }
  }
})

test('both schemes sign as documented; only the configured one is accepted', async (t) => {
  const keyed = { apiKey: 'testkey-0001' }
  const signedFields = ['D1234', '150000', 'ORD-0001']
  assert.equal(
    paydSignature({ ...keyed, signature: 'md5' }, ...signedFields),
    '3991d9bdeee6d11d5a85f51e25d45f50',
  )
  assert.equal(
    paydSignature({ ...keyed, signature: 'hmac-sha256' }, ...signedFields),
    '162e3bdff94f3e0eca2bd000bc4b0709e9fe1d68e8e38ef6e626543ce5df541a',
  )
  const inquiryFields = ['D1234', 'inquiry', '8680050000001234', 'a1b2c3d4']
  assert.equal(
    paydSignature({ ...keyed, signature: 'md5' }, ...inquiryFields),
    '9f68c6c74ad735ff381761c2a505d226',
  )
  const secrets = { ...testSecrets, paydSignature: 'hmac-sha256' as const }
  const sandbox = await startSandbox({ secrets })
  t.after(() => sandbox.close())
  const baseUrl = `${sandbox.url}/payd`
  const tools = { clock: systemClock, log: silent }
  const newer = connectPayd({ ...settings(), baseUrl, signature: 'hmac-sha256' }, tools)
  const older = connectPayd({ ...settings(), baseUrl }, tools)
  assert.equal((await newer.createPayment(wanted)).kind, 'accepted')
  assert.equal((await newer.transactionStatus(wanted.merchantOrderId)).kind, 'accepted')
  assert.equal((await older.transactionStatus(wanted.merchantOrderId)).kind, 'rejected')
})

test('a fixed number has sixteen digits and leads back to its owner alone', () => {
  for (const id of [1, 42, 9_999_999_999]) {
    const number = paydNumberOf('868005', userId(id))
    assert.match(number, /^868005[0-9]{10}$/)
    assert.equal(ownerOfPaydNumber('868005', number), id)
    assert.equal(ownerOfPaydNumber('868006', number), null)
  }
  assert.equal(paydNumberOf('86805', userId(868_05)), '8680500000086805')
  assert.equal(ownerOfPaydNumber('86805', '8680500000086805'), 86_805)
  const invalid = ['8680050000000000', '868005000000001', '86800500000000001', '868005000000000A']
  for (const number of invalid) assert.equal(ownerOfPaydNumber('868005', number), null, number)
})
