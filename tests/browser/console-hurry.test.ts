import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTukar } from '../harness.ts'
import { makeClaim } from '../make/cash-deposit.ts'
import { makeProvenTrader } from '../make/identity.ts'
import { makeOperator } from '../make/operator.ts'
import { openConsole } from './console.ts'

describe('an operator in a hurry', () => {
  test('types amounts as the page writes them', async (t) => {
    const tukar = await startTukar(t)
    const claim = await makeClaim(tukar, await makeProvenTrader(tukar), { amount: '250000' })
    const operator = await makeOperator(tukar, 'finance')
    const page = await openConsole(t, tukar, operator, `/deposits/${claim}`)
    await page.getByRole('tab', { name: 'ID: Bahasa Indonesia' }).click()
    await page.getByRole('button', { name: 'Setujui' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /Jumlah/ }).fill('250,000,5')
    await dialog.getByRole('button', { name: 'Setujui' }).click()
    await dialog.getByRole('textbox', { name: /Jumlah/ }).fill('240.000')
    await dialog.getByRole('button', { name: 'Setujui' }).click()
    await dialog.waitFor({ state: 'detached' })
    const call = { token: operator.token }
    const seen = await tukar.call('GET', `/operator/api/deposits/${claim}`, call)
    assert.deepEqual([seen.body.data.status, seen.body.data.amount], ['COMPLETED', '240000'])
    await page.goto('/console/prices')
    await page.getByRole('button', { name: 'Nyatakan harga' }).click()
    await dialog.getByRole('textbox').fill('16.250')
    await dialog.getByRole('button', { name: 'Nyatakan harga' }).click()
    await dialog.waitFor({ state: 'detached' })
    const prices = await tukar.call('GET', '/operator/api/prices', call)
    const stated = prices.body.data.find(({ pair }: { pair: string }) => pair === 'USD_IDR')
    assert.equal(stated?.price, '16250')
  })
})
