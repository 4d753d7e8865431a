import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { freePort } from '../free-port.ts'
import { eventually, send, startTukar, type Tukar } from '../harness.ts'
import { owned } from '../make/ledger.ts'
import { mailsTo } from '../make/mails.ts'
import { invitationOf, makeFirstAdmin } from '../make/operator.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../make/payx.ts'
import { emptyPlace, ready, startProcess } from '../make/service-process.ts'

const idleConnections = 2_000

/** The maximum of idle connections that one address may open. */
async function flood(t: TestContext, url: string): Promise<void> {
  const port = Number(new URL(url).port)
  const opened = Array.from({ length: idleConnections }, async () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.66.1' })
    t.after(() => socket.destroy())
    socket.on('error', () => undefined)
    await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  })
  await Promise.all(opened)
}

const wrongCallback = {
  body: { external_id: 'x' },
  headers: { 'x-callback-token': 'wrong' },
} as const
const callback = '/api/webhook/payx/handle-deposit-paid'

test('2,000 idle connections of one address block neither users nor callbacks', async (t) => {
  const { url } = await startTukar(t)
  await flood(t, url)
  assert.equal((await send(url, 'GET', '/api/errors')).status, 200)
  assert.equal((await send(url, 'POST', callback, wrongCallback)).status, 401)
})

test('the emulators of a start call the listener for callbacks', async (t) => {
  const [internal, callbacks, sandbox] = [await freePort(), await freePort(), await freePort()]
  const ports = { INTERNAL_PORT: `${internal}`, CALLBACK_PORT: `${callbacks}` }
  const env = { ...(await emptyPlace(t)), ...ports, SANDBOX_PORT: `${sandbox}` }
  const started = await startProcess(t, env)
  await ready(started)
  const answer = await send(`http://127.0.0.1:${sandbox}`, 'GET', '/control/service')
  assert.equal(answer.body.url, `http://127.0.0.1:${callbacks}`)
  assert.equal(answer.body.publicUrl, started.url)
})

describe('a node with separate listeners', () => {
  test('serves on each listener only its own endpoints', async (t) => {
    const { service } = await startTukar(t, { apart: true })
    const { url, internalUrl, callbackUrl } = service
    const expected = [
      ['GET', '/health/ready', 200, 200, 200],
      ['GET', '/', 200, 200, 404],
      ['GET', '/metrics', 404, 200, 404],
      ['GET', '/console', 404, 200, 404],
      ['GET', '/console/main.ts', 404, 200, 404],
      ['GET', '/operator/api/me', 404, 401, 404],
      ['GET', '/operator/openapi.json', 404, 200, 404],
      ['GET', '/operator/docs', 404, 200, 404],
      ['GET', '/openapi.json', 200, 404, 404],
      ['GET', '/api/errors', 200, 200, 404],
      ['GET', '/api/wallet-status', 200, 200, 404],
      ['GET', '/docs', 200, 404, 404],
      ['GET', '/api/users/me', 401, 404, 404],
      ['POST', callback, 404, 401, 401],
    ] as const
    for (const [method, path, ...statuses] of expected) {
      const call = method === 'POST' ? wrongCallback : {}
      const answer = await Promise.all(
        [url, internalUrl, callbackUrl].map((base) => send(base, method, path, call)),
      )
      assert.deepEqual(
        answer.map(({ status }) => status),
        statuses,
        path,
      )
    }
  })

  test('receives payments through a follower', async (t) => {
    const tukar = await startTukar(t, { nodes: 2, apart: true })
    const leader = await leaderOf(tukar)
    const follower = tukar.nodes.find((node) => node !== leader)
    assert.ok(follower)
    const { db } = leader.ctx
    const account = await makeAccount(db)
    const payment = paidInto(account, 'payment-1')
    const { status } = await reportPayx(tukar, 'deposit-paid', payment, {
      url: follower.callbackUrl,
    })
    assert.equal(status, 200)
    // The leader responded at its internal address: the money is credited before the response.
    assert.equal((await owned(db, account.user)).available, 24_556_000n)
  })

  test('sends operators to its internal address', async (t) => {
    const tukar = await startTukar(t, { apart: true })
    const { internalUrl } = tukar.service
    const call: Tukar['call'] = (method, to, sent) => send(internalUrl, method, to, sent)
    const inside = { ...tukar, url: internalUrl, call }
    const { token } = await makeFirstAdmin(inside)
    const body = { email: 'new@tukar.test', role: 'finance' }
    const made = await call('POST', '/operator/api/operators', { token, body })
    assert.equal(made.status, 200)
    const invited = await invitationOf(inside, body.email)
    const [mail] = await mailsTo(inside, body.email)
    assert.equal(mail?.link, `${internalUrl}/console#/invitation/${invited}`)
  })

  test('sends its internal address to other nodes', async (t) => {
    const { service } = await startTukar(t, { apart: true })
    const { read } = service.ctx.db
    const urls = await eventually('the address of the leader', async () => {
      const { rows } = await sql<{ url: string | null }>`select url from leader`.execute(read)
      return rows.every(({ url }) => url !== null) && rows.map(({ url }) => url)
    })
    assert.deepEqual(urls, [service.internalUrl])
  })
})

test('apps, providers and operators each have a document of their paths', async (t) => {
  const { call } = await startTukar(t)
  const paths = async (document: string) => Object.keys((await call('GET', document)).body.paths)
  const forApps = await paths('/openapi.json')
  const forProviders = await paths('/callbacks/openapi.json')
  const forOperators = await paths('/operator/openapi.json')
  assert.ok(forApps.length > 80 && forProviders.length > 9 && forOperators.length > 40)
  assert.ok(forApps.every((path) => !/^\/operator\/|^\/api\/webhook\//.test(path)))
  assert.ok(forProviders.every((path) => path.startsWith('/api/webhook/')))
  assert.ok(forOperators.every((path) => path.startsWith('/operator/api/')))
})
