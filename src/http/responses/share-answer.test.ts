import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../tests/make/http-context.ts'
import { startHttp } from '../../../tests/make/http-server.ts'
import { refuse } from '../../base/refusal.ts'
import { text } from '../contracts.ts'
import { type Access, anyone, endpoint } from '../endpoint.ts'
import { success } from '../envelope.ts'

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

test('a shared answer is made once, and says how long it may be kept and its tag', async (t) => {
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

test('who has the answer already is told so without it', async (t) => {
  const { call } = await start(t)
  const etag = (await call('/api/shared/one')).headers.get('etag') ?? ''
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const told = await call('/api/shared/one', { headers: { 'if-none-match': tags } })
    assert.equal(told.status, 304, tags)
    assert.equal(told.text, '')
    assert.equal(told.headers.get('etag'), etag)
    assert.equal(told.headers.get('cache-control'), 'public, max-age=30')
  }
  const other = await call('/api/shared/one', { headers: { 'if-none-match': '"other"' } })
  assert.equal(other.status, 200)
})

test('HEAD tells the same headers as GET, without a body', async (t) => {
  const { call } = await start(t)
  const get = await call('/api/shared/one')
  const head = await call('/api/shared/one', { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  for (const name of ['etag', 'cache-control', 'content-length', 'content-type']) {
    assert.equal(head.headers.get(name), get.headers.get(name), name)
  }
})

test('a refusal is never kept, here or by anybody else', async (t) => {
  const { call, made } = await start(t)
  for (const times of [1, 2]) {
    const told = await call('/api/shared/none')
    assert.equal(told.status, 404)
    assert.equal(told.headers.get('cache-control'), 'no-store')
    assert.equal(told.headers.get('etag'), null)
    assert.equal(made(), times)
  }
})

test('what is cleared is made anew', async (t) => {
  const { call, ctx } = await start(t)
  await call('/api/shared/one')
  ctx.answers.clear()
  assert.equal((await call('/api/shared/one')).json['data'], 'one 2')
})

test('nothing that depends on the caller can be declared as shared', () => {
  const bearer: Access<null> = { ...anyone, scheme: 'bearer' }
  const row = { ...about, path: '/api/x', run: () => undefined, reply: success('api.x') } as const
  const shared = { seconds: 1 }
  assert.throws(() => endpoint({ ...row, access: bearer, shared }), /public and read/)
  assert.throws(
    () => endpoint({ ...row, access: anyone, method: 'POST', shared }),
    /public and read/,
  )
})

test('where only some answers are for everybody, the others are kept by nobody', async (t) => {
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
  const told = async (word: string) => {
    const { headers, json } = await call(`/api/some/${word}`)
    return [json['data'], headers.get('cache-control'), headers.get('age')]
  }
  assert.deepEqual(await told('open'), ['1', 'public, max-age=30', '0'])
  assert.deepEqual(await told('open'), ['1', 'public, max-age=30', '0'])
  assert.deepEqual(await told('mine'), ['2', 'no-store', null])
  assert.deepEqual(await told('mine'), ['3', 'no-store', null])
})
