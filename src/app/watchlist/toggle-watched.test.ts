import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'

const collected = [200, 'collect ok!']
const cancelled = [200, 'cancel ok!']

const collect = (tukar: Tukar, { token }: Trader, txPair: unknown, node = 0) =>
  send(tukar.nodes[node]?.url ?? '', 'POST', '/api/collect', { token, body: { txPair } })

const watched = async (tukar: Tukar, { token }: Trader) =>
  (await tukar.call('GET', '/api/collect', { token })).body.data

test('a pair is added and then removed, each time with an empty list', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  assert.deepEqual(await watched(tukar, trader), [])
  const answer = await collect(tukar, trader, 'BTC_IDR')
  assert.deepEqual(answer.body, {
    code: 200,
    title: 'OK',
    message: 'collect ok!',
    result: true,
    data: [],
  })
  assert.deepEqual(messageOf(await collect(tukar, trader, 'ETH_IDR')), collected)
  assert.deepEqual(await watched(tukar, trader), [{ txPair: 'BTC_IDR' }, { txPair: 'ETH_IDR' }])
  const gone = await collect(tukar, trader, 'btc-idr')
  assert.deepEqual([...messageOf(gone), gone.body.data], [...cancelled, []])
  assert.deepEqual(await watched(tukar, trader), [{ txPair: 'ETH_IDR' }])
})

test('an unknown pair returns txPair not exist!, a missing pair is a failure', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (const txPair of ['DOGE_IDR', 'BTCIDR', '%', "BTC_IDR' or 1=1", '__proto__']) {
    assert.deepEqual(
      messageOf(await collect(tukar, trader, txPair)),
      [400, 'txPair not exist!'],
      txPair,
    )
  }
  const required = [400, 'The tx pair field is required.']
  assert.deepEqual(messageOf(await collect(tukar, trader, '')), required)
  assert.deepEqual(messageOf(await collect(tukar, trader, undefined)), required)
  assert.deepEqual(messageOf(await collect(tukar, trader, ['BTC_IDR']))[0], 400)
  assert.deepEqual(await watched(tukar, trader), [])
})

test('toggles at once all count: the end is their parity, on one node as on two', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeTrader(tukar)
  for (const times of [2, 7, 8]) {
    await sql`delete from watchlist`.execute(tukar.service.ctx.db.read)
    const answers = await Promise.all(
      Array.from({ length: times }, (_, index) => collect(tukar, trader, 'BTC_IDR', index % 2)),
    )
    const messages = answers.map(({ body }) => body.message).toSorted()
    const cancels = Math.floor(times / 2)
    assert.deepEqual(messages, [
      ...Array.from({ length: cancels }, () => 'cancel ok!'),
      ...Array.from({ length: times - cancels }, () => 'collect ok!'),
    ])
    const left = times % 2 === 1 ? [{ txPair: 'BTC_IDR' }] : []
    assert.deepEqual(await watched(tukar, trader), left)
  }
})

test("the watchlist of one user does not affect another's", async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  assert.deepEqual(messageOf(await collect(tukar, one, 'BTC_IDR')), collected)
  assert.deepEqual(await watched(tukar, other), [])
  assert.deepEqual(messageOf(await collect(tukar, other, 'BTC_IDR')), collected)
  assert.deepEqual(await watched(tukar, one), [{ txPair: 'BTC_IDR' }])
})

test('a pair that is switched off stays on the watchlist, and can be removed', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await collect(tukar, trader, 'BTC_IDR')
  const { read } = tukar.service.ctx.db
  await sql`update pairs set active = false where tx_pair = 'BTC_IDR'`.execute(read)
  assert.deepEqual(await watched(tukar, trader), [{ txPair: 'BTC_IDR' }])
  assert.deepEqual(messageOf(await collect(tukar, trader, 'BTC_IDR')), cancelled)
})
