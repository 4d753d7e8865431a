import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv.rules.ts'

test('cells are separated by commas and quoted where they must be, as RFC 4180 says', () => {
  assert.equal(csvLine(['a', 1, 'b c']), 'a,1,b c\r\n')
  assert.equal(csvLine(['a,b', 'say "so"', 'two\nlines']), '"a,b","say ""so""","two\nlines"\r\n')
})

test('nothing in a cell is a formula to a spreadsheet', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r']) {
    assert.match(csvLine([`${start}cmd|' /C calc'!A0`]), /^"?'/)
  }
  assert.equal(csvLine(['=1+1']), `'=1+1\r\n`)
})
