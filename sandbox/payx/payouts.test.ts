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
const payx = (method: string, path: string, body?: unknown, key?: string) =>
  call(`${rig.sandbox.url}/payx${path}`, method, body, {
    authorization,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  })

const Payout = z.looseObject({
  id: z.string().regex(/^disb-[0-9a-f]{24}$/),
  status: z.string(),
  failure_code: z.string().optional(),
})
const Refusal = z.object({ error_code: z.string() })

const wanted = (accountNumber: string, amount: unknown = 75_000) => ({
  reference_id: 'wd-1',
  channel_code: 'ID_BCA',
  channel_properties: { account_holder_name: 'BUDI CONTOH', account_number: accountNumber },
  amount,
  currency: 'IDR',
  metadata: { request_id: 'wd-1', user_id: '7' },
})

async function payOut(accountNumber: string, amount = 75_000, key: string = accountNumber) {
  const answer = await payx('POST', '/v2/payouts', wanted(accountNumber, amount), key)
  assert.equal(answer.status, 200, answer.text)
  return Payout.parse(answer.json)
}

const Page = z.strictObject({
  data: z.array(Payout),
  has_more: z.boolean(),
  links: z.object({ href: z.string().optional() }),
})

const Event = z.object({ event: z.string(), business_id: z.string(), data: Payout })

const receivedOf = (id: string) =>
  rig.service.received
    .filter(({ body }) => body.includes(id))
    .map(({ body }): unknown => JSON.parse(body))

const balance = async () =>
  z.object({ balance: z.number() }).parse((await payx('GET', '/balance?account_type=CASH')).json)
    .balance

test('a payout is accepted, succeeds by itself, and is reported with its own fields', async () => {
  const before = await balance()
  const payout = await payOut('1234567890')
  assert.equal(payout.status, 'ACCEPTED')
  const [payload] = await eventually(() => {
    const received = receivedOf(payout.id)
    return received.length === 1 && received
  })
  const { event, data } = Event.parse(payload)
  assert.deepEqual([event, data.id, data.status], ['payout.succeeded', payout.id, 'SUCCEEDED'])
  assert.deepEqual(data['metadata'], { request_id: 'wd-1', user_id: '7' })
  const callback = rig.service.received.find(({ body }) => body.includes(payout.id))
  assert.equal(callback?.path, '/api/webhook/payx/handle-withdrawal')
  assert.equal(callback?.headers['x-callback-token'], testSecrets.payxWithdrawalToken)
  assert.match(String(callback?.headers['webhook-id']), /^[0-9a-f-]{36}$/)
  assert.equal(await balance(), before - 75_000)
  const found = await payx('GET', `/v2/payouts/${payout.id}`)
  assert.equal(Payout.parse(found.json).status, 'SUCCEEDED')
  const listed = await payx('GET', '/v2/payouts?reference_id=wd-1')
  assert.deepEqual(
    Page.parse(listed.json).data.map(({ id }) => id),
    [payout.id],
  )
})

test('a key pays out once, and is refused with another body', async () => {
  await rig.control('POST', '/payx/pace', { auto: false })
  const first = await payOut('1111', 75_000, 'key-1')
  assert.equal((await payOut('1111', 75_000, 'key-1')).id, first.id)
  const other = await payx('POST', '/v2/payouts', wanted('1111', 75_001), 'key-1')
  assert.equal(other.status, 409)
  assert.equal(Refusal.parse(other.json).error_code, 'DUPLICATE_ERROR')
  assert.notEqual((await payOut('1111', 75_000, 'key-2')).id, first.id)
  for (const key of [undefined, '', 'k'.repeat(101)]) {
    assert.equal((await payx('POST', '/v2/payouts', wanted('1111'), key)).status, 400)
  }
})

test('the documented account numbers end as documented', async () => {
  const before = await balance()
  const failing = {
    '123456': 'TEMPORARY_TRANSFER_ERROR',
    '999999': 'REJECTED_BY_CHANNEL',
    '121212': 'INVALID_DESTINATION',
  }
  for (const [number, code] of Object.entries(failing)) {
    const { id } = await payOut(number)
    const [payload] = await eventually(() => receivedOf(id).length === 1 && receivedOf(id))
    const { event, data } = Event.parse(payload)
    assert.deepEqual([event, data.failure_code], ['payout.failed', code])
  }
  const reversed = await payOut('654321')
  const both = await eventually(
    () => receivedOf(reversed.id).length === 2 && receivedOf(reversed.id),
  )
  assert.deepEqual(
    both.map((one) => Event.parse(one).event),
    ['payout.succeeded', 'payout.reversed'],
  )
  assert.equal(await balance(), before)
  const waiting = await payOut('131313')
  const cancelled = await payx('POST', `/v2/payouts/${waiting.id}/cancel`)
  assert.equal(Payout.parse(cancelled.json).status, 'CANCELLED')
  assert.equal((await payx('POST', `/v2/payouts/${waiting.id}/cancel`)).status, 400)
})

test('a payout takes the requested course, by its id or its reference', async () => {
  await rig.control('POST', '/payx/pace', { auto: false })
  const { id } = await payOut('1111')
  for (const [name, status] of [
    [id, 'REQUESTED'],
    ['wd-1', 'FAILED'],
  ]) {
    const body = { status, ...(status === 'FAILED' ? { failureCode: 'TRANSFER_ERROR' } : {}) }
    assert.equal((await rig.control('POST', `/payx/payouts/${name}`, body)).status, 200)
  }
  await eventually(() => receivedOf(id).length === 2)
  const found = Payout.parse((await payx('GET', `/v2/payouts/${id}`)).json)
  assert.deepEqual([found.status, found.failure_code], ['FAILED', 'TRANSFER_ERROR'])
  const unknown = await rig.control('POST', '/payx/payouts/unknown', { status: 'FAILED' })
  assert.equal(unknown.status, 404)
})

test('an invalid payout is refused with its code, or fails for lack of money', async () => {
  const good = wanted('1111')
  const cases: readonly (readonly [unknown, string])[] = [
    [{ ...good, channel_code: 'ID_NOWHERE' }, 'CHANNEL_CODE_NOT_SUPPORTED'],
    [wanted('12-34'), 'RECIPIENT_ACCOUNT_NUMBER_ERROR'],
    [wanted('1111', 9_999), 'MINIMUM_TRANSFER_LIMIT_ERROR'],
    [wanted('1111', 2_000_000_000), 'MAXIMUM_TRANSFER_LIMIT_ERROR'],
    [wanted('1111', 75_000.5), 'AMOUNT_INCREMENT_NOT_SUPPORTED'],
    [wanted('1111', '75000'), 'API_VALIDATION_ERROR'],
    [{ ...good, metadata: { user_id: { id: 7 } } }, 'API_VALIDATION_ERROR'],
  ]
  for (const [at, [body, code]] of cases.entries()) {
    const answer = await payx('POST', '/v2/payouts', body, `bad-${at}`)
    assert.equal(Refusal.parse(answer.json).error_code, code)
    assert.equal(answer.status, 400)
  }
  await rig.control('POST', '/payx/balance', { balance: 74_999 })
  const { id } = await payOut('1111')
  const [payload] = await eventually(() => receivedOf(id).length === 1 && receivedOf(id))
  assert.equal(Event.parse(payload).data.failure_code, 'INSUFFICIENT_BALANCE')
  assert.equal(await balance(), 74_999)
})

test('payouts of a reference come in pages, with a link to the next', async () => {
  const ids: string[] = []
  for (const number of ['1111', '2222', '3333']) ids.push((await payOut(number)).id)
  const page = async (query: string) => {
    const answer = await payx('GET', `/v2/payouts/?reference_id=wd-1${query}`)
    assert.equal(answer.status, 200, answer.text)
    return Page.parse(answer.json)
  }
  const first = await page('&limit=2')
  assert.deepEqual([first.data.map(({ id }) => id), first.has_more], [ids.slice(0, 2), true])
  const next = Page.parse((await payx('GET', first.links.href ?? '')).json)
  assert.deepEqual([next.data.map(({ id }) => id), next.has_more], [ids.slice(2), false])
  const before = await page(`&limit=1&before_id=${ids[2]}`)
  assert.deepEqual([before.data.map(({ id }) => id), before.has_more], [ids.slice(1, 2), true])
  for (const wrong of [
    '?reference_id=',
    '?reference_id=wd-1&limit=0',
    '?reference_id=a&after_id=b',
  ]) {
    assert.equal((await payx('GET', `/v2/payouts${wrong}`)).status, 400, wrong)
  }
})

test('channels are listed with their limits', async () => {
  const Channels = z.array(
    z.object({
      channel_code: z.string(),
      channel_category: z.enum(['BANK', 'EWALLET']),
      amount_limits: z.object({ minimum: z.int(), maximum: z.int(), minimum_increment: z.int() }),
    }),
  )
  const listed = Channels.parse((await payx('GET', '/payouts_channels?currency=IDR')).json)
  assert.ok(listed.some(({ channel_code }) => channel_code === 'ID_BCA'))
  assert.deepEqual((await payx('GET', '/payouts_channels?currency=PHP')).json, [])
  const some = await payx('GET', '/payouts_channels?channel_category=BANK,OTC&channel_code=ID_DANA')
  assert.deepEqual(some.json, [])
  assert.equal((await payx('GET', '/payouts_channels?channel_category=SHOP')).status, 400)
})
