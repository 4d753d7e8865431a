import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isRefusal } from '../refusal.ts'
import { fieldNameChars, parseForm, parseFormBytes } from './form.ts'
import { jsonLimits } from './json.ts'

const refused = (text: string) =>
  assert.throws(
    () => parseForm(text),
    (error) => isRefusal(error) && error.key === 'api.malformed_request',
    text.slice(0, 60),
  )

describe('forms and queries', () => {
  test('hold texts by name, decoded', () => {
    assert.deepEqual(parseForm(''), {})
    assert.deepEqual(parseForm('a=1&b=&c&d=x%20y+z&e=%C3%A9&f=a=b'), {
      a: '1',
      b: '',
      c: '',
      d: 'x y z',
      e: 'é',
      f: 'a=b',
    })
  })

  test('understand brackets as lists and records', () => {
    assert.deepEqual(parseForm('a[]=1&a[]=2'), { a: ['1', '2'] })
    assert.deepEqual(parseForm('a[0]=1&a[1]=2'), { a: ['1', '2'] })
    assert.deepEqual(parseForm('a[x]=1&a[y][z]=2'), { a: { x: '1', y: { z: '2' } } })
    assert.deepEqual(parseForm('data[]=a&data[x]=1'), { data: { 0: 'a', x: '1' } })
    assert.deepEqual(parseForm('a[1]=1'), { a: { 1: '1' } })
    assert.deepEqual(parseForm('a%5B%5D=1'), { a: ['1'] })
    assert.deepEqual(parseForm('a[][b]=1&a[][b]=2'), { a: [{ b: '1' }, { b: '2' }] })
  })

  test('that give a name twice are refused, since either value might count', () => {
    refused('limit=1&limit=9999')
    refused('limit=1&limit=1')
    refused('a[x]=1&a[x]=2')
    refused('a=1&a[]=2')
    refused('a[]=2&a=1')
    refused('limit=1&%6cimit=2')
  })

  test('that name a prototype are refused and change no prototype', () => {
    refused('__proto__=1')
    refused('__proto__[admin]=1')
    refused('a[__proto__][admin]=1')
    refused('a[constructor][prototype][admin]=1')
    assert.equal(Reflect.get({}, 'admin'), undefined)
  })

  test('that are not sound text or not well-formed are refused', () => {
    for (const text of ['a=%00', 'a=%', 'a=%zz', 'a=%ff', 'a=%ed%a0%80', 'a[=1', 'a]=1', '=1']) {
      refused(text)
    }
    refused('a[b]c=1')
    refused('[]=1')
    refused('a[[b]]=1')
    assert.throws(() => parseFormBytes(Buffer.from([0x61, 0x3d, 0xff])), isRefusal)
  })

  test('have a bound on fields, on depth and on the length of names', () => {
    const fields = (count: number) => Array.from({ length: count }, (_, n) => `n${n}=1`).join('&')
    assert.equal(Object.keys(parseForm(fields(jsonLimits.keys))).length, jsonLimits.keys)
    refused(fields(jsonLimits.keys + 1))
    refused(`a${'[b]'.repeat(jsonLimits.depth)}=1`)
    refused(`${'n'.repeat(fieldNameChars + 1)}=1`)
    refused('&'.repeat(60_000))
    refused(`a${'['.repeat(60_000)}=1`)
  })
})
