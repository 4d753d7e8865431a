import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTukar } from '../harness.ts'
import { makeOperator, makeSandboxOperators, operatorPassword } from '../make/operator.ts'
import { openPage } from './browser.ts'
import { openConsole } from './console.ts'

describe("the operators' console", () => {
  test('signs an operator in and out, and forgets the session', async (t) => {
    const tukar = await startTukar(t)
    const { email } = await makeOperator(tukar, 'viewer')
    const page = await openPage(t, tukar.url)
    await page.goto('/console')
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('a wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    await page.getByLabel('Password', { exact: true }).fill(operatorPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Menu', { exact: true }).click()
    await page.getByRole('link', { name: 'My account' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'My account' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Menu', { exact: true }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in as an operator' }).waitFor()
    assert.equal(await page.evaluate(() => sessionStorage.getItem('tukar-console-token')), null)
  })

  test('shows alerts, filters them, and keeps the filter in the address', async (t) => {
    const tukar = await startTukar(t)
    const [admin] = await makeSandboxOperators(tukar)
    assert.ok(admin)
    const page = await openConsole(t, tukar, admin, '/alerts')
    await page.getByRole('heading', { name: 'Alerts' }).waitFor()
    await page.getByLabel('Kind').selectOption({ label: 'Break' })
    await page.waitForURL(/kind=break/)
    await page.getByLabel('Severity').selectOption('critical')
    await page.waitForURL(/severity=critical/)
    await page.reload()
    assert.equal(await page.getByLabel('Severity').inputValue(), 'critical')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.waitForURL((url) => !url.search.includes('severity'))
    await page.screenshot({ path: '/tmp/console-alerts.png' })
  })
})
