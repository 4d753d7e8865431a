import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../src/service.ts'
import { startTukar } from '../harness.ts'
import { openConsole } from '../make/console.ts'
import {
  bindOperatorApp,
  forgetOperatorSteps,
  invitationOf,
  makeOperator,
  makeSandboxOperators,
} from '../make/operator.ts'
import { makeCashSuspense } from '../make/suspense.ts'
import { codeOf, wrongCodeOf } from '../make/totp.ts'
import { silent } from '../server.ts'

test('a new operator is made, chooses a password by the mailed link, and gets in', async (t) => {
  const tukar = await startTukar(t)
  const admin = await openConsole(t, tukar.url)
  const [first, second] = await makeSandboxOperators(tukar)
  assert.ok(first !== undefined && second !== undefined)
  await admin.signIn(first)
  await admin.go('#/operators')
  await admin.click('Make an operator')
  const email = 'new@tukar.test'
  admin.enter({ email, role: 'support' })
  await admin.click('Continue')
  await admin.click('Yes: make an operator')
  assert.ok(admin.text().includes(email), admin.text())
  assert.ok(!admin.buttons().includes('Confirm'), 'there is nobody yet to be confirmed')

  const token = await invitationOf(tukar, email)
  const page = await openConsole(t, tukar.url)
  await page.go(`#/invitation/${token}`)
  assert.match(page.text(), /Choose your password/)
  const password = 'a long one of their own'
  page.enter({ password, again: 'a long one mistyped' })
  await page.click('Choose this password')
  assert.match(page.text(), /The two passwords differ/)
  page.enter({ password, again: password })
  await page.click('Choose this password')
  assert.ok(page.text().includes(`Your password is set. Sign in as ${email}.`), page.text())
  await page.click('To the sign-in')
  await page.signIn({ email, password })
  assert.ok(page.links().includes('Users'), page.text())
  await page.go(`#/invitation/${token}`)
  page.enter({ password, again: password })
  await page.click('Choose this password')
  assert.match(page.text(), /This invitation no longer works/)

  const other = await openConsole(t, tukar.url)
  await other.signIn(second)
  await other.go('#/operators')
  await other.click('Confirm')
  await other.click('Continue')
  await other.click('Yes: confirm')
  assert.ok(other.text().includes('Done: Confirm.'), other.text())
  assert.ok(!other.buttons().includes('Confirm'))
})

test('an action that guards money takes the code of the authenticator in its dialog', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const secret = await bindOperatorApp(tukar, finance)
  const id = await makeCashSuspense(tukar)
  const page = await openConsole(t, tukar.url)
  await page.signIn(finance, codeOf(secret))
  await forgetOperatorSteps(tukar)
  await page.go(`#/suspense/${id}`)
  await page.click('Return')
  page.enter({ reason: 'sent back' })
  await page.click('Continue')
  await page.click('Yes: return')
  assert.ok(page.buttons().includes('Continue'), page.text())
  page.enter({ otpCode: codeOf(secret) })
  await page.click('Continue')
  await page.click('Yes: return')
  assert.equal(page.fact('State'), 'proposed', page.text())
})

test('in production an operator binds an app first, and signs in with its codes', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const node = await startService({ ...tukar.config, port: 0, production: true }, silent)
  t.after(() => node.stop())
  const page = await openConsole(t, node.url)
  await page.signIn(viewer)
  assert.match(page.text(), /Bind an authenticator app first/)
  assert.deepEqual(page.links(), [])
  page.enter({ password: viewer.password })
  await page.click('Set up an app')
  assert.equal(page.count('img[src^="data:image/png;base64,"]'), 1)
  const secret = /into it\. ([A-Z2-7]{32}) /.exec(page.text())?.[1] ?? ''
  page.enter({ otpCode: codeOf(secret) })
  await page.click('Bind the app')
  assert.match(page.text(), /The app is bound/)
  assert.ok(page.links().includes('Alerts'))
  await page.click('Sign out')
  await page.signIn(viewer, wrongCodeOf(secret))
  assert.equal(page.token(), null)
  await forgetOperatorSteps(tukar)
  await page.signIn(viewer, codeOf(secret))
  assert.ok(page.links().includes('Alerts'), page.text())
})
