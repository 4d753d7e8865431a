import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { z } from 'zod'
import { Callbacks, call, eventually, type Rig, startRig, testSecrets } from '../test-rig.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const basic = (key: string) => ({
  authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
})
const payx = (method: string, path: string, body?: unknown, key = testSecrets.payxSecretKey) =>
  call(`${rig.sandbox.url}/payx${path}`, method, body, basic(key))

const Account = z.looseObject({
  id: z.string().regex(/^[0-9a-f]{24}$/),
  account_number: z.string().regex(/^\d{16}$/),
  merchant_code: z.string(),
  status: z.string(),
})

async function open(bankCode = 'BCA', externalId = 'va-1') {
  const body = { external_id: externalId, bank_code: bankCode, name: 'BUDI CONTOH' }
  const answer = await payx('POST', '/callback_virtual_accounts', body)
  assert.equal(answer.status, 200, answer.text)
  return Account.parse(answer.json)
}

const callbacksTo = async (path: string) =>
  Callbacks.parse((await rig.control('GET', '/callbacks?provider=payx')).json).filter(
    (callback) => callback.path === `/api/webhook/payx/${path}`,
  )

test('an account opens PENDING under its bank prefix and is called back ACTIVE', async () => {
  const account = await open('MANDIRI')
  assert.equal(account.status, 'PENDING')
  assert.ok(account.account_number.startsWith(account.merchant_code))
  const received = await eventually(() =>
    rig.service.received.find(
      (one) => one.path.endsWith('created-va') && one.body.includes(account.id),
    ),
  )
  assert.equal(received.headers['x-callback-token'], testSecrets.payxDepositToken)
  const payload = Account.parse(JSON.parse(received.body))
  assert.deepEqual([payload.id, payload.status], [account.id, 'ACTIVE'])
  const read = await payx('GET', `/callback_virtual_accounts/${account.id}`)
  assert.equal(Account.parse(read.json).status, 'ACTIVE')
})

test('two hundred accounts of one bank have two hundred numbers', async () => {
  const opened = await Promise.all(Array.from({ length: 200 }, () => open('BNI')))
  assert.equal(new Set(opened.map((account) => account.account_number)).size, 200)
})

test('a call without the secret key is refused and changes nothing', async () => {
  for (const key of ['', 'wrong', `${testSecrets.payxSecretKey}x`]) {
    const answer = await payx('POST', '/callback_virtual_accounts', {}, key)
    assert.equal(answer.status, 401)
    assert.deepEqual(answer.json, {
      error_code: 'INVALID_API_KEY',
      message: 'API key is invalid',
    })
  }
  const state = await rig.control('GET', '/state')
  assert.match(state.text, /"payx":\{"virtualAccounts":\[\],"payments":\[\],/)
})

test('bad requests are refused in the provider error shape', async () => {
  const good = { external_id: 'va-1', bank_code: 'BCA', name: 'BUDI CONTOH' }
  const nameNotAllowed = 'CALLBACK_VIRTUAL_ACCOUNT_NAME_NOT_ALLOWED_ERROR'
  const cases: readonly [unknown, string][] = [
    [{ ...good, bank_code: 'NOWHERE' }, 'BANK_NOT_SUPPORTED_ERROR'],
    [{ ...good, name: 'B4D N4ME' }, 'API_VALIDATION_ERROR'],
    [{ ...good, name: 'BANK MANDIRI' }, nameNotAllowed],
    [{ ...good, name: 'SITI MANDIRI' }, nameNotAllowed],
    [{ ...good, name: 'PERMATASARI' }, nameNotAllowed],
    [{ ...good, external_id: undefined }, 'API_VALIDATION_ERROR'],
    [{ ...good, is_closed: true }, 'API_VALIDATION_ERROR'],
  ]
  for (const [body, code] of cases) {
    const answer = await payx('POST', '/callback_virtual_accounts', body)
    assert.equal(answer.status, 400)
    assert.equal(z.object({ error_code: z.string() }).parse(answer.json).error_code, code)
  }
  const missing = await payx('GET', '/callback_virtual_accounts/0123456789abcdef01234567')
  assert.equal(missing.status, 404)
  assert.match(missing.text, /DATA_NOT_FOUND/)
})

test('a paid account is called back in the long form and in the short form', async () => {
  const account = await open()
  for (const form of ['long', 'short'] as const) {
    const body = { accountNumber: account.account_number, amount: '150000', form }
    const paid = await rig.control('POST', '/payx/va-payments', body)
    assert.equal(paid.status, 200, paid.text)
  }
  const [long, short] = await eventually(async () => {
    const found = await callbacksTo('handle-deposit-paid')
    return found.length === 2 && found.every((one) => one.attempts.length === 1) && found
  })
  assert.match(long?.body ?? '', /"amount":150000,.*"payment_detail":\{/)
  assert.match(short?.body ?? '', /"amount":150000,.*"updated":/)
  assert.ok(!short?.body.includes('payment_detail'))
  assert.equal(long?.headers['x-callback-token'], testSecrets.payxDepositToken)
  assert.notEqual(long?.headers['webhook-id'], short?.headers['webhook-id'])
})

test('a payment can be read back by its id with the amount in its own digits', async () => {
  const account = await open()
  const body = { accountNumber: account.account_number, amount: '12345678901234567890.10' }
  const paid = await rig.control('POST', '/payx/va-payments', body)
  const { payment_id } = z.looseObject({ payment_id: z.string() }).parse(paid.json)
  const read = await payx(
    'GET',
    `/callback_virtual_account_payments/payment_id=${encodeURIComponent(payment_id)}`,
  )
  assert.equal(read.status, 200)
  assert.match(read.text, /"amount":12345678901234567890.10,/)
})

test('an account number the sandbox does not know is paid all the same', async () => {
  const paid = await rig.control('POST', '/payx/va-payments', {
    accountNumber: '8808000000000001',
    amount: 75_000,
  })
  assert.match(paid.text, /"bank_code":"BNI".*"known":false/)
})

test('a changed account is reported; one for a single payment takes no second', async () => {
  const account = await open()
  await eventually(async () => (await callbacksTo('handle-created-va')).length === 1)
  const changed = await payx('PATCH', `/callback_virtual_accounts/${account.id}`, {
    is_single_use: true,
  })
  assert.equal(changed.status, 200)
  await eventually(async () => (await callbacksTo('handle-created-va')).length === 2)
  const payment = { accountNumber: account.account_number, amount: 10_000 }
  assert.equal((await rig.control('POST', '/payx/va-payments', payment)).status, 200)
  assert.equal((await rig.control('POST', '/payx/va-payments', payment)).status, 400)
})

test('each of a thousand payments is called back, fifty at once', async () => {
  const account = await open()
  const payment = { accountNumber: account.account_number, amount: 50_000 }
  const before = rig.service.received.length
  for (let round = 0; round < 20; round += 1) {
    const paid = Array.from({ length: 50 }, () => rig.control('POST', '/payx/va-payments', payment))
    await Promise.all(paid)
  }
  await eventually(() => rig.service.received.length - before >= 1_000)
})

test('the published rate is reported and applied, for each endpoint by itself', async () => {
  const slow = await startRig(1)
  try {
    const headers = basic(testSecrets.payxSecretKey)
    const request = (path: string) => fetch(`${slow.sandbox.url}/payx${path}`, { headers })
    for (let count = 1; count <= 600; count += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => request('/balance')))
      assert.ok(answers.every(({ status }) => status === 200))
    }
    const refused = await request('/balance')
    assert.equal(refused.status, 429)
    assert.match(await refused.text(), /"error_code":"RATE_LIMIT_EXCEEDED"/)
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      refused.headers.get(`rate-limit-${name}`),
    )
    assert.deepEqual([limit, remaining], ['600', '0'])
    assert.match(reset ?? '', /^\d+\.\d\d$/)
    assert.equal((await request('/available_virtual_account_banks')).status, 200)
  } finally {
    await slow.close()
  }
})
