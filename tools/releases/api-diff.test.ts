import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fieldsIn } from '../../tests/json.ts'
import { breaksBetween } from './api-diff.ts'
import { type Shape, shapeOf } from './api-shape.ts'
import { currentApi, readReleasedApi, releasedText } from './released-api.ts'

type Fields = Readonly<Record<string, unknown>>

const coin = {
  type: 'object',
  description: 'A coin.',
  properties: { symbol: { type: 'string' }, price: { type: ['string', 'null'] } },
  required: ['symbol', 'price'],
}
const wanted = {
  type: 'object',
  properties: {
    side: { type: 'string', enum: ['BUY', 'SELL'] },
    note: { type: 'string', maxLength: 20 },
  },
  required: ['side'],
}

/** A document of one operation, `POST /api/orders`. */
function documentOf(
  parts: Readonly<{ coin?: Fields; wanted?: Fields; operation?: Fields }>,
): Shape {
  const json = (schema: Fields) => ({ content: { 'application/json': { schema } } })
  const operation = {
    security: [{ bearer: [] }],
    parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', maximum: 9 } }],
    requestBody: { required: true, ...json({ $ref: '#/components/schemas/Wanted' }) },
    responses: { 200: json({ $ref: '#/components/schemas/Coin' }) },
    ...parts.operation,
  }
  const document = {
    paths: { '/api/orders': { post: operation } },
    components: {
      schemas: { Coin: { ...coin, ...parts.coin }, Wanted: { ...wanted, ...parts.wanted } },
    },
  }
  return shapeOf(JSON.stringify(document), new Map())
}

const before = documentOf({})
const broken = (after: Shape) =>
  breaksBetween(before, after, '2027-01-01').map(({ operation, what }) => `${operation} ${what}`)
const properties = (of: Fields, more: Fields) => ({ ...Object(of['properties']), ...more })
const parameter = (fields: Fields) => ({ name: 'page', in: 'query', ...fields })

describe('no caller breaks', () => {
  const harmless: Readonly<Record<string, Shape>> = {
    'if texts change': documentOf({ coin: { description: 'Another text.' } }),
    'if a response has one more field': documentOf({
      coin: { properties: properties(coin, { name: { type: 'string' } }) },
    }),
    'if a response is never null any more': documentOf({
      coin: { properties: properties(coin, { price: { type: 'string' } }) },
    }),
    'if a request may have one more field': documentOf({
      wanted: { properties: properties(wanted, { memo: { type: 'string' } }) },
    }),
    'if a field takes one more value': documentOf({
      wanted: { properties: properties(wanted, { side: { enum: ['BUY', 'SELL', 'SWAP'] } }) },
    }),
    'if a bound is wider': documentOf({
      operation: { parameters: [parameter({ schema: { type: 'integer', maximum: 10 } })] },
    }),
    'if another way to sign in is accepted': documentOf({
      operation: { security: [{ bearer: [] }, { key: [] }] },
    }),
  }
  for (const [name, after] of Object.entries(harmless)) {
    test(name, () => assert.deepEqual(broken(after), []))
  }
})

describe('callers break', () => {
  const none = { operations: {}, schemas: {} }
  const cases: Readonly<Record<string, readonly [Shape, string]>> = {
    'if an operation is gone': [none, 'is gone'],
    'if a field of a response is gone': [
      documentOf({ coin: { properties: { symbol: { type: 'string' } } } }),
      'response.price is gone',
    ],
    'if a field of a response may be missing': [
      documentOf({ coin: { required: ['symbol'] } }),
      'response.price may be missing now',
    ],
    'if a field of a response may be null': [
      documentOf({
        coin: { properties: properties(coin, { symbol: { type: ['string', 'null'] } }) },
      }),
      'response.symbol has other values',
    ],
    'if a field has another type': [
      documentOf({ coin: { properties: properties(coin, { symbol: { type: 'integer' } }) } }),
      'response.symbol is integer, not string',
    ],
    'if one more field is required': [
      documentOf({ wanted: { required: ['side', 'note'] } }),
      'body.note is required now',
    ],
    'if a field takes fewer values': [
      documentOf({
        wanted: { properties: properties(wanted, { side: { type: 'string', enum: ['BUY'] } }) },
      }),
      'body.side no longer takes SELL',
    ],
    'if a field is shorter': [
      documentOf({
        wanted: { properties: properties(wanted, { note: { type: 'string', maxLength: 9 } }) },
      }),
      'body.note has a narrower maxLength',
    ],
    'if a field is no longer read': [
      documentOf({ wanted: { properties: { side: wanted.properties.side } } }),
      'body.note is no longer read',
    ],
    'if a parameter is required': [
      documentOf({
        operation: {
          parameters: [parameter({ required: true, schema: { type: 'integer', maximum: 9 } })],
        },
      }),
      'query parameter page is required now',
    ],
    'if a way to sign in is gone': [
      documentOf({ operation: { security: [{ key: [] }] } }),
      'no longer accepts bearer',
    ],
  }
  for (const [name, [after, what]] of Object.entries(cases)) {
    test(name, () => assert.deepEqual(broken(after), [`POST /api/orders ${what}`]))
  }
})

test('an operation may go from the day of its sunset on, not before', () => {
  const old = before.operations['POST /api/orders'] ?? assert.fail()
  const ending = { ...before, operations: { 'POST /api/orders': { ...old, sunset: '2027-06-30' } } }
  const gone = { operations: {}, schemas: {} }
  assert.equal(breaksBetween(ending, gone, '2027-06-29').length, 1)
  assert.deepEqual(breaksBetween(ending, gone, '2027-06-30'), [])
})

test('an API breaks no caller of itself, and its kept form reads as it was written', async () => {
  const documents = currentApi()
  const written = fieldsIn(releasedText({ version: '1.2.3', documents }))
  assert.deepEqual(written['documents'], fieldsIn(JSON.stringify(documents)))
  assert.ok(Object.keys(documents['apps']?.operations ?? {}).length > 100)
  assert.ok(Object.keys(documents['streams']?.operations ?? {}).length > 5)
  for (const shape of Object.values(documents)) {
    assert.deepEqual(breaksBetween(shape, shape, '2027-01-01'), [])
  }
  assert.deepEqual(Object.keys((await readReleasedApi()).documents), Object.keys(documents))
})

test('every operation that the released API loses is found', () => {
  const { operators } = currentApi()
  assert.ok(operators)
  const names = Object.keys(operators.operations)
  const empty = { operations: {}, schemas: operators.schemas }
  const lost = breaksBetween(operators, empty, '2027-01-01').map(({ operation }) => operation)
  assert.deepEqual(lost, names)
})
