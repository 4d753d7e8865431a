import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { startTukar } from '../harness.ts'

const main = path.resolve(import.meta.dirname, '../../demo/main.ts')

type Shown = Readonly<{ code: number; screen: string; errors: string }>

/** Runs the demo as somebody would who has read the README, and waits for its end. */
function runDemo(env: Readonly<Record<string, string>>): Promise<Shown> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'], ...env }, timeout: 60_000 }
    execFile(process.execPath, [main], options, (error, screen, errors) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1
      resolve({ code, screen, errors })
    })
  })
}

test('the demo tells its whole story, and no balance has a rupiah too many', async (t) => {
  const tukar = await startTukar(t)
  const shown = await runDemo({ BASE_URL: tukar.url, SANDBOX_URL: tukar.sandbox.url })
  assert.equal(shown.code, 0, shown.screen + shown.errors)
  assert.match(shown.screen, /A text arrives: “\d{6} is your Tukar code”/)
  assert.match(shown.screen, /Sign in with the password alone: 403 auth\.otp_failed /)
  assert.match(shown.screen, /Sign in with that code once more: 403 auth\.otp_failed /)
  assert.match(shown.screen, /the balance is Rp 1,245,560 /)
  assert.match(shown.screen, /The balance before: Rp 1,245,560 /)
  assert.match(shown.screen, /The balance after: Rp 2,150,600, every transfer counted once/)
  assert.match(shown.screen, /signs a request and reads the balance: Rp 2,150,600 /)
  assert.match(shown.screen, /again, byte for byte: 401 auth\.unauthenticated /)
  assert.match(shown.screen, /tries to write: 403 api\.api_key_permission_denied /)
  assert.match(shown.screen, /They add up to the balance: Rp 2,150,600 /)
  assert.match(shown.screen, /\+495,560 +1,741,120\n/)
  assert.match(shown.screen, /✓ \d+ steps held, \d+ requests, /)
})

test('the demo runs again and again, and colours nothing that is not a terminal', async (t) => {
  const tukar = await startTukar(t)
  const env = { BASE_URL: tukar.url, SANDBOX_URL: tukar.sandbox.url, FORCE_COLOR: '1' }
  const first = await runDemo(env)
  const second = await runDemo(env)
  assert.deepEqual([first.code, second.code], [0, 0], first.screen + second.screen)
  assert.ok(!(first.screen + second.screen).includes('\u001b'))
})

test('the demo says what to start when nobody answers, and fails', async (t) => {
  const tukar = await startTukar(t)
  const nowhere = 'http://127.0.0.1:1'
  const noService = await runDemo({ BASE_URL: nowhere, SANDBOX_URL: tukar.sandbox.url })
  assert.equal(noService.code, 1)
  assert.match(noService.screen, /✗ Tukar can not be reached at .*\n.*`npm start`/)
  const noSandbox = await runDemo({ BASE_URL: tukar.url, SANDBOX_URL: nowhere })
  assert.equal(noSandbox.code, 1)
  assert.match(noSandbox.screen, /✗ The sandbox can not be reached at .*\n.*`npm start`/)
})

test('a step that fails ends the demo with the reason it was given', async (t) => {
  const tukar = await startTukar(t)
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'error-500' })
  const shown = await runDemo({ BASE_URL: tukar.url, SANDBOX_URL: tukar.sandbox.url })
  assert.equal(shown.code, 1)
  assert.match(shown.screen, /✗ Open a virtual account at BCA\n/)
  assert.match(shown.screen, /virtual-accounts: api\.virtual_account_unavailable\n/)
})
