import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { pushPrivateKey, type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { systemClock } from '../../base/clock.ts'
import { connectPush, type PushMessage } from './push.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

type PushChange = Partial<
  Readonly<{ privateKey: string; clientEmail: string; timeoutMs: number; nowMs: () => number }>
>

function connect({ timeoutMs = 10_000, nowMs, ...change }: PushChange = {}) {
  return connectPush(
    {
      baseUrl: `${rig.sandbox.url}/push`,
      tokenUrl: `${rig.sandbox.url}/push/token`,
      projectId: 'tukar-test',
      clientEmail: testSecrets.pushClientEmail,
      privateKey: pushPrivateKey,
      ...change,
    },
    {
      clock: nowMs === undefined ? systemClock : { ...systemClock, monotonicMs: nowMs },
      log: pino({ level: 'silent' }),
      timeoutMs,
    },
  )
}

const message: PushMessage = {
  token: 'device-1',
  title: 'Deposit selesai',
  body: 'Rp 150.000 sudah masuk.',
  data: { kind: 'deposit' },
}

const fault = (name: string, path: string, times = 1) =>
  rig.control('POST', '/faults', { provider: 'push', fault: name, path, times })

test('a message is delivered to its device', async () => {
  const answer = await connect().send(message)
  assert.ok(answer.kind === 'accepted', JSON.stringify(answer))
  assert.match(answer.value.name, /^projects\/tukar-test\/messages\//)
  const captured = await rig.control('GET', '/messages?channel=push&to=device-1')
  assert.match(captured.text, /"subject":"Deposit selesai","text":"Rp 150.000 sudah masuk."/)
})

test('many concurrent messages request one access token, and later ones reuse it', async () => {
  const push = connect()
  await fault('error-500', '/token', 5)
  const failed = await Promise.all(Array.from({ length: 20 }, () => push.send(message)))
  assert.ok(failed.every((answer) => answer.kind === 'unknown'))
  assert.match((await rig.control('GET', '/faults')).text, /"times":4/)
  await rig.control('DELETE', '/faults')
  const sent = await Promise.all(Array.from({ length: 20 }, () => push.send(message)))
  assert.ok(sent.every(({ kind }) => kind === 'accepted'))
  await fault('error-500', '/token', 1)
  assert.equal((await push.send(message)).kind, 'accepted')
})

test('an access token is renewed before it ends', async () => {
  let nowMs = 0
  const push = connect({ nowMs: () => nowMs })
  assert.equal((await push.send(message)).kind, 'accepted')
  await fault('error-500', '/token', 1)
  nowMs = 3_539_000
  assert.equal((await push.send(message)).kind, 'accepted')
  nowMs = 3_541_000
  assert.deepEqual(await push.send(message), { kind: 'unknown', why: 'server-error' })
  assert.equal((await push.send(message)).kind, 'accepted')
})

test('an access token withdrawn before its time is replaced within the same call', async () => {
  const push = connect()
  await push.send(message)
  await rig.control('POST', '/push/revoke-tokens')
  assert.equal((await push.send(message)).kind, 'accepted')
})

test('tokens of devices that are gone are dead, not failures', async () => {
  const push = connect()
  const codes = [
    ['dead-device', 'UNREGISTERED'],
    ['foreign-device', 'SENDER_ID_MISMATCH'],
    ['malformed-device', 'INVALID_ARGUMENT'],
    ['invalid-device', 'INVALID_ARGUMENT'],
  ] as const
  for (const [token, code] of codes) {
    assert.deepEqual(await push.send({ ...message, token }), { kind: 'dead-token', code })
  }
  assert.deepEqual((await rig.control('GET', '/messages')).json, [])
})

test('a malformed message is rejected and its device kept', async () => {
  for (const key of ['google_thing', 'from', 'message_type']) {
    const answer = await connect().send({ ...message, data: { [key]: 'x' } })
    assert.ok(answer.kind === 'rejected', JSON.stringify(answer))
    assert.deepEqual([answer.status, answer.code], [400, 'INVALID_ARGUMENT'])
  }
})

test('a message over 4,096 bytes is rejected unsent', async () => {
  const answer = await connect().send({ ...message, body: 'é'.repeat(2_100) })
  assert.ok(answer.kind === 'rejected' && answer.code === 'MESSAGE_TOO_LARGE')
})

test('a key that is not the service account key is a definite refusal', async () => {
  const otherKey = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const wrong = [{ privateKey: otherKey.privateKey }, { clientEmail: 'other@sandbox.test' }]
  for (const change of wrong) {
    const answer = await connect(change).send(message)
    assert.ok(answer.kind === 'rejected')
    assert.deepEqual([answer.status, answer.code], [400, 'invalid_grant'])
  }
})

test('each fault leaves the outcome unknown, of the token as of the message', async () => {
  const expected = [
    ['timeout', { why: 'timeout' }],
    ['drop-response', { why: 'connection-lost' }],
    ['bad-json', { why: 'unreadable' }],
    ['error-500', { why: 'server-error' }],
    ['error-429', { why: 'throttled', retryAfterSeconds: 1 }],
  ] as const
  for (const path of ['/token', '/v1']) {
    for (const [name, answer] of expected) {
      await fault(name, path)
      const silentMs = path === '/token' ? 100 : 400
      const push = connect({ timeoutMs: name === 'timeout' ? silentMs : 10_000 })
      assert.deepEqual(await push.send(message), { kind: 'unknown', ...answer }, name + path)
    }
  }
})

test('a device token can not add fields to the message', async () => {
  const token = 'device-1","data":{"kind":"evil"},"x":"\r\nX-Evil: 1'
  assert.equal((await connect().send({ ...message, token })).kind, 'accepted')
  const captured = z
    .array(z.looseObject({ to: z.string(), text: z.string() }))
    .parse((await rig.control('GET', '/messages')).json)
  assert.deepEqual(
    captured.map(({ to, text }) => [to, text]),
    [[token, message.body]],
  )
})
