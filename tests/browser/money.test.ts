import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTukar, type Tukar } from '../harness.ts'
import { listBanks } from '../make/bank-account.ts'
import {
  makeCashWithdrawer,
  pausePayouts,
  payoutsOf,
  proveCashWithdrawer,
  withdrawCash,
} from '../make/cash-withdrawal.ts'
import { makeDepositAddress } from '../make/custody.ts'
import { leaderOf } from '../make/payx.ts'
import { steadyPrices } from '../make/prices.ts'
import { codeOf } from '../make/totp.ts'
import { expectOk, makeTrader, type Trader } from '../make/trader.ts'
import { makeWithdrawer, moveAtCustody, outside, pauseCustody } from '../make/withdrawal.ts'
import { openPage } from './browser.ts'
import { photograph } from './photograph.ts'
import { button, payInSandbox, useSessionOf, withdrawalCode } from './walks.ts'

const started = (t: TestContext) => startTukar(t, { jobs: 'all', app: true })

/** Opens this screen with the trader signed in. */
async function pageOf(t: TestContext, tukar: Tukar, trader: Trader, screen: string) {
  const page = await openPage(t, tukar.url)
  await useSessionOf(page, trader)
  await page.goto(`/app${screen}`)
  return page
}

const balanceOf = (page: Page, symbol: string) =>
  page.getByRole('list', { name: 'Balances' }).getByRole('link', { name: symbol })

/** Reads the mailed code from the sandbox's card, and enters it with the authenticator's. */
async function enterCodes(page: Page, secret: string): Promise<void> {
  const mailed = await withdrawalCode(page)
  assert.match(mailed, /^[0-9]{4}$/)
  await page.getByLabel('Code from the mail').fill(mailed)
  await page.getByLabel('Authenticator code').fill(codeOf(secret))
}

describe('money in a browser', () => {
  test('a user deposits by virtual account, and sees the balance live', async (t) => {
    const tukar = await started(t)
    const page = await pageOf(t, tukar, await makeTrader(tukar), '/wallet')
    await page.getByRole('link', { name: 'Deposit', exact: true }).click()
    await page.getByLabel('Bank').selectOption('BNI')
    await button(page, 'Open a virtual account').click()
    await page.getByText('Active').waitFor()
    const number = (await page.locator('code.number').textContent()) ?? ''
    assert.match(number, /^[0-9]+$/)
    await page.getByRole('button', { name: 'Copy' }).click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), number)
    await photograph(page, 'virtual-account')
    await payInSandbox(page, '250,000')
    const deposits = page.getByRole('region', { name: 'Deposits so far' })
    await deposits.getByText('+IDR 250,000').waitFor()
    await deposits.getByText('Received').waitFor()
    await page.getByRole('link', { name: 'Wallet' }).click()
    await balanceOf(page, 'IDR').getByText('245,560', { exact: true }).waitFor()
    const paid = { accountNumber: number, amount: 100_000 }
    expectOk(await tukar.control('POST', '/payx/va-payments', paid))
    await balanceOf(page, 'IDR').getByText('341,120', { exact: true }).waitFor()
  })

  test('a user deposits by a QR code, which is then shown as paid', async (t) => {
    const tukar = await started(t)
    const page = await pageOf(t, tukar, await makeTrader(tukar), '/wallet/IDR/deposit')
    await page.getByRole('tab', { name: 'QR code' }).click()
    for (const [amount, problem] of [
      ['1.5', 'Enter a whole amount.'],
      ['many', 'Enter a number'],
      ['10,000,001', 'At most IDR 10,000,000.'],
    ] as const) {
      await page.getByLabel('Amount').fill(amount)
      await button(page, 'Make a QR code').click()
      await page.getByRole('alert').getByText(problem).waitFor()
    }
    await page.getByLabel('Amount').fill('100,000')
    await button(page, 'Make a QR code').click()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    await page.getByText('Waiting for payment').waitFor()
    await photograph(page, 'qr-deposit')
    await payInSandbox(page, '100,000')
    await page.getByText('The payment has arrived.').waitFor()
    await page.getByText('+IDR 100,000').waitFor()
  })

  test('a QR code is shown until the service says it has expired, on any clock', async (t) => {
    const tukar = await started(t)
    const page = await pageOf(t, tukar, await makeTrader(tukar), '/wallet/IDR/deposit')
    await page.clock.install({ time: Date.now() + 30 * 86_400_000 })
    await page.getByRole('tab', { name: 'QR code' }).click()
    await page.getByLabel('Amount').fill('100,000')
    await button(page, 'Make a QR code').click()
    await page.getByText('Waiting for payment').waitFor()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    const { db } = (await leaderOf(tukar)).ctx
    await db.read.updateTable('qris_codes').set({ expires_at: new Date() }).execute()
    await page.clock.fastForward(60_000)
    await page.getByText('Expired').waitFor()
    await page.getByRole('img', { name: 'QR code' }).waitFor({ state: 'hidden' })
  })

  test('coins arrive at the shown address, and are credited when confirmed', async (t) => {
    const tukar = await started(t)
    const page = await pageOf(t, tukar, await makeTrader(tukar), '/wallet/USDT/deposit')
    await page.getByLabel('Network').selectOption('TRC20')
    await page.getByText('Send only USDT on the network TRC20.').waitFor()
    await page.getByRole('img', { name: 'USDT address' }).waitFor()
    await photograph(page, 'coin-deposit')
    const address = await page.getByText('USDT address').locator('..').locator('code').textContent()
    const seen = {
      address,
      assetId: 'TRX_USDT_S2UZ',
      amount: '25.5',
      statuses: ['CONFIRMING'],
    }
    expectOk(await tukar.control('POST', '/custody/deposits', seen))
    const detected = page.getByRole('region', { name: 'Detected deposits' })
    await detected.getByText('Waiting for confirmations').waitFor()
    await payInSandbox(page, '10')
    await detected.getByText('Received').waitFor()
    await page.goto('/app/wallet/USDT')
    await page.getByRole('heading', { name: '10 USDT' }).waitFor()
  })

  test('an address that is shared is shown with its tag', async (t) => {
    const tukar = await started(t)
    const page = await pageOf(t, tukar, await makeTrader(tukar), '/wallet/XRP/deposit')
    await page.getByText('Without this tag we cannot tell whose deposit it is.').waitFor()
    await payInSandbox(page, '30')
    await page.getByText('+30 XRP').waitFor()
  })

  test('a withdrawal of coins needs both codes, and is followed to its end', async (t) => {
    const tukar = await started(t)
    await pauseCustody(tukar)
    const trader = await makeWithdrawer(tukar)
    // Agrees with the other prices; if prices disagree, an operator has to approve.
    await steadyPrices(tukar.service.ctx.db, { BTC_USDT: '62500' })
    const page = await pageOf(t, tukar, trader, '/wallet')
    await balanceOf(page, 'BTC').getByText('IDR 10,000,000,000').waitFor()
    await photograph(page, 'wallet')
    await balanceOf(page, 'BTC').click()
    await page.getByRole('list').getByText('+10 BTC').waitFor()
    await photograph(page, 'coin')
    await page.getByRole('link', { name: 'Withdraw', exact: true }).click()
    await button(page, 'Max').click()
    assert.equal(await page.getByLabel('Amount').inputValue(), '10')
    await page.getByLabel('Amount').fill('0.0004')
    await button(page, 'Continue').click()
    await page.getByRole('alert').getByText('At least 0.0005 BTC.').waitFor()
    await page.getByLabel('Amount').fill('0.005')
    await page.getByText('0.0048 BTC').waitFor()
    await page.getByText('Required if the withdrawal is worth more than').waitFor()
    const address = 'bc1qkhmky7v220258gq5etut9970lre0jdlgkqs2ca'
    await makeDepositAddress(tukar.service.ctx.db, 'BTC', 'BTC', { address })
    await page.getByLabel('Destination address').fill(address)
    await page.getByLabel('Name of the recipient').fill('Siti Rahayu')
    await button(page, 'Continue').click()
    await page.getByRole('alert').getByText("You can't withdraw to an address").waitFor()
    await page.getByLabel('Destination address').fill(outside)
    await photograph(page, 'withdraw-coin')
    await button(page, 'Continue').click()
    await page.getByText('We mailed a code of 4 digits').waitFor()
    await enterCodes(page, trader.secret)
    await page.getByLabel('Code from the mail').fill('0000')
    await button(page, 'Withdraw now').click()
    await page.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor()
    await enterCodes(page, trader.secret)
    await photograph(page, 'withdraw-codes')
    await button(page, 'Withdraw now').click()
    await page.getByRole('heading', { name: 'Withdrawal', exact: true }).waitFor()
    await page.locator('.status').getByText('On its way').waitFor()
    await photograph(page, 'withdrawal')
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expectOk(await moveAtCustody(tukar, id, 'COMPLETED'))
    await page.getByText('The withdrawal is done.').waitFor()
    await page.goto('/app/wallet/BTC')
    await page.getByRole('heading', { name: '9.995 BTC' }).waitFor()
    await page.goto('/app/history/transfers')
    await page.getByText('-0.005 BTC').waitFor()
    await page.getByLabel('Kind').selectOption('Rupiah')
    await page.getByText('No deposits or withdrawals yet.').waitFor()
    await page.goto('/app/history/moves?symbol=BTC')
    await page.getByText('-0.0048 BTC').first().waitFor()
    await photograph(page, 'moves')
  })

  test('a withdrawal of rupiah needs both codes, and is followed to its end', async (t) => {
    const tukar = await started(t)
    await pausePayouts(tukar)
    const trader = await proveCashWithdrawer(tukar)
    const page = await pageOf(t, tukar, trader, '/wallet/IDR/withdraw')
    await page.getByLabel('Amount').fill('99,999,999')
    await button(page, 'Continue').click()
    await page.getByRole('alert').getByText('Your balance is too low').waitFor()
    await button(page, 'Max').click()
    assert.equal(await page.getByLabel('Amount').inputValue(), '99,995,000')
    await page.getByLabel('Amount').fill('400,000')
    await page.getByText('IDR 405,000').waitFor()
    await photograph(page, 'withdraw-rupiah')
    await button(page, 'Continue').click()
    await enterCodes(page, trader.secret)
    await button(page, 'Withdraw now').click()
    await page.locator('.status').getByText('On its way').waitFor()
    const [payout] = await payoutsOf(tukar)
    assert.equal(payout?.amount, 400_000)
    expectOk(await tukar.control('POST', `/payx/payouts/${payout.id}`, { status: 'SUCCEEDED' }))
    await page.getByText('The withdrawal is done.').waitFor()
    await page.goto('/app/wallet/IDR')
    await page.getByRole('heading', { name: 'IDR 99,595,000' }).waitFor()
  })

  test('a withdrawal whose response was lost is not sent again as another one', async (t) => {
    const tukar = await started(t)
    await pausePayouts(tukar)
    const trader = await proveCashWithdrawer(tukar)
    const page = await pageOf(t, tukar, trader, '/wallet/IDR/withdraw')
    await page.getByLabel('Amount').fill('400,000')
    await button(page, 'Continue').click()
    await enterCodes(page, trader.secret)
    await page.route('**/api/withdraw/withdraw-fiat', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await button(page, 'Withdraw now').click()
    await page.getByRole('alert').waitFor()
    await page.unroute('**/api/withdraw/withdraw-fiat')
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Amount').fill('300,000')
    await button(page, 'Continue').click()
    await enterCodes(page, trader.secret)
    await button(page, 'Withdraw now').click()
    await page.getByRole('alert').getByText('An earlier try has arrived.').waitFor()
    assert.equal((await payoutsOf(tukar)).length, 1)
  })

  test('another owner is warned of before saving, and a review says why', async (t) => {
    const tukar = await started(t)
    const trader = await makeCashWithdrawer(tukar)
    const page = await pageOf(t, tukar, trader, '/wallet/IDR/withdraw')
    await button(page, 'Add a bank account').click()
    const dialog = page.getByRole('dialog')
    const owner = dialog.getByLabel('Name of the owner')
    assert.equal(await owner.inputValue(), trader.name)
    await owner.fill('Budi Santoso')
    await dialog.getByLabel('Account number').fill('0081234568')
    await dialog.getByLabel('Address of the owner').fill('Jalan Contoh 1, Jakarta')
    await button(page, 'Save').click()
    await dialog.getByText(`in the name of ${trader.name}`).waitFor()
    assert.equal((await listBanks(tukar, trader)).body.data.length, 1)
    await owner.fill('Siti Rahayu')
    await dialog.getByText(`in the name of ${trader.name}`).waitFor({ state: 'detached' })
    await owner.fill('Budi Santoso')
    await button(page, 'Save').click()
    await photograph(page, 'bank-account')
    await button(page, 'Save with this name').click()
    await dialog.waitFor({ state: 'detached' })
    const added = (await listBanks(tukar, trader)).body.data.at(-1)
    const sent = await withdrawCash(tukar, trader, { bankAccount: added.userBankAddressId })
    expectOk(sent)
    await page.goto(`/app/wallet/IDR/withdrawals/${sent.body.data.request_id}`)
    await page.getByText('An operator reviews this withdrawal:').waitFor()
    await page.getByText('The bank account is in another name.').waitFor()
    await photograph(page, 'review')
  })

  test('a user adds a bank account where one is needed', async (t) => {
    const tukar = await started(t)
    const trader = await makeWithdrawer(tukar)
    const page = await pageOf(t, tukar, trader, '/wallet/IDR/withdraw')
    await page.getByLabel('Bank').selectOption({ label: 'Bank Central Asia' })
    await page.getByLabel('Account number').fill('12')
    await page.getByLabel('Name of the owner').fill('Siti Rahayu')
    await page.getByLabel('Address of the owner').fill('Jalan Contoh 1, Jakarta')
    await button(page, 'Save').click()
    await page
      .getByRole('alert')
      .filter({ hasText: /digits/ })
      .first()
      .waitFor()
    await page.getByLabel('Account number').fill('0081234567')
    await button(page, 'Save').click()
    await page.getByLabel('To the account').getByText('BCA 0081234567 · Siti Rahayu').waitFor({
      state: 'attached',
    })
  })

  test('every money screen fits a phone of 360 pixels, in Indonesian too', async (t) => {
    const tukar = await started(t)
    const page = await pageOf(t, tukar, await makeWithdrawer(tukar), '/wallet')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.evaluate(() => localStorage.setItem('tukar.language', 'id'))
    for (const [screen, shown] of [
      ['/wallet', 'Nilai aset Anda'],
      ['/wallet/BTC', 'Semua mutasi'],
      ['/wallet/IDR/deposit', 'Riwayat deposit'],
      ['/wallet/BTC/deposit', 'Alamat BTC'],
      ['/wallet/BTC/withdraw', 'Batas per hari'],
      ['/wallet/IDR/withdraw', 'Tambahkan rekening bank atas nama Anda.'],
      ['/history/transfers', 'Belum ada deposit atau penarikan.'],
      ['/history/moves', 'Tersedia 10 BTC'],
      ['/history/taxes', 'Unduh PDF'],
    ] as const) {
      await page.goto(`/app${screen}`)
      await page.getByText(shown).first().waitFor()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.equal(width, 360, screen)
    }
  })

  test('a user without a verified identity is led to the verification', async (t) => {
    const tukar = await started(t)
    const page = await pageOf(t, tukar, await makeTrader(tukar), '/wallet/BTC/withdraw')
    const link = page.getByRole('link', { name: 'Do it now' })
    assert.equal(await link.getAttribute('href'), '/app/account/identity')
  })

  test('a tax report is downloaded as PDF and as CSV', async (t) => {
    const tukar = await started(t)
    const page = await pageOf(t, tukar, await makeTrader(tukar), '/history/taxes')
    await page.getByText('No taxes in this time.').waitFor()
    for (const [format, starts] of [
      ['PDF', '%PDF-'],
      ['CSV', ''],
    ] as const) {
      const saving = page.waitForEvent('download')
      await button(page, `Download ${format}`).click()
      const saved = await saving
      assert.match(saved.suggestedFilename(), new RegExp(`\\.${format.toLowerCase()}$`))
      const content = await readFile(await saved.path(), 'utf8')
      assert.ok(content.length > starts.length && content.startsWith(starts), content.slice(0, 80))
    }
  })
})
