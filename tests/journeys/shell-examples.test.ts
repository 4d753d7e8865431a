import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { childEnvironment } from '../child-environment.ts'

const folder = path.join(import.meta.dirname, '..', '..', 'examples', 'shell')

type Answer = Readonly<{ status: number; body: string }>

/** Runs a script whose pauses take a tenth of the time. */
const hastily = 'sleep() { command sleep "0.$1"; }; . "$0"'

/** Runs an example with a service that gives these answers in turn; returns what it was sent. */
async function runWith(t: TestContext, example: string, answers: readonly Answer[]) {
  const sent: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    const { status, body } = answers[sent.length] ?? { status: 400, body: '{}' }
    sent.push(request.headers)
    response.writeHead(status).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const at = server.address()
  const url = `http://127.0.0.1:${at !== null && typeof at === 'object' ? at.port : 0}`
  const key = { TUKAR_API_KEY: 'xak_example', TUKAR_SECRET_KEY: 'secret' }
  const env = { ...childEnvironment, ...key, TUKAR_URL: url }
  const child = spawn('sh', ['-c', hastily, path.join(folder, example)], { env, timeout: 60_000 })
  let out = ''
  child.stdout.on('data', (piece) => {
    out += String(piece)
  })
  const [code] = await once(child, 'close')
  return { sent, out, code }
}

const lack = ['curl', 'openssl'].find((one) => spawnSync(one, ['--help']).error !== undefined)

describe('the examples in shell', { skip: lack ? `${lack} is not installed` : false }, () => {
  test('sign an order again with its idempotency key if no answer comes', async (t) => {
    const placed = JSON.stringify({ data: '{"order_no":"7","status":"CREATE"}' })
    const { sent, out, code } = await runWith(t, 'trade.sh', [
      { status: 200, body: '{"data":[]}' },
      { status: 503, body: '{"message":"api.service_unavailable"}' },
      { status: 409, body: '{"message":"api.request_in_progress"}' },
      { status: 200, body: placed },
      { status: 200, body: '{}' },
    ])
    assert.match(out, /^placed 7\ncancelled 7$/m)
    assert.equal(code, 0)
    const tries = sent.slice(1, 4)
    assert.equal(new Set(tries.map((headers) => headers['idempotency-key'])).size, 1)
    assert.equal(new Set(tries.map((headers) => headers['x-api-signature'])).size, 3)
  })

  test('place no order again that is refused', async (t) => {
    const { sent, code } = await runWith(t, 'trade.sh', [
      { status: 200, body: '{"data":[]}' },
      { status: 400, body: '{"message":"api.order_insufficient_funds"}' },
    ])
    assert.notEqual(code, 0)
    assert.equal(sent.length, 2)
  })

  test('follow on after failures that pass, and end at a refusal', async (t) => {
    const start = 'id: 1\nevent: start\ndata: {"resumed":false}\n\n'
    const { sent, out, code } = await runWith(t, 'follow.sh', [
      { status: 503, body: '{"message":"api.service_unavailable"}' },
      { status: 408, body: '' },
      { status: 429, body: '{"message":"api.too_many_requests"}' },
      { status: 200, body: start },
      { status: 401, body: '{"message":"auth.unauthenticated"}' },
    ])
    assert.equal(out, 'start {"resumed":false}\n')
    assert.equal(code, 1)
    assert.deepEqual(sent.map((headers) => headers['last-event-id']).slice(-1), ['1'])
    assert.equal(sent.length, 5)
  })
})
