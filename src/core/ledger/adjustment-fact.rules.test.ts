import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userId } from '../../base/values/ids.ts'
import { idr, money } from '../../base/values/money.ts'
import { available, house } from './accounts.ts'
import { adjustmentFact } from './adjustment-fact.rules.ts'
import type { Move, Posting } from './post.rules.ts'

const [siti, budi] = [userId(7), userId(8)]
const moved = (from: Move['from'], to: Move['to']): Move => ({ from, to, amount: money(idr, 150n) })
const adjusted = (...moves: readonly Move[]): Posting => ({ key: 'a', action: 'ADJUSTMENT', moves })

test('an adjustment is a fact about its user, with each move in words', () => {
  const posting = adjusted(
    moved(house('payx'), available(siti)),
    moved(available(siti), house('fees')),
  )
  assert.deepEqual(adjustmentFact(posting), [
    {
      type: 'ledger.adjusted',
      user: siti,
      subject: 'a',
      key: 'a',
      item: {
        key: 'a',
        moves: [
          {
            ...{ from: 'payx', fromUser: null, to: 'available', toUser: siti },
            ...{ symbol: 'IDR', amount: '1.5' },
          },
          {
            ...{ from: 'available', fromUser: siti, to: 'fees', toUser: null },
            ...{ symbol: 'IDR', amount: '1.5' },
          },
        ],
      },
    },
  ])
})

test('an adjustment of no user, or between two, is a fact about none', () => {
  const [ofHouse] = adjustmentFact(adjusted(moved(house('payx'), house('bank'))))
  assert.equal(ofHouse?.user, null)
  const [ofTwo] = adjustmentFact(adjusted(moved(available(siti), available(budi))))
  assert.equal(ofTwo?.user, null)
})

test('any other posting is no such fact', () => {
  const deposit = { ...adjusted(moved(house('payx'), available(siti))), action: 'DEPOSIT' as const }
  assert.deepEqual(adjustmentFact(deposit), [])
})
