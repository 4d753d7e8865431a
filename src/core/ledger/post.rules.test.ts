import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assetId, userId } from '../../base/values/ids.ts'
import { type Asset, money } from '../../base/values/money.ts'
import { accountKinds, available, house, locked } from './accounts.ts'
import {
  balanceKey,
  type Move,
  movesOf,
  type Posting,
  planPostings,
  sameMoves,
  storedMove,
  touchedBalances,
} from './post.rules.ts'

const btc: Asset = { id: assetId(3), symbol: 'BTC', scale: 8 }
const idr: Asset = { id: assetId(1), symbol: 'IDR', scale: 2 }
const [siti, budi] = [userId(7), userId(8)]
const custody = house('custody')

const move = (from: Move['from'], to: Move['to'], units: bigint, asset = btc): Move => ({
  from,
  to,
  amount: money(asset, units),
})
const posting = (key: string, ...moves: readonly Move[]): Posting => ({
  key,
  action: 'DEPOSIT',
  moves,
})
const owns = (units: bigint, frozen = 0n, user = siti, asset = btc) =>
  [balanceKey(user, asset.id), { available: units, locked: frozen }] as const

describe('a plan of postings', () => {
  test('has the balances after each move and after all', () => {
    const planned = planPostings(new Map([owns(5n, 1n)]), [
      posting('a', move(custody, available(siti), 10n), move(available(siti), locked(siti), 4n)),
      posting('b', move(locked(siti), available(budi), 5n)),
    ])
    assert.deepEqual(planned.balances, new Map([owns(11n, 0n), owns(5n, 0n, budi)]))
    assert.deepEqual([...planned.sufficient], ['a', 'b'])
    const common = { assetId: btc.id }
    assert.deepEqual(planned.lines, [
      {
        ...common,
        ...{ key: 'a', line: 0, units: 10n },
        ...{ fromKind: accountKinds.custody, fromUser: null, fromAfter: null },
        ...{ toKind: accountKinds.available, toUser: siti, toAfter: 15n },
      },
      {
        ...common,
        ...{ key: 'a', line: 1, units: 4n },
        ...{ fromKind: accountKinds.available, fromUser: siti, fromAfter: 11n },
        ...{ toKind: accountKinds.locked, toUser: siti, toAfter: 5n },
      },
      {
        ...common,
        ...{ key: 'b', line: 0, units: 5n },
        ...{ fromKind: accountKinds.locked, fromUser: siti, fromAfter: 0n },
        ...{ toKind: accountKinds.available, toUser: budi, toAfter: 5n },
      },
    ])
  })

  test('leaves out a posting that lacks money, as a whole, and goes on', () => {
    const planned = planPostings(new Map([owns(5n)]), [
      posting('a', move(available(siti), custody, 2n), move(available(siti), custody, 4n)),
      posting('b', move(available(siti), custody, 5n)),
      posting('c', move(available(siti), custody, 1n)),
    ])
    assert.deepEqual([...planned.sufficient], ['b'])
    assert.deepEqual(planned.balances, new Map([owns(0n)]))
    assert.equal(planned.lines.length, 1)
  })

  test('keeps assets apart', () => {
    const planned = planPostings(new Map([owns(5n)]), [
      posting('a', move(available(siti), custody, 5n, idr)),
    ])
    assert.equal(planned.sufficient.size, 0)
  })
})

test('each touched balance is named once; house accounts are none', () => {
  const touched = touchedBalances([
    posting('a', move(custody, available(siti), 1n), move(available(siti), locked(siti), 1n)),
    posting('b', move(available(siti), available(budi), 1n, idr), move(custody, custody, 1n)),
  ])
  assert.deepEqual(touched, [
    { user: siti, assetId: btc.id },
    { user: siti, assetId: idr.id },
    { user: budi, assetId: idr.id },
  ])
})

test('moves of zero are dropped, and a negative one is refused', () => {
  const [some, none] = [move(custody, available(siti), 1n), move(custody, available(siti), 0n)]
  assert.deepEqual(movesOf(posting('a', some, none)), [some])
  assert.deepEqual(movesOf(posting('a', some)), [some])
  const negative = posting('a', some, none, move(custody, available(siti), -1n))
  assert.throws(() => movesOf(negative), new RangeError('posting a moves a negative amount'))
})

test('a move is stored with the numbers of its accounts, and the users of these', () => {
  assert.deepEqual(storedMove(move(custody, locked(budi), 10n)), {
    ...{ assetId: btc.id, units: 10n },
    ...{ fromKind: accountKinds.custody, fromUser: null },
    ...{ toKind: accountKinds.locked, toUser: budi },
  })
  assert.deepEqual(storedMove(move(available(siti), custody, 1n, idr)), {
    ...{ assetId: idr.id, units: 1n },
    ...{ fromKind: accountKinds.available, fromUser: siti },
    ...{ toKind: accountKinds.custody, toUser: null },
  })
})

describe('a repeated posting', () => {
  const first = posting('a', move(custody, available(siti), 10n), move(custody, custody, 0n))
  const stored = movesOf(first).map(storedMove)

  test('is the same if each stored move is', () => {
    assert.ok(sameMoves(first, stored))
    const own = posting('a', move(locked(siti), custody, 1n))
    assert.ok(sameMoves(own, movesOf(own).map(storedMove)))
  })

  test('is another if a move differs, is missing or is more', () => {
    const [only] = stored
    assert.ok(only)
    const changes = [
      ...[{ assetId: idr.id }, { units: 11n }, { fromKind: accountKinds.venue }],
      ...[{ fromUser: siti }, { toKind: accountKinds.locked }, { toUser: budi }],
    ]
    for (const change of changes) assert.ok(!sameMoves(first, [{ ...only, ...change }]))
    assert.ok(!sameMoves(first, []))
    assert.ok(!sameMoves(first, [only, only]))
    const two = posting('a', move(custody, available(siti), 10n), move(custody, custody, 2n))
    assert.ok(!sameMoves(two, [only, only]))
  })
})
