import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { freePort } from '../../../../tests/free-port.ts'
import { eventually, send, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { makeDepositAddress, transactionOf, unitsOf } from '../../../../tests/make/custody.ts'
import { leaderOf } from '../../../../tests/make/payx.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { custodyLimits } from '../../../providers/custody/custody-limits.ts'
import { startService } from '../../../service.ts'

const eth = 10n ** 18n

async function start(t: TestContext) {
  const tukar = await startTukar(t)
  return { tukar, db: (await leaderOf(tukar)).ctx.db }
}

describe('a signature of custody', () => {
  const path = { 1: '/api/webhook/custody', 2: '/api/webhook/custody-v2' } as const

  async function signedEvent(tukar: Tukar, version: 1 | 2, body: string) {
    const answer = await tukar.control('POST', '/custody/events', { version, body })
    const { body: callbacks } = await tukar.control('GET', '/callbacks?provider=custody')
    const headers: Readonly<Record<string, string>> = callbacks.at(-1).headers
    return { answer, headers }
  }

  test('is valid for the bytes that were sent, with any spacing', async (t) => {
    const { tukar } = await start(t)
    const pretty = JSON.stringify({ type: 'X_ADDED', data: { amount: 0.00003150000609 } }, null, 3)
    const odd = pretty.replace('0.00003150000609', '0.000031500006090')
    assert.equal((await signedEvent(tukar, 1, odd)).answer.body.status, 200)
    const second = `{"id" : "e-1","eventType":"x.y",\n"data":{"n":1.10}}`
    assert.equal((await signedEvent(tukar, 2, second)).answer.body.status, 200)
  })

  test('that is missing, malformed, or of other bytes is refused with 401', async (t) => {
    const { tukar, db } = await start(t)
    const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
    const data = transactionOf({ destinationAddress: address, status: 'QUEUED', txHash: '' })
    const paid = { ...data, status: 'COMPLETED', txHash: 'h' }
    const bodies = {
      1: (one: unknown) => JSON.stringify({ type: 'TRANSACTION_CREATED', data: one }),
      2: (one: unknown) =>
        JSON.stringify({ id: 'e-1', eventType: 'transaction.created', data: one }),
    }
    for (const version of [1, 2] as const) {
      const { headers } = await signedEvent(tukar, version, bodies[version](data))
      const name = version === 1 ? 'fireblocks-signature' : 'fireblocks-webhook-signature'
      const right = headers[name] ?? ''
      const [head = '', , signature = ''] = right.split('.')
      const none = Buffer.from(JSON.stringify({ alg: 'none', kid: 'x' })).toString('base64url')
      const bent = [
        undefined,
        '',
        'x',
        right.slice(0, -8),
        `${right}AAAA`,
        right.toLowerCase(),
        right,
        `${none}..${signature}`,
        `${head}.${Buffer.from('{}').toString('base64url')}.${signature}`,
        `${none}..`,
      ]
      for (const value of bent) {
        const answer = await tukar.call('POST', path[version], {
          raw: bodies[version](paid),
          headers: value === undefined ? {} : { [name]: value },
        })
        assert.equal(answer.status, 401, `${version} ${value}`)
      }
    }
    assert.equal(await unitsOf(db, user, 'ETH'), 0n)
  })

  test('of the older kind is accepted by the newer webhook during the change-over', async (t) => {
    const { tukar, db } = await start(t)
    const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
    const data = transactionOf({ destinationAddress: address })
    const body = JSON.stringify({ id: 'e-1', eventType: 'transaction.created', data })
    const { headers } = await signedEvent(tukar, 1, body)
    const answer = await tukar.call('POST', path[2], {
      raw: body,
      headers: { 'fireblocks-signature': headers['fireblocks-signature'] ?? '' },
    })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(await unitsOf(db, user, 'ETH'), eth)
  })

  test('that is valid does not make up for an invalid JWS beside it', async (t) => {
    const { tukar, db } = await start(t)
    const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
    const data = transactionOf({ destinationAddress: address })
    const body = JSON.stringify({ id: 'e-1', eventType: 'transaction.created', data })
    const older = (await signedEvent(tukar, 1, body)).headers['fireblocks-signature'] ?? ''
    const ofOther = (await signedEvent(tukar, 2, '{"id":"e-2","eventType":"x.y","data":{}}'))
      .headers['fireblocks-webhook-signature']
    assert.ok(ofOther !== undefined)
    const send = (jws: object) =>
      tukar.call('POST', path[2], { raw: body, headers: { 'fireblocks-signature': older, ...jws } })
    for (const jws of ['', 'x', ofOther]) {
      const answer = await send({ 'fireblocks-webhook-signature': jws })
      assert.equal(answer.status, 401, jws)
    }
    assert.equal(await unitsOf(db, user, 'ETH'), 0n)
    assert.equal((await send({})).status, 200)
    assert.equal(await unitsOf(db, user, 'ETH'), eth)
  })

  test('is verified with keys that are fetched once, when the service starts', async (t) => {
    const { tukar } = await start(t)
    const keys = await keyHost(t, tukar)
    keys.isUp = true
    await startBeside(t, tukar, keys.url)
    await eventually('the first fetch', async () => keys.asked === 1)
    const body = JSON.stringify({ id: 'e-1', eventType: 'x.y', data: { n: 1 } })
    assert.equal((await signedEvent(tukar, 2, body)).answer.body.status, 200)
    assert.equal(keys.asked, 1)
  })

  test('needs no keys at the start of a service without periodic jobs', async (t) => {
    const { service } = await startTukar(t, { between: async () => 'http://127.0.0.1:1' })
    await service.ctx.custody.signingKeys.renew()
    assert.deepEqual((await send(service.url, 'GET', '/health/ready')).body, { status: 'ok' })
  })

  test('is deferred if its keys cannot be fetched, and operators get an alert', async (t) => {
    setLimits(t, custodyLimits, { askKeysEveryMs: 200 })
    const { tukar, db } = await start(t)
    const keys = await keyHost(t, tukar)
    const { service, lines } = await startBeside(t, tukar, keys.url)
    const body = JSON.stringify({ id: 'e-1', eventType: 'x.y', data: { n: 1 } })
    const alerts = async () =>
      (
        await sql<{ severity: string; data: Readonly<Record<string, string>> }>`
          select severity, data from operator_alerts
          where kind = 'custody-keys-unavailable'`.execute(db.read)
      ).rows
    const [alert] = await eventually('an alert before any webhook', async () => {
      const rows = await alerts()
      return rows.length > 0 && rows
    })
    assert.equal(alert?.severity, 'critical')
    assert.equal(alert?.data['failure'], 'HTTP 404')
    for (const count of [2, 3]) {
      await eventually('a webhook that has the keys fetched again', async () => {
        assert.equal((await signedEvent(tukar, 2, body)).answer.body.status, 503)
        return keys.asked >= count
      })
    }
    const ready = await send(service.url, 'GET', '/health/ready')
    assert.equal(ready.status, 200)
    assert.deepEqual(ready.body, { status: 'ok', details: { custodyKeys: 'unavailable' } })
    assert.match(lines.join(''), /"failure":"HTTP 404".*the keys of custody webhooks could not be/)
    keys.isUp = true
    await eventually('an accepted webhook', async () => {
      const { answer } = await signedEvent(tukar, 2, body)
      return answer.body.status === 200
    })
    assert.deepEqual((await send(service.url, 'GET', '/health/ready')).body, { status: 'ok' })
    assert.equal((await alerts()).length, 1)
  })
})

/** Starts a key server: returns 404 until `isUp` is set, then the emulator's keys. */
async function keyHost(t: TestContext, { sandbox }: Tukar) {
  const host = { url: '', isUp: false, asked: 0 }
  const server = createServer(async (_request, response) => {
    host.asked += 1
    const keys = await fetch(`${sandbox.url}/custody/.well-known/jwks.json`)
    response.writeHead(host.isUp ? 200 : 404, { 'content-type': 'application/json' })
    response.end(host.isUp ? await keys.text() : 'not found')
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  host.url = `http://127.0.0.1:${port}/.well-known/jwks.json`
  return host
}

/** Starts a node that fetches its keys from `jwksUrl`, and has the emulators call it. */
async function startBeside(t: TestContext, { config, sandbox }: Tukar, jwksUrl: string) {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const custody = { ...config.custody, jwksUrl }
  const own = { ...config, port, baseUrl: url, nodeUrl: url, callbackUrl: url, custody }
  const service = await startService(own, log)
  t.after(() => service.stop())
  sandbox.setServiceUrl(service.callbackUrl)
  return { service, lines }
}
