import { describe, test } from 'node:test'
import { startTukar } from '../harness.ts'
import { certify } from '../make/certification.ts'
import { makeProvenTrader } from '../make/identity.ts'
import { makeOperator } from '../make/operator.ts'
import { taxed, tradeTax } from '../make/taxes.ts'
import { expectOk } from '../make/trader.ts'
import { openConsole } from './console.ts'
import { photograph, photographConsole } from './photograph.ts'
import { visit } from './signed-in.ts'

const year = new Date().getFullYear()

describe('in a browser', () => {
  test('a user saves the tax slip of a year, and support sees it', async (t) => {
    const tukar = await startTukar(t, { app: true })
    const trader = await makeProvenTrader(tukar)
    expectOk(await certify(tukar, trader))
    const tradedAt = new Date(`${year}-01-15T05:00:00Z`)
    const { db } = tukar.service.ctx
    await taxed(db, tradeTax(trader.id, { tradedAt }), tradeTax(trader.id, { tradedAt }))
    const { page } = await visit(t, `/history/taxes?year=${year}`, { tukar, trader })
    await page.getByRole('heading', { name: 'Tax withholding slip' }).waitFor()
    await photograph(page, 'tax-slip')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /PDF/ }).click()
    await (await saved).path()
    const support = await makeOperator(tukar, 'support')
    const desk = await openConsole(t, tukar, support, `/users/${trader.id}?tab=taxes`)
    await desk.getByText(`TUKAR-${year}-${trader.id}`).waitFor()
    await desk
      .getByRole('row', { name: /PPH SELL/ })
      .getByText('IDR 6,720')
      .waitFor()
    await photographConsole(desk, 'tax-slip')
    const csv = desk.waitForEvent('download')
    await desk.getByRole('button', { name: 'CSV' }).click()
    await (await csv).path()
  })
})
