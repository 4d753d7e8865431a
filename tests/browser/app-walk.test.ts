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
import { saveAddress } from '../make/saved-address.ts'
import { expectOk, makeTrader, type Trader } from '../make/trader.ts'
import { btc, fund, later, oneBtc, withdrawCoin } from '../make/withdrawal.ts'
import { accessibilityFaults } from './accessibility.ts'
import { openPage } from './browser.ts'
import { desktop } from './console.ts'
import { go, useSessionOf } from './walks.ts'

const languages = ['id', 'en'] as const
const narrow = { width: 360, height: 740 }

type Screen = Readonly<{ path: string; isForUsers: boolean }>

/** The app's screens, from their list. */
function listedScreens(): readonly Screen[] {
  const list = path.join(import.meta.dirname, '../../web/app/screens.ts')
  const rows = readFileSync(list, 'utf8').split('View: later').slice(0, -1)
  return rows.map((row) => {
    const [, at = '/confirm-email'] = /path: '(\/[^']*)'/.exec(row) ?? []
    const readers = [...row.matchAll(/for: '(\w+)',/g)].at(-1)?.[1] ?? 'users'
    return { path: at, isForUsers: readers === 'users' }
  })
}

type Look = Readonly<{ size: typeof narrow; theme: 'light' | 'dark' }>
type Looks = Readonly<Record<(typeof languages)[number], readonly [Look, ...Look[]]>>

/** Each language has each size and each theme once. */
const allLooks: Looks = {
  id: [
    { size: narrow, theme: 'light' },
    { size: desktop, theme: 'dark' },
  ],
  en: [
    { size: narrow, theme: 'dark' },
    { size: desktop, theme: 'light' },
  ],
}

/** For screens that a busy user sees in all looks. */
const emptyLooks: Looks = { id: [allLooks.id[0]], en: [allLooks.en[0]] }

/** Which screens a page shows, each at some of its addresses, and how they are seen. */
type Visitor = Readonly<{ page: Page; addresses: readonly string[]; looks: Looks }>

/** What a page of this width cuts off: the page itself, a card's content, the chosen tab. */
const cutOff = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const cut = [document.documentElement, ...document.querySelectorAll('main .card')].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    )
    const tabs = [...document.querySelectorAll('[aria-selected="true"]')].filter((tab) => {
      const list = tab.parentElement?.getBoundingClientRect()
      return tab.getBoundingClientRect().right > (list?.right ?? 0)
    })
    return [...cut, ...tabs].map((one) => `${one.tagName} ${one.className} ${one.scrollWidth}`)
  })

/** Opens each address in both languages; returns what is cut off or not accessible. */
async function faultsOf({ page, addresses, looks }: Visitor): Promise<readonly string[]> {
  const faults: string[] = []
  for (const language of languages) {
    await page.evaluate((chosen) => localStorage.setItem('tukar.language', chosen), language)
    await page.reload()
    for (const address of addresses) {
      await page.setViewportSize(looks[language][0].size)
      await go(page, `/app${address}`)
      for (const { size, theme } of looks[language]) {
        await page.setViewportSize(size)
        const found = [...(await cutOff(page)), ...(await accessibilityFaults(page, [theme]))]
        faults.push(...found.map((fault) => `${language}, ${size.width}: ${address}: ${fault}`))
      }
    }
  }
  return faults
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
  expectOk(await saveAddress(tukar, user, { label: longName.slice(0, 50) }))
  const wrong = { email: user.email, password: 'Wrong-1-password' }
  await tukar.call('POST', '/api/auth/login', { body: wrong })
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
const addressOf = ({ path: at }: Screen): readonly string[] =>
  at.includes('/:id')
    ? []
    : at.includes(':symbol')
      ? ['IDR', 'BTC'].map((symbol) => at.replace(':symbol', symbol))
      : [at.replace('/:txPair?', '/BTC_IDR').replace(':slug', 'news-one')]

test('each screen fits a phone and a desktop and is accessible, in both languages', async (t) => {
  const tukar = await startTukar(t, { jobs: 'all', app: true, prices: true })
  await makeNews(tukar, 'news-one', await makeCategory(tukar, 'news'))
  const { user, items } = await makeBusyUser(tukar)
  const screens = listedScreens()
  assert.ok(screens.length > 25, `${screens.length} screens`)
  const addresses = screens.flatMap(addressOf)
  const open = async (trader: Trader | null): Promise<Page> => {
    const page = await openPage(t, tukar.url)
    if (trader !== null) await useSessionOf(page, trader)
    await page.goto('/app/news')
    return page
  }
  const forGuests = screens.filter(({ isForUsers }) => !isForUsers).flatMap(addressOf)
  assert.ok(forGuests.includes('/sign-up') && !forGuests.includes('/wallet'), forGuests.join(' '))
  const visitors: Readonly<Record<string, Visitor>> = {
    'a guest': { page: await open(null), addresses: forGuests, looks: allLooks },
    'a new user': { page: await open(await makeTrader(tukar)), addresses, looks: emptyLooks },
    'a busy user': {
      page: await open(user),
      addresses: [...addresses, ...items],
      looks: allLooks,
    },
  }
  for (const [name, visitor] of Object.entries(visitors)) {
    await t.test(`for ${name}`, async () => assert.deepEqual(await faultsOf(visitor), []))
  }
})
