import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually, startTukar, type Tukar } from '../harness.ts'
import { credit, post } from '../make/ledger.ts'
import { makeOperator } from '../make/operator.ts'
import { expectOk, makeTrader } from '../make/trader.ts'
import { checkAccessibility } from './accessibility.ts'
import { openPage } from './browser.ts'
import { openConsole } from './console.ts'
import { photograph, photographConsole } from './photograph.ts'
import { visit } from './signed-in.ts'

/** Requests proofs until the newest one has this total of rupiah, and leaves none under way. */
async function prove(tukar: Tukar, total: string): Promise<void> {
  const { token } = await makeOperator(tukar, 'finance')
  const path = '/operator/api/proofs/liabilities'
  await eventually('the proof', async () => {
    const { body } = await tukar.call('GET', path, { token })
    const [newest] = body.data
    if (newest?.publishedAt === null) return false
    if (newest?.assets[0]?.total === total) return true
    expectOk(await tukar.call('POST', path, { token }))
    return false
  })
}

async function verify(page: Page, email: string, proof: string): Promise<void> {
  await page.getByLabel('Email address of your account').fill(email)
  const file = { name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from(proof) }
  await page.getByLabel('Your proof (JSON)').setInputFiles(file)
  await page.getByRole('button', { name: 'Verify' }).click()
}

describe('in a browser', () => {
  test('a user verifies a balance in the app, and on the public page from the file', async (t) => {
    const tukar = await startTukar(t, { jobs: ['prove liabilities'], app: true })
    const trader = await makeTrader(tukar)
    const { page } = await visit(t, '/account', { tukar, trader })
    await post(tukar.service.ctx.db, credit('a', trader.id, 1_234_567_50n))
    await prove(tukar, '1234567.5')
    await page.getByRole('link', { name: 'Proof of liabilities' }).click()
    await page.getByText('Proven').waitFor()
    await checkAccessibility(page)
    await photograph(page, 'proof')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the proof' }).click()
    const proof = await readFile(await (await saving).path(), 'utf8')

    const open = await openPage(t, tukar.url)
    const requests: string[] = []
    open.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await open.goto('/proofs')
    await verify(open, trader.email, proof)
    await open.getByText('✓ Proven').waitFor()
    await open.getByRole('cell', { name: '1,234,567.5', exact: true }).last().waitFor()
    await checkAccessibility(open)
    await photograph(open, 'proofs-page')
    await verify(open, 'other@tukar.test', proof)
    await open.getByText('✗ Does not lead to the root').waitFor()
    await verify(open, trader.email, proof.replace('1234567.5', '1234568.5'))
    await open.getByText('✗ Does not add up to the total').waitFor()
    await verify(open, trader.email, '{}')
    await open.getByText('This file is no proof.').waitFor()
    await open.getByRole('link', { name: 'Bahasa Indonesia' }).click()
    await open.getByRole('heading', { name: 'Bukti kewajiban' }).waitFor()
    await photograph(open, 'proofs-page-id')
    assert.deepEqual(
      requests.filter((path) => path.startsWith('/api')),
      ['/api/proofs/liabilities'],
    )

    const finance = await makeOperator(tukar, 'finance')
    const desk = await openConsole(t, tukar, finance, '/proofs')
    const newest = desk.getByRole('table', { name: 'Newest proof' })
    await newest.getByRole('row', { name: /IDR/ }).waitFor()
    await desk.getByText('a proof of reserves needs their signatures').waitFor()
    await desk.getByRole('button', { name: 'Build a proof now' }).click()
    const kept = desk.getByRole('table', { name: 'Proofs', exact: true })
    await kept.getByRole('row', { name: finance.email }).waitFor()
    await checkAccessibility(desk)
    await photographConsole(desk, 'proofs')
  })
})
