import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { isRefusal } from '../../../base/refusal.ts'
import { parseJson } from '../../../base/values/json.ts'
import {
  anyCode,
  digits,
  email,
  integer,
  line,
  oneOf,
  rawText,
  sixDigitCode,
  text,
} from './contracts.ts'
import { parseWith } from './validation.ts'

/** Parses a JSON value by a contract; returns the value or the error sentence. */
function reads(contract: z.ZodType, json: string): unknown {
  try {
    const sent = parseJson(Buffer.from(`{"name":${json}}`))
    return Reflect.get(parseWith(z.object({ name: contract }), sent), 'name')
  } catch (error) {
    assert.ok(isRefusal(error), String(error))
    return error.message
  }
}

const readsText = (contract: z.ZodType, sent: string) => reads(contract, JSON.stringify(sent))

const marks = [
  '\u00ad',
  '\u061c',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202c',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u2069',
  '\ufeff',
]

test('fields lose the invisible marks that come along with a paste', () => {
  for (const mark of marks) {
    const pasted = (value: string) => `${mark}${value.slice(0, 2)}${mark}${value.slice(2)}${mark} `
    assert.equal(readsText(text({ max: 9 }), pasted('abc')), 'abc')
    assert.equal(readsText(digits({ min: 3, max: 9 }), pasted('0123')), '0123')
    assert.equal(readsText(sixDigitCode, pasted('012345')), '012345')
    assert.equal(readsText(integer({ min: 1, max: 999 }), pasted('123')), 123)
    assert.equal(readsText(email, pasted('a@b.example')), 'a@b.example')
    assert.equal(readsText(oneOf(['BUY']), pasted('BUY')), 'BUY')
    assert.equal(readsText(text({ max: 9 }), mark), 'The name field is required.')
  }
})

test('a joiner inside an emoji or a word of another script stays', () => {
  for (const joined of ['👩\u200d🔬', '🏳️\u200d🌈', 'می\u200cخواهم']) {
    assert.equal(readsText(text({ max: 20 }), `\u200d${joined}\u200c`), joined)
  }
})

test('passwords and signatures keep every character', () => {
  const sent = '\u200b a\u202eb\u00a0'
  assert.equal(readsText(rawText({ max: 20 }), sent), sent)
})

test('a line is refused if it breaks or is shown in another order than it is stored', () => {
  const name = line({ max: 20 })
  const refused = 'The name field must be one line, without control or direction marks.'
  const bad = [
    '\u202eIDUB',
    'BUDI\nSANTOSO',
    'A\u2028B',
    'A\u2029B',
    'A\tB',
    'A\u0085B',
    'A\u200fB',
    'A\uffffB',
  ]
  for (const sent of [...bad, '\u2066BUDI\u2069', '\u061cBUDI', '\u202aBUDI\u202c']) {
    assert.equal(readsText(name, sent), refused, JSON.stringify(sent))
  }
})

test('a line is trimmed, and its spaces are plain', () => {
  const name = line({ min: 2, max: 20 })
  assert.equal(readsText(name, ' Budi\u00a0Sant\u200boso\n'), 'Budi Santoso')
  assert.equal(readsText(name, 'Ọmọ́tọ́lá 李明 👩\u200d🔬'), 'Ọmọ́tọ́lá 李明 👩\u200d🔬')
  assert.equal(readsText(name, '\u200b '), 'The name field is required.')
  assert.equal(readsText(name, 'B'), 'The name field must be at least 2 characters.')
  assert.equal(reads(name, '5'), 'The name field must be a string.')
})

test('a code may have spaces inside, as apps and messages show it', () => {
  for (const sent of ['123 456', ' 123\u00a0456 ', '1 2 3 4 5 6', '123\u2009456']) {
    assert.equal(readsText(sixDigitCode, sent), '123456', sent)
    assert.equal(readsText(anyCode, sent), '123456', sent)
  }
  for (const sent of ['12345', '1234567', '12345a', '１２３４５６', '123-456']) {
    assert.equal(readsText(sixDigitCode, sent), 'The name field must be 6 digits.', sent)
  }
})

test('a code sent as a number is refused, with or without a leading zero lost', () => {
  const refused = 'The name field must be a string, because a number loses its leading zeros.'
  for (const sent of ['123456', '12345', '1e5', '123456.0']) {
    assert.equal(reads(sixDigitCode, sent), refused, sent)
    assert.equal(reads(anyCode, sent), refused, sent)
  }
  assert.equal(reads(sixDigitCode, '[123456]'), 'The name field must be a string.')
})
