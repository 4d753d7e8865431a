import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually, startTukar, type Tukar } from '../harness.ts'
import { makeOrderTrader, stillMarket } from '../make/order.ts'
import { expectOk, makeTrader, type Trader } from '../make/trader.ts'
import { openPage } from './browser.ts'
import { photograph } from './photograph.ts'
import { fillSignIn, setPrice } from './walks.ts'

const order = (page: Page) => page.getByRole('region', { name: 'Order', exact: true })
const openOrders = (page: Page) => page.getByRole('region', { name: 'Open orders' })

/** Returns a user's balance from the API. */
async function availableOf(tukar: Tukar, { token }: Trader, symbol: string): Promise<string> {
  const { body } = await tukar.call('GET', '/api/users/coins', { token })
  return body.data.find((coin: { symbol: string }) => coin.symbol === symbol).available
}

async function signIn(page: Page, trader: Trader): Promise<void> {
  await page.goto('/app/sign-in')
  await fillSignIn(page, trader)
  await page.getByRole('navigation').waitFor()
}

describe('in a browser', () => {
  test('a user buys by a limit and by a market order, and the balance follows', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all', app: true, prices: true })
    await stillMarket(tukar)
    await setPrice(tukar, '1640000000')
    const trader = await makeOrderTrader(tukar)
    const page = await openPage(t, tukar.url)
    await signIn(page, trader)
    await page.getByText('1,640,000,000').waitFor()
    await photograph(page, 'markets')
    await page.getByRole('link', { name: 'BTC / IDR' }).click()

    await order(page).getByText('IDR 100,000,000,000').waitFor()
    await order(page).getByLabel('Price').fill('1,600,000,000')
    await order(page).getByLabel('Volume').fill('0.01')
    await order(page).getByText('IDR 16,000,000').waitFor()
    await order(page).getByText('0.00999 BTC').waitFor()
    await page.getByRole('img', { name: 'Price chart of BTC/IDR' }).waitFor()
    await photograph(page, 'trade')
    await order(page).getByRole('button', { name: 'Buy BTC' }).click()
    await openOrders(page).getByText('Open', { exact: true }).waitFor()
    await order(page).getByText('IDR 99,984,000,000').waitFor()

    await setPrice(tukar, '1600000000')
    await openOrders(page).getByText('No open orders.').waitFor()
    assert.equal(await availableOf(tukar, trader, 'BTC'), '10.00999')

    // The bound follows the price, which the stream brings.
    await page.getByRole('definition').getByText('1,600,000,001').first().waitFor()
    await order(page).getByRole('tab', { name: 'Market' }).click()
    await order(page).getByLabel('Spend').fill('20,000')
    // The least amount follows from the price that the page shows.
    await order(page).getByText('IDR 1,600,000,001').waitFor()
    await order(page).getByRole('button', { name: 'Buy BTC' }).click()
    await order(page).getByRole('alert').getByText('At least IDR 32,000.01.').waitFor()
    await order(page).getByLabel('Spend').fill('32,001,000')
    await order(page).getByText('0.02 BTC').waitFor()
    // The note of the order before would be taken for that of this one.
    await page.getByText('Order sent.').waitFor({ state: 'hidden' })
    await order(page).getByRole('button', { name: 'Buy BTC' }).click()
    await page.getByText('Order sent.').waitFor()
    const receipt = order(page).getByRole('region', { name: 'Receipt' })
    await receipt.getByText('Filled', { exact: true }).first().waitFor()
    await receipt.getByText('0.01998 BTC').waitFor()
    await receipt.getByText('0.00002 BTC').waitFor()
    await photograph(page, 'receipt')
    await order(page).getByRole('tab', { name: 'Sell' }).click()
    await order(page).getByText('10.02997 BTC').waitFor()
    await page.getByRole('link', { name: 'History', exact: true }).click()
    const orders = page.getByRole('region', { name: 'All orders' })
    await orders.getByText('Filled', { exact: true }).nth(1).waitFor()
    await photograph(page, 'history')
    await orders.getByRole('button', { name: /Market/ }).click()
    await page.getByRole('table', { name: 'Executions' }).waitFor()
    await photograph(page, 'order')
  })

  test('a guest sees order book and last trades, which the stream fills in', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all', app: true, prices: true })
    await stillMarket(tukar)
    await setPrice(tukar, '1640000000')
    const page = await openPage(t, tukar.url)
    await page.goto('/app/trade/BTC_IDR')
    const asks = page.getByRole('list', { name: 'Offers of sellers' }).getByRole('listitem')
    const bids = page.getByRole('list', { name: 'Offers of buyers' }).getByRole('listitem')
    await asks.last().getByText('1,640,000,001').waitFor()
    assert.deepEqual([await asks.count(), await bids.count()], [10, 10])
    await setPrice(tukar, '1650000000')
    await asks.last().getByText('1,650,000,001').waitFor()
    await bids.first().getByText('1,649,999,999').waitFor()
    const trades = page.getByRole('region', { name: 'Last trades' }).getByRole('listitem')
    await trades.first().getByText('1,650,000,000').waitFor()
    // The head of the page is of the same moment.
    const head = page.getByRole('definition')
    await head.getByText('1,650,000,001').waitFor()
    await head.getByText('1,650,000,000', { exact: true }).waitFor()
    await asks.first().scrollIntoViewIfNeeded()
    await photograph(page, 'book')
  })

  test('a user cancels an open order, and gets the money back', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all', app: true, prices: true })
    await stillMarket(tukar)
    await setPrice(tukar, '1640000000')
    const trader = await makeOrderTrader(tukar)
    const page = await openPage(t, tukar.url)
    await signIn(page, trader)
    await page.goto('/app/trade/BTC_IDR')
    await order(page).getByLabel('Price').fill('1,500,000,000')
    await order(page).getByLabel('Volume').fill('0.1')
    await order(page).getByRole('button', { name: 'Buy BTC' }).click()
    await openOrders(page).getByRole('button', { name: 'Cancel' }).click()
    const asking = page.getByRole('dialog', { name: 'Cancel this order?' })
    await asking.getByText('returns to your balance').waitFor()
    assert.equal(await availableOf(tukar, trader, 'IDR'), '99850000000')
    await asking.getByRole('button', { name: 'Cancel' }).last().click()
    await openOrders(page).getByText('No open orders.').waitFor()
    await order(page).getByText('IDR 100,000,000,000').waitFor()
    await eventually('the money', async () => {
      return (await availableOf(tukar, trader, 'IDR')) === '100000000000'
    })
  })

  test('an order that breaks a rule of the market is not sent', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all', app: true, prices: true })
    await stillMarket(tukar)
    await setPrice(tukar, '1640000000')
    const trader = await makeOrderTrader(tukar)
    const page = await openPage(t, tukar.url)
    await signIn(page, trader)
    await page.goto('/app/trade/BTC_IDR')
    const send = order(page).getByRole('button', { name: 'Buy BTC' })
    const cases = [
      ['1,640,000,001', '0.01', 'may not be above the market price'],
      ['1,600,000,000.5', '0.01', 'Must be a multiple of IDR 1.'],
      ['1,600,000,000', '0.000015', 'Must be a multiple of 0.00001 BTC.'],
      ['1,600,000,000', '0.00001', 'At least IDR 20,000.'],
      ['1,600,000,000', '1.2.3', 'Enter a number'],
      ['1,600,000,000', '', 'Enter a number'],
    ] as const
    for (const [price, volume, problem] of cases) {
      await order(page).getByLabel('Price').fill(price)
      await order(page).getByLabel('Volume').fill(volume)
      await send.click()
      await order(page).getByRole('alert').getByText(problem).waitFor()
    }
    const history = await tukar.call('GET', '/api/exchange/venue/historyOrder', {
      token: trader.token,
    })
    assert.equal(history.body.data.totalData, 0)
  })

  test('a guest sees a delayed market; a new user is led to the verification', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all', app: true, prices: true })
    const page = await openPage(t, tukar.url)
    await page.goto('/app')
    await page.getByRole('link', { name: 'ETH / IDR' }).click()
    await page.getByRole('img', { name: 'Price chart of ETH/IDR' }).waitFor()
    expectOk(await tukar.control('POST', '/venue/market-stream', { silent: true }))
    await page.getByText('Delayed price').waitFor()
    expectOk(await tukar.control('POST', '/venue/market-stream', { silent: false, drop: true }))
    await page.getByText('Delayed price').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Sign in to trade' }).click()
    await fillSignIn(page, await makeTrader(tukar))
    await page.getByRole('navigation').waitFor()
    await page.goto('/app/trade/ETH_IDR')
    const link = page.getByRole('link', { name: 'Verify now' })
    assert.equal(await link.getAttribute('href'), '/app/account/identity')
  })
})
