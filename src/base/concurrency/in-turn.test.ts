import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn } from './in-turn.ts'

const started: string[] = []
const work = (name: string, error?: Error) => async () => {
  started.push(name)
  if (error !== undefined) throw error
}

test('works run in turn, whatever failed before; all failures are thrown', async () => {
  const [one, other] = [new Error('one'), new Error('other')]
  await inTurn([work('a'), work('b')])
  await assert.rejects(inTurn([work('c', one), work('d')]), one)
  await assert.rejects(inTurn([work('e', one), work('f'), work('g', other)]), {
    errors: [one, other],
  })
  assert.equal(started.join(''), 'abcdefg')
})
