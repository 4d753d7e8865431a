import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { exchange, startHttp } from '../../../../tests/make/http-server.ts'
import type { Config } from '../../config/config.ts'
import { rawText } from '../contracts/contracts.ts'
import type { Access } from '../endpoint/admit.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import { success } from '../envelope.ts'
import { createLog } from './log.ts'

const line = z.looseObject({ level: z.string(), time: z.string(), msg: z.string() })

/** A log whose lines the test can read. */
function readableLog(logLevel: Config['logLevel'] = 'info') {
  const lines: string[] = []
  const log = createLog({ logLevel }, { write: (text) => void lines.push(text) })
  return {
    log,
    lines,
    requests: () =>
      lines.map((one) => line.parse(JSON.parse(one))).filter((one) => one.msg === 'request'),
  }
}

const member: Access<string> = {
  name: 'member',
  scheme: 'bearer',
  refusals: [],
  admit: () => '42',
  callerKey: (caller) => caller,
}

const row = (path: string, run: () => void = () => undefined) =>
  endpoint({
    method: 'POST',
    path,
    tag: 'test',
    summary: 'A test.',
    access: member,
    body: z.object({ password: rawText({ max: 50 }) }),
    run,
    reply: success('api.x'),
  })

describe('the log', () => {
  test('has one line of chosen fields for each request', async (t) => {
    const { log, requests } = readableLog()
    const http = await startHttp(t, httpContext(t, { log }), [row('/api/login')])
    const headers = { 'x-request-id': 'request-1', authorization: 'Bearer canary' }
    await http.post('/api/login?token=canary', { password: 'canary' }, headers)
    await http.post('/api/login', '{"canary"')
    await http.call('/api/login/canary')
    await http.call('/api/login', { method: 'PUT' })
    const lines = requests()
    assert.deepEqual(
      lines.map(({ method, route, status, user }) => [method, route, status, user]),
      [
        ['POST', '/api/login', 200, '42'],
        ['POST', '/api/login', 400, '42'],
        ['GET', null, 404, undefined],
        ['PUT', '/api/login', 405, undefined],
      ],
    )
    const [first = {}] = lines
    assert.deepEqual(Object.keys(first).sort(), [
      'id',
      'ip',
      'level',
      'method',
      'ms',
      'msg',
      'route',
      'status',
      'time',
      'user',
    ])
    assert.equal(Reflect.get(first, 'id'), 'request-1')
    assert.equal(Reflect.get(first, 'ip'), '127.0.0.1')
  })

  test('never contains data that callers send, however a request ends', async (t) => {
    const { log, lines } = readableLog('trace')
    const fails = row('/api/fails', () => {
      throw new Error('a fault')
    })
    const http = await startHttp(t, httpContext(t, { log }), [row('/api/login'), fails])
    const headers = {
      authorization: 'Bearer canary',
      cookie: 'canary',
      'x-callback-token': 'canary',
    }
    for (const path of ['/api/login', '/api/fails', '/api/canary', '/api/login?otp=canary']) {
      await http.post(path, { password: 'canary' }, headers)
      await http.post(path, '{"canary":', headers)
      await http.post(path, { password: 'canary'.repeat(20_000) }, headers)
    }
    await exchange(http.port, 'GET /canary HTTP/1.1\r\nHost: x\r\ncanary\r\n\r\n')
    assert.ok(lines.length > 8)
    assert.ok(!lines.join('').includes('canary'), lines.join(''))
  })

  test('contains no lines made by a caller', async (t) => {
    const { log, lines } = readableLog()
    const config = { trustProxy: ['127.0.0.1'] }
    const http = await startHttp(t, httpContext(t, { log, config }), [row('/api/login')])
    await http.call('/api/%0a%7B%22level%22%3A%22fatal%22%7D')
    await http.call('/api/x', { headers: { 'x-forwarded-for': 'x" {"level":"fatal"}' } })
    assert.equal(lines.length, 2)
    for (const one of lines) assert.equal(line.parse(JSON.parse(one)).level, 'info')
  })

  test('of callbacks is for debugging only, unless they fail by our fault', async (t) => {
    const { log, requests } = readableLog()
    const fails = row('/api/webhook/fails', () => {
      throw new Error('a fault')
    })
    const http = await startHttp(t, httpContext(t, { log }), [row('/api/webhook/paid'), fails])
    await http.post('/api/webhook/paid', { password: 'x' })
    await http.post('/api/webhook/fails', { password: 'x' })
    assert.deepEqual(
      requests().map(({ route }) => route),
      ['/api/webhook/fails'],
    )
  })

  test('of a fault holds its cause and the request it met', async (t) => {
    const { log, lines } = readableLog()
    const fails = row('/api/fails', () => {
      throw Object.assign(new Error('outer', { cause: new Error('inner') }), {
        code: 'E123',
        parameters: ['canary'],
        detail: 'Key (email)=(canary@x.example)',
      })
    })
    const http = await startHttp(t, httpContext(t, { log }), [fails])
    const answer = await http.post('/api/fails', { password: 'x' })
    const [fault = ''] = lines
    const { err, id } = z
      .looseObject({
        id: z.string(),
        err: z.object({
          type: z.string(),
          message: z.string(),
          code: z.string(),
          stack: z.string(),
          cause: z.looseObject({ message: z.string() }),
        }),
      })
      .parse(JSON.parse(fault))
    assert.equal(id, answer.headers.get('x-request-id'))
    assert.equal(err.message, 'outer')
    assert.equal(err.code, 'E123')
    assert.equal(err.cause.message, 'inner')
    assert.ok(!fault.includes('canary'))
  })

  test('hides fields with secret names, at any depth', () => {
    const { log, lines } = readableLog()
    const secrets = {
      password: 'canary',
      otpCode: 'canary',
      user: { pin: 'canary', xToken: { value: 'canary' }, nik: 'canary' },
      list: [{ apiKey: 'canary' }, { signature: 'canary' }],
      raw: Buffer.from('canary'),
    }
    log.info({ ...secrets, amount: 5n, at: new Date(0), mapping: 'kept' }, 'logged')
    const [line = ''] = lines
    assert.ok(!line.includes('canary'), line)
    assert.ok(line.includes('"mapping":"kept"'))
    assert.ok(line.includes('"amount":"5"'))
  })

  test('ends in no loop if a logged value contains itself', () => {
    const { log, lines } = readableLog()
    const ring: { self?: unknown } = {}
    ring.self = ring
    log.info({ ring }, 'logged')
    assert.equal(lines.length, 1)
  })
})
