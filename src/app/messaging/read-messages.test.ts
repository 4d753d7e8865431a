import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { bodyOf, messageOf } from '../../../tests/make/answers.ts'
import { callSigned, makeKey } from '../../../tests/make/api-key.ts'
import { makeMessages } from '../../../tests/make/messages.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'

async function unreadOf(tukar: Tukar, { token }: Trader): Promise<readonly number[]> {
  const { body } = await tukar.call('GET', '/api/user-messages?type=UNREAD&limit=100', { token })
  return body.data.data
    .map(({ id }: { id: number }) => id)
    .toSorted((a: number, b: number) => a - b)
}

const read = (tukar: Tukar, { token }: Trader, query: string) =>
  tukar.call('GET', `/api/user-messages/read${query}`, { token })

const age = async ({ service }: Tukar, id: number | undefined, interval: string) => {
  const made = sql`now() - ${interval}::interval`
  const aged = sql`update user_messages set created_at = ${made} where id = ${id ?? 0}`
  await aged.execute(service.ctx.db.read)
}

test('named messages are read, however often they are named and however old', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const [one, two, three] = await makeMessages(tukar, trader, 3)
  await age(tukar, one, '40 days')
  const query = `?userMessageIds[]=${one}&userMessageIds[]=${three}&userMessageIds[]=${three}`
  const answer = await read(tukar, trader, query)
  assert.deepEqual(bodyOf(answer), [
    200,
    { code: 200, title: 'OK', message: 'api.user_messages_have_been_read', result: true },
  ])
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.deepEqual(await unreadOf(tukar, trader), [two])
})

test('reading again changes nothing, not even when a message was read', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const [one] = await makeMessages(tukar, trader, 1)
  const readAt = async () => {
    const { body } = await tukar.call('GET', '/api/user-messages', { token: trader.token })
    return body.data.data[0].readAt
  }
  await read(tukar, trader, `?userMessageIds[]=${one}`)
  const first = await readAt()
  assert.match(first, /Z$/)
  await Promise.all([
    read(tukar, trader, `?userMessageIds[]=${one}`),
    read(tukar, trader, '?type=all'),
  ])
  assert.equal(await readAt(), first)
})

test('messages of another user and unknown ones are ignored', async (t) => {
  const tukar = await startTukar(t)
  const [owner, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const ids = await makeMessages(tukar, owner, 1)
  const query = `?userMessageIds[]=${ids[0]}&userMessageIds[]=999999999`
  const answer = await read(tukar, other, query)
  assert.deepEqual(messageOf(answer), [200, 'api.user_messages_have_been_read'])
  await read(tukar, other, '?type=all')
  await tukar.call('POST', '/api/user-messages/read-all', { token: other.token })
  assert.deepEqual(await unreadOf(tukar, owner), ids)
})

test('all means the last 30 days, in both forms', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { token } = trader
  const ways = [
    () => read(tukar, trader, '?type=all'),
    () => tukar.call('POST', '/api/user-messages/read-all', { token }),
  ]
  const messages = ['api.user_messages_have_been_read', 'api.user_messages_have_been_read_all']
  for (const [at, way] of ways.entries()) {
    const [old, recent] = await makeMessages(tukar, trader, 3)
    await age(tukar, old, '30 days 1 second')
    await age(tukar, recent, '29 days 23 hours 59 minutes')
    const before = await unreadOf(tukar, trader)
    const answer = await way()
    assert.deepEqual(messageOf(answer), [200, messages[at]])
    assert.equal('data' in answer.body, false)
    const left = await unreadOf(tukar, trader)
    assert.ok(old !== undefined && left.includes(old))
    assert.deepEqual(before.filter((id) => !left.includes(id)).length, 2)
  }
})

test('a message that comes while all are read is unread or read, and never lost', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { token } = trader
  await makeMessages(tukar, trader, 20)
  const [made] = await Promise.all([
    makeMessages(tukar, trader, 20),
    tukar.call('POST', '/api/user-messages/read-all', { token }),
  ])
  const { body } = await tukar.call('GET', '/api/user-messages', { token })
  const { totalCount, totalReadCount, totalUnreadCount } = body.data
  assert.equal(totalCount, 40)
  assert.equal(totalReadCount + totalUnreadCount, 40)
  assert.ok(totalReadCount === 20 || totalReadCount === 40, `${totalReadCount}`)
  const left = await unreadOf(tukar, trader)
  assert.ok(left.every((id) => made.includes(id)))
})

test('neither all nor a list is refused, and so is a malformed list of ids', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const cases = [
    ['', 'The user message ids field is required.'],
    ['?type=some', 'The selected type is invalid.'],
    ['?userMessageIds=1', 'The user message ids field must be an array.'],
    ['?userMessageIds[]=-1', 'The user message ids.0 field must be at least 1.'],
    ['?userMessageIds[]=x', 'The user message ids.0 field must be an integer.'],
  ]
  for (const [query = '', sentence] of cases) {
    const answer = await read(tukar, trader, query)
    assert.deepEqual(messageOf(answer), [400, sentence])
  }
})

test('a list of more ids than a screen holds is refused', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const many = Array.from({ length: 100_000 }, () => 'userMessageIds[]=1').join('&')
  assert.equal((await read(tukar, trader, `?${many}`)).status, 431)
})

test('a read key marks no message as read, although that is a GET', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const made = await makeMessages(tukar, trader, 2)
  const key = await makeKey(tukar, trader, { permissions: ['read', 'trade', 'withdraw'] })
  for (const query of ['?type=all', `?userMessageIds[]=${made[0]}`]) {
    const answer = await callSigned(tukar, key, { path: `/api/user-messages/read${query}` })
    assert.deepEqual(messageOf(answer), [403, 'api.api_key_permission_denied'])
  }
  assert.equal((await callSigned(tukar, key, { path: '/api/user-messages' })).status, 200)
  assert.equal((await unreadOf(tukar, trader)).length, 2)
})
