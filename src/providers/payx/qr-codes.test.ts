import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { systemClock } from '../../base/clock.ts'
import { idr, money, whole } from '../../base/values/money.ts'
import { connectPayx, type Payx } from './payx.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const connect = (): Payx =>
  connectPayx(
    {
      baseUrl: `${rig.sandbox.url}/payx`,
      secretKey: testSecrets.payxSecretKey,
    },
    { clock: systemClock, log: pino({ level: 'silent' }) },
  )

const wanted = {
  externalId: 'qr-7-0001',
  amount: whole(idr, 15_000n),
  callbackUrl: 'http://service.test/api/webhook/payx/handle-deposit-paid-qris',
}

test('a code is opened for its amount and found again under our id', async () => {
  const payx = connect()
  const opened = await payx.openQrCode(wanted)
  assert.ok(opened.kind === 'accepted')
  const { externalId, amount, qrString, status } = opened.value
  assert.deepEqual([externalId, amount, status], ['qr-7-0001', wanted.amount, 'ACTIVE'])
  assert.match(qrString, /^000201/)
  assert.deepEqual(await payx.findQrCode('qr-7-0001'), opened)
})

test('a code with a lost response is found, and a second of its id is refused', async () => {
  const payx = connect()
  const lost = { provider: 'payx', fault: 'drop-response', method: 'POST', times: 1 }
  await rig.control('POST', '/faults', lost)
  assert.equal((await payx.openQrCode(wanted)).kind, 'unknown')
  assert.equal((await payx.findQrCode('qr-7-0001')).kind, 'accepted')
  const again = await payx.openQrCode(wanted)
  assert.ok(again.kind === 'rejected' && again.code === 'DUPLICATE_ERROR')
})

test('no code has a fraction of a rupiah, or another id than requested', async () => {
  const payx = connect()
  const fraction = { ...wanted, amount: money(idr, 15_000_50n) }
  assert.throws(() => payx.openQrCode(fraction), RangeError)
  const unknown = await payx.findQrCode('qr-7-9999')
  assert.ok(unknown.kind === 'rejected' && unknown.status === 404)
  assert.equal((await payx.findQrCode('../balance')).kind, 'rejected')
})

test('payments of a code are listed, reported or not', async () => {
  const payx = connect()
  await payx.openQrCode(wanted)
  assert.deepEqual(await payx.findQrPayments('qr-7-0001'), { kind: 'accepted', value: [] })
  await rig.control('POST', '/faults', { provider: 'payx', fault: 'lose-callbacks' })
  await rig.control('POST', '/payx/qr-payments', { externalId: 'qr-7-0001', source: 'DANA' })
  const listed = await payx.findQrPayments('qr-7-0001')
  assert.ok(listed.kind === 'accepted')
  assert.deepEqual(
    listed.value.map(({ externalId, amount, status, source }) => [
      externalId,
      amount,
      status,
      source,
    ]),
    [['qr-7-0001', '15000', 'COMPLETED', 'DANA']],
  )
  assert.ok(listed.value[0]?.createdAt instanceof Date)
  assert.equal((await payx.findQrPayments('../balance')).kind, 'rejected')
})
