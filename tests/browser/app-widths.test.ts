import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTukar, type Tukar } from '../harness.ts'
import { makeKey } from '../make/api-key.ts'
import { makeBank } from '../make/bank-account.ts'
import { makeCashWithdrawer, withdrawCash } from '../make/cash-withdrawal.ts'
import { makeCategory, makeNews } from '../make/content.ts'
import { makeMessages } from '../make/messages.ts'
import { placeOrder } from '../make/order.ts'
import { steadyPrices } from '../make/prices.ts'
import { makeTrader, type Trader } from '../make/trader.ts'
import { btc, fund, later, oneBtc, withdrawCoin } from '../make/withdrawal.ts'
import { openPage } from './browser.ts'
import { go, useSessionOf } from './walks.ts'

const widths = [360, 390] as const
const languages = ['id', 'en'] as const

/** The addresses of the app's screens, from their list. */
function screenPaths(): readonly string[] {
  const list = path.join(import.meta.dirname, '../../web/app/screens.ts')
  return [...readFileSync(list, 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(([, at = '']) => at)
}

/** Which screens a page shows, each at some of its addresses. */
type Visitor = Readonly<{ page: Page; addresses: readonly string[] }>

/** Opens each address in both languages, and returns those that are wider than a phone. */
async function wideScreens({ page, addresses }: Visitor): Promise<readonly string[]> {
  const wide: string[] = []
  for (const language of languages) {
    await page.evaluate((chosen) => localStorage.setItem('tukar.language', chosen), language)
    await page.reload()
    for (const address of addresses) {
      await go(page, `/app${address}`)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        const found = await page.evaluate(() => document.documentElement.scrollWidth)
        if (found > width) wide.push(`${address} (${language}) is ${found} wide on ${width}`)
      }
    }
  }
  return wide
}

const longName = 'RADEN MAS HARYO DANURWENDO PANJANGSEKALI KUSUMODININGRAT'

/** Makes a user with something on every screen: long names, large sums, reviews, orders, keys. */
async function makeBusyUser(tukar: Tukar): Promise<Readonly<{ user: Trader; items: string[] }>> {
  const prices = { BTC_IDR: '1640000000', USDT_IDR: '16400', BTC_USDT: '100000' }
  await steadyPrices(tukar.service.ctx.db, prices)
  const user = await makeCashWithdrawer(tukar, { bankOwner: longName })
  await fund(tukar, user, 12_345n * oneBtc + 67_890_123n, btc)
  const cash = await withdrawCash(tukar, user)
  await later(tukar, user)
  const residential = { residentialName: longName, residentialAddress: longName }
  const coins = await withdrawCoin(tukar, user, { amount: '0.06', ...residential })
  await placeOrder(tukar, user, { type: 'MARKET', side: 'SELL', price: undefined, volume: '0.5' })
  await placeOrder(tukar, user, { volume: '0.00123', price: '1234567890' })
  await makeKey(tukar, user, { apiName: longName.slice(0, 50), permissions: ['read', 'trade'] })
  await makeBank(tukar, user, { bankOwner: longName, address: longName })
  await makeMessages(tukar, user, 3, `Penarikan ${longName} 1.234.567.890,12345678 BTC`)
  return {
    user,
    items: [
      `/wallet/IDR/withdrawals/${cash.body.data.request_id}`,
      `/wallet/BTC/withdrawals/${coins.body.data.request_id}`,
    ],
  }
}

/** An address of each screen's path; those of single items are given. */
const addressOf = (at: string): readonly string[] =>
  at.includes('/:id')
    ? []
    : at.includes(':symbol')
      ? ['IDR', 'BTC'].map((symbol) => at.replace(':symbol', symbol))
      : [at.replace('/:txPair?', '/BTC_IDR').replace(':slug', 'news-one')]

test('no screen is wider than a phone, for any user, in both languages', async (t) => {
  const tukar = await startTukar(t, { jobs: 'all', app: true, prices: true })
  await makeNews(tukar, 'news-one', await makeCategory(tukar, 'news'))
  const { user, items } = await makeBusyUser(tukar)
  const paths = screenPaths()
  assert.ok(paths.length > 25, `${paths.length} screens`)
  const addresses = paths.flatMap(addressOf)
  const open = async (trader: Trader | null): Promise<Page> => {
    const page = await openPage(t, tukar.url)
    if (trader !== null) await useSessionOf(page, trader)
    await page.goto('/app/news')
    return page
  }
  const visitors: Readonly<Record<string, Visitor>> = {
    'a guest': { page: await open(null), addresses },
    'a new user': { page: await open(await makeTrader(tukar)), addresses },
    'a busy user': { page: await open(user), addresses: [...addresses, ...items] },
  }
  for (const [name, visitor] of Object.entries(visitors)) {
    await t.test(`as ${name}`, async () => assert.deepEqual(await wideScreens(visitor), []))
  }
})
