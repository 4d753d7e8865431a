import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseCsv } from './csv.rules.ts'

describe('the rows of a CSV text', () => {
  test('have quotes, commas, line ends, empty texts and nulls as they were written', () => {
    assert.deepEqual(parseCsv(''), [])
    assert.deepEqual(parseCsv('7,"a ""b"", c\nd","",\n,"""",\n'), [
      ['7', 'a "b", c\nd', '', null],
      [null, '"', null],
    ])
  })

  test('may have cells of many megabytes', () => {
    const plain = 'x'.repeat(8 * 1024 * 1024)
    const quotes = '"'.repeat(1024 * 1024)
    const text = `"${plain}","${quotes.replaceAll('"', '""')}"\n`
    assert.ok(parseCsv(text)[0]?.every((cell, at) => cell === [plain, quotes][at]))
  })

  test('are refused if the text is cut off or has signs between cells', () => {
    for (const text of ['"a', '"a"', '"a",', 'a', '"a"b\n', 'a"b"\n', '"a""\n']) {
      assert.throws(() => parseCsv(text), SyntaxError, text)
    }
  })
})
