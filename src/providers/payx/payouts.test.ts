import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, afterEach, before, type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { systemClock } from '../../base/clock.ts'
import { assetId, userId } from '../../base/values/ids.ts'
import { idr, money, whole } from '../../base/values/money.ts'
import { definiteRefusals, type NewPayout } from './payouts.ts'
import { connectPayx, type Payx } from './payx.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const connect = (baseUrl = `${rig.sandbox.url}/payx`): Payx =>
  connectPayx(
    { baseUrl, secretKey: testSecrets.payxSecretKey },
    { clock: systemClock, log: pino({ level: 'silent' }) },
  )

const wanted: NewPayout = {
  requestId: 'wd-request-0001',
  user: userId(7),
  channelCode: 'ID_BCA',
  accountHolder: 'BUDI CONTOH',
  accountNumber: '0012345678',
  amount: whole(idr, 75_000n),
}

const fault = (name: string) =>
  rig.control('POST', '/faults', { provider: 'payx', fault: name, method: 'POST', times: 1 })

/** A provider that responds to every request with this text. */
async function serveAnswer(t: TestContext, text: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise((resolve) => server.close(resolve)))
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return `http://127.0.0.1:${address.port}`
}

test('a payout is made with our ids on it, and found by its id and by ours', async () => {
  const payx = connect()
  const made = await payx.payOut(wanted)
  assert.ok(made.kind === 'accepted')
  const { id, reference, requestId, userId, amount, status } = made.value
  assert.deepEqual(
    [reference, requestId, userId, amount.units, status],
    [wanted.requestId, wanted.requestId, '7', 75_000_00n, 'ACCEPTED'],
  )
  const found = await payx.findPayout(id)
  assert.ok(found.kind === 'accepted')
  const listed = await payx.findPayouts(wanted.requestId)
  assert.ok(listed.kind === 'accepted')
  assert.deepEqual(
    listed.value.map((payout) => payout.id),
    [id],
  )
  const none = await payx.findPayouts('wd-request-9999')
  assert.deepEqual(none, { kind: 'accepted', value: [] })
  const [sent] = (await rig.control('GET', '/state')).text.match(/"account_number":"[^"]*"/) ?? []
  assert.equal(sent, '"account_number":"0012345678"', 'zeros in front are kept')
})

test('a payout with a lost response is unknown, and a repeat is the same payout', async () => {
  const payx = connect()
  await fault('drop-response')
  assert.equal((await payx.payOut(wanted)).kind, 'unknown')
  const [first, again] = [await payx.payOut(wanted), await payx.payOut(wanted)]
  assert.ok(first.kind === 'accepted' && again.kind === 'accepted')
  assert.equal(first.value.id, again.value.id)
  const listed = await payx.findPayouts(wanted.requestId)
  assert.ok(listed.kind === 'accepted')
  assert.equal(listed.value.length, 1)
})

test('our id with another amount is refused, which is no definite refusal', async () => {
  const payx = connect()
  await payx.payOut(wanted)
  const other = await payx.payOut({ ...wanted, amount: whole(idr, 75_001n) })
  assert.ok(other.kind === 'rejected')
  assert.equal(other.code, 'DUPLICATE_ERROR')
  assert.ok(!definiteRefusals.has(other.code))
})

test('an unknown order is refused with its own code', async () => {
  const payx = connect()
  const cases: readonly (readonly [Partial<NewPayout>, string])[] = [
    [{ channelCode: 'ID_NOWHERE' }, 'CHANNEL_CODE_NOT_SUPPORTED'],
    [{ accountNumber: '12-34' }, 'RECIPIENT_ACCOUNT_NUMBER_ERROR'],
    [{ amount: whole(idr, 9_999n) }, 'MINIMUM_TRANSFER_LIMIT_ERROR'],
    [{ amount: whole(idr, 2_000_000_000n) }, 'MAXIMUM_TRANSFER_LIMIT_ERROR'],
    [{ accountHolder: '' }, 'API_VALIDATION_ERROR'],
  ]
  for (const [change, code] of cases) {
    const answer = await payx.payOut({ ...wanted, ...change })
    assert.ok(answer.kind === 'rejected' && answer.code === code)
    assert.ok(definiteRefusals.has(code))
  }
  assert.deepEqual(await payx.findPayouts(wanted.requestId), { kind: 'accepted', value: [] })
})

test('a fraction of a rupiah, or another asset, is never sent', async () => {
  const payx = connect()
  assert.throws(() => payx.payOut({ ...wanted, amount: money(idr, 75_000_50n) }), RangeError)
  const usdt = { id: assetId(2), symbol: 'USDT', scale: 6 }
  assert.throws(() => payx.payOut({ ...wanted, amount: whole(usdt, 75_000n) }), RangeError)
})

const payout = (changes: object = {}) => ({
  id: 'disb-1',
  reference_id: 'wd-request-0001',
  amount: 75_000,
  currency: 'IDR',
  status: 'SUCCEEDED',
  ...changes,
})

test('payouts are read from a list and from a page, with statuses not known yet', async (t) => {
  const listed = [payout({ status: 'SOMETHING_NEW', failure_code: null, metadata: null })]
  for (const body of [listed, { data: listed, has_more: false, links: [] }]) {
    const payx = connect(await serveAnswer(t, JSON.stringify(body)))
    const found = await payx.findPayouts('wd-request-0001')
    assert.ok(found.kind === 'accepted')
    assert.deepEqual(
      found.value.map(({ id, status, requestId }) => [id, status, requestId]),
      [['disb-1', 'SOMETHING_NEW', null]],
    )
  }
})

test('a response about another payout, or in another currency, is invalid', async (t) => {
  for (const change of [{ reference_id: 'wd-other' }, { currency: 'USD' }, { amount: '7e400' }]) {
    const payx = connect(await serveAnswer(t, JSON.stringify(payout(change))))
    assert.deepEqual(await payx.payOut(wanted), { kind: 'unknown', why: 'unreadable' })
  }
  const payx = connect(await serveAnswer(t, JSON.stringify([payout({ reference_id: 'wd-other' })])))
  assert.equal((await payx.findPayouts('wd-request-0001')).kind, 'unknown')
  assert.equal((await payx.findPayout('../balance')).kind, 'rejected')
})

test('channels come with their limits, and the balance with its digits', async (t) => {
  const payx = connect()
  const channels = await payx.payoutChannels()
  assert.ok(channels.kind === 'accepted')
  const bca = channels.value.find(({ code }) => code === 'ID_BCA')
  assert.equal(bca?.minimum.units, 10_000_00n)
  const balance = await payx.balance()
  assert.deepEqual(balance, { kind: 'accepted', value: whole(idr, 100_000_000_000n) })
  const rich = connect(await serveAnswer(t, '{"balance":90071992547409931.25}'))
  const exact = { kind: 'accepted', value: money(idr, 9_007_199_254_740_993_125n) }
  assert.deepEqual(await rich.balance(), exact)
})
