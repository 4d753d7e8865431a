import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import type { Fields } from '../../../tests/json.ts'
import { makeKey, signature } from '../../../tests/make/api-key.ts'
import {
  makeCashWithdrawer,
  movePayout,
  pausePayouts,
  withdrawCash,
} from '../../../tests/make/cash-withdrawal.ts'
import { listen } from '../../../tests/make/event-stream.ts'
import { startHttp } from '../../../tests/make/http-server.ts'
import { makeMessages } from '../../../tests/make/messages.ts'
import { fillOrder, makeOrderTrader, placeOrder, stillMarket } from '../../../tests/make/order.ts'
import { leaderOf, paidInto, reportPayx } from '../../../tests/make/payx.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { expectOk, makeTrader, password, type Trader } from '../../../tests/make/trader.ts'
import { makeVirtualAccount } from '../../../tests/make/virtual-account.ts'
import type { ChangeSource } from '../../core/changes/change-source.ts'
import { streamLimits } from '../../core/changes/stream-limits.ts'
import { messageChanges } from '../messaging/list-messages.ts'
import { marketFeed } from '../trading/live/market-feed.ts'
import type { StreamBounds } from './open-stream.ts'
import { streamEndpoints } from './routes.ts'

const titleIs = (title: string) => (data: Fields) => data['title'] === title
const statusIs = (status: string) => (data: Fields) => data['status'] === status

/** Returns the caller's items as their list endpoint shows them. */
async function listed(tukar: Tukar, { token }: Trader, path: string) {
  const answer = await tukar.call('GET', path, { token })
  expectOk(answer)
  return answer.body.data.data
}

/**
 * Waits for the end of all transactions that are older than the last commit. While one is open, in
 * any database of the server, a stream repeats later commits.
 */
async function olderTransactionsEnd({ service }: Tukar): Promise<void> {
  const { read } = service.ctx.db
  const { rows } = await sql<{ next: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(read)
  const next = rows[0]?.next
  const find = () =>
    sql<{ ended: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${next}::text::xid8 as ended`.execute(read)
  await eventually('older transactions', async () => (await find()).rows[0]?.ended)
}

const transfers = '/api/users/history/v2/deposit-withdraw'

test('a stream begins with its position, and no proxy caches or buffers it', async (t) => {
  const tukar = await startTukar(t)
  const stream = await listen(t, tukar, await makeTrader(tukar))
  assert.equal(stream.status, 200)
  assert.equal(stream.headers.get('content-type'), 'text/event-stream')
  assert.equal(stream.headers.get('cache-control'), 'no-store')
  assert.equal(stream.headers.get('x-accel-buffering'), 'no')
  const { data, id } = await stream.next('start')
  assert.deepEqual(data, { resumed: false })
  assert.match(id ?? '', /^\d+-\d+-\d+$/)
})

describe('a stream sends', () => {
  test('a deposit, the new balance, and its message, as the lists show them', async (t) => {
    const tukar = await startTukar(t)
    await leaderOf(tukar)
    const trader = await makeTrader(tukar)
    const account = await makeVirtualAccount(tukar, trader)
    const stream = await listen(t, tukar, trader)
    await stream.next('start')
    expectOk(await reportPayx(tukar, 'deposit-paid', paidInto(account, 'paid-1', 250_000)))
    const { data: deposit } = await stream.next('deposit')
    assert.deepEqual([deposit], await listed(tukar, trader, transfers))
    const { data: balance } = await stream.next('balance')
    const coins = await tukar.call('GET', '/api/users/coins', { token: trader.token })
    const rupiah = coins.body.data.find(({ symbol }: { symbol: string }) => symbol === 'IDR')
    const { symbol, available, locked, balance: owned } = rupiah
    assert.deepEqual(balance, { symbol, available, locked, balance: owned })
    assert.notEqual(owned, '0')
    const { data: message } = await stream.next('message')
    assert.deepEqual([message], await listed(tukar, trader, '/api/user-messages'))
  })

  test('an order as it is accepted, partly filled, and ended', async (t) => {
    setLimits(t, streamLimits, { lookEveryMs: 50 })
    const tukar = await startTukar(t)
    await stillMarket(tukar)
    const trader = await makeOrderTrader(tukar)
    const stream = await listen(t, tukar, trader)
    await stream.next('start')
    const orderNo = await placeOrder(tukar, trader, { volume: '0.03' })
    const { data: taken } = await stream.next('order')
    assert.deepEqual([taken['order_no'], taken['executedVolume']], [orderNo, '0'])
    await stream.next('balance', ({ symbol, locked }) => symbol === 'IDR' && locked !== '0')
    await fillOrder(tukar, orderNo, '0.01')
    await stream.next('order', ({ executedVolume }) => executedVolume === '0.01')
    await fillOrder(tukar, orderNo, '0.02')
    const { data: done } = await stream.next('order', statusIs('DONE'))
    const path = '/api/exchange/venue/historyOrder'
    assert.deepEqual([done], await listed(tukar, trader, path))
    await stream.next(
      'balance',
      ({ symbol, balance }) => symbol === 'BTC' && String(balance) > '10.02',
    )
  })

  test('a withdrawal as it is requested, sent, and ended', async (t) => {
    const tukar = await startTukar(t)
    await leaderOf(tukar)
    await pausePayouts(tukar)
    const trader = await makeCashWithdrawer(tukar)
    const stream = await listen(t, tukar, trader)
    await stream.next('start')
    const accepted = await withdrawCash(tukar, trader)
    expectOk(accepted)
    const { data: sent } = await stream.next('withdrawal', statusIs('SUBMITTED'))
    expectOk(await movePayout(tukar, String(sent['id']), 'SUCCEEDED'))
    const { data: ended } = await stream.next('withdrawal', statusIs('SUCCESS'))
    assert.deepEqual([ended], await listed(tukar, trader, transfers))
  })

  test('a message again when it is read, on another device', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const [id] = await makeMessages(tukar, trader, 1)
    const stream = await listen(t, tukar, trader)
    await stream.next('start')
    const path = `/api/user-messages/read?userMessageIds[]=${id}`
    expectOk(await tukar.call('GET', path, { token: trader.token }))
    const { data } = await stream.next('message')
    assert.deepEqual([data['id'], data['read']], [id, true])
  })

  test('no event of another user, and no event twice while it is open', async (t) => {
    setLimits(t, streamLimits, { lookEveryMs: 50 })
    const tukar = await startTukar(t)
    const [one, two] = [await makeTrader(tukar), await makeTrader(tukar)]
    const streams = await Promise.all([one, two].map((trader) => listen(t, tukar, trader)))
    for (const stream of streams) await stream.next('start')
    // While this transaction is open, no position advances.
    const writer = await openIdleTransaction(t, tukar)
    await makeMessages(tukar, one, 1, 'mine')
    await streams[0]?.next('message')
    await pause(500)
    await writer.commit()
    await makeMessages(tukar, one, 1, 'last')
    await makeMessages(tukar, two, 1, 'theirs')
    await streams[0]?.next('message', titleIs('last'))
    await streams[1]?.next('message', titleIs('theirs'))
    const titles = streams.map(({ events }) =>
      events.filter(({ event }) => event === 'message').map(({ data }) => data['title']),
    )
    assert.deepEqual(titles, [['mine', 'last'], ['theirs']])
  })
})

/** Opens a transaction that has written something, and leaves it open until `commit` is called. */
async function openIdleTransaction(
  t: TestContext,
  { config }: Tukar,
  ...statements: readonly string[]
) {
  const client = new pg.Client({ connectionString: config.databaseUrl ?? '' })
  await client.connect()
  t.after(() => client.end())
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  for (const statement of statements) await client.query(statement)
  return { commit: () => client.query('commit') }
}

describe('a stream that resumes from the last id', () => {
  test('sends the changes since its last event, and none before', async (t) => {
    const tukar = await startTukar(t, { nodes: 2 })
    const trader = await makeTrader(tukar)
    await makeMessages(tukar, trader, 1, 'before')
    await olderTransactionsEnd(tukar)
    const first = await listen(t, tukar, trader)
    await first.next('start')
    await makeMessages(tukar, trader, 1, 'told')
    await first.next('message')
    await eventually('its id', async () => first.events.at(-1)?.id)
    first.leave()
    await makeMessages(tukar, trader, 2, 'meanwhile')
    const [, other] = tukar.nodes
    const second = await listen(t, tukar, trader, { lastId: first.lastId(), url: other?.url ?? '' })
    assert.deepEqual((await second.next('start')).data, { resumed: true })
    await eventually('both', async () => second.events.length >= 3)
    const titles = second.events.slice(1).map(({ data }) => data['title'])
    assert.deepEqual(
      titles.filter((title) => title !== 'told'),
      ['meanwhile', 'meanwhile'],
    )
  })

  test('misses nothing of a transaction that began before the id and ends after it', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const [id] = await makeMessages(tukar, trader, 1, 'slow')
    const slow = await openIdleTransaction(
      t,
      tukar,
      `update user_messages set read_at = now() where id = ${id}`,
    )
    const first = await listen(t, tukar, trader)
    await first.next('start')
    await makeMessages(tukar, trader, 1, 'quick')
    await first.next('message', titleIs('quick'))
    const lastId = first.lastId()
    first.leave()
    await slow.commit()
    const second = await listen(t, tukar, trader, { lastId })
    assert.equal((await second.next('message', titleIs('slow'))).data['read'], true)
  })

  test('reports a gap if the id is too old, from before a failover, or malformed', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    await makeMessages(tukar, trader, 1)
    const seconds = Math.floor(Date.now() / 1_000)
    const first = await listen(t, tukar, trader)
    const [xid, , history] = ((await first.next('start')).id ?? '').split('-')
    first.leave()
    const late = [seconds - 3_700, seconds + 600].map((at) => `1-${at}-${history}`)
    const foreign = `${xid}-${seconds}-${Number(history) - 1}`
    const ids = [...late, `999999999999999-${seconds}-${history}`, foreign, 'x', '1-']
    for (const lastId of ids) {
      const stream = await listen(t, tukar, trader, { lastId })
      assert.deepEqual((await stream.next('start')).data, { resumed: false }, lastId)
      assert.equal(stream.events.length, 1)
      stream.leave()
    }
  })

  test('reports a gap if more changed than it sends', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const first = await listen(t, tukar, trader)
    await first.next('start')
    first.leave()
    await makeMessages(tukar, trader, 250)
    await olderTransactionsEnd(tukar)
    const second = await listen(t, tukar, trader, { lastId: first.lastId() })
    assert.deepEqual((await second.next('start')).data, { resumed: false })
    await makeMessages(tukar, trader, 1, 'next')
    await second.next('message', titleIs('next'))
    assert.equal(second.events.length, 2)
  })
})

/** Serves streams with the test's own bounds and changes. */
async function startStreams(
  t: TestContext,
  tukar: Tukar,
  bounds: Partial<StreamBounds>,
  read: ChangeSource['read'] = messageChanges.read,
) {
  const own = { ...streamLimits, ...bounds }
  const endpoints = streamEndpoints([{ ...messageChanges, read }], marketFeed, own)
  const { port } = await startHttp(t, tukar.service.ctx, endpoints)
  return { port, url: `http://127.0.0.1:${port}` }
}

describe('a stream', () => {
  test('that is quiet reports its position', async (t) => {
    const tukar = await startTukar(t)
    const streams = await startStreams(t, tukar, { quietMs: 100 })
    const stream = await listen(t, streams, await makeTrader(tukar))
    const { id } = await stream.next('start')
    await eventually('a later id', async () => stream.lastId() !== id)
    assert.equal(stream.events.length, 1)
  })

  test('continues from its position once the database can be read again', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    let isAway = false
    let refused = 0
    const streams = await startStreams(t, tukar, { lookEveryMs: 20 }, async (...given) => {
      if (!isAway) return messageChanges.read(...given)
      refused += 1
      throw new Error('the database is away')
    })
    const stream = await listen(t, streams, trader)
    await stream.next('start')
    isAway = true
    await eventually('a refused read', async () => refused > 0)
    await makeMessages(tukar, trader, 1, 'meanwhile')
    const before = refused
    await eventually('more refused reads', async () => refused > before + 2)
    assert.equal(stream.events.length, 1)
    isAway = false
    await stream.next('message', titleIs('meanwhile'))
    assert.equal(stream.events.length, 2)
  })

  test('is ended if its app reads nothing, before it fills the memory', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    let version = 0
    let isFlowing = false
    const bounds = { lookEveryMs: 5, streamsEach: 1, unreadBytes: 4_000_000 }
    const streams = await startStreams(t, tukar, bounds, async (_ctx, _tx, followers) => {
      version += 1
      if (!isFlowing) return []
      return followers.map(({ user, from }) => ({
        user,
        event: 'message' as const,
        key: 'large',
        version: from.xid + version,
        data: { text: 'x'.repeat(1_000_000) },
      }))
    })
    const head = 'GET /api/stream HTTP/1.1\r\nHost: x\r\n'
    const socket = connect(streams.port, '127.0.0.1').on('error', () => undefined)
    t.after(() => socket.destroy())
    socket.pause().write(`${head}Authorization: Bearer ${trader.token}\r\n\r\n`)
    await eventually('it to be looked for', async () => version > 0)
    assert.equal((await listen(t, streams, trader)).status, 429)
    isFlowing = true
    await eventually('a free slot', async () => {
      const { status, leave } = await listen(t, streams, trader)
      leave()
      return status === 200
    })
  })

  test('ends after its maximum time', async (t) => {
    const tukar = await startTukar(t)
    const streams = await startStreams(t, tukar, { openMs: 300, admitEveryMs: 100 })
    const stream = await listen(t, streams, await makeTrader(tukar))
    await stream.next('start')
    assert.equal(await stream.ended, true)
  })
})

describe('a stream is open to', () => {
  test('signed-in users and keys that may read, and ends with their permission', async (t) => {
    setLimits(t, streamLimits, { lookEveryMs: 50, admitEveryMs: 50 })
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const reader = await makeKey(tukar, trader, { permissions: ['read'] })
    const seller = await makeKey(tukar, trader, { permissions: ['trade'], apiName: 'seller' })
    const path = '/api/stream'
    assert.equal((await listen(t, tukar, {}, { headers: signature(seller, { path }) })).status, 403)
    const byKey = await listen(t, tukar, {}, { headers: signature(reader, { path }) })
    const byToken = await listen(t, tukar, trader)
    await Promise.all([byKey.next('start'), byToken.next('start')])
    expectOk(await tukar.call('DELETE', '/api/auth', { token: trader.token }))
    assert.equal(await byToken.ended, true)
    const again = await tukar.call('POST', '/api/auth/login', {
      body: { email: trader.email, password },
    })
    const body = { password, reason: 'lost phone' }
    const { token } = again.body.data.xToken
    assert.equal((await listen(t, tukar, { token })).status, 200)
    expectOk(await tukar.call('POST', '/api/user/suspend', { token, body }))
    assert.equal(await byKey.ended, true)
  })
})

test('a HEAD request opens no stream', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  for (let times = 0; times < 10; times += 1) {
    const head = await tukar.call('HEAD', '/api/stream', { token })
    assert.equal(head.status, 200)
  }
  assert.equal((await listen(t, tukar, { token })).status, 200)
})

test('streams end as soon as their node drains, and go on later at another node', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeTrader(tukar)
  const first = await listen(t, tukar, trader)
  await first.next('start')
  assert.equal(first.retryMs(), null)
  const [here, other] = tukar.nodes
  await here?.drain()
  assert.equal(await first.ended, true)
  const retryMs = first.retryMs() ?? 0
  assert.ok(retryMs >= 1_000 && retryMs <= 5_000, `${retryMs} ms`)
  const second = await listen(t, tukar, trader, { lastId: first.lastId(), url: other?.url ?? '' })
  assert.deepEqual((await second.next('start')).data, { resumed: true })
})
