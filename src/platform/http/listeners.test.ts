import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../tests/make/http-context.ts'
import { startHttp } from '../../../tests/make/http-server.ts'
import { anyone } from './endpoint/admit.ts'
import { endpoint } from './endpoint/endpoint.ts'
import { success } from './envelope.ts'
import { type ListenerName, listenersOf } from './listeners.ts'

/** Returns the names of the relay headers it received. */
const echo = endpoint({
  method: 'POST',
  path: '/api/webhook/echo',
  tag: 'test',
  summary: 'A test.',
  access: anyone,
  run: (_ctx, _input, _caller, { headers }) =>
    Object.keys(headers).filter((name) => name.startsWith('x-relay-')),
  reply: success('api.echo', z.array(z.string())),
})

const listenerOn = (port: number) => ({ host: '127.0.0.1', port })
type Settings = Parameters<typeof listenersOf>[0]
const apart: Settings = { ...listenerOn(0), internal: listenerOn(1), callbacks: listenerOn(2) }

async function answersAt(t: TestContext, name: ListenerName, settings = apart): Promise<unknown> {
  const listener = listenersOf(settings).find((one) => one.name === name)
  assert.ok(listener)
  const http = await startHttp(t, httpContext(t), [echo], { listener })
  const relayed = { 'x-relay-hop': '1', 'x-relay-time': '1', 'x-relay-mac': 'x' }
  const { json } = await http.post('/api/webhook/echo', {}, relayed)
  return json['data']
}

test('the guides for operators are served where their interface is, and nowhere else', () => {
  const serving = (path: string) =>
    listenersOf(apart).flatMap(({ name, serves }) => (serves(path) ? [name] : []))
  for (const path of ['guides/a-day', 'operations', 'runbooks/TukarDown']) {
    assert.deepEqual(serving(`/operator/docs/${path}`), ['internal'])
  }
  assert.deepEqual(serving('/docs/going-live/payx'), ['internal', 'public'])
  assert.deepEqual(serving('/docs/guides/orders'), ['public'])
})

describe('a request relayed by another node', () => {
  const all = ['x-relay-hop', 'x-relay-time', 'x-relay-mac']

  test('is served on the internal listener, and on no other beside it', async (t) => {
    assert.deepEqual(await answersAt(t, 'internal'), all)
    assert.deepEqual(await answersAt(t, 'callbacks'), [])
    const { callbacks: _, ...rest } = apart
    assert.deepEqual(await answersAt(t, 'public', { ...rest, callbacks: null }), [])
  })

  test('is served beside callbacks, without an internal listener', async (t) => {
    assert.deepEqual(
      await answersAt(t, 'public', { ...listenerOn(0), internal: null, callbacks: null }),
      all,
    )
    assert.deepEqual(await answersAt(t, 'callbacks', { ...apart, internal: null }), all)
  })
})
