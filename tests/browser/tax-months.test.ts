import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTukar, type Tukar } from '../harness.ts'
import { certify } from '../make/certification.ts'
import { makeProvenTrader } from '../make/identity.ts'
import { makeOperator } from '../make/operator.ts'
import { ageProposals, agree, makeIndependentAdmin } from '../make/proposals.ts'
import { taxed, tradeTax } from '../make/taxes.ts'
import { expectOk } from '../make/trader.ts'
import { openConsole } from './console.ts'
import { photograph, photographConsole } from './photograph.ts'
import { visit } from './signed-in.ts'

/** Fills the dialog of a button, sends it, and lets another operator agree to what it proposes. */
async function propose(
  { tukar, page }: Readonly<{ tukar: Tukar; page: Page }>,
  button: string,
  fields: Readonly<Record<string, string>>,
  shown: RegExp,
): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: button }).click()
  await page.getByText(shown).first().waitFor()
  const id = Number(/proposals\/(\d+)/.exec(page.url())?.[1])
  await ageProposals(tukar, 120)
  const agreed = await agree(tukar, await makeIndependentAdmin(tukar), id)
  assert.equal(agreed.body.data?.state, 'effective', agreed.text)
  await page.goto('/console/tax-months')
}

describe('the console page of months of taxes', () => {
  test('a month is closed, downloaded and paid, and a tax of it corrected', async (t) => {
    const tukar = await startTukar(t, { app: true })
    const trader = await makeProvenTrader(tukar)
    expectOk(await certify(tukar, trader))
    const at = (day: string) => tradeTax(trader.id, { tradedAt: new Date(`${day}T05:00:00Z`) })
    await taxed(tukar.service.ctx.db, at('2025-09-01'), at('2025-09-30'))
    const finance = await makeOperator(tukar, 'finance')
    const page = await openConsole(t, tukar, finance, '/tax-months')
    const desk = { tukar, page }
    await propose(
      desk,
      'Close a month',
      { Month: '2025-09', Reason: 'the month has ended' },
      /Tax IDR.6,720, VAT IDR.0, of 2 records/,
    )
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download a file' }).click()
    await page.getByRole('dialog').getByLabel('Month').fill('2025-09')
    await page.getByRole('dialog').getByRole('button', { name: 'Download a file' }).click()
    await (await file).path()
    const receipt = { 'NTPN of the taxes on trades': 'ABCDEF0123456789', Reason: 'paid today' }
    await propose(desk, 'Book the payment', receipt, /NTPN: tax ABCDEF0123456789, VAT not paid/)
    const { body } = await tukar.call('GET', '/api/users/history/tax', { token: trader.token })
    const right = {
      'Number of the tax': `${body.data.data[0].id}`,
      'Right base': '1000000',
      'Right tax': '2100',
      Reason: 'price of a wrong trade',
    }
    await propose(desk, 'Correct a tax', right, /Base IDR.1,000,000, tax IDR.2,100/)
    await page.getByRole('row', { name: /2025-09/ }).waitFor()
    await photographConsole(page, 'tax-months')
    const support = await makeOperator(tukar, 'support')
    const user = await openConsole(t, tukar, support, `/users/${trader.id}?tab=taxes`)
    await user.getByText('price of a wrong trade').waitFor()
    await photographConsole(user, 'tax-correction')
    const { page: app } = await visit(t, '/history/taxes', { tukar, trader })
    await app.getByText(/TUKAR-K-\d+: corrected/).waitFor()
    await photograph(app, 'tax-corrected')
  })
})
