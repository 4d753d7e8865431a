import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameName } from './same-name.rules.ts'

test('case, accents, dots and spaces do not change a name', () => {
  const spellings = ['SITI RAHAYU', ' siti  rahayu ', 'Síti Rahayu', 'Siti. Rahayu', 'siti\trahayu']
  for (const spelling of spellings) assert.ok(isSameName('SITI RAHAYU', spelling), spelling)
})

test('any other letter, word or order is another name, and no letters are no name', () => {
  const others = ['SITI', 'RAHAYU SITI', 'SITI RAHAYUA', 'SITIRAHAYU', 'S RAHAYU', '', '李', '123']
  for (const other of others) {
    assert.ok(!isSameName('SITI RAHAYU', other), other)
    assert.ok(!isSameName(other, 'SITI RAHAYU'), other)
  }
  assert.ok(!isSameName('', ''))
  assert.ok(!isSameName('李', '王'))
})
