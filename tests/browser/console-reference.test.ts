import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually, startTukar } from '../harness.ts'
import { makeOperator } from '../make/operator.ts'
import { makeOrderTrader } from '../make/order.ts'
import { ageProposals, agree, makeIndependentAdmin, proposalsOf } from '../make/proposals.ts'
import { openConsole } from './console.ts'

/** Opens a dialog with the button beside a text, fills its fields and submits them. */
async function change(
  page: Page,
  beside: ReturnType<Page['locator']>,
  button: string,
  fields: Readonly<Record<string, string>> = {},
) {
  await beside.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label, { exact: true })
    const isChoice = (await field.evaluate(({ tagName }) => tagName)) === 'SELECT'
    await (isChoice ? field.selectOption(value) : field.fill(value))
  }
  await dialog.getByRole('button', { name: button, exact: true }).waitFor()
  // What becomes a proposal takes a reason.
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  if ((await reason.count()) > 0) await reason.fill('asked by <b>risk</b>')
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

describe('the console pages of reference data', () => {
  test('finance closes at once, and proposes terms, fees and instructions', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all' })
    const finance = await makeOperator(tukar, 'finance')
    const page = await openConsole(t, tukar, finance, '/assets?q=usdt')
    const read = async (path: string) => (await tukar.call('GET', path)).body.data
    const row = (name: string | RegExp) => page.getByRole('row', { name })
    const assets = page.getByRole('table', { name: 'Assets and networks' })
    await change(page, assets.getByRole('row', { name: /^USDT/ }), 'Disable')
    await assets.getByText('Inactive').waitFor()
    assert.equal((await read('/api/asset-information/USDT')).active, false)
    const proposed = { 'Supply cap': '2000000' }
    const propose = 'Propose limits or a price'
    await change(page, assets.getByRole('row', { name: /^USDT/ }), propose, proposed)
    const proposals = await tukar.call('GET', '/operator/api/proposals', { token: finance.token })
    assert.equal(proposals.body.data.data[0].value, '2000000')
    const isProposed = async (value: string) => {
      await page.waitForURL(/\/proposals\/\d+$/)
      await page.getByText(value).waitFor()
    }
    await change(page, row('USDT TRC20'), 'Propose', { 'Withdrawal fee': '2.5' })
    await isProposed('withdrawal fee: 2.5')
    await page.getByText('asked by <b>risk</b>').first().waitFor()
    await page.getByText('New withdrawals over this network follow these terms.').waitFor()
    await page.goto('/console/pair-bounds')
    await change(page, row(/^BTC_IDR/), 'Propose', { 'Minimum value': '25000' })
    await isProposed('least value: 25,000')
    await page.goto('/console/fees')
    await change(page, row(/RUPIAH/), 'Propose', { 'Buying fee': '0', 'Selling fee': '1500' })
    await isProposed('fee of buys: 0%, fee of sells: 0.15%')
    await page.goto('/console/fees')
    await change(page, page.locator('main'), 'Set the rate', { 'Rupiah per dollar': '16350.5' })
    assert.equal((await read('/api/currency/exchange-rate')).rate, '16350.5')
    await page.goto('/console/banks?q=014')
    await change(page, row(/^014/), 'Disable')
    await row(/^014/).getByText('Inactive').waitFor()
    await change(page, row(/^014/), 'Enable')
    await isProposed('active: yes')
    await page.goto('/console/payment-instructions?q=bca%20atm')
    await change(page, row(/English/), 'Propose', { Steps: 'Insert <b>card</b>\n\nPay' })
    await isProposed('Insert <b>card</b>')
  })

  test('bounds that are refused are explained in the dialog', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all' })
    const finance = await makeOperator(tukar, 'finance')
    const page = await openConsole(t, tukar, finance, '/pair-bounds')
    const row = page.getByRole('row', { name: /^BTC_IDR/ })
    await row.getByRole('button', { name: 'Propose' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Minimum quantity').fill('9')
    await dialog.getByLabel('Reason').fill('larger orders only')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await dialog.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
  })

  test('a state of a coin is planned by two operators, and its holders are listed', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all' })
    const admin = await makeIndependentAdmin(tukar)
    const finance = await makeOperator(tukar, 'finance')
    const holder = await makeOrderTrader(tukar)
    const page = await openConsole(t, tukar, finance, '/listings?q=btc')
    const row = page.getByRole('row', { name: /^BTC Holders/ })
    await change(page, row, 'Plan a state', { State: 'withdraw-only' })
    const [proposal] = await proposalsOf(tukar, finance)
    assert.match(proposal?.value, /^withdraw-only from 20/)
    await ageProposals(tukar, 60)
    await agree(tukar, admin, proposal?.id)
    const isShown = async () => {
      await page.reload()
      await row.waitFor()
      return (await row.getByText('withdrawals only').count()) > 0
    }
    await eventually('the state to hold', isShown)
    await row.getByRole('link', { name: 'Holders' }).click()
    await page.getByRole('row', { name: new RegExp(holder.email) }).waitFor()
    await page.getByText('10 BTC').first().waitFor()
  })

  test('support switches countries, and no money', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all' })
    const support = await makeOperator(tukar, 'support')
    const page = await openConsole(t, tukar, support, '/countries?q=antarctica')
    await change(page, page.getByRole('row', { name: /Antarctica/ }), 'Disable')
    await page.getByText('Inactive').waitFor()
    for (const section of ['assets', 'pair-bounds', 'fees', 'banks', 'payment-instructions']) {
      await page.goto(`/console/${section}`)
      await page.getByRole('table').first().waitFor()
      const buttons = page.locator('main').getByRole('button', { name: /Edit|able|Propose|Set/ })
      assert.equal(await buttons.count(), 0, section)
    }
  })
})
