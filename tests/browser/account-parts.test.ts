import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, type TestContext, test } from 'node:test'
import { startTukar } from '../harness.ts'
import { makeOrderTrader } from '../make/order.ts'
import { steadyPrices } from '../make/prices.ts'
import { bindTotp, codeOf, forgetSteps } from '../make/totp.ts'
import { makeTrader, password } from '../make/trader.ts'
import { makeWithdrawer, outside } from '../make/withdrawal.ts'
import { checkAccessibility } from './accessibility.ts'
import { openPage } from './browser.ts'
import { photograph } from './photograph.ts'
import { button, fillSignIn, textIn, useSessionOf } from './walks.ts'

const started = (t: TestContext) => startTukar(t, { app: true })

describe('in a browser', () => {
  test('recovery codes are shown once, and one of them signs in without the app', async (t) => {
    const tukar = await started(t)
    const trader = await makeTrader(tukar)
    const secret = await bindTotp(tukar, trader)
    const page = await openPage(t, tukar.url)
    await useSessionOf(page, trader)
    await page.goto('/app/account/two-factor')
    const codes = page.getByRole('region', { name: 'Recovery codes' })
    await codes.getByText('There are no recovery codes.').waitFor()
    await forgetSteps(tukar, trader)
    await codes.getByLabel('Authenticator code').fill(codeOf(secret))
    await button(page, 'Make recovery codes').click()
    await codes.getByText('Store these codes now').waitFor()
    const code = await textIn(codes.getByRole('listitem').first())
    assert.match(code, /^[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}$/)
    await checkAccessibility(page)
    await photograph(page, 'recovery-codes')
    await page.goto('/app/account')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await fillSignIn(page, trader)
    await button(page, 'Lost your phone? Use a recovery code').click()
    await page.getByLabel('Recovery code').fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
    await page.goto('/app/account/two-factor')
    await codes.getByText('Recovery codes not used: 7.').waitFor()
  })

  test('a kept address is chosen by its name, and deleted', async (t) => {
    const tukar = await started(t)
    const trader = await makeWithdrawer(tukar)
    const page = await openPage(t, tukar.url)
    await useSessionOf(page, trader)
    await page.goto('/app/account/addresses')
    await page.getByText('No addresses yet.').waitFor()
    await page.getByLabel('Name').fill('My cold wallet')
    await page.getByLabel('Coin').selectOption('BTC')
    await page.getByLabel('Address', { exact: true }).fill(`${outside}x`)
    await button(page, 'Save').click()
    await page
      .getByRole('alert')
      .filter({ hasText: /address/i })
      .first()
      .waitFor()
    await page.getByLabel('Address', { exact: true }).fill(outside)
    await button(page, 'Save').click()
    const list = page.getByRole('list', { name: 'Kept addresses' })
    await list.getByText('My cold wallet').waitFor()
    await photograph(page, 'addresses')
    await page.goto('/app/wallet/BTC/withdraw')
    await page.getByLabel('From the address book').selectOption('My cold wallet')
    assert.equal(await page.getByLabel('Destination address').inputValue(), outside)
    await page.goto('/app/account/addresses')
    await list.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No addresses yet.').waitFor()
  })

  test('the sign-ins of an account are listed, failed ones too', async (t) => {
    const tukar = await started(t)
    const trader = await makeTrader(tukar)
    const { email } = trader
    for (const tried of ['Wrong-1-password', password]) {
      await tukar.call('POST', '/api/auth/login', { body: { email, password: tried } })
    }
    const page = await openPage(t, tukar.url)
    await useSessionOf(page, trader)
    await page.goto('/app/account/devices')
    const history = page.getByRole('region', { name: 'Sign-in history' })
    await history.getByText('Wrong password').waitFor()
    await history.getByText('Signed in').first().waitFor()
    await photograph(page, 'sign-ins')
  })

  test('a guest asks for help; each wrong field has its own sentence', async (t) => {
    const tukar = await started(t)
    const page = await openPage(t, tukar.url)
    await page.goto('/app/help')
    await page.getByLabel('First name').fill('Si')
    await button(page, 'Send').click()
    await page.getByRole('alert').getByText('At least 3 letters.').waitFor()
    assert.equal(await page.getByRole('alert').getByText('Required.').count(), 5)
    await checkAccessibility(page)
    for (const [label, value] of [
      ['Subject', 'A lost deposit'],
      ['First name', 'Siti'],
      ['Last name', 'Rahayu'],
      ['Email', 'siti@example.com'],
      ['Phone', '+6281234567890'],
      ['Message', 'My deposit of yesterday is missing.'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value)
    }
    await page.getByLabel('I am not a robot').check()
    await button(page, 'Send').click()
    await page.getByText('We received your message.').waitFor()
  })

  test('balances are searched, and small ones hidden, also the next time', async (t) => {
    const tukar = await started(t)
    await steadyPrices(tukar.service.ctx.db, { BTC_IDR: '1640000000', USDT_IDR: '16400' })
    const page = await openPage(t, tukar.url)
    await useSessionOf(page, await makeOrderTrader(tukar))
    await page.goto('/app/wallet')
    const links = page.getByRole('list', { name: 'Balances' }).getByRole('link')
    await page.getByRole('link', { name: 'ETH Ether' }).waitFor()
    await page.getByLabel('Search assets').fill('bitc')
    await page.getByRole('link', { name: 'ETH Ether' }).waitFor({ state: 'detached' })
    assert.equal(await links.count(), 1)
    await page.getByLabel('Search assets').fill('')
    await page.getByLabel('Hide small balances').check()
    await page.getByRole('link', { name: 'ETH Ether' }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('link', { name: 'BTC Bitcoin' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'ETH Ether' }).count(), 0)
    await photograph(page, 'wallet-search')
  })

  test('a history is saved for a spreadsheet, with all its pages', async (t) => {
    const tukar = await started(t)
    const page = await openPage(t, tukar.url)
    await useSessionOf(page, await makeOrderTrader(tukar))
    await page.goto('/app/history/moves')
    const saved = page.waitForEvent('download')
    await button(page, 'Download CSV').click()
    const file = await saved
    assert.equal(file.suggestedFilename(), 'tukar-moves.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    assert.match(lines[0] ?? '', /^id,action,orderNo,symbol,account,amount,balanceAfter,createdAt$/)
    assert.ok(
      lines.some((line) => line.includes(',BTC,available,10,10,')),
      lines.join('\n'),
    )
  })
})
