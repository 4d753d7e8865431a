import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { systemClock } from '../../base/clock.ts'
import { captchaLimits, connectCaptcha } from './captcha.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const tools = { clock: systemClock, log: pino({ level: 'silent' }) }

const connect = (secret = testSecrets.captchaSecret, timeoutMs?: number) =>
  connectCaptcha(
    { baseUrl: `${rig.sandbox.url}/captcha`, secret, hosts: ['sandbox.test'], minimumScore: 0.5 },
    timeoutMs === undefined ? tools : { ...tools, timeoutMs },
  )

const verdict = (passed: boolean, ...codes: readonly string[]) => ({
  kind: 'accepted',
  value: { passed, codes },
})

test('a human passes, and with one token only once', async () => {
  const captcha = connect()
  assert.deepEqual(await captcha.verify('pass-1', '203.0.113.9'), verdict(true))
  const again = await captcha.verify('pass-1', '203.0.113.9')
  assert.deepEqual(again, verdict(false, 'timeout-or-duplicate'))
  assert.deepEqual(await captcha.verify('pass-2', '203.0.113.9'), verdict(true))
})

test('a response that is not human, or has a wrong secret, is refused', async () => {
  const robot = await connect().verify('robot', '203.0.113.9')
  assert.deepEqual(robot, verdict(false, 'invalid-input-response'))
  const wrongSecret = await connect('another-secret').verify('pass-1', '203.0.113.9')
  assert.deepEqual(wrongSecret, verdict(false, 'invalid-input-secret'))
})

test('a human on another site, or with the score of a robot, is refused', async () => {
  const captcha = connect()
  const verify = (token: string) => captcha.verify(token, '203.0.113.9')
  assert.deepEqual(await verify('pass-1@elsewhere.test'), verdict(false, 'another-host'))
  assert.deepEqual(await verify('pass-2#0.3'), verdict(false, 'low-score'))
  assert.deepEqual(await verify('pass-3#0.5'), verdict(true))
  assert.deepEqual(await verify('pass-4@sandbox.test#0.9'), verdict(true))
})

test('a provider that fails, sends garbage or is silent gives no verdict', async () => {
  const faults = [
    ['error-500', 'server-error'],
    ['error-429', 'throttled'],
    ['bad-json', 'unreadable'],
    ['drop-response', 'connection-lost'],
    ['timeout', 'timeout'],
  ] as const
  for (const [fault, why] of faults) {
    await rig.control('POST', '/faults', { provider: 'captcha', fault, times: 1 })
    const client = connect(testSecrets.captchaSecret, why === 'timeout' ? 300 : 10_000)
    const answer = await client.verify(`pass-${fault}`, '::1')
    assert.equal(answer.kind === 'unknown' && answer.why, why)
  }
})

test('a silent provider is waited for three seconds', async (t) => {
  assert.equal(captchaLimits.timeoutMs, 3_000)
  setLimits(t, captchaLimits, { timeoutMs: 400 })
  await rig.control('POST', '/faults', { provider: 'captcha', fault: 'timeout', times: 1 })
  const startedMs = performance.now()
  const answer = await connect().verify('pass-slow', '::1')
  const tookMs = performance.now() - startedMs
  assert.equal(answer.kind === 'unknown' && answer.why, 'timeout')
  assert.ok(tookMs >= 390, `${tookMs}`)
})
