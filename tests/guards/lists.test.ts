import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { endpoints } from '../../src/endpoints.ts'
import { inWords } from '../../src/platform/http/contracts/validation.ts'
import type { Endpoint } from '../../src/platform/http/endpoint/endpoint.ts'
import { startTukar } from '../harness.ts'
import { bodyOf, messageOf } from '../make/answers.ts'
import { makeFirstAdmin } from '../make/operator.ts'
import { makeTrader } from '../make/trader.ts'

type Refused = readonly (readonly [value: string, sentence: string])[]

const each = (sentence: string, ...values: readonly string[]): Refused =>
  values.map((value) => [value, sentence])

const perPage = 'The :attribute field must be between 1 and 100.'
const notSelectable = 'The selected :attribute is invalid.'
const huge = '9223372036854775808'
const injected = "id;drop table users--'"

/** Wrong values of the parameters that lists share, by parameter. */
const shared: Readonly<Record<string, Refused>> = {
  limit: each(perPage, '0', '101', '-1', '1e1', '1.5', 'ten', '２', huge),
  per_page: each(perPage, '0', '101', '-1', '1e1', '1.5', 'ten', '２', huge),
  page: each('The :attribute field must be between 1 and 500.', '0', '501', 'NaN', huge),
  offset: each('The :attribute field must be between 0 and 10000.', '-1', '10001', 'NaN', huge),
  cursor: each('The :attribute field is invalid.', 'x', '-1', '1-1-1-1-1', '9999999999999999'),
  sort: each(notSelectable, 'up', 'asc,(select 1)', injected),
  sortBy: each(notSelectable, 'password', 'constructor', injected),
  sort_by: each(notSelectable, 'password', 'constructor', injected),
}

/** One endpoint returns trades or candles; its `limit` is that of candles. */
const candleLimits: Refused = [
  ['0', 'The :attribute field must be at least 1.'],
  ['1001', 'The :attribute field must not be greater than 1000.'],
]

const Parameter = z.object({
  type: z.union([z.string(), z.array(z.string())]),
  enum: z.array(z.string()).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  maxLength: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
})
type Parameter = z.infer<typeof Parameter>

/** Wrong values of a filter, from its JSON Schema. */
function refusedOf(filter: Parameter): Refused {
  if (filter.enum !== undefined) {
    const cased = filter.enum.flatMap((one) => [one.toLowerCase(), one.toUpperCase()])
    const others = cased.filter((one) => filter.enum?.includes(one) === false)
    return each(notSelectable, 'no-such', '__proto__', ...others.slice(0, 2))
  }
  if (filter.format?.startsWith('date') === true) {
    return each('The :attribute field must be a valid date.', 'yesterday', '2025-02-30')
  }
  if (filter.type === 'integer') {
    const { minimum = 0, maximum = 0 } = filter
    const notInteger = 'The :attribute field must be an integer.'
    const tooLarge = `The :attribute field must not be greater than ${maximum}.`
    const hasTooManyDigits = maximum >= 999_999_999_999_999
    return [
      ...each(notInteger, 'x', '1.5', 'NaN'),
      [`${minimum - 1}`, `The :attribute field must be at least ${minimum}.`],
      [`${maximum + 1}`, hasTooManyDigits ? notInteger : tooLarge],
    ]
  }
  const { maxLength } = filter
  if (maxLength !== undefined) {
    const sentence = `The :attribute field must not be greater than ${maxLength} characters.`
    return each(sentence, 'x'.repeat(maxLength + 1))
  }
  const hasForm = filter.pattern !== undefined || filter.type !== 'string'
  return each(hasForm ? 'The :attribute field format is invalid.' : notSelectable, 'maybe')
}

const QuerySchema = z.object({
  properties: z.record(z.string(), Parameter),
  required: z.array(z.string()).default([]),
})

const querySchemaOf = ({ query }: Endpoint) =>
  QuerySchema.parse(z.toJSONSchema(query ?? z.object({}), { io: 'input', unrepresentable: 'any' }))

/** Valid values of the filters that a list requires. */
const valid: Readonly<Record<string, string>> = {
  asset: 'BTC',
  at: '2025-01-01T00:00:00Z',
  day: '2025-01-01',
  month: '2025-01',
  type: 'gender',
  user: '1',
}

const lists = endpoints.filter(({ query }) =>
  Object.keys(query?.shape ?? {}).some((name) => name in shared),
)

/** Builds queries of a list with one wrong parameter each, and the refusal of each. */
function refusedQueries(row: Endpoint) {
  const { properties, required } = querySchemaOf(row)
  const needed = Object.fromEntries(required.map((name) => [name, valid[name] ?? '']))
  return Object.entries(properties).flatMap(([name, parameter]) => {
    const isCandles = name === 'limit' && 'interval' in properties
    const refused = isCandles ? candleLimits : (shared[name] ?? refusedOf(parameter))
    return refused.map(([value, sentence]) => ({
      name,
      query: new URLSearchParams({ ...needed, [name]: value }),
      sentence: sentence.replace(':attribute', inWords([name])),
    }))
  })
}

test('every mounted list refuses a wrong page, limit, cursor, order or filter', async (t) => {
  const tukar = await startTukar(t)
  const { token: userToken } = await makeTrader(tukar)
  const { token: operatorToken } = await makeFirstAdmin(tukar)
  assert.ok(lists.length > 60)
  for (const row of lists) {
    const token = row.access.scheme === 'operatorBearer' ? operatorToken : userToken
    const path = row.path.replaceAll(/\{[^}]+\}/g, '1')
    for (const { name, query, sentence } of refusedQueries(row)) {
      const answer = await tukar.call('GET', `${path}?${query}`, { token })
      const where = `${row.path}?${query}`
      if (row.path.startsWith('/api/vision/')) {
        const errors = { [name]: [sentence] }
        const body = { success: false, message: 'Validation failed', errors }
        assert.deepEqual(bodyOf(answer), [422, body], where)
      } else assert.deepEqual(messageOf(answer), [400, sentence], where)
    }
  }
})

test('no mounted list fails after the largest cursor, with any number of keys', async (t) => {
  const tukar = await startTukar(t)
  const { token: userToken } = await makeTrader(tukar)
  const { token: operatorToken } = await makeFirstAdmin(tukar)
  const withCursors = lists.filter(({ query }) => 'cursor' in (query?.shape ?? {}))
  assert.ok(withCursors.length > 30)
  for (const row of withCursors) {
    const token = row.access.scheme === 'operatorBearer' ? operatorToken : userToken
    const path = row.path.replaceAll(/\{[^}]+\}/g, '1')
    const { required } = querySchemaOf(row)
    const needed = required.map((name): [string, string] => [name, valid[name] ?? ''])
    for (const keys of [1, 2, 3, 4]) {
      const cursor = Array.from({ length: keys }, () => Number.MAX_SAFE_INTEGER).join('-')
      for (const sort of ['asc', 'desc']) {
        const query = new URLSearchParams([...needed, ['cursor', cursor], ['sort', sort]])
        const { status } = await tukar.call('GET', `${path}?${query}`, { token })
        assert.ok(status < 500, `${row.path}?${query} answers ${status}`)
      }
    }
  }
})
