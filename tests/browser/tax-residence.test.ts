import { describe, test } from 'node:test'
import { needCertification } from '../make/certification.ts'
import { cardOf, makeNik, proveFace, readCard } from '../make/identity.ts'
import { expectOk } from '../make/trader.ts'
import { photograph } from './photograph.ts'
import { visit } from './signed-in.ts'

describe('in a browser', () => {
  test('a user whose deposits wait certifies the tax residence, and can deposit', async (t) => {
    const { tukar, trader, page } = await visit(t, '/account')
    const nik = makeNik()
    expectOk(await readCard(tukar, trader, { ktp_image: cardOf(nik) }))
    expectOk(await proveFace(tukar, trader))
    await needCertification(tukar)
    await page.goto('/app/wallet/IDR/deposit')
    const notice = page.getByText('Orders and deposits wait for your tax residence.')
    await notice.waitFor()
    await photograph(page, 'tax-residence-missing')
    await page.getByRole('link', { name: 'Certify now' }).click()
    await page.getByLabel('Tax number').fill(makeNik())
    await page.getByLabel('I certify that these data are true').check()
    await photograph(page, 'tax-residence')
    await page.getByRole('button', { name: 'Certify' }).click()
    await page.getByText('For Indonesia, enter your NIK or NPWP.').waitFor()
    await page.getByLabel('Tax number').fill(nik)
    await page.getByRole('button', { name: 'Certify' }).click()
    await page.getByText(`••••••••••••${nik.slice(-4)}`).waitFor()
    await photograph(page, 'tax-residence-certified')
    await page.goto('/app/wallet/IDR/deposit')
    await page.getByRole('tab', { name: 'Virtual account' }).waitFor()
    await notice.waitFor({ state: 'detached' })
  })
})
