import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { makeKey } from '../../../tests/make/api-key.ts'
import { makeMessages } from '../../../tests/make/messages.ts'
import { makeOrderTrader, stillMarket } from '../../../tests/make/order.ts'
import { lastingPrices } from '../../../tests/make/prices.ts'
import { makeTrader, password, type Trader } from '../../../tests/make/trader.ts'
import { createTukar, memoryStore, Refusal, type TukarOptions } from '../src/client.ts'
import { textOf } from '../src/texts.ts'

/** The client of a trader who is signed in. */
async function clientOf(tukar: Tukar, trader: Trader, options: Partial<TukarOptions> = {}) {
  const client = createTukar({ url: tukar.url, ...options })
  await client.signIn({ email: trader.email, password })
  return client
}

const expireTokens = ({ service }: Tukar) =>
  sql`update access_tokens set expires_at = now()`.execute(service.ctx.db.read)

describe('a person with the client', () => {
  test('stays signed in when the access token expires, whatever is called at once', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const store = memoryStore()
    const client = await clientOf(tukar, trader, { store })
    const before = (await store.load())?.tokens
    await expireTokens(tukar)
    const [me, coins] = await Promise.all([
      client.get('/api/users/me'),
      client.get('/api/users/coins'),
      client.get('/api/collect'),
    ])
    assert.equal(me.email, trader.email)
    assert.ok(coins.some(({ symbol, balance }) => symbol === 'IDR' && balance === '0'))
    assert.notEqual((await store.load())?.tokens?.refreshToken, before?.refreshToken)
    await client.signOut()
    await assert.rejects(client.get('/api/users/me'), { key: 'auth.unauthenticated' })
  })

  test('reads why a call was refused, in both languages', async (t) => {
    const tukar = await startTukar(t)
    const client = createTukar({ url: tukar.url })
    const error = await client
      .signIn({ email: 'nobody@tukar.test', password: 'wrong' })
      .catch((one: unknown) => one)
    assert.ok(error instanceof Refusal)
    assert.deepEqual([error.key, error.status], ['auth.failed', 401])
    assert.ok(error.requestId)
    const explained = await client.get('/api/errors')
    const { text } = explained.find(({ key }) => key === error.key) ?? assert.fail()
    assert.deepEqual({ en: textOf(error, 'en'), id: textOf(error, 'id') }, text)
  })

  test('hears of changes, and of those made while the connection was lost', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const connections: AbortController[] = []
    /** Connections of the stream can be cut. */
    const cut: typeof fetch = (input, init) => {
      const request = new Request(input, init)
      if (!request.url.endsWith('/api/stream')) return fetch(request)
      const connection = new AbortController()
      connections.push(connection)
      return fetch(request, { signal: AbortSignal.any([request.signal, connection.signal]) })
    }
    const streamTimes = { retryMs: 10 }
    const client = await clientOf(tukar, trader, { fetch: cut, streamTimes })
    const waiting = new Map<string, () => void>()
    const heard = (title: string) => new Promise<void>((resolve) => waiting.set(title, resolve))
    let fresh = 0
    const started = heard('start')
    const stream = client.stream(
      '/api/stream',
      {
        start: () => waiting.get('start')?.(),
        message: ({ title }) => waiting.get(title)?.(),
      },
      {
        readAgain: () => {
          fresh += 1
        },
      },
    )
    await started
    const first = heard('first')
    await makeMessages(tukar, trader, 1, 'first')
    await first
    const second = heard('second')
    connections[0]?.abort()
    await makeMessages(tukar, trader, 1, 'second')
    await second
    assert.deepEqual([connections.length, fresh], [2, 1])
    stream.close()
    await stream.ended
  })

  test('passes lists in a query, and files in a form', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const client = await clientOf(tukar, trader)
    const ids = [...(await makeMessages(tukar, trader, 2))].map(Number)
    await client.get('/api/user-messages/read', {
      params: { query: { 'userMessageIds[]': ids } },
    })
    const { data: messages } = await client.get('/api/user-messages')
    assert.deepEqual(
      messages.map(({ read }) => read),
      [true, true],
    )
    const shares: number[] = []
    const ktp_image = new Blob(['no picture'], { type: 'image/png' })
    const upload = client.upload('/api/idp/ocr', {
      body: { userId: trader.id.toString(), nationality: 'Indonesia', ktp_image },
      onProgress: (share) => shares.push(share),
    })
    await assert.rejects(upload, Refusal)
    assert.deepEqual(shares, [0, 1])
  })
})

describe('a program with the client', () => {
  test('signs what it reads and what it sends, many at once', async (t) => {
    const tukar = await startTukar(t)
    await stillMarket(tukar)
    const trader = await makeOrderTrader(tukar)
    const apiKey = await makeKey(tukar, trader, { permissions: ['read', 'trade'] })
    const client = createTukar({ url: tukar.url, apiKey })
    const ofRupiah = { params: { query: { symbol: 'IDR', per_page: 10 } } }
    const lists = Array.from({ length: 20 }, () =>
      client.get('/api/users/transaction-histories', ofRupiah),
    )
    for (const { data } of await Promise.all(lists)) assert.ok(data)
    await lastingPrices(tukar.service.ctx.db, { BTC_IDR: '1640000000', USDT_IDR: '16400' })
    const params = { header: { 'Idempotency-Key': 'order-1' } }
    const limits = { volume: '0.01', price: '1600000000' }
    const body = { side: 'BUY', type: 'LIMIT', txPair: 'BTC_IDR', ...limits } as const
    const placed = await client.post('/api/exchange/venue/order', { body, params })
    assert.equal(await client.post('/api/exchange/venue/order', { body, params }), placed)
    const { data: orders } = await client.get('/api/exchange/venue/historyOrder')
    assert.equal(orders.length, 1)
  })

  test('with a wrong secret is refused', async (t) => {
    const tukar = await startTukar(t)
    const { apiKey } = await makeKey(tukar, await makeTrader(tukar))
    const client = createTukar({ url: tukar.url, apiKey: { apiKey, secretKey: 'wrong' } })
    await assert.rejects(client.get('/api/users/me'), { key: 'auth.unauthenticated' })
  })
})
