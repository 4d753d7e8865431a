import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../harness.ts'
import { makeOperator } from '../make/operator.ts'
import { openPage } from './browser.ts'
import { desktop, openConsole } from './console.ts'
import { walk } from './console-pages.ts'
import { makeStory, type Story } from './console-story.ts'
import { photographConsole } from './photograph.ts'

const statementOf = ({ depositor }: Story) => `/statement?user=${depositor.id}&asset=IDR`

test('the console on a desktop', async (t) => {
  const tukar = await startTukar(t, { app: true })
  const story = await makeStory(tukar)
  await t.test('shows all columns of each list without scrolling sideways', async (inner) => {
    assert.deepEqual(await listsTooWide(inner, tukar, story), [])
  })
  await t.test(
    'shows open decisions, one of them, and a balance down to its callback',
    async (inner) => photographStory(inner, tukar, story),
  )
  await t.test("and the sandbox's panel shows the open orders of the market", async (inner) => {
    const page = await openPage(inner, tukar.sandbox.url)
    await page.setViewportSize(desktop)
    await page.goto('/market')
    await page.getByRole('region', { name: 'Open orders at the venue' }).waitFor()
    await photographConsole(page, 'sandbox')
  })
})

async function listsTooWide(
  t: TestContext,
  tukar: Tukar,
  story: Story,
): Promise<readonly string[]> {
  const page = await openConsole(t, tukar, await makeOperator(tukar, 'admin'))
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').first().waitFor()
  const wide: string[] = []
  await walk(page, [statementOf(story)], async (at) => {
    const lists = page.locator('section.scroll')
    const beyond = await lists.evaluateAll((all) =>
      all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    )
    if (beyond.some((pixels) => pixels > 0)) wide.push(`${at}: ${beyond}`)
  })
  return wide
}

async function photographStory(t: TestContext, tukar: Tukar, story: Story): Promise<void> {
  const operator = await makeOperator(tukar, 'finance')
  await sql`update operators set email = 'rina@tukar.example' where id = ${operator.id}`.execute(
    tukar.service.ctx.db.read,
  )
  const page = await openConsole(t, tukar, operator)
  await page.getByRole('figure', { name: 'Money in' }).waitFor()
  await page.getByRole('table', { name: 'Balance sheet' }).waitFor()
  await photographConsole(page, 'overview', 1_000)
  await page.goto(`/console/withdrawals/${story.withdrawal}`)
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  await photographConsole(page, 'approval', 1_000)
  await page.goto(`/console${statementOf(story)}`)
  await page.locator('main a[data-row]').first().waitFor()
  await page.locator('main a[data-row]').first().click()
  await page.getByRole('link', { name: /^payx\.deposit-paid/ }).waitFor()
  await photographConsole(page, 'posting', 1_000)
  await page.getByRole('link', { name: /^payx\.deposit-paid/ }).click()
  await page.getByText('"payment_id"').waitFor()
  await photographConsole(page, 'event', 1_000)
}
