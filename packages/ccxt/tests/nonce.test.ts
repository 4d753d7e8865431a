import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tukar } from '../src/tukar.ts'

test('a clock that was ahead is corrected by the difference of times', () => {
  const exchange = new tukar({ apiKey: 'xak_1', secret: 'ab' })
  let now = 1_700_003_600_000
  exchange.milliseconds = () => now
  assert.equal(exchange.nonce(), now)
  exchange.options['timeDifference'] = 3_600_000
  now += 10
  const corrected = exchange.nonce()
  assert.equal(corrected, now - 3_600_000)
  assert.equal(exchange.nonce(), corrected + 1)
})
