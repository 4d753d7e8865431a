import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDemo, startFurnished } from '../make/demo.ts'
import { makeSandboxOperators } from '../make/operator.ts'

test('the demo runs again, with an operator and without, and colours no file', async (t) => {
  const tukar = await startFurnished(t)
  const env = { BASE_URL: tukar.url, SANDBOX_URL: tukar.sandbox.url, FORCE_COLOR: '1' }
  const without = await runDemo(env)
  assert.equal(without.code, 0, without.screen + without.errors)
  assert.match(without.screen, /skipped: the sandbox has no operator password/)
  assert.match(
    without.screen,
    /skipped: two operators must agree, and here they can not both sign in/,
  )
  await makeSandboxOperators(tukar)
  const again = await runDemo(env)
  assert.equal(again.code, 0, again.screen + again.errors)
  assert.ok(!(without.screen + again.screen).includes('\u001b'))
})
