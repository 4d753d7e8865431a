import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { z } from 'zod'
import { eventually } from '../../../../tests/harness.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { exchange, isRefused, startHttp } from '../../../../tests/make/http-server.ts'
import { signedIn } from '../../access/signed-in.ts'
import { rawText } from '../contracts/contracts.ts'
import { anyone } from '../endpoint/admit.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import { success } from '../envelope.ts'
import { httpLimits } from '../http-limits.ts'
import type { HttpBounds } from '../server/server.ts'
import { image } from './uploads.ts'

const about = { method: 'POST', tag: 'test', summary: 'A test.' } as const
const mebibyte = 1024 * 1024

const upload = endpoint({
  ...about,
  path: '/api/upload',
  access: signedIn,
  body: z.object({ face: image({ maxBytes: 10 * mebibyte, types: ['image/jpeg'] }) }),
  run: () => undefined,
  reply: success('api.taken'),
})

const write = endpoint({
  ...about,
  path: '/api/write',
  access: anyone,
  body: z.object({ text: rawText({ max: 9 }) }),
  run: () => undefined,
  reply: success('api.written'),
})

async function start(t: TestContext, given: Partial<HttpBounds> = {}) {
  const bounds = { ...httpLimits, ...given }
  const http = await startHttp(t, httpContext(t), [upload, write], { bounds })
  const connections = () =>
    new Promise<number>((resolve) =>
      http.app.server.getConnections((_error, count) => resolve(count)),
    )
  return { ...http, connections }
}

const head = (path: string, type: string, length: string) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, length, '', ''].join('\r\n')
const multipart = 'multipart/form-data; boundary=b'
const tooLarge = 'api.payload_too_large'

function isUnauthenticated(answer: string): void {
  assert.match(answer, /^HTTP\/1\.1 401 .*connection: close.*"auth_required":true/is)
}

const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`

/** Sends chunks endlessly without reading; returns the number of bytes the server accepted. */
function sendForEver(t: TestContext, port: number, first: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    t.after(() => socket.destroy())
    const send = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.write(first)
    socket.on('drain', send).on('close', () => resolve(socket.bytesWritten))
    send()
  })
}

describe('a body that is refused while it is being sent', () => {
  test('does not withhold the response from its sender', async (t) => {
    const http = await start(t)
    const bytes = new Uint8Array(15 * mebibyte)
    const answers = await Promise.all(
      [5, 8, 11, 15].map((size) =>
        http.call('/api/upload', {
          method: 'POST',
          headers: { 'content-type': multipart },
          body: bytes.subarray(0, size * mebibyte),
        }),
      ),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([401]))
    const text = 'x'.repeat(5 * mebibyte)
    for (let time = 0; time < 4; time += 1) {
      assert.equal((await http.post('/api/write', { text })).message, tooLarge)
    }
    const unknown = await http.post('/api/nowhere', { text })
    assert.equal(unknown.message, 'api.not_found')
    const wrongMethod = await http.call('/api/write', { method: 'PUT', body: text })
    assert.equal(wrongMethod.message, 'api.method_not_allowed')
  })

  test('is read to its end from a sender that reads only afterwards', async (t) => {
    const http = await start(t)
    const bytes = 16 * mebibyte
    const sendThenRead = async (path: string, type: string): Promise<string> => {
      const socket = connect(http.port, '127.0.0.1').pause()
      t.after(() => socket.destroy())
      socket.write(head(path, type, `Content-Length: ${bytes}`))
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.write(Buffer.alloc(bytes, 0x20), () => resolve())
      })
      let answer = ''
      for await (const piece of socket) answer += String(piece)
      return answer
    }
    isUnauthenticated(await sendThenRead('/api/upload', multipart))
    isRefused(await sendThenRead('/api/write', 'application/json'), 413, tooLarge)
  })

  test('that never ends is cut after a number of bytes', async (t) => {
    const http = await start(t, { refusedBodyBytes: 4 * mebibyte })
    for (const first of [
      head('/api/upload', multipart, 'Transfer-Encoding: chunked'),
      head('/api/write', 'application/json', 'Transfer-Encoding: chunked'),
      head('/api/nowhere', 'application/json', 'Transfer-Encoding: chunked'),
    ]) {
      const sent = await sendForEver(t, http.port, first)
      // Allows for the bytes in both kernels' buffers.
      assert.ok(sent < 4 * mebibyte + 16 * mebibyte, `${sent} bytes`)
    }
    assert.equal(await http.connections(), 0)
  })

  test('that drips or stops is cut after its time', async (t) => {
    const bounds = { refusedBodyMs: 600, refusedBodyQuietMs: 300 }
    const http = await start(t, bounds)
    const first = head('/api/upload', multipart, 'Content-Length: 1000000')
    const startedMs = performance.now()
    isUnauthenticated(await exchange(http.port, first))
    assert.ok(performance.now() - startedMs >= 300)
    const socket = connect(http.port, '127.0.0.1').on('error', () => undefined)
    socket.write(first)
    const dripping = setInterval(() => socket.write('x'), 50)
    t.after(() => clearInterval(dripping))
    await eventually('it to be there', async () => (await http.connections()) === 1)
    await eventually('it to be cut', async () => (await http.connections()) === 0)
  })

  test('holds no more connections than may wait for its end', async (t) => {
    const bounds = { refusedBodies: 2, refusedBodyMs: 60_000, refusedBodyQuietMs: 60_000 }
    const http = await start(t, bounds)
    const first = head('/api/upload', multipart, 'Content-Length: 1000000')
    for (let time = 0; time < 6; time += 1) {
      const socket = connect(http.port, '127.0.0.1').on('error', () => undefined)
      t.after(() => socket.destroy())
      socket.resume().write(first)
    }
    await eventually('all to be answered', async () => (await http.connections()) === 2)
  })
})
