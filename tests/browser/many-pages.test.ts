import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually, startTukar } from '../harness.ts'
import { makeMessages } from '../make/messages.ts'
import { makeOperator } from '../make/operator.ts'
import { makeTrader } from '../make/trader.ts'
import { openConsole } from './console.ts'
import { visit } from './signed-in.ts'

/** Counts the streams that pages of the browser hold open. */
function countStreams(page: Page): () => number {
  const open = new Set<unknown>()
  page.context().on('request', (request) => {
    if (/\/api\/stream(?:\/|\?|$)/.test(request.url())) open.add(request)
  })
  page.context().on('requestfinished', (request) => open.delete(request))
  page.context().on('requestfailed', (request) => open.delete(request))
  return () => open.size
}

describe('a browser with many pages', () => {
  test('loads ten pages of the console by address, one after the other', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all' })
    const page = await openConsole(t, tukar, await makeOperator(tukar, 'finance'), '/alerts')
    const paths = ['/alerts', '/users', '/withdrawals', '/deposits', '/audit']
    for (const path of [...paths, ...paths]) {
      await page.goto(`/console${path}`, { timeout: 15_000 })
      await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 15_000 })
      await page.getByRole('navigation').getByRole('link').first().waitFor({ timeout: 15_000 })
    }
    await page.goBack({ waitUntil: 'commit', timeout: 15_000 })
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  test('follows its user and the market in eight tabs over two streams', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all', app: true, prices: true })
    const trader = await makeTrader(tukar)
    const { page } = await visit(t, '/trade/BTC_IDR', { tukar, trader })
    const streams = countStreams(page)
    await page.reload()
    const tabs = [page]
    for (const path of ['/markets', '/wallet', '/trade/ETH_IDR', '/trade/BTC_IDR', '/history']) {
      tabs.push(await openTab(page, path))
    }
    for (const path of ['/account/messages', '/account/messages']) {
      tabs.push(await openTab(page, path))
    }
    await eventually('two streams', async () => streams() === 2)
    // Each tab hears of what the tab that connects receives.
    await makeMessages(tukar, trader, 1, 'for all tabs')
    for (const tab of tabs.slice(-2)) await tab.getByText('for all tabs').waitFor()
    // When it is closed, another one connects.
    await page.close()
    await eventually('two streams again', async () => streams() === 2)
    await makeMessages(tukar, trader, 1, 'for the rest')
    for (const tab of tabs.slice(-2)) await tab.getByText('for the rest').waitFor()
    await tabs[1]?.close()
  })

  test('hears again of changes on a page to which it comes back', async (t) => {
    const { tukar, trader, page } = await visit(t, '/account/messages')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto('/docs/guides')
    await makeMessages(tukar, trader, 1, 'while away')
    await page.goBack({ waitUntil: 'commit' })
    await page.getByText('while away').waitFor()
    await makeMessages(tukar, trader, 1, 'after the return')
    await page.getByText('after the return').waitFor()
  })
})

async function openTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(`/app${path}`, { timeout: 15_000 })
  await tab.getByRole('heading', { level: 1 }).waitFor({ timeout: 15_000 })
  return tab
}
