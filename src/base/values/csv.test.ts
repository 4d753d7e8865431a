import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvHead, csvLine } from './csv.ts'

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

test('nor is what opens as a cell where a spreadsheet splits at semicolons', () => {
  // Excel with Indonesian settings splits there, and at line breaks, whatever the quotes are.
  const cells = ['Tanya;=cmd', 'a; =cmd', 'a;"=cmd', 'a\t=cmd', 'a\n=cmd', 'a;b;-cmd', 'a;＝cmd']
  for (const cell of cells) {
    const opened = csvLine(['first', cell, 'last']).split(/[;\t\r\n]/)
    for (const one of opened) assert.doesNotMatch(one, /^[" ]*[=+\-@＝]/, cell)
  }
  assert.equal(csvLine(['a;b', 'c; d']), 'a;b,c; d\r\n')
})

test('the first line begins with a byte order mark, by which Excel knows UTF-8', () => {
  assert.equal(csvHead(['name', 'amount']), '\ufeffname,amount\r\n')
})

test('an amount stays a number, also below zero; a phone number does not become one', () => {
  assert.equal(csvLine(['-0.5', -3, '1600000', '+62812']), "-0.5,-3,1600000,'+62812\r\n")
})
