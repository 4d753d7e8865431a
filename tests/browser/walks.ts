import type { Locator, Page } from 'playwright-core'
import type { Tukar } from '../harness.ts'
import { expectOk, type Trader } from '../make/trader.ts'

/** The card that shows mails and pays deposits. */
export const sandbox = (page: Page): Locator => page.getByRole('complementary', { name: 'Sandbox' })

export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true })

export async function payInSandbox(page: Page, amount: string): Promise<void> {
  await sandbox(page).getByLabel('Amount of the payment').fill(amount)
  await sandbox(page).getByRole('button', { name: 'Pay' }).click()
}

/** Returns the code of a withdrawal once its mail is shown; until then an older one may be. */
export async function withdrawalCode(page: Page): Promise<string> {
  await sandbox(page).getByText('Your code to withdraw').waitFor()
  return textIn(sandbox(page).locator('code'))
}

/** Sets the price of bitcoin at the venue. */
export const setPrice = async (tukar: Tukar, price: string) =>
  expectOk(await tukar.control('POST', '/venue/price', { symbol: 'BTCIDR', price }))

/** Fills in the sign-in form, and submits it. */
export async function fillSignIn(
  page: Page,
  { email, password }: Readonly<{ email: string; password: string }>,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const tokenLifeMs = 600_000

/** Gives a new page the trader's session, which needs no new device and no code. */
export async function useSessionOf(page: Page, trader: Trader): Promise<void> {
  const { token, refreshToken } = trader
  const expiresAt = new Date(Date.now() + tokenLifeMs).toISOString()
  const session = { tokens: { xToken: { token, expiresAt }, refreshToken }, deviceKeys: {} }
  await page.addInitScript((stored) => {
    if (sessionStorage.getItem('visited') !== null) return
    sessionStorage.setItem('visited', 'yes')
    localStorage.setItem('tukar.session', stored)
  }, JSON.stringify(session))
}

/** Waits for an element, and returns its text. */
export const textIn = async (place: Locator): Promise<string> => (await place.textContent()) ?? ''

/** About a tenth of a second: data that leads to more data is asked for within a frame. */
const quietFrames = 6

/** Waits until the page shows its data: a heading, and no spinner for some frames. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction((frames) => {
    const hasTitle = document.querySelector('main h1') !== null
    const isQuiet = hasTitle && document.querySelector('main .spinner') === null
    const quiet = isQuiet ? Number(Reflect.get(window, 'quietFrames') ?? 0) + 1 : 0
    const isSettled = quiet === frames
    Reflect.set(window, 'quietFrames', isSettled ? 0 : quiet)
    return isSettled
  }, quietFrames)
}

/** Goes to another address of the same app, as its links do, and waits for its data. */
export async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await settled(page)
}
