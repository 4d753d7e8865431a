import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { systemClock } from '../../base/clock.ts'
import { connectPayd, type Payd } from './payd.ts'

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

function connect(disbursement = account, clock = systemClock, timeoutMs = 10_000): Payd {
  const config = {
    baseUrl: `${rig.sandbox.url}/payd`,
    merchantCode: 'D0001',
    apiKey: testSecrets.paydApiKey,
    signature: 'md5',
    vaBin: '868005',
    disbursement,
  } as const
  return connectPayd(config, { clock, log: pino({ level: 'silent' }), timeoutMs })
}

const fault = (name: string, times = 1) =>
  rig.control('POST', '/faults', { provider: 'payd', fault: name, times })

test('the banks that money can be sent to are listed, with what each takes at most', async () => {
  const banks = await connect().disbursementBanks()
  assert.ok(banks.kind === 'accepted', JSON.stringify(banks))
  assert.deepEqual(banks.value[5], {
    bankCode: '014',
    bankName: 'Bank BCA',
    maxAmountTransfer: '50000000',
  })
  assert.ok(banks.value.some(({ bankCode }) => bankCode === '1010'))
})

test('a no inside an answer of 200 is a definite no with the code of the provider', async () => {
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

test('a provider that keeps failing is left alone', async () => {
  const payd = connect()
  await fault('error-500', 5)
  for (let call = 0; call < 5; call += 1) await payd.disbursementBanks()
  assert.deepEqual(await payd.disbursementBanks(), { kind: 'unknown', why: 'circuit-open' })
})
