import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { systemClock } from '../../base/clock.ts'
import { connectSms } from './sms.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const Message = z.object({
  channel: z.string(),
  to: z.string(),
  text: z.string(),
  code: z.string().nullable(),
})

const to = '+6281234567890'
const text = 'Your code is 123456.'

const sid = `AC${'0'.repeat(32)}`

function connect({
  account = sid,
  token = testSecrets.smsToken,
  from = 'Tukar',
  timeoutMs = 2_000,
} = {}) {
  const config = { baseUrl: `${rig.sandbox.url}/sms`, account, token, from }
  return connectSms(config, { clock: systemClock, log: pino({ level: 'silent' }), timeoutMs })
}

async function captured(): Promise<unknown> {
  return (await rig.control('GET', '/messages?channel=sms')).json
}

test('a text reaches its phone word for word', async () => {
  const written = 'Kode Anda 123456 & jangan dibagikan: +%?='
  assert.deepEqual(await connect().send({ to, text: written }), { kind: 'accepted', value: null })
  const [message, ...others] = z.array(Message).parse(await captured())
  assert.deepEqual(message, { channel: 'sms', to, text: written, code: '123456' })
  assert.equal(others.length, 0)
})

test('a sender may be the id of a service with several numbers', async () => {
  const answer = await connect({ from: `MG${'a'.repeat(32)}` }).send({ to, text })
  assert.equal(answer.kind, 'accepted')
})

test('an unknown phone, a wrong token, a wrong account are refused by their codes', async () => {
  const unknownPhone = await connect().send({ to: '+6281234560009', text })
  assert.equal(unknownPhone.kind === 'rejected' && unknownPhone.code, '21211')
  const wrongToken = await connect({ token: 'another' }).send({ to, text })
  assert.equal(wrongToken.kind === 'rejected' && wrongToken.code, '20003')
  const noSid = await connect({ account: 'sandbox' }).send({ to, text })
  assert.equal(noSid.kind === 'rejected' && noSid.code, '20003')
  assert.deepEqual(await captured(), [])
})

test('after a failed, invalid or missing response it is open whether it was sent', async () => {
  const faults = [
    ['error-500', 'server-error'],
    ['error-429', 'throttled'],
    ['bad-json', 'unreadable'],
    ['drop-response', 'connection-lost'],
    ['timeout', 'timeout'],
  ] as const
  for (const [fault, why] of faults) {
    await rig.control('POST', '/faults', { provider: 'sms', fault, times: 1 })
    const answer = await connect({ timeoutMs: 300 }).send({ to, text })
    assert.equal(answer.kind === 'unknown' && answer.why, why)
  }
})
