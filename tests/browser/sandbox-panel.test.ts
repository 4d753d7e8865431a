import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { createTransport } from 'nodemailer'
import type { Page } from 'playwright-core'
import { eventually, startTukar, type Tukar } from '../harness.ts'
import { makeCashWithdrawer, withdrawCash } from '../make/cash-withdrawal.ts'
import { alertsOf } from '../make/notices.ts'
import { makeOrderTrader, placeOrder, storedOrder } from '../make/order.ts'
import { openOrder } from '../make/payd.ts'
import { proveIdentity } from '../make/phones.ts'
import { steadyPrices } from '../make/prices.ts'
import { expectOk, makeTrader, registerTrader, type Trader } from '../make/trader.ts'
import { makeVirtualAccount } from '../make/virtual-account.ts'
import { makeWithdrawer, withdrawCoin } from '../make/withdrawal.ts'
import { checkAccessibility } from './accessibility.ts'
import { openPage } from './browser.ts'
import { photograph } from './photograph.ts'
import { button, textIn } from './walks.ts'

/** Opens this screen of the panel at the sandbox's own address. */
async function visit(t: TestContext, path: string) {
  const tukar = await startTukar(t, { jobs: 'all', app: true })
  const page = await openPage(t, tukar.sandbox.url)
  const others: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== tukar.sandbox.url) others.push(request.url())
  })
  t.after(() => assert.deepEqual(others, [], 'the panel asks its own origin only'))
  await page.goto(path)
  return { tukar, page }
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rowOf = (page: Page, text: string | RegExp) =>
  page.getByRole('listitem').filter({ hasText: text })

/** Returns a trader's available balance from the public API. */
async function amountOf(tukar: Tukar, { token }: Pick<Trader, 'token'>, symbol: string) {
  const { body } = await tukar.call('GET', '/api/users/coins', { token })
  const coins: readonly Readonly<{ symbol: string; available: string }>[] = body.data
  return coins.find((coin) => coin.symbol === symbol)?.available
}

async function amountBecomes(
  tukar: Tukar,
  trader: Pick<Trader, 'token'>,
  symbol: string,
  wanted: string,
): Promise<void> {
  await eventually(
    `${wanted} ${symbol}`,
    async () => (await amountOf(tukar, trader, symbol)) === wanted,
  )
}

const orderBecomes = (tukar: Tukar, orderNo: string, wanted: string) =>
  eventually(
    `order ${orderNo} to be ${wanted}`,
    async () => (await storedOrder(tukar, orderNo)).status === wanted,
  )

describe("the sandbox's mailbox", () => {
  test('shows a mail as it arrives, with its link to open and to copy', async (t) => {
    const { tukar, page } = await visit(t, '/')
    await page.getByRole('heading', { name: 'Mailbox' }).waitFor()
    const { email } = await registerTrader(tukar)
    // A mail whose delivery is slow is delivered once more.
    const mail = rowOf(page, email).filter({ hasText: 'Confirm your email address' }).first()
    const link = mail.getByRole('link', { name: 'Open the link' })
    assert.match((await link.getAttribute('href')) ?? '', /\/verify-email\//)
    await mail.getByRole('button', { name: 'Copy' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.equal(copied, await link.getAttribute('href'))
    await page.getByLabel('Recipient').fill('no such person')
    await page.getByText('No messages yet.').waitFor()
    await page.getByLabel('Recipient').fill(email.toUpperCase())
    await mail.waitFor()
    await photograph(page, 'sandbox-mailbox')
  })

  test('shows a code ready to copy', async (t) => {
    const { tukar, page } = await visit(t, '/')
    const { email, token } = await makeTrader(tukar)
    expectOk(await tukar.call('GET', '/api/withdraws/otp', { token }))
    await page.getByLabel('Recipient').fill(email)
    const mail = rowOf(page, email).first()
    const code = await textIn(mail.locator('code'))
    assert.match(code, /^[0-9]{4,6}$/)
    await mail.getByRole('button', { name: 'Copy' }).first().click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code)
  })

  test('shows hostile text of a mail as text', async (t) => {
    const { tukar, page } = await visit(t, '/')
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
    const transport = createTransport(tukar.sandbox.smtpUrl)
    t.after(() => transport.close())
    await transport.sendMail({
      from: 'evil@tukar.test',
      to: 'hostile@tukar.test',
      subject: hostile,
      text: `${hostile} javascript:alert(1)`,
      html: hostile,
    })
    const mail = rowOf(page, 'hostile@tukar.test')
    await mail.getByText('The whole message').click()
    assert.ok((await textIn(mail.locator('pre'))).includes(hostile))
    assert.ok((await textIn(mail.locator('strong'))).includes(hostile))
    assert.equal(await mail.locator('img, script').count(), 0)
    assert.equal(await mail.getByRole('link').count(), 0)
    assert.equal(await page.title(), 'Mailbox · Sandbox')
  })
})

describe('money in the panel', () => {
  test('is paid into a virtual account, a QR code and an order', async (t) => {
    const { tukar, page } = await visit(t, '/money-in')
    const trader = await makeTrader(tukar)
    const { accountNumber } = await makeVirtualAccount(tukar, trader)
    await rowOf(page, accountNumber).getByRole('button', { name: 'Pay…' }).click()
    await page.getByRole('dialog').getByLabel('Amount').fill('500,000')
    await page.getByRole('dialog').getByRole('button', { name: 'Pay' }).click()
    await page.getByText('Paid; the callback is on its way.').waitFor()
    await amountBecomes(tukar, trader, 'IDR', '495560')

    const body = { amount: '100000' }
    expectOk(await tukar.call('POST', '/api/payx/qris', { token: trader.token, body }))
    const codes = region(page, 'QR codes of payx')
    await codes.getByRole('button', { name: 'Pay in full' }).click()
    await codes.getByText('No QR code waits for its payment.').waitFor()
    const { merchantOrderId } = await openOrder(tukar, trader)
    await rowOf(page, merchantOrderId).getByRole('button', { name: 'Pay in full' }).click()
    await rowOf(page, merchantOrderId).waitFor({ state: 'detached' })
  })

  test('is sent as coins to a known address, and to a typed one', async (t) => {
    const { tukar, page } = await visit(t, '/money-in')
    const trader = await makeTrader(tukar)
    await proveIdentity(tukar, trader)
    const { token } = trader
    const requested = { token, body: { symbol: 'ETH', network: 'ETH' } }
    const opened = await tukar.call('POST', '/api/users/coin-address', requested)
    expectOk(opened)
    const { address } = opened.body.data
    await rowOf(page, address).getByRole('button', { name: 'Send…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('0.5')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.waitFor({ state: 'detached' })
    await amountBecomes(tukar, trader, 'ETH', '0.5')
    await button(page, 'Send to another address…').click()
    await dialog.getByLabel('Address').fill(address)
    await dialog.getByLabel('Asset').selectOption('ETH')
    await dialog.getByLabel('Amount').fill('0.25')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.waitFor({ state: 'detached' })
    await amountBecomes(tukar, trader, 'ETH', '0.75')
  })

  test('is moved out of payouts and withdrawals, step by step', async (t) => {
    const { tukar, page } = await visit(t, '/money-out')
    await page.getByLabel('Payouts advance by themselves').uncheck()
    await page.getByLabel('Withdrawals advance by themselves').uncheck()
    const cash = await makeCashWithdrawer(tukar)
    expectOk(await withdrawCash(tukar, cash))
    const payout = region(page, 'Payouts of payx').getByRole('listitem')
    await payout.getByRole('button', { name: 'SUCCEEDED' }).click()
    await payout.getByRole('button', { name: 'REVERSED' }).waitFor()
    const coins = await makeWithdrawer(tukar)
    // Agrees with the other prices; if prices disagree, an operator has to approve.
    await steadyPrices(tukar.service.ctx.db, { BTC_USDT: '62500' })
    expectOk(await withdrawCoin(tukar, coins))
    const withdrawal = region(page, 'Withdrawals of coins').getByRole('listitem')
    await withdrawal.getByRole('button', { name: 'CONFIRMING' }).click()
    await withdrawal.getByRole('button', { name: 'BROADCASTING' }).waitFor({ state: 'detached' })
    await withdrawal.getByRole('button', { name: 'COMPLETED' }).click()
    await withdrawal.locator('.status').getByText('COMPLETED').waitFor()
  })

  test('leaves our vault by hand, and is boosted there, as in custody’s console', async (t) => {
    const { tukar, page } = await visit(t, '/money-out')
    await page.getByLabel('Withdrawals advance by themselves').uncheck()
    await button(page, 'Send by hand…').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Asset').selectOption('ETH')
    await dialog.getByLabel('Amount').fill('0.5')
    await dialog.getByLabel('Address or id').fill(`0x${'5'.repeat(40)}`)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const sent = region(page, 'Withdrawals of coins').getByRole('listitem')
    await sent.getByRole('button', { name: 'BROADCASTING' }).click()
    await sent.getByRole('button', { name: 'Boost' }).click()
    const boosted = sent.filter({ hasText: 'replaces another transaction' })
    await boosted.getByRole('button', { name: 'COMPLETED' }).click()
    await sent.getByText('DROPPED_BY_BLOCKCHAIN').waitFor()
    await eventually('the alert', async () => (await alertsOf(tukar, 'treasury-transfer')) === 1)
  })
})

describe('the market in the panel', () => {
  test('has prices to set by a slider or in digits, which then stay', async (t) => {
    const { tukar, page } = await visit(t, '/market')
    const price = rowOf(page, 'SOL/IDR')
    await price.getByLabel('Price of SOLIDR', { exact: true }).fill('3,000,000')
    await price.getByRole('button', { name: 'Set' }).click()
    await price.getByText('IDR 3,000,000').waitFor()
    await price.getByLabel('Move the price of SOLIDR').fill('110')
    await price.getByRole('button', { name: 'Set' }).click()
    await price.getByText('IDR 3,608,000').waitFor()
    assert.equal(await page.getByLabel('Prices move by themselves').isChecked(), false)
    expectOk(await tukar.control('POST', '/venue/price', { symbol: 'SOLIDR', price: '3280000' }))
    await price.getByText('IDR 3,280,000').waitFor()
  })

  test('has the open orders, to fill in part, to fill whole, and to cancel', async (t) => {
    const { tukar, page } = await visit(t, '/market')
    await page.getByLabel('Orders are filled by themselves').uncheck()
    const trader = await makeOrderTrader(tukar)
    const first = await placeOrder(tukar, trader)
    const order = region(page, 'Open orders at the venue').getByRole('listitem')
    await order.getByRole('button', { name: 'Fill a part…' }).click()
    await page.getByRole('dialog').getByLabel('Quantity').fill('0.004')
    await page.getByRole('dialog').getByRole('button', { name: 'Fill' }).click()
    await order.getByText('PARTIALLY_FILLED').waitFor()
    await order.getByText('0.004').waitFor()
    await photograph(page, 'sandbox-market')
    await order.getByRole('button', { name: 'Fill', exact: true }).click()
    await page.getByText('There are no open orders.').waitFor()
    await orderBecomes(tukar, first, 'DONE')
    const second = await placeOrder(tukar, trader)
    await order.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('There are no open orders.').waitFor()
    await orderBecomes(tukar, second, 'CANCEL')
    await page.getByLabel('Orders are filled by themselves').check()
  })
})

describe('the fault dial in the panel', () => {
  test('sets a fault that each screen shows, until it is cleared', async (t) => {
    const { tukar, page } = await visit(t, '/faults')
    await page.getByLabel('Provider').selectOption('payx')
    await page.getByLabel('Fault', { exact: true }).selectOption('error-500')
    await page.getByText('refuses with 500, without doing the work').waitFor()
    await page.getByLabel('Start of the path').fill('/callback_virtual_accounts')
    await page.getByLabel('How often').fill('2')
    await button(page, 'Set the fault').click()
    await rowOf(page, '2 more times').waitFor()
    await page.getByRole('link', { name: 'State' }).click()
    await page.getByText('1 fault is set: payx error-500').waitFor()
    const trader = await makeTrader(tukar)
    const body = { bankCode: 'BCA' }
    const opened = await tukar.call('POST', '/api/payx/virtual-accounts', {
      token: trader.token,
      body,
    })
    assert.ok(opened.status >= 400)
    await page.getByRole('link', { name: 'Faults' }).click()
    await rowOf(page, /[01] more times/).waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('No fault is set.').waitFor()
    assert.deepEqual((await tukar.control('GET', '/faults')).body, [])
  })

  test('explains what the sandbox refuses', async (t) => {
    const { page } = await visit(t, '/faults')
    await page.getByLabel('Start of the path').fill('no slash')
    await button(page, 'Set the fault').click()
    await page.getByRole('alert').getByText('path: ').waitFor()
  })
})

describe('the callbacks in the panel', () => {
  test('show request and response, and can be sent again', async (t) => {
    const { tukar, page } = await visit(t, '/callbacks')
    await page.getByLabel('Provider').selectOption('payx')
    const number = `8808${Date.now()}`
    const paid = { accountNumber: number, amount: 12_345 }
    expectOk(await tukar.control('POST', '/payx/va-payments', paid))
    const callback = rowOf(page, number)
    await callback.getByText('Request').click()
    const request = await textIn(callback.locator('pre').first())
    assert.ok(request.startsWith(`POST ${tukar.url}/api/webhook/payx/handle-deposit-paid\n`))
    assert.match(request, /^x-callback-token: /m)
    assert.ok(request.includes('"amount":12345'))
    await callback.getByText('delivered once').waitFor()
    await photograph(page, 'sandbox-callbacks')
    await callback.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sent again: 200').waitFor()
    await callback.getByText('delivered 2 times').waitFor()
    await page.getByLabel('Provider').selectOption('reports')
    await callback.waitFor({ state: 'detached' })
  })
})

describe('time and state in the panel', () => {
  test('run faster or slower, and pass at once', async (t) => {
    const { tukar, page } = await visit(t, '/time')
    await page.getByRole('spinbutton', { name: 'Speed of provider time' }).fill('1')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await page.getByText('The speed is set.').waitFor()
    const trader = await makeTrader(tukar)
    const { accountNumber } = await makeVirtualAccount(tukar, trader)
    await button(page, '1 minute').click()
    await page.getByText('Provider time has passed.').waitFor()
    await page.getByRole('link', { name: 'State' }).click()
    await page.getByLabel('Search in all columns').fill(accountNumber)
    const row = region(page, 'virtualAccounts').getByRole('row').filter({ hasText: accountNumber })
    await row.getByText('ACTIVE').waitFor()
    await row.getByRole('button', { name: 'View' }).click()
    await page.getByRole('dialog').getByText(`"account_number": "${accountNumber}"`).waitFor()
    expectOk(await tukar.control('POST', '/clock', { timeScale: 1_000 }))
  })

  test('of each emulator are shown', async (t) => {
    const { page } = await visit(t, '/state')
    for (const [provider, list] of [
      ['custody', 'addresses'],
      ['venue', 'balances'],
      ['idp', 'registrations'],
      ['storage', 'objects'],
      ['reports', 'reports'],
      ['sms', 'messages'],
      ['payd', 'payments'],
    ] as const) {
      await page.getByLabel('Provider').selectOption(provider)
      await region(page, list).waitFor()
    }
    await page.getByLabel('Provider').selectOption('captcha')
    await page.getByText('This provider keeps nothing.').waitFor()
  })
})

describe('a new trader in the panel', () => {
  test('is verified and funded in one click, with a token that works', async (t) => {
    const { tukar, page } = await visit(t, '/trader')
    await button(page, 'Create a verified, funded trader').click()
    const trader = page.getByRole('listitem')
    await trader.getByText(/^IDR\s[0-9,]+$/).waitFor({ timeout: 60_000 })
    const factOf = (name: string) => trader.locator(`dt:text-is("${name}") + dd code`).textContent()
    const token = (await factOf('Access token')) ?? ''
    const { body } = await tukar.call('GET', '/api/users/me', { token })
    assert.equal(body.data.email, await factOf('Email'))
    assert.equal(body.data.identityStatus, 'success')
    await page.getByRole('link', { name: 'Market' }).click()
    await page.getByRole('link', { name: 'New trader' }).click()
    await trader.getByText(body.data.email).waitFor()
    await photograph(page, 'sandbox-trader')
  })
})

describe('the panel', () => {
  test('is in Indonesian and English, and remembers the choice', async (t) => {
    const { page } = await visit(t, '/money-in')
    await page.getByRole('tab', { name: 'Bahasa Indonesia' }).click()
    await page.getByRole('heading', { name: 'Uang masuk' }).waitFor()
    await page.locator('html[lang=id]').waitFor({ state: 'attached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Uang masuk' }).waitFor()
    await page.goto('/no-such-page')
    await page.getByText('Halaman ini tidak ada.').last().waitFor()
  })

  test('fits phones and desktops, and is accessible, on each screen', async (t) => {
    const { page } = await visit(t, '/')
    for (const name of await page.getByRole('navigation').getByRole('link').allTextContents()) {
      await page.getByRole('link', { name, exact: true }).click()
      for (const width of [360, 1_920]) {
        await page.setViewportSize({ width, height: 800 })
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        assert.equal(beyond, 0, `${name} at ${width}`)
      }
      await checkAccessibility(page)
    }
  })
})
