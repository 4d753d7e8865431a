import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv.ts'

test('cells are separated by commas and quoted as in RFC 4180', () => {
  assert.equal(csvLine(['a', 1, 'b c']), 'a,1,b c\r\n')
  assert.equal(csvLine(['a,b', 'say "so"', 'two\nlines']), '"a,b","say ""so""","two\nlines"\r\n')
})

test('nothing in a cell is a formula to a spreadsheet', () => {
  for (const start of ['=', '+', '-', '@', '＝', '\t', '\r']) {
    assert.match(csvLine([`${start}cmd|' /C calc'!A0`]), /^"?'/)
  }
  assert.equal(csvLine(['=1+1']), `'=1+1\r\n`)
})

test('an amount stays a number, also below zero; a phone number does not become one', () => {
  assert.equal(csvLine(['-0.5', -3, '1600000', '+62812']), "-0.5,-3,1600000,'+62812\r\n")
})
