import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsIn, unkeptBounds } from './bounds.ts'
import { projectFiles } from './source.ts'

test('each bound of the documents is read where money is decided, and set by a test', () => {
  const files = projectFiles()
  const bounds = boundsIn(files['docs/operations.md'] ?? '')
  assert.equal(bounds.length, 9, bounds.join())
  assert.deepEqual(unkeptBounds(bounds, files), [])
})

test('a bound that is only shown, or that no test sets, is found', () => {
  const document = [
    '- `deposit.least`, `deposit.most` (`rupiah`, shown;',
    '  default 1, 2): bounds of a deposit',
    '- `deposit.fee` (`rupiah`; default 1): fee of a deposit',
  ].join('\n')
  const bounds = boundsIn(document)
  assert.deepEqual(bounds, ['deposit.least', 'deposit.most'])
  const files = {
    'src/app/content/show.ts': "read('deposit.least'), read('deposit.most')",
    'src/app/deposits/pay.ts': "read('deposit.least')",
    'src/app/deposits/pay.test.ts': "sql`update settings set value = 1 where key = 'deposit.most'`",
  }
  assert.deepEqual(
    unkeptBounds(bounds, files).map((found) => found.split(';')[0]),
    ['no test sets deposit.least', 'deposit.most is only shown'],
  )
})
