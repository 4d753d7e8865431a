import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { exchange, startHttp } from '../../../../tests/make/http-server.ts'
import { anyone } from '../endpoint/admit.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import { eventStream } from '../envelope.ts'
import { httpLimits } from '../http-limits.ts'
import { FrameStream, frameOf } from './frame-stream.ts'

/** Serves one stream, to which the test writes. */
async function startStream(t: TestContext) {
  const stream = new FrameStream()
  const server = createServer((_request, response) => void stream.pipe(response))
  server.listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const address: AddressInfo | string | null = server.address()
  assert.ok(address !== null && typeof address === 'object')
  return { stream, server, port: address.port }
}

test('frames arrive whole and in order, those sent before the response too', async (t) => {
  const { stream, server, port } = await startStream(t)
  stream.send(frameOf('one '))
  const answer = fetch(`http://127.0.0.1:${port}/`)
  await once(server, 'request')
  const others = Array.from({ length: 50 }, (_, at) => frameOf(`${at} ${'x'.repeat(at * 100)} `))
  for (const frame of others) stream.send(frame)
  stream.finish('the end')
  const text = `one ${others.map(({ bytes }) => bytes.toString()).join('')}the end`
  assert.equal(await (await answer).text(), text)
})

test('a stream that ended before its response began sends what it has', async (t) => {
  const { stream, port } = await startStream(t)
  stream.send(frameOf('one '))
  stream.finish('the end')
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'one the end')
})

test('a client of HTTP/1.0 gets bytes without chunks', async (t) => {
  const { stream, server, port } = await startStream(t)
  const answer = exchange(port, 'GET / HTTP/1.0\r\n\r\n')
  await once(server, 'request')
  stream.send(frameOf('one '))
  stream.send(frameOf('two '))
  stream.finish('three')
  assert.equal((await answer).split('\r\n\r\n')[1], 'one two three')
})

test('a server that closes does not wait for a stream that it ended', async (t) => {
  const row = endpoint({
    method: 'GET',
    path: '/api/frames',
    tag: 'test',
    summary: 'A test.',
    access: anyone,
    run: () => {
      const stream = new FrameStream()
      stream.send(frameOf('one '))
      return { stream, end: () => stream.finish('the end') }
    },
    reply: eventStream('A test.', {}),
  })
  const bounds = { ...httpLimits, drainMs: 3_600_000 }
  const { url, app } = await startHttp(t, httpContext(t), [row], { bounds })
  const answer = await fetch(`${url}/api/frames`)
  await app.close()
  assert.equal(await answer.text(), 'one the end')
})

test('what a client leaves unread is counted, and does not grow with its copies', async (t) => {
  const { stream, server, port } = await startStream(t)
  const socket = connect(port, '127.0.0.1').pause()
  t.after(() => socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(server, 'request')
  assert.equal(stream.unreadBytes, 0)
  const frame = frameOf('x'.repeat(1_000_000))
  for (let sent = 0; sent < 40; sent += 1) stream.send(frame)
  assert.ok(stream.unreadBytes > 10_000_000, `${stream.unreadBytes}`)
  const closed = once(stream, 'close')
  stream.destroy()
  await closed
})
