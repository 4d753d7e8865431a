import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn } from './in-turn.ts'

test('works run in turn, whatever failed before; all failures are thrown', async () => {
  const started: string[] = []
  const failures: Readonly<Record<string, Error>> = { c: new Error('one'), e: new Error('other') }
  const work = async (name: string) => {
    started.push(name)
    const failure = failures[name]
    if (failure !== undefined) throw failure
  }
  await inTurn('ab', work)
  await assert.rejects(inTurn('cd', work), failures['c'])
  await assert.rejects(inTurn('cfe', work), {
    errors: [failures['c'], failures['e']],
    message: '2 failed: Error: one',
  })
  assert.equal(started.join(''), 'abcdcfe')
})
