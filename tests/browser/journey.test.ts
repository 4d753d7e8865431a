import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTukar } from '../harness.ts'
import { cardOf, makeNik } from '../make/identity.ts'
import { stillMarket } from '../make/order.ts'
import { codeOf } from '../make/totp.ts'
import { openPage } from './browser.ts'
import { button, fillSignIn, payInSandbox, setPrice, textIn, withdrawalCode } from './walks.ts'

const email = 'newcomer@example.com'
const password = 'Correct-Horse-9'

async function signUp(page: Page): Promise<void> {
  await page.goto('/app/sign-up')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await button(page, 'Open an account').click()
  await page.getByRole('link', { name: 'Open the link' }).click()
  await button(page, 'Confirm my address').click()
  await page.getByText('Your email address is confirmed.').waitFor()
  await page.goto('/app/sign-in')
  await fillSignIn(page, { email, password })
  await page.getByRole('heading', { name: 'Markets' }).waitFor()
}

/** Returns the name on the identity card. */
async function proveIdentity(page: Page): Promise<string> {
  await page.goto('/app/account/identity')
  const file = { name: 'ktp.png', mimeType: 'image/png', buffer: cardOf(makeNik()) }
  await page.getByLabel('Choose a file').setInputFiles(file)
  const name = await textIn(page.getByRole('definition').nth(1))
  await button(page, 'Yes, this is me').click()
  await button(page, 'Use the camera').click()
  await button(page, 'Take the picture').click()
  await page.getByLabel('Indonesian phone number').fill('0812 3456 7890')
  await button(page, 'Send').click()
  await page.getByText('Your identity is verified.').waitFor()
  return name
}

async function deposit(page: Page): Promise<void> {
  await page.goto('/app/wallet/IDR/deposit')
  await button(page, 'Open a virtual account').click()
  await page.getByText('Active').waitFor()
  await payInSandbox(page, '20,004,440')
  await page.getByText('Received').waitFor()
}

async function buy(page: Page): Promise<void> {
  await page.goto('/app/trade/BTC_IDR')
  const order = page.getByRole('region', { name: 'Order', exact: true })
  await order.getByText('IDR 20,000,000').waitFor()
  await order.getByLabel('Price').fill('1,600,000,000')
  await order.getByLabel('Volume').fill('0.01')
  await button(page, 'Buy BTC').click()
  const openOrders = page.getByRole('region', { name: 'Open orders' })
  await openOrders.getByText('Open', { exact: true }).waitFor()
}

async function seeItFilled(page: Page): Promise<void> {
  await page.getByText('No open orders.').waitFor()
  await page.goto('/app/history')
  await page.getByRole('tab', { name: 'All orders' }).click()
  await page.getByText('Filled', { exact: true }).waitFor()
}

/** Returns the secret of the authenticator app. */
async function turnOnTwoFactor(page: Page): Promise<string> {
  await page.goto('/app/account/two-factor')
  const secret = await textIn(page.getByText(/^[A-Z2-7]{16,}$/))
  // A code is accepted once: using the previous one leaves the current one unused.
  await page.getByLabel('Authenticator code').fill(codeOf(secret, -1))
  await button(page, 'Turn on').click()
  await page.getByText('Sign-in and withdrawals ask for a code.').waitFor()
  return secret
}

type Owner = Readonly<{ name: string; secret: string }>

async function withdraw(page: Page, { name, secret }: Owner): Promise<void> {
  await page.goto('/app/wallet/IDR/withdraw')
  await page.getByLabel('Bank').selectOption({ label: 'Bank Central Asia' })
  await page.getByLabel('Account number').fill('0081234567')
  await page.getByLabel('Name of the owner').fill(name)
  await page.getByLabel('Address of the owner').fill('Jalan Contoh 1, Jakarta')
  await button(page, 'Save').click()
  await page.getByLabel('Amount').fill('400,000')
  await button(page, 'Continue').click()
  await page.getByLabel('Code from the mail').fill(await withdrawalCode(page))
  await page.getByLabel('Authenticator code').fill(codeOf(secret))
  await button(page, 'Withdraw now').click()
  await page.getByText('The withdrawal is done.').waitFor()
}

test('a newcomer gets from sign-up to a filled order and a withdrawal', async (t) => {
  const tukar = await startTukar(t, { jobs: 'all', app: true, prices: true })
  await stillMarket(tukar)
  await setPrice(tukar, '1640000000')
  const page = await openPage(t, tukar.url)
  await signUp(page)
  const name = await proveIdentity(page)
  await deposit(page)
  await buy(page)
  await setPrice(tukar, '1600000000')
  await seeItFilled(page)
  await withdraw(page, { name, secret: await turnOnTwoFactor(page) })
  await page.goto('/app/wallet/IDR')
  await page.getByRole('heading', { name: 'IDR 3,595,000' }).waitFor()
})
