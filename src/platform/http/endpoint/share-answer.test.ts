import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { refuse } from '../../../base/refusal.ts'
import { text } from '../contracts/contracts.ts'
import { success } from '../envelope.ts'
import { type Access, anyone } from './admit.ts'
import { endpoint } from './endpoint.ts'

const about = { tag: 'test', summary: 'A test.', method: 'GET' } as const
const Word = z.object({ word: text({ max: 10 }) })

async function start(t: TestContext) {
  let made = 0
  const ctx = httpContext(t)
  const http = await startHttp(t, ctx, [
    endpoint({
      ...about,
      path: '/api/shared/{word}',
      access: anyone,
      params: Word,
      shared: { seconds: 30 },
      run: (_ctx, { word }) => {
        made += 1
        return word === 'none' ? refuse('api.not_found') : `${word} ${made}`
      },
      reply: success('api.shared', z.string()),
    }),
  ])
  return { ...http, ctx, made: () => made }
}

test('a shared response is made once, with its cache time and its tag', async (t) => {
  const { call, made } = await start(t)
  const first = await call('/api/shared/one')
  assert.equal(first.json['data'], 'one 1')
  assert.equal(first.headers.get('cache-control'), 'public, max-age=30')
  assert.match(first.headers.get('etag') ?? '', /^"[A-Za-z0-9_-]{27}"$/)
  assert.equal(first.headers.get('age'), '0')
  const again = await call('/api/shared/one?and=more')
  assert.equal(again.text, first.text)
  assert.equal(again.headers.get('etag'), first.headers.get('etag'))
  assert.equal(made(), 1)
  assert.equal((await call('/api/shared/two')).json['data'], 'two 2')
})

test('a client with the current response gets 304 without a body', async (t) => {
  const { call } = await start(t)
  const etag = (await call('/api/shared/one')).headers.get('etag') ?? ''
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await call('/api/shared/one', { headers: { 'if-none-match': tags } })
    assert.equal(answer.status, 304, tags)
    assert.equal(answer.text, '')
    assert.equal(answer.headers.get('etag'), etag)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=30')
  }
  const other = await call('/api/shared/one', { headers: { 'if-none-match': '"other"' } })
  assert.equal(other.status, 200)
})

test('HEAD returns the same headers as GET, without a body', async (t) => {
  const { call } = await start(t)
  const get = await call('/api/shared/one')
  const head = await call('/api/shared/one', { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  for (const name of ['etag', 'cache-control', 'content-length', 'content-type']) {
    assert.equal(head.headers.get(name), get.headers.get(name), name)
  }
})

test('a refusal is never cached, here or by any client', async (t) => {
  const { call, made } = await start(t)
  for (const times of [1, 2]) {
    const answer = await call('/api/shared/none')
    assert.equal(answer.status, 404)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('etag'), null)
    assert.equal(made(), times)
  }
})

test('a cleared entry is recreated', async (t) => {
  const { call, ctx } = await start(t)
  await call('/api/shared/one')
  ctx.answers.clear()
  assert.equal((await call('/api/shared/one')).json['data'], 'one 2')
})

test('nothing that depends on the caller can be declared as shared', () => {
  const bearer: Access<null> = { ...anyone, scheme: 'bearer' }
  const row = { ...about, path: '/api/x', run: () => undefined, reply: success('api.x') } as const
  const shared = { seconds: 1 }
  assert.throws(() => endpoint({ ...row, access: bearer, shared }), /only public reads/)
  assert.throws(
    () => endpoint({ ...row, access: anyone, method: 'POST', shared }),
    /only public reads/,
  )
})

test('if only some responses are public, the others are never cached', async (t) => {
  let made = 0
  const bearer: Access<null> = { ...anyone, scheme: 'bearer' }
  const { call } = await startHttp(t, httpContext(t), [
    endpoint({
      ...about,
      path: '/api/some/{word}',
      access: bearer,
      params: Word,
      shared: { seconds: 30, when: ({ word }) => word === 'open' },
      run: () => {
        made += 1
        return `${made}`
      },
      reply: success('api.some', z.string()),
    }),
  ])
  const etagOf = async (word: string) => {
    const { headers, json } = await call(`/api/some/${word}`)
    return [json['data'], headers.get('cache-control'), headers.get('age')]
  }
  assert.deepEqual(await etagOf('open'), ['1', 'public, max-age=30', '0'])
  assert.deepEqual(await etagOf('open'), ['1', 'public, max-age=30', '0'])
  assert.deepEqual(await etagOf('mine'), ['2', 'no-store', null])
  assert.deepEqual(await etagOf('mine'), ['3', 'no-store', null])
})
