import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEvents } from './venue-events.ts'
import { Trades } from './venue-objects.ts'

const report = {
  e: 'executionReport',
  s: 'BTCIDR',
  c: 'tk-1',
  S: 'BUY',
  q: '0.01000000',
  C: '',
  x: 'TRADE',
  X: 'PARTIALLY_FILLED',
  i: 9_007_199_254_740_993n,
  l: '0.00400000',
  z: '0.00400000',
  L: '1600000000.00000000',
  n: '0.00000400',
  N: 'BTC',
  Y: '6400000.00000000',
  t: 12,
  T: 1_700_000_000_000,
}

const text = (event: object): string =>
  JSON.stringify(event, (_key, value) => (typeof value === 'bigint' ? `#${value}` : value)).replace(
    /"#(\d+)"/,
    '$1',
  )

const read = (change: object = {}) => readEvents(text({ ...report, ...change }))

test('a report keeps every digit, of ids as well', () => {
  assert.deepEqual(read(), [
    {
      kind: 'execution',
      report: {
        symbol: 'BTCIDR',
        orderId: '9007199254740993',
        clientOrderId: 'tk-1',
        side: 'BUY',
        execution: 'TRADE',
        status: 'PARTIALLY_FILLED',
        stage: 'open',
        endReason: null,
        quantity: '0.01000000',
        executed: '0.00400000',
        trade: {
          id: '12',
          price: '1600000000.00000000',
          quantity: '0.00400000',
          quote: '6400000.00000000',
          commission: '0.00000400',
          commissionAsset: 'BTC',
        },
        atMs: 1_700_000_000_000,
      },
      words: { ...report, i: '9007199254740993', t: '12', T: '1700000000000' },
    },
  ])
})

test('a cancel belongs to the order it ends, not to its own request', () => {
  const [event] = read({ x: 'CANCELED', X: 'CANCELED', c: 'web_1', C: 'tk-1', t: -1 }) ?? []
  assert.ok(event?.kind === 'execution')
  assert.deepEqual([event.report.clientOrderId, event.report.trade], ['tk-1', null])
})

test('events come bare or wrapped, one or several', () => {
  const bare = text(report)
  const once = read()
  assert.deepEqual(readEvents(`{"stream":"x","data":${bare}}`), once)
  assert.deepEqual(readEvents(`{"subscriptionId":0,"event":${bare}}`), once)
  const both = readEvents(`[${bare},{"e":"heartbeat"},{"e":"refreshWebsocket"}]`)
  assert.deepEqual(
    both?.map(({ kind }) => kind),
    ['execution', 'heartbeat', 'refresh'],
  )
  const others = readEvents('[{"e":"serverShutdown"},{"e":"balanceUpdate","a":"BTC"}]')
  assert.deepEqual(others, [{ kind: 'ending' }, { kind: 'other', name: 'balanceUpdate' }])
})

test('a malformed event is ignored', () => {
  for (const body of ['', '{', '[]', '1', '{"id":"ping","status":200}', '[{"e":"a"},{}]']) {
    assert.equal(readEvents(body), null, body)
  }
})

test('a report that contradicts itself is set aside with its text', () => {
  const wrong = [
    { l: 'NaN' },
    { l: '-0.00400000' },
    { L: '0' },
    { L: '1e9' },
    { t: -1 },
    { Y: '6400000.00100000' },
    { z: '0.00300000' },
    { z: '0.02000000' },
    { S: 'HOLD' },
    { X: 'DREAMT' },
    { i: 'abc' },
    { s: '' },
    { c: 'tk\u0000' },
    { c: 'x'.repeat(101) },
  ]
  for (const change of wrong) {
    const [event] = read(change) ?? []
    assert.equal(event?.kind, 'unreadable', JSON.stringify(change))
  }
})

test('a listed trade with contradictory figures is not read', () => {
  const trade = {
    symbol: 'BTCIDR',
    id: '1',
    orderId: '2',
    price: '3',
    qty: '0.33333333',
    quoteQty: '0.99999999',
    commission: '0',
    commissionAsset: 'BTC',
    time: '1',
    isBuyer: true,
    isMaker: false,
  }
  assert.ok(Trades.safeParse([trade]).success)
  for (const change of [{ quoteQty: '1.1' }, { qty: 'NaN' }, { price: '-3' }, { qty: '0' }]) {
    assert.ok(!Trades.safeParse([{ ...trade, ...change }]).success, JSON.stringify(change))
  }
})
