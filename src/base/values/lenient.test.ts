import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { LosslessNumber } from 'lossless-json'
import { isRefusal } from '../refusal.ts'
import { parseForm } from './form.ts'
import { parseJson } from './json.ts'
import { readLeniently, unclear } from './lenient.ts'

const read = (sent: string | Buffer): unknown => readLeniently(Buffer.from(sent))

const refused = (sent: string) =>
  assert.throws(
    () => read(sent),
    (error) => isRefusal(error) && error.key === 'api.malformed_request',
    sent.slice(0, 60),
  )

describe("providers' messages", () => {
  test('mean the same as strict JSON and strict forms wherever those can be read', () => {
    const json = '{"a":1,"b":[true,null,"\\u00e9"],"c":{"d":1.10,"e":"x"}}'
    assert.deepEqual(read(json), parseJson(Buffer.from(json)))
    assert.deepEqual(read(` ${json}\n`), parseJson(Buffer.from(json)))
    const form = 'a=1&b=&c=x%20y+z&d=%C3%A9&e[]=1&e[]=2&f[x]=1'
    assert.deepEqual(read(form), parseForm(form))
  })

  test('are read behind a byte order mark', () => {
    assert.deepEqual(read('\u{feff}{"a":1}'), { a: 1 })
    assert.deepEqual(read('\u{feff}a=1'), { a: '1' })
  })

  test('have odd characters replaced', () => {
    assert.deepEqual(read('{"a":"x\\ud83d","b":"\\u0000","c":"\\q","d":"two\nlines"}'), {
      a: 'x\u{fffd}',
      b: '\u{fffd}',
      c: '\u{fffd}',
      d: 'two\u{fffd}lines',
    })
    const latin1 = Buffer.from('{"a":"caf\u00e9","n":2}', 'latin1')
    assert.deepEqual(read(latin1), { a: 'caf\u{fffd}', n: 2 })
    assert.deepEqual(read('a=2%+x&b=%E9&c=%00&d=1'), {
      a: '2% x',
      b: '\u{fffd}',
      c: '\u{fffd}',
      d: '1',
    })
  })

  test('show no value of a name that is repeated, and ignore names of prototypes', () => {
    assert.deepEqual(read('{"a":1,"a":2,"b":3}'), { a: unclear, b: 3 })
    assert.deepEqual(read('{"__proto__":{"admin":1},"b":3}'), { b: 3 })
    assert.deepEqual(read('a=1&a=2&b=3&__proto__[admin]=1'), { a: unclear, b: '3' })
    assert.deepEqual(read('a=1&a[x]=2&b=3'), { a: unclear, b: '3' })
    assert.equal(Reflect.get({}, 'admin'), undefined)
  })

  test('show no value of a number that JSON does not have', () => {
    assert.deepEqual(read('{"a":NaN,"b":007,"c":0x1,"d":2E+4}'), {
      a: unclear,
      b: unclear,
      c: unclear,
      d: new LosslessNumber('2E+4'),
    })
  })

  test('without a structure are refused, and so are those beyond the bounds', () => {
    for (const text of [
      '{',
      '{"a":1',
      '{"a"}',
      '{"a":}',
      '{"a":1}x',
      '{"a":1,}',
      '["a"',
      '{a:1}',
    ]) {
      refused(text)
    }
    refused(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)
    refused(`{"a":${'['.repeat(60_000)}`)
    refused(`{${Array.from({ length: 20_001 }, (_, n) => `"${n}":0`).join()},"a":NaN}`)
    refused('a&'.repeat(20_001))
  })

  test('of any bytes at all are read or refused, never anything else', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('', '{"a":"', '{'),
        (bytes, start) => {
          try {
            read(Buffer.concat([Buffer.from(start), bytes]))
          } catch (error) {
            assert.ok(isRefusal(error))
          }
        },
      ),
    )
  })
})
