import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { startTukar, type Tukar } from '../harness.ts'
import { makeOperator } from '../make/operator.ts'
import { openPage } from './browser.ts'
import { desktop, openConsole } from './console.ts'
import { makeStory, type Story } from './console-story.ts'
import { photographConsole } from './photograph.ts'

let story: Promise<Story> | null = null

async function sharedStory(tukar: Tukar): Promise<Story> {
  story ??= makeStory(tukar)
  return story
}

const statementOf = ({ depositor }: Story) => `/statement?user=${depositor.id}&asset=IDR`

async function settled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor()
  await page.locator('main').locator('.card, .spinner').first().waitFor({ state: 'attached' })
  await page.locator('main .spinner').first().waitFor({ state: 'detached' })
}

describe('the console on a desktop', () => {
  test('shows all columns of each list without scrolling sideways', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all', app: true })
    const statement = statementOf(await sharedStory(tukar))
    const page = await openConsole(t, tukar, await makeOperator(tukar, 'admin'))
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    await links.first().waitFor()
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    const wide: string[] = []
    for (const href of [...hrefs, `/console${statement}`]) {
      await page.goto(href ?? '')
      await settled(page)
      const lists = page.locator('section.scroll')
      const beyond = await lists.evaluateAll((all) =>
        all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      )
      if (beyond.some((pixels) => pixels > 0)) wide.push(`${href}: ${beyond}`)
    }
    assert.deepEqual(wide, [])
  })

  test('shows what waits, a decision, and a balance down to its callback', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all', app: true })
    const found = await sharedStory(tukar)
    const operator = await makeOperator(tukar, 'finance')
    await sql`update operators set email = 'rina@tukar.example' where id = ${operator.id}`.execute(
      tukar.service.ctx.db.read,
    )
    const page = await openConsole(t, tukar, operator)
    await page.getByRole('figure', { name: 'Money in' }).waitFor()
    await page.getByRole('table', { name: 'Balance sheet' }).waitFor()
    await photographConsole(page, 'overview', 1_000)
    await page.goto(`/console/withdrawals/${found.withdrawal}`)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await photographConsole(page, 'approval', 1_000)
    await page.goto(`/console${statementOf(found)}`)
    await page.locator('main a[data-row]').first().waitFor()
    await page.locator('main a[data-row]').first().click()
    await page.getByRole('link', { name: /^payx\.deposit-paid/ }).waitFor()
    await photographConsole(page, 'posting', 1_000)
    await page.getByRole('link', { name: /^payx\.deposit-paid/ }).click()
    await page.getByText('"payment_id"').waitFor()
    await photographConsole(page, 'event', 1_000)
  })
})

test("the sandbox's panel shows the open orders of the market", async (t) => {
  const tukar = await startTukar(t, { jobs: 'all', app: true })
  await sharedStory(tukar)
  const page = await openPage(t, tukar.sandbox.url)
  await page.setViewportSize(desktop)
  await page.goto('/market')
  await page.getByRole('region', { name: 'Open orders at the venue' }).waitFor()
  await photographConsole(page, 'sandbox')
})
