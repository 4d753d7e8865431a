import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { isRefusal } from '../../../base/refusal.ts'
import { cursorFields, offsetFields, pageFields, sortFields } from './lists.ts'
import { parseWith } from './validation.ts'

describe('list parameters', () => {
  const contract = z.object({
    ...offsetFields,
    ...pageFields,
    ...sortFields(['createdAt', 'id']),
  })
  const parsed = (sent: unknown) => parseWith(contract, sent)

  test('have defaults', () => {
    assert.deepEqual(parsed({}), {
      limit: 20,
      offset: 0,
      per_page: 20,
      page: 1,
      sortBy: 'createdAt',
      sort: 'desc',
    })
    assert.equal(parsed({ limit: '100', sortBy: 'id', sort: 'asc' }).limit, 100)
  })

  test('that are out of range or unknown are refused', () => {
    const limitSentence = 'The limit field must be between 1 and 100.'
    for (const limit of ['0', '101', '-1', '1e9', 'NaN', '1.5', '9223372036854775808', ['1']]) {
      assert.throws(() => parsed({ limit }), { message: limitSentence }, String(limit))
    }
    assert.throws(() => parsed({ offset: '10001' }), isRefusal)
    assert.throws(() => parsed({ page: '0' }), isRefusal)
    for (const sortBy of ['id;drop table users', 'password', '__proto__', 'constructor', 'ID']) {
      assert.throws(() => parsed({ sortBy }), { message: 'The selected sort by is invalid.' })
    }
    assert.throws(() => parsed({ sort: 'asc,(select 1)' }), {
      message: 'The selected sort is invalid.',
    })
  })
})

describe('a cursor', () => {
  const parsed = (sent: unknown) => parseWith(z.object(cursorFields), sent)

  test('is the keys of the last row, and absent on the first page', () => {
    assert.deepEqual(parsed({}), { limit: 20, cursor: null, sort: 'desc' })
    assert.deepEqual(parsed({ cursor: '1764000000000000-42', sort: 'asc' }), {
      limit: 20,
      cursor: [1_764_000_000_000_000, 42],
      sort: 'asc',
    })
  })

  test('that no page has returned is refused', () => {
    for (const cursor of ['x', '-1', '1-', '1.5', '9999999999999999', "1' or 1=1", '1-1-1-1-1']) {
      assert.throws(() => parsed({ cursor }), { message: 'The cursor field is invalid.' }, cursor)
    }
  })
})
