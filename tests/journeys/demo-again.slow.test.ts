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

test('the demo names the server to start if none responds, and fails', async (t) => {
  const tukar = await startFurnished(t)
  const nowhere = 'http://127.0.0.1:1'
  const noService = await runDemo({ BASE_URL: nowhere, SANDBOX_URL: tukar.sandbox.url })
  assert.equal(noService.code, 1)
  assert.match(noService.screen, /✗ Tukar can not be reached at .*\n.*`npm start`/)
  const noSandbox = await runDemo({ BASE_URL: tukar.url, SANDBOX_URL: nowhere })
  assert.equal(noSandbox.code, 1)
  assert.match(noSandbox.screen, /✗ The sandbox can not be reached at .*\n.*`npm start`/)
})

test('a response that differs from the contract ends the demo', async (t) => {
  const tukar = await startFurnished(t)
  for (const operation of ['GET /api/wallet-status', 'POST /api/auth/register']) {
    const shown = await runDemo({
      ...{ BASE_URL: tukar.url, SANDBOX_URL: tukar.sandbox.url },
      CHANGED_ANSWER: operation,
    })
    assert.equal(shown.code, 1)
    const found = `the contract does not allow this answer: ${operation} 200: .*"added"`
    assert.match(shown.screen, new RegExp(found))
  }
})
