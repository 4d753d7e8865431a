import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJson, readJsonWithDigits } from './read-json.ts'

test('text that is no JSON is undefined, not an error', () => {
  for (const text of ['', '{', '{"a":}', 'x']) {
    assert.equal(readJson(text), undefined)
    assert.equal(readJsonWithDigits(text), undefined)
  }
})

test('a number keeps all its digits as text', () => {
  const text = '{"amount":1234567890.123456789012345678,"name":"a"}'
  const read = { amount: '1234567890.123456789012345678', name: 'a' }
  assert.deepEqual({ ...Object(readJsonWithDigits(text)) }, read)
  assert.deepEqual(readJson('{"n":1}'), { n: 1 })
})
