import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { eventually, startTukar } from '../harness.ts'
import { makeMessages } from '../make/messages.ts'
import { makeOperator } from '../make/operator.ts'
import { stillMarket } from '../make/order.ts'
import { makeTrader } from '../make/trader.ts'
import { openConsole } from './console.ts'
import { visit } from './signed-in.ts'
import { setPrice } from './walks.ts'

/** The streams that pages of the browser hold open. */
function watchStreams(page: Page): () => readonly Request[] {
  const open = new Set<Request>()
  page.context().on('request', (request) => {
    if (/\/api\/stream(?:\/|\?|$)/.test(request.url())) open.add(request)
  })
  page.context().on('requestfinished', (request) => open.delete(request))
  page.context().on('requestfailed', (request) => open.delete(request))
  return () => [...open]
}

/** Waits until all tabs share one stream, which has these pairs; returns its request. */
const oneStream = (streams: () => readonly Request[], pairs: readonly string[]) =>
  eventually('one stream', async () => {
    const [only, ...others] = streams()
    const symbols = new URL(only?.url() ?? 'none:').searchParams.get('symbols')?.split(',')
    const isWhole = pairs.every((pair) => symbols?.includes(pair))
    return others.length === 0 && isWhole ? only : undefined
  })

describe('a browser with many pages', () => {
  test('loads ten pages of the console by address, one after the other', async (t) => {
    const tukar = await startTukar(t)
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

  test('follows its user and the market in eight tabs over one stream', async (t) => {
    const tukar = await startTukar(t, { app: true, prices: true })
    await stillMarket(tukar)
    const trader = await makeTrader(tukar)
    const { page } = await visit(t, '/trade/BTC_IDR', { tukar, trader })
    const streams = watchStreams(page)
    await page.reload()
    for (const path of ['/wallet', '/history', '/account/devices']) await openTab(page, path)
    const messages = await openTab(page, '/account/messages')
    const trades = [await openTab(page, '/trade/BTC_IDR'), await openTab(page, '/trade/ETH_IDR')]
    const both = ['BTC_IDR', 'ETH_IDR']
    const headers = (await oneStream(streams, both)).headers()
    assert.ok(headers['last-event-id'], 'a stream with more pairs goes on where it was')
    const markets = await openTab(page, '/markets')
    // Each tab hears of what the tab that connects receives.
    await makeMessages(tukar, trader, 1, 'for all tabs')
    await messages.getByText('for all tabs').waitFor()
    await setPrice(tukar, '1650000000')
    await markets.getByText('1,650,000,000').first().waitFor()
    await trades[0]?.getByText('1,650,000,000').first().waitFor()
    // When it is closed, another one connects.
    await page.close()
    await oneStream(streams, both)
    await makeMessages(tukar, trader, 1, 'for the rest')
    await messages.getByText('for the rest').waitFor()
    await setPrice(tukar, '1660000000')
    await trades[0]?.getByText('1,660,000,000').first().waitFor()
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
