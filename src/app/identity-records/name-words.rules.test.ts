import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOfName } from './name-words.rules.ts'

test('two spellings of a name have the same words', () => {
  for (const [one, other] of [
    ['Mohammad SOESILO', 'muhamad susilo'],
    ['Tjahjadi Djoko', 'CAHJADI JOKO'],
    ["Ma'ruf Éka, S.H.", 'maruf eka s h'],
    ['Noviana  Putri-Ayu', 'nofiana putri ayu'],
  ] as const) {
    assert.deepEqual(wordsOfName(one), wordsOfName(other))
  }
})

test('other names have other words, and what is no letter is none', () => {
  assert.notDeepEqual(wordsOfName('Budi'), wordsOfName('Rudi'))
  assert.deepEqual(wordsOfName('Budi Budi 12 @'), ['budi'])
  assert.deepEqual(wordsOfName('0812 3456'), [])
})
