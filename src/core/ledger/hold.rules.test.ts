import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assetId, userId } from '../../base/values/ids.ts'
import { type Asset, money } from '../../base/values/money.ts'
import { available, house, locked } from './accounts.ts'
import {
  type ConsumeHold,
  draftConsumptions,
  type Hold,
  ownerKey,
  planConsumptions,
  planReleases,
} from './hold.rules.ts'

const btc: Asset = { id: assetId(3), symbol: 'BTC', scale: 8 }
const user = userId(7)
const owner = { kind: 'order', id: '1' }
const other = { kind: 'order', id: '2' }

const holdOf = (change: Partial<Hold> = {}): Hold => ({
  owner,
  user,
  asset: btc,
  initial: 100n,
  consumed: 0n,
  released: 0n,
  ...change,
})

const holdsOf = (...holds: readonly Hold[]) =>
  new Map(holds.map((hold) => [ownerKey(hold.owner), hold]))

const fee = house('fees')
const take = (key: string, units: bigint, change: Partial<ConsumeHold> = {}): ConsumeHold => ({
  owner,
  key,
  action: 'TRADE',
  parts: [{ to: fee, units }],
  ...change,
})

const taken = (units: bigint) => ({ from: locked(user), to: fee, amount: money(btc, units) })

describe('a consumption of a hold', () => {
  test('takes up to what is left of it, over several facts', () => {
    const holds = holdsOf(holdOf({ consumed: 10n, released: 20n }))
    const planned = planConsumptions(holds, new Set(), [take('a', 30n), take('b', 40n)])
    assert.deepEqual(planned.outcomes, ['consumed', 'consumed'])
    assert.deepEqual(planned.changed, [holdOf({ consumed: 80n, released: 20n })])
    assert.deepEqual(planned.postings, [
      { key: 'a', action: 'TRADE', moves: [taken(30n)] },
      { key: 'b', action: 'TRADE', moves: [taken(40n)] },
    ])
  })

  test('takes nothing if its parts together exceed what is left', () => {
    const holds = holdsOf(holdOf({ consumed: 10n }))
    const parts = [
      { to: fee, units: 50n },
      { to: available(user), units: 41n },
    ]
    const planned = planConsumptions(holds, new Set(), [take('a', 0n, { parts }), take('b', 90n)])
    assert.deepEqual(planned.outcomes, ['exceeds', 'consumed'])
    assert.deepEqual(
      planned.postings.map(({ key }) => key),
      ['b'],
    )
    assert.deepEqual(planned.changed, [holdOf({ consumed: 100n })])
  })

  test('that was posted before, or earlier in the list, changes no hold', () => {
    const holds = holdsOf(holdOf({ consumed: 100n }))
    const again = planConsumptions(holds, new Set(['a']), [take('a', 100n)])
    assert.deepEqual(again.outcomes, ['repeated'])
    assert.deepEqual(again.changed, [])
    assert.deepEqual(again.postings, [{ key: 'a', action: 'TRADE', moves: [taken(100n)] }])
    const twice = planConsumptions(holdsOf(holdOf()), new Set(), [take('a', 60n), take('a', 60n)])
    assert.deepEqual(twice.outcomes, ['consumed', 'repeated'])
    assert.deepEqual(twice.changed, [holdOf({ consumed: 60n })])
  })

  test('of an unknown owner has no posting', () => {
    const planned = planConsumptions(new Map(), new Set(), [take('a', 1n)])
    assert.deepEqual(planned, { outcomes: ['unknown-hold'], postings: [], changed: [] })
  })

  test('carries the other moves and the trade of its fact', () => {
    const besides = [{ from: fee, to: available(user), amount: money(btc, 3n) }]
    const trade = { side: 'buy', amount: money(btc, 5n) } as const
    const [posting] = planConsumptions(holdsOf(holdOf()), new Set(), [
      take('a', 2n, { besides, trade }),
    ]).postings
    const moves = [taken(2n), ...besides]
    assert.deepEqual(posting, { key: 'a', action: 'TRADE', moves, trade })
  })
})

test('a draft has each posting of a known hold, whether it was posted or not', () => {
  const drafted = draftConsumptions(holdsOf(holdOf()), [
    take('a', 500n),
    take('b', 1n, { owner: other }),
  ])
  assert.deepEqual(drafted, [{ key: 'a', action: 'TRADE', moves: [taken(500n)] }])
})

describe('a release', () => {
  test('frees what is left, once', () => {
    const hold = holdOf({ consumed: 30n })
    const planned = planReleases(holdsOf(hold), [owner, owner, other])
    assert.deepEqual(planned.outcomes, ['released', 'nothing-left', 'unknown-hold'])
    assert.deepEqual(planned.changed, [{ ...hold, released: 70n }])
    const moves = [{ from: locked(user), to: available(user), amount: money(btc, 70n) }]
    assert.deepEqual(planned.postings, [{ key: 'release:order:1', action: 'RELEASE', moves }])
  })

  test('of a hold without a rest does nothing', () => {
    const spent = holdsOf(holdOf({ consumed: 30n, released: 70n }))
    const planned = planReleases(spent, [owner])
    assert.deepEqual(planned, { outcomes: ['nothing-left'], postings: [], changed: [] })
  })
})
