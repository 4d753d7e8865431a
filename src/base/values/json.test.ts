import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isLosslessNumber, stringify } from 'lossless-json'
import { isRefusal } from '../refusal.ts'
import { jsonLimits, parseJson } from './json.ts'

const parse = (text: string): unknown => parseJson(Buffer.from(text))

const refused = (bytes: Buffer | string) =>
  assert.throws(
    () => parseJson(Buffer.from(bytes)),
    (error) => isRefusal(error) && error.key === 'api.malformed_request',
    JSON.stringify(bytes.slice(0, 60).toString()),
  )

describe('JSON bodies', () => {
  test('give the same as JSON.parse wherever their numbers are plain integers', () => {
    const names = fc.string({ unit: 'grapheme' }).filter((name) => !name.includes('\0'))
    const leaf = fc.oneof(
      names,
      fc.boolean(),
      fc.constant(null),
      fc.integer({ min: -999_999_999, max: 999_999_999 }),
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('record')),
      list: fc.array(tie('value'), { maxLength: 4 }),
      record: fc.dictionary(
        names.filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name)),
        tie('value'),
        { maxKeys: 4, noNullPrototype: true },
      ),
    }))
    fc.assert(
      fc.property(value, (sent) => {
        const text = JSON.stringify(sent)
        assert.deepEqual(parse(text), JSON.parse(text))
      }),
      { numRuns: 300 },
    )
  })

  test('keep the digits of every number that a float could change', () => {
    const exact = [
      '0.1234567890123456789',
      '9007199254740993',
      '1e400',
      '-0',
      '1.0',
      '1E5',
      '1000000000000000',
      '123456789012345678901234567890',
    ]
    for (const digits of exact) {
      const value = parse(digits)
      assert.ok(isLosslessNumber(value), digits)
      assert.equal(value.value, digits)
    }
    for (const [before, after] of [
      ['{"a":', '}'],
      ['[1,"2",', ', true]'],
      ['[{"e":[', ']}]'],
    ]) {
      for (const digits of exact) {
        const text = `${before}${digits}${after}`
        assert.equal(stringify(parse(text)), text.replaceAll(' ', ''))
      }
    }
    assert.equal(parse('999999999999999'), 999_999_999_999_999)
    assert.equal(parse('-15'), -15)
    assert.equal(parse('0'), 0)
  })

  test('with a name twice in one object are refused, whatever the values', () => {
    refused('{"amount":1,"amount":1000}')
    refused('{"amount":1,"amount":1}')
    refused('{"amount":1.5,"amount":1.5}')
    refused('{"a":{"b":[{"c":null,"c":null}]}}')
    refused('{"amount":1,"\\u0061mount":1}')
    assert.deepEqual(parse('{"a":{"x":1},"b":{"x":1}}'), { a: { x: 1 }, b: { x: 1 } })
  })

  test('that name a prototype are refused, at any depth and however escaped', () => {
    refused('{"__proto__":{"admin":true}}')
    refused('{"a":[{"constructor":{"prototype":{"admin":true}}}]}')
    refused('{"prototype":1}')
    refused('{"\\u005f_proto__":1}')
    assert.equal(Reflect.get({}, 'admin'), undefined)
  })

  test('that are not sound UTF-8 text are refused', () => {
    refused(Buffer.from([0x22, 0xff, 0x22]))
    refused(Buffer.from([0x22, 0xc0, 0xaf, 0x22]))
    refused(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))
    refused('\ufeff{}')
    refused(Buffer.from('{"a":1}', 'utf16le'))
    refused(Buffer.from('\ufeff{"a":1}', 'utf16le'))
    refused('{"a":"\0"}')
    refused('{"a":"\\u0000"}')
    refused('{"a\\u0000":1}')
    refused('{"a":"\\ud800"}')
    refused('{"a":"\\udc00\\ud800"}')
    assert.equal(parse('"\\ud83d\\ude00"'), '\u{1f600}')
  })

  test('that are not JSON are refused', () => {
    const texts = [
      '',
      ' ',
      '{',
      '{"a":1,}',
      "{'a':1}",
      '{"a":01}',
      '{"a":+1}',
      '{"a":.5}',
      '{"a":5.}',
    ]
    const more = ['{"a":0x10}', '{"a":NaN}', '{"a":Infinity}', '{"a":1_000}', '{"a":1} {}', '[1,]']
    for (const text of [...texts, ...more, '{"a":"\n"}', '{a:1}', '/**/{}']) refused(text)
  })

  test('nested beyond the bound are refused without exhausting the stack', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    assert.ok(Array.isArray(parse(nested(jsonLimits.depth))))
    refused(nested(jsonLimits.depth + 1))
    refused('['.repeat(200_000))
    refused('{"a":'.repeat(200_000))
    assert.equal(parse(JSON.stringify('['.repeat(1_000))), '['.repeat(1_000))
    assert.equal(parse('"\\"[[[[[[[[[[[[[[[[[[[[[[[[[[["'), '"[[[[[[[[[[[[[[[[[[[[[[[[[[[')
  })

  test('with more names than the bound are refused', () => {
    const names = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, 0])))
    assert.ok(parse(names(jsonLimits.keys)))
    refused(names(jsonLimits.keys + 1))
  })
})
