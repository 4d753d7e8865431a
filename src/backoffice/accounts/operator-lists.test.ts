import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { makeBanner, makeCategory, makeNews } from '../../../tests/make/content.ts'
import { makeFirstAdmin, makeOperator } from '../../../tests/make/operator.ts'

async function administered(tukar: Tukar) {
  const { token, id } = await makeFirstAdmin(tukar)
  const get = (path: string) => tukar.call('GET', `/operator/api/${path}`, { token })
  /** Reads all pages of a list; returns the values of one field for each page. */
  const pagesOf = async (path: string, field: string) => {
    const pages: unknown[][] = []
    let cursor: string | null = ''
    while (cursor !== null && pages.length < 10) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const { status, body } = await get(`${path}${path.includes('?') ? '' : '?'}${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      pages.push(body.data.data.map((row: Readonly<Record<string, unknown>>) => row[field]))
      cursor = body.data.nextCursor
    }
    return pages
  }
  return { id, get, pagesOf }
}

test('news are paged by cursor, and filtered by status and category', async (t) => {
  const tukar = await startTukar(t)
  const { pagesOf } = await administered(tukar)
  const [market, other] = [await makeCategory(tukar, 'market'), await makeCategory(tukar, 'other')]
  await makeNews(tukar, 'a', market)
  await makeNews(tukar, 'b', other)
  await makeNews(tukar, 'c', market, { draft: true })
  assert.deepEqual(await pagesOf('news?limit=2', 'slug'), [['c', 'b'], ['a']])
  assert.deepEqual(await pagesOf('news?sort=asc&limit=2', 'slug'), [['a', 'b'], ['c']])
  assert.deepEqual(await pagesOf('news?status=DRAFT', 'slug'), [['c']])
  assert.deepEqual(await pagesOf(`news?categoryId=${market}`, 'slug'), [['c', 'a']])
})

test('one item of news is read in both languages; an unknown one is not found', async (t) => {
  const tukar = await startTukar(t)
  const { get } = await administered(tukar)
  const id = await makeNews(tukar, 'a', await makeCategory(tukar, 'market'), { draft: true })
  const { data } = (await get(`news/${id}`)).body
  assert.deepEqual(data.title, { id: 'a (id)', en: 'a (en)' })
  assert.equal((await get('news/999')).body.message, 'api.content_not_found')
})

test('banners and dictionaries are paged in the order of their positions', async (t) => {
  const tukar = await startTukar(t)
  const { pagesOf } = await administered(tukar)
  const ids = [
    await makeBanner(tukar, 'third', { position: 2 }),
    await makeBanner(tukar, 'first', { position: 1, status: 'INACTIVE' }),
    await makeBanner(tukar, 'second', { position: 1 }),
  ]
  const [third, first, second] = ids
  assert.deepEqual(await pagesOf('banners?limit=1', 'id'), [[first], [second], [third]])
  assert.deepEqual(await pagesOf('banners?status=ACTIVE', 'id'), [[second, third]])
  assert.deepEqual(await pagesOf('banners?sort=desc&limit=2', 'id'), [[third, second], [first]])
  const genders = await pagesOf('dictionaries?type=gender&limit=1', 'type')
  assert.ok(genders.length >= 2 && genders.flat().every((type) => type === 'gender'))
})

test('the audit is searched by time, exactly', async (t) => {
  const tukar = await startTukar(t)
  const { get, pagesOf } = await administered(tukar)
  await sql`
    insert into operator_audit (action, subject_kind, subject_id, ip, request_id, at)
    select 'test.act', 'thing', n, '127.0.0.1', 'r',
      timestamptz '2026-01-01' + n * interval '1 hour'
    from generate_series(0, 5) n`.execute(tukar.service.ctx.db.read)
  const all = 'audit?action=test.act'
  const between = '&from=2026-01-01T01:00:00Z&to=2026-01-01T04:00:00Z'
  const subjects = async (query: string) =>
    (await get(`${all}${query}`)).body.data.data.map(
      ({ subject }: { subject: { id: string } }) => subject.id,
    )
  assert.deepEqual(await subjects(between), ['3', '2', '1'])
  assert.deepEqual(await subjects('&to=2026-01-01T01:00:00Z'), ['0'])
  assert.deepEqual(await subjects('&from=2026-01-01T05:00:00Z'), ['5'])
  assert.deepEqual(await subjects('&to=2025-01-01T05:00:00Z'), [])
  assert.deepEqual(await subjects('&from=2026-02-01T05:00:00Z'), [])
  assert.deepEqual(
    (await pagesOf(`${all}&limit=4`, 'action')).map(({ length }) => length),
    [4, 2],
  )
})

test('operators are paged by cursor, and filtered by role and whether disabled', async (t) => {
  const tukar = await startTukar(t)
  const { id, get, pagesOf } = await administered(tukar)
  const viewer = await makeOperator(tukar, 'viewer')
  assert.deepEqual(await pagesOf('operators?limit=1', 'id'), [[viewer.id], [id]])
  assert.deepEqual(await pagesOf('operators?role=viewer', 'id'), [[viewer.id]])
  assert.deepEqual(await pagesOf('operators?disabled=true', 'id'), [[]])
  assert.deepEqual(await pagesOf('operators?disabled=false&sort=asc', 'id'), [[id, viewer.id]])
  assert.equal((await get(`operators/${viewer.id}`)).body.data.email, viewer.email)
  assert.equal((await get('operators/999')).body.message, 'api.operator_not_found')
})
