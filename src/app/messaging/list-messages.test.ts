import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../tests/harness.ts'
import { makeMessages } from '../../../tests/make/messages.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { countMessages, findMessages } from '../../core/outbox/messages.sql.ts'

type Listed = Readonly<{ id: number }>

const idsOf = (body: { data: { data: readonly Listed[] } }) => body.data.data.map(({ id }) => id)

test('messages come newest first, each whole, with the counters of all of them', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const ids = await makeMessages(tukar, trader, 3)
  const answer = await tukar.call('GET', '/api/user-messages', { token: trader.token })
  assert.equal(answer.status, 200)
  assert.equal(answer.body.message, 'api.user_messages_retrieved')
  const { data, ...counters } = answer.body.data
  assert.deepEqual(counters, { totalCount: 3, totalReadCount: 0, totalUnreadCount: 3 })
  assert.deepEqual(idsOf(answer.body), ids.toReversed())
  const { id, body, createdAt, ...rest } = data[0]
  assert.equal(id, ids[2])
  assert.match(body, /^Body of message:/)
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
  assert.deepEqual(rest, {
    kind: 'deposit-completed',
    title: 'Deposit received',
    data: { symbol: 'IDR', amount: '1', fee: '0', credited: '1', reference: 'test' },
    read: false,
    readAt: null,
  })
  assert.equal(answer.headers.get('cache-control'), 'no-store')
})

test('read and unread messages are listed apart, and all are always counted', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { token } = trader
  const [one, two, three] = await makeMessages(tukar, trader, 3)
  await tukar.call('GET', `/api/user-messages/read?userMessageIds[]=${two}`, { token })
  const expected = [
    ['ALL', [three, two, one]],
    ['READ', [two]],
    ['UNREAD', [three, one]],
  ] as const
  for (const [type, ids] of expected) {
    const { body } = await tukar.call('GET', `/api/user-messages?type=${type}`, { token })
    assert.deepEqual(idsOf(body), ids, type)
    const { totalCount, totalReadCount, totalUnreadCount } = body.data
    assert.deepEqual([totalCount, totalReadCount, totalUnreadCount], [3, 1, 2])
    for (const { read, readAt } of body.data.data) assert.equal(read, readAt !== null)
  }
})

test('limit and offset select a part of the list, twenty by default', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { token } = trader
  const newest = (await makeMessages(tukar, trader, 25)).toReversed()
  const part = async (query: string) =>
    idsOf((await tukar.call('GET', `/api/user-messages${query}`, { token })).body)
  assert.deepEqual(await part(''), newest.slice(0, 20))
  assert.deepEqual(await part('?limit=3&offset=2'), newest.slice(2, 5))
  assert.deepEqual(await part('?limit=100'), newest)
  assert.deepEqual(await part('?offset=25'), [])
})

test('a user sees only their own messages', async (t) => {
  const tukar = await startTukar(t)
  const [owner, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  await makeMessages(tukar, owner, 2)
  const seen = await tukar.call('GET', '/api/user-messages', { token: other.token })
  assert.deepEqual(seen.body.data, {
    data: [],
    totalCount: 0,
    totalReadCount: 0,
    totalUnreadCount: 0,
  })
})

test('of a long history only the newest messages are searched and counted', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { token, id: user } = trader
  const ids = await makeMessages(tukar, trader, 5)
  const read = ids.slice(0, 3).map((id) => `userMessageIds[]=${id}`)
  await tukar.call('GET', `/api/user-messages/read?${read.join('&')}`, { token })
  const { db } = tukar.service.ctx
  const listed = async (type: 'ALL' | 'READ' | 'UNREAD') => {
    const found = await findMessages(db, user, { type, limit: 10, offset: 0 }, 3)
    return found.map(({ id }) => id)
  }
  assert.deepEqual(await listed('ALL'), ids.slice(2).toReversed())
  assert.deepEqual(await listed('READ'), ids.slice(2, 3))
  assert.deepEqual(await listed('UNREAD'), ids.slice(3).toReversed())
  assert.deepEqual(await countMessages(db, user, 3), { total: 3, read: 1 })
  assert.deepEqual(await countMessages(db, user), { total: 5, read: 3 })
})
