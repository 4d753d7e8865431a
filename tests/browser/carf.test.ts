import { describe, test } from 'node:test'
import { startTukar } from '../harness.ts'
import { certify } from '../make/certification.ts'
import { makeProvenTrader } from '../make/identity.ts'
import { makeFirstAdmin, makeOperator } from '../make/operator.ts'
import { storeFills, storeOrders } from '../make/stored-orders.ts'
import { expectOk } from '../make/trader.ts'
import { openConsole } from './console.ts'
import { photographConsole } from './photograph.ts'

describe('the console pages of yearly reports', () => {
  test('a report is drawn, downloaded, and released by two operators', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all' })
    const trader = await makeProvenTrader(tukar)
    expectOk(await certify(tukar, trader))
    const year = new Date().getUTCFullYear() - 1
    const [orderNo = ''] = await storeOrders(tukar, trader, [{}])
    await storeFills(tukar, [{ orderNo, at: `${year}-06-01T00:00:00Z` }])
    const admin = await makeFirstAdmin(tukar)
    const page = await openConsole(
      t,
      tukar,
      await makeOperator(tukar, 'finance', admin),
      '/carf-reports',
    )
    await page.getByRole('button', { name: 'Draw a report' }).click()
    await page.getByRole('dialog').getByLabel('Year').fill(`${year}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Draw a report' }).click()
    await page.getByRole('link', { name: `${year}` }).click()
    await page.getByText('Not checked CARF_SCHEMA is not set').waitFor()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'XML: new data' }).click()
    await (await file).path()
    await photographConsole(page, 'carf-report')
    await page.getByRole('button', { name: 'Release' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
    await page.getByText('Waits for a second operator').first().waitFor()
    const second = await makeOperator(tukar, 'finance', admin)
    const other = await openConsole(t, tukar, second, '/approvals')
    await other.getByRole('link', { name: 'Yearly report', exact: true }).click()
    await other.getByRole('button', { name: 'Release' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
    await other.locator('.headline', { hasText: 'Released' }).waitFor()
    await photographConsole(other, 'carf-released')
  })
})
