import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { startTukar } from '../harness.ts'
import { makeCallers } from './callers.ts'
import { drawFrom } from './draw.ts'
import { fuzz } from './fuzz.ts'
import { jsonText, mutated, spelled, validValue } from './values.ts'

const count = Number(process.env['FUZZ_REQUESTS'] ?? 100)

test('every answer to a generated request is documented, and no money is lost', async (t) => {
  const tukar = await startTukar(t, { jobs: 'all', fresh: true })
  const lines: string[] = []
  const seed = String(randomInt(1e9))
  const counts = { seed, requests: count, callbacks: count }
  const problems = await fuzz(tukar, counts, (line) => lines.push(line))
  assert.deepEqual(problems, [], `npm run fuzz -- --seed ${seed}\n${lines.join('\n')}`)
})

test('each caller can be renewed after its session has ended', async (t) => {
  const tukar = await startTukar(t)
  const callers = await makeCallers(tukar)
  const ofAll = [...callers.for(['operatorBearer']), ...callers.for(['bearer'])]
  for (const caller of ofAll) await callers.renew(caller)
  const renewed = [...callers.for(['operatorBearer']), ...callers.for(['bearer'])]
  assert.deepEqual(
    renewed.map(({ name }) => name),
    ofAll.map(({ name }) => name),
  )
  assert.ok(renewed.every((one) => !ofAll.includes(one)))
})

describe('a generated value', () => {
  const known = { of: () => [], resolve: (schema: object) => schema }
  const schema = {
    type: 'object',
    properties: {
      amount: { type: 'string', pattern: '^[1-9][0-9]*$' },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      side: { enum: ['BUY', 'SELL'] },
    },
    required: ['amount', 'limit', 'side'],
  }
  const valid = (seed: string) => validValue(drawFrom(seed), known, schema)

  test('is the same for the same seed, and another one for others', () => {
    assert.deepEqual(valid('a'), valid('a'))
    const different = new Set(Array.from({ length: 20 }, (_, at) => JSON.stringify(valid(`${at}`))))
    assert.ok(different.size > 10)
  })

  test('obeys its schema, and mostly differs after a change', () => {
    let changed = 0
    for (let seed = 0; seed < 100; seed += 1) {
      const value = Object(valid(`${seed}`))
      assert.match(value.amount, /^[1-9][0-9]*$/)
      assert.ok(Number.isInteger(value.limit) && value.limit >= 1 && value.limit <= 100)
      assert.ok(['BUY', 'SELL'].includes(value.side))
      const other = mutated(drawFrom(`${seed}`), value, known, schema)
      if (!isDeepStrictEqual(other, value)) changed += 1
    }
    assert.ok(changed > 80, `${changed}`)
  })

  test('keeps the spelling of a number', () => {
    assert.equal(jsonText({ a: spelled('1e999'), b: ['x'] }), '{"a":1e999,"b":["x"]}')
  })
})
