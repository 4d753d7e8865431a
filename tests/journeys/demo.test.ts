import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDemo, startFurnished } from '../make/demo.ts'
import { makeSandboxOperators } from '../make/operator.ts'

test('the demo runs to its end, and all balances are exact', async (t) => {
  const tukar = await startFurnished(t)
  await makeSandboxOperators(tukar)
  const shown = await runDemo({ BASE_URL: tukar.url, SANDBOX_URL: tukar.sandbox.url })
  assert.equal(shown.code, 0, shown.screen + shown.errors)
  assert.match(shown.screen, /A text arrives: “\d{6} is your Tukar code”/)
  assert.match(shown.screen, /Sign in with the password alone: 403 auth\.otp_failed /)
  assert.match(shown.screen, /Sign in with that code once more: 403 auth\.otp_failed /)
  assert.match(shown.screen, /the balance is Rp 1,245,560 /)
  assert.match(shown.screen, /0\.750000000000000001 ETH are on their way: nothing counts yet/)
  assert.match(shown.screen, /it counts, 0\.750000000000000001 ETH/)
  assert.match(shown.screen, /the balance grows by Rp 148,950 /)
  assert.match(shown.screen, /All of it is worth Rp 45,194,510 /)
  assert.match(shown.screen, /fills it for Rp 820,000, the fee is 0\.0000005 BTC/)
  assert.match(shown.screen, /fills 0\.00003 BTC: 0\.00008 of 0\.0002, the rest is open/)
  assert.match(shown.screen, /Cancel the rest: the bought part stays, 0\.00008 BTC/)
  assert.match(shown.screen, /that is in the balance: Rp 817,458 more/)
  assert.match(shown.screen, /tax history says why: PPH 0\.21 %, PMK 50\/2025/)
  assert.match(shown.screen, /asked by our number: 0\.0001 BTC were bought/)
  assert.match(shown.screen, /Withdraw Rp 400,000 with both codes: PROCESSING, fee Rp 5,000/)
  assert.match(shown.screen, /can not be spent any more: Rp 694,968 are left/)
  assert.match(shown.screen, /The amount is gone, and no more than it: 0\.49 ETH are left/)
  assert.match(shown.screen, /The friend withdraws 0\.02 BTC, to a new address: PENDING_APPROVAL/)
  assert.match(shown.screen, /sees why it waits \(new destination\), and approves/)
  assert.match(shown.screen, /It is gone, and no more than it: 0\.18 BTC are left/)
  assert.match(shown.screen, /They are in the balance: 0\.770000000000000001 ETH/)
  assert.match(shown.screen, /The balance before: Rp 694,968 /)
  assert.match(shown.screen, /The balance after: Rp 1,600,008, every transfer counted once/)
  assert.match(shown.screen, /The balance did not move: 0\.835000000000000001 ETH, 0\.065 more/)
  assert.match(shown.screen, /Every order stands as at the venue: 10 done, 30 cancelled/)
  assert.match(
    shown.screen,
    /books moved as the venue’s pooled account did .*\n.* IDR, .* BTC, .* ETH\n/,
  )
  assert.match(shown.screen, /signs a request and reads the balance: Rp 1,600,008 /)
  assert.match(shown.screen, /again, byte for byte: 401 auth\.unauthenticated /)
  assert.match(shown.screen, /tries to write: 403 api\.api_key_permission_denied /)
  assert.match(shown.screen, /of IDR add up to the balance: Rp 1,600,008 /)
  assert.match(shown.screen, /of BTC add up to the balance: 0\.00017932 BTC/)
  assert.match(shown.screen, /of ETH add up to the balance: 0\.835000000000000001 ETH/)
  assert.match(shown.screen, /\+495,560 +1,[0-9]{3},[0-9]{3}\n/)
  assert.match(shown.screen, /✓ \d+ steps held, \d+ requests, /)
})

test('a step that fails ends the demo with its reason', async (t) => {
  const tukar = await startFurnished(t)
  await tukar.control('POST', '/faults', { provider: 'payx', fault: 'error-500' })
  const shown = await runDemo({ BASE_URL: tukar.url, SANDBOX_URL: tukar.sandbox.url })
  assert.equal(shown.code, 1)
  assert.match(shown.screen, /✗ Open a virtual account at BCA\n/)
  assert.match(shown.screen, /virtual-accounts: api\.virtual_account_unavailable\n/)
})
