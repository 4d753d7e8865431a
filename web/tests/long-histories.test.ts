import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTukar } from '../../packages/client/src/client.ts'
import { ok, refused, responder, url } from '../../packages/client/tests/responder.ts'
import './client-source.ts'

const { readOpenOrders, readPastOrders } = await import('../app/history/past-orders.ts')
const { tableOf } = await import('../app/history/save-history.ts')
const { readMessages } = await import('../app/messages/read-messages.ts')
const { readNews } = await import('../app/news/read-news.ts')
const { findWithdrawal } = await import('../app/withdraw/find-withdrawal.ts')

/** A service whose lists have 250 items, of which it sends at most 100 at once. */
function longLists() {
  const { fetch, sent } = responder(({ operation }) => {
    const query = new URL(operation.replace(/^GET /, url)).searchParams
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 20)]
    if (size > 100) return refused(400, 'The per page field must be between 1 and 100.')
    const ids = Array.from({ length: 250 }, (_, n) => ({ id: `${n}`, order_no: `${n}` }))
    const data = ids.slice((page - 1) * size, page * size)
    return ok({ data, nextPage: page * size < ids.length ? page + 1 : null })
  })
  return { tukar: createTukar({ url, fetch }), sent }
}

test('past orders are shown to the last one, however many there are', async () => {
  const { tukar } = longLists()
  const some = await readPastOrders(tukar, 6)
  assert.deepEqual([some.data.length, some.nextPage], [120, 7])
  const all = await readPastOrders(tukar, 13)
  assert.deepEqual([all.data.at(-1)?.order_no, all.nextPage], ['249', null])
})

test('all open orders are shown, so that each can be cancelled', async () => {
  const { tukar } = longLists()
  const { data, nextPage } = await readOpenOrders(tukar, undefined)
  assert.deepEqual([data.length, data.at(-1)?.order_no, nextPage], [250, '249', null])
})

test('messages and news are shown to the last one, however many there are', async () => {
  const { fetch } = responder(({ operation }) => {
    const { pathname, searchParams: query } = new URL(operation.replace(/^GET /, url))
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
    if (limit > 100) return refused(400, 'The limit field must be between 1 and 100.')
    const ids = Array.from({ length: 250 }, (_, id) => ({ id })).slice(offset, offset + limit)
    const counts = { totalCount: 250, totalUnreadCount: 7 }
    return ok(pathname === '/api/news' ? ids : { data: ids, ...counts })
  })
  const tukar = createTukar({ url, fetch })
  const idsOf = (items: readonly Readonly<{ id: number }>[]) => items.map(({ id }) => id)
  for (const items of [20, 120, 260]) {
    const wanted = Array.from({ length: Math.min(items, 250) }, (_, id) => id)
    const messages = await readMessages(tukar, 'ALL', items)
    assert.deepEqual(idsOf(messages.data), wanted)
    assert.deepEqual([messages.totalCount, messages.totalUnreadCount], [250, 7])
    assert.deepEqual(idsOf(await readNews(tukar, 'id', items)), wanted)
  }
})

test('a withdrawal is found however many came after it', async () => {
  const { tukar, sent } = longLists()
  assert.equal((await findWithdrawal(tukar, 'IDR', '207'))?.id, '207')
  assert.equal(sent.length, 3)
  assert.equal(await findWithdrawal(tukar, 'IDR', 'none'), null)
})

test('a saved history has each row that the service lists, or says that some lack', async () => {
  const rowsOf = async (items: number) => {
    const table = await tableOf(async ({ page, per_page }) => {
      const ids = Array.from({ length: Math.min(per_page, items - (page - 1) * per_page) })
      const isLast = page * per_page >= items || page === 500
      return {
        data: ids.map((_, n) => ({ id: `${page}-${n}` })),
        nextPage: isLast ? null : page + 1,
      }
    })
    return table.trimEnd().split('\r\n')
  }
  const some = await rowsOf(10_050)
  assert.deepEqual([some.length, some.at(-1)], [10_051, '101-49'])
  const all = await rowsOf(60_000)
  assert.deepEqual([all.length, all.at(-2)], [50_002, '500-99'])
  assert.equal(all.at(-1), 'INCOMPLETE: only the first 50000 rows.')
})

test('a saved history has each row once, though new ones come while it is read', async () => {
  for (const name of ['id', 'order_no']) {
    const table = await tableOf(async ({ page, per_page }) => {
      // Newest first: with each page that is read, two more rows have come.
      const newest = 248 + 2 * page
      const first = newest - (page - 1) * per_page
      const data = Array.from({ length: Math.min(per_page, first) }, (_, n) => first - n)
      const nextPage = first > per_page ? page + 1 : null
      return { data: data.map((number) => ({ [name]: `${number}` })), nextPage }
    })
    const rows = table.trimEnd().split('\r\n').slice(1)
    assert.deepEqual(
      rows,
      Array.from({ length: 250 }, (_, n) => `${250 - n}`),
    )
  }
})
