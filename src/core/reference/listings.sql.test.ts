import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { applyState, dueChanges, planState } from './listings.sql.ts'
import { findPair } from './pairs.sql.ts'

test('the sides of a pair follow from its state and those of its assets', async (t) => {
  const { db } = await testDatabase(t)
  for (const [pair, base, quote, expected] of [
    ['trading', 'trading', 'trading', 'buy sell'],
    ['sell-only', 'trading', 'trading', 'sell'],
    ['trading', 'sell-only', 'trading', 'sell'],
    // With a quote asset that may only be sold, the base asset can only be bought.
    ['trading', 'trading', 'sell-only', 'buy'],
    ['sell-only', 'trading', 'sell-only', ''],
    ['announced', 'trading', 'trading', ''],
    ['withdraw-only', 'trading', 'trading', ''],
    ['trading', 'withdraw-only', 'trading', ''],
    ['trading', 'trading', 'delisted', ''],
    ['delisted', 'trading', 'trading', ''],
  ] as const) {
    const open = await db.inTransaction(async (tx) => {
      await sql`
        update assets set state = case symbol when 'BTC' then ${base} else ${quote} end
        where symbol in ('BTC', 'IDR')`.execute(tx)
      await planState(
        tx,
        { kind: 'pair', name: 'BTC_IDR' },
        { state: pair, from: new Date(Date.now() - 1_000) },
      )
      for (const change of await dueChanges(tx)) await applyState(tx, change)
      return (await findPair(tx, 'BTC_IDR'))?.open
    })
    const sides = `${open?.BUY === true ? 'buy' : ''} ${open?.SELL === true ? 'sell' : ''}`.trim()
    assert.equal(sides, expected, `a ${pair} pair of a ${base} and a ${quote} asset`)
  }
})
