import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../src/context.ts'
import type { Endpoint } from '../../src/platform/http/endpoint/endpoint.ts'
import { buildServer, type ServerOptions } from '../../src/platform/http/server/server.ts'

export type TestHttp = Readonly<{
  app: FastifyInstance
  url: string
  port: number
  call: (path: string, init?: RequestInit) => Promise<HttpAnswer>
  /** POST with a JSON body; text is sent unchanged. */
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<HttpAnswer>
}>

export type HttpAnswer = Readonly<{
  status: number
  headers: Headers
  text: string
  json: Readonly<Record<string, unknown>>
  message: unknown
}>

/** A server with these endpoints on a free port, closed at the end of the test. */
export async function startHttp(
  t: TestContext,
  ctx: Context,
  endpoints: readonly Endpoint[],
  options?: ServerOptions,
): Promise<TestHttp> {
  const app = buildServer(ctx, endpoints, options)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  const call: TestHttp['call'] = async (path, init) => answerOf(await fetch(url + path, init))
  return {
    app,
    url,
    port: Number(new URL(url).port),
    call,
    post: (path, body, headers) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
  }
}

const record = z.record(z.string(), z.unknown())

async function answerOf(response: Response): Promise<HttpAnswer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const json = isJson && text !== '' ? record.parse(JSON.parse(text)) : {}
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    message: json['message'],
  }
}

/** Sends raw bytes; returns all that is received until the server ends the connection. */
export function exchange(port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
    // A response received before a reset still counts.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
    socket.setTimeout(10_000, () => {
      socket.destroy()
      reject(new Error('the server did not end the connection'))
    })
    for (const piece of pieces) socket.write(piece)
  })
}

/** Asserts the status and the message of a raw response, and that its envelope is complete. */
export function isRefused(answer: string, status: number, message: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), answer)
  assert.match(head, /\r\nx-content-type-options: nosniff/i)
  assert.match(head, /\r\ncontent-type: application\/json; charset=utf-8/i)
  const json: unknown = JSON.parse(body)
  assert.ok(typeof json === 'object' && json !== null)
  assert.deepEqual(Object.keys(json), ['code', 'title', 'message', 'result'])
  assert.equal(Reflect.get(json, 'message'), message)
  assert.equal(Reflect.get(json, 'code'), status)
}
