import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { makeOrderTrader, sendOrder, stillMarket } from '../../../../tests/make/order.ts'
import { wholeCandles } from './candle-span.rules.ts'

const at = '/api/exchange/venue/history?symbol=BTC_IDR'
const hourMs = 3_600_000
const begin = 1_700_000_000_000

/** Sends a request from a given local address and returns its status. */
const from = (localAddress: string, url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { localAddress }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    }).on('error', reject)
  })

test('candles of any ranges, requested from many addresses, never stop orders', async (t) => {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  await tukar.control('POST', '/venue/limits', { weight: 1_500 })
  const { venue } = tukar.service.ctx
  assert.equal((await venue.markets(['BTCIDR'], 'account')).kind, 'accepted')
  const trader = await makeOrderTrader(tukar)
  const statuses: number[] = []
  for (let round = 0; round < 40; round += 1) {
    const sent = Array.from({ length: 10 }, (_, offset) => {
      const startTime = begin + (round * 10 + offset) * 500 * 60_000
      const url = `${tukar.url}${at}&interval=1m&startTime=${startTime}&limit=1`
      return from(`127.0.0.${2 + (offset % 5)}`, url)
    })
    statuses.push(...(await Promise.all(sent)))
  }
  const shown = statuses.filter((status) => status === 200).length
  assert.ok(shown >= 40 && shown <= 320, `${shown} were shown`)
  const order = await sendOrder(tukar, trader, { type: 'MARKET', price: undefined })
  assert.equal(order.status, 200, order.text)
  assert.equal((await venue.prices(['BTCIDR'], 'price')).kind, 'accepted')
})

const opensOf = async (tukar: Tukar, query: string): Promise<readonly number[]> => {
  const answer = await tukar.call('GET', `${at}&${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map(({ openTime }: { openTime: number }) => openTime)
}

test('for any requested range the venue gets the same few queries', async (t) => {
  const tukar = await startTukar(t)
  const sent = t.mock.method(tukar.service.ctx.venue, 'candles').mock
  const first = Math.ceil(begin / hourMs) * hourMs
  for (let round = 0; round < 60; round += 1) {
    const opens = await opensOf(
      tukar,
      `interval=1h&startTime=${begin + round * 1_000}&limit=${round + 1}`,
    )
    assert.deepEqual([opens.length, opens[0]], [round + 1, first])
  }
  assert.ok(sent.callCount() <= 2, `${sent.callCount()} calls`)
})

test('candles of the last hours, up to an end and of a span are whole and in order', async (t) => {
  const tukar = await startTukar(t)
  const last = await opensOf(tukar, 'interval=1h&limit=1000')
  assert.equal(last.length, 1_000)
  const nowMs = tukar.service.ctx.clock.now().getTime()
  assert.ok((last.at(-1) ?? 0) > nowMs - 2 * hourMs)
  assert.ok(last.every((open, index) => index === 0 || open - (last[index - 1] ?? 0) === hourMs))
  const [end, start] = [last[900] ?? 0, last[300] ?? 0]
  const upTo = await opensOf(tukar, `interval=1h&endTime=${end + 5}&limit=700`)
  assert.deepEqual(upTo, last.slice(201, 901))
  const span = await opensOf(tukar, `interval=1h&startTime=${start}&endTime=${end}&limit=1000`)
  assert.deepEqual(span, last.slice(300, 901))
  assert.deepEqual(await opensOf(tukar, `interval=1h&startTime=${nowMs + hourMs}`), [])
  assert.deepEqual(await opensOf(tukar, `interval=1h&startTime=${end}&endTime=${start}`), [])
})

test('each candle is of its own page, also beside one from before its market began', async (t) => {
  const tukar = await startTukar(t)
  const { clock, venue } = tukar.service.ctx
  const began = Math.floor(clock.now().getTime() / hourMs - 1_200) * hourMs
  const opens = Array.from({ length: 1_201 }, (_, hour) => began + hour * hourMs)
  type Asked = Readonly<{ startTime: number; limit: number }>
  const sent = t.mock.method(venue, 'candles', async ({ startTime, limit }: Asked) => ({
    kind: 'accepted',
    value: opens
      .filter((openTime) => openTime >= startTime)
      .slice(0, limit)
      .map((openTime) => ({
        ...{ openTime, open: '1', high: '1', low: '1', volume: '1', closeTime: openTime + 1 },
        ...{ close: openTime - startTime < 500 * hourMs ? '1' : '2', quoteVolume: '1', trades: 1 },
      })),
  })).mock
  const query = `interval=1h&startTime=${began - 2_500 * hourMs}&limit=1000`
  const answer = await tukar.call('GET', `${at}&${query}`)
  const shown = answer.body.data.map(({ openTime, close }: Candle) => [openTime, close])
  assert.deepEqual(
    shown,
    opens.slice(0, 1_000).map((openTime) => [openTime, '1']),
  )
  assert.ok(sent.callCount() <= 4, `${sent.callCount()} calls`)
})

type Candle = Readonly<{ openTime: number; close: string }>

test('a range is rounded to whole candles: a start up, an end down, months by the calendar', () => {
  const range = { startTime: Date.UTC(2026, 0, 15, 10, 30), endTime: Date.UTC(2026, 2, 3, 9, 1) }
  assert.deepEqual(wholeCandles('1h', range), {
    startTime: Date.UTC(2026, 0, 15, 11),
    endTime: Date.UTC(2026, 2, 3, 9),
  })
  assert.deepEqual(wholeCandles('1M', range), {
    startTime: Date.UTC(2026, 1, 1),
    endTime: Date.UTC(2026, 2, 1),
  })
  assert.deepEqual(wholeCandles('1w', range), {
    startTime: Date.UTC(2026, 0, 19),
    endTime: Date.UTC(2026, 2, 2),
  })
  assert.deepEqual(wholeCandles('1m', { startTime: 60_000 }), { startTime: 60_000 })
})
