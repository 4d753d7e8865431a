import { describe, test } from 'node:test'
import { eventually, startTukar } from '../harness.ts'
import { mailsTo, verificationOf } from '../make/mails.ts'
import { makeMessages } from '../make/messages.ts'
import { expectOk, makeTrader, type Trader } from '../make/trader.ts'
import { openPage } from './browser.ts'
import { photograph } from './photograph.ts'
import { visit } from './signed-in.ts'
import { fillSignIn, go } from './walks.ts'

const password = 'Correct-Horse-9'

/** As a page that the browser has kept for the way back. */
const missStorageEvents = () =>
  window.addEventListener('storage', (event) => event.stopImmediatePropagation())

const become = (kind: string) =>
  window.dispatchEvent(new PageTransitionEvent(kind, { persisted: true }))

describe('in a browser', () => {
  test('a new user signs up, verifies the address, signs in, and out and in again', async (t) => {
    const { url } = await startTukar(t, { jobs: 'all', app: true })
    const page = await openPage(t, url)
    const email = 'sari@example.com'
    await page.goto('/app')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Open an account' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Repeat the password').fill(`${password}x`)
    await page.getByRole('button', { name: 'Open an account' }).click()
    await page.getByText('The passwords are not the same.').waitFor()
    await photograph(page, 'sign-up')
    await page.getByLabel('Repeat the password').fill(password)
    await page.getByRole('button', { name: 'Open an account' }).click()
    await page.getByText(`We sent a link to ${email}`).waitFor()
    await page.getByRole('link', { name: 'Open the link' }).waitFor()
    await photograph(page, 'check-mail')
    await page.getByRole('link', { name: 'Open the link' }).click()
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.getByText('Your email address is confirmed.').waitFor()

    await page.goto('/app/account')
    await fillSignIn(page, { email, password: 'Wrong-Horse-9' })
    await page.getByRole('alert').getByText('password').waitFor()
    await fillSignIn(page, { email, password })
    await page.getByText(email).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await photograph(page, 'sign-in')
    await fillSignIn(page, { email, password })
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByText(email).waitFor()
  })

  test('a user who signs in too early goes on, with live data, once confirmed', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all', app: true })
    const page = await openPage(t, tukar.url)
    const email = 'budi@example.com'
    const body = { email, password, password_confirmation: password }
    expectOk(await tukar.call('POST', '/api/auth/register', { body }))
    await page.goto('/app/account')
    await fillSignIn(page, { email, password })
    await page.getByText('Your email address is not confirmed.').waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    const link = await page.getByRole('link', { name: 'Open the link' }).getAttribute('href')
    expectOk(await tukar.call('GET', verificationOf(`${tukar.url}${link}`)))
    await page.getByRole('heading', { name: 'Markets' }).waitFor()
    await go(page, '/app/account/messages')
    const users = tukar.service.ctx.db.read.selectFrom('users').where('email', '=', email)
    const user = await users.select('id').executeTakeFirstOrThrow()
    await makeMessages(tukar, user, 1, 'live at once')
    await page.getByText('live at once').waitFor()
  })

  test('no page shows a user what it read for another, who was signed in before', async (t) => {
    const { tukar, trader: first, page } = await visit(t, '/account')
    const second = await makeTrader(tukar)
    const kept = await page.context().newPage()
    await kept.addInitScript(missStorageEvents)
    await kept.goto('/app/account')
    for (const one of [page, kept]) await one.getByText(first.email).waitFor()
    await kept.evaluate(become, 'pagehide')
    // Without the service it can read nothing anew.
    await kept.route('**/api/**', (route) => route.abort())
    const other = await page.context().newPage()
    await other.goto('/app/account')
    await other.getByRole('button', { name: 'Sign out' }).click()
    await fillSignIn(other, second)
    for (const one of [page, other]) await one.getByText(second.email).waitFor()
    await kept.evaluate(become, 'pageshow')
    await kept.getByText(first.email).waitFor({ state: 'hidden' })
    await kept.unroute('**/api/**')
    await kept.reload()
    await kept.getByText(second.email).waitFor()
  })

  test('a user who signs in is signed in in every tab', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all', app: true })
    const trader = await makeTrader(tukar)
    const page = await openPage(t, tukar.url)
    await page.goto('/app/markets')
    await page.getByRole('heading', { name: 'Markets' }).waitFor()
    const other = await page.context().newPage()
    await other.goto('/app/sign-in')
    await fillSignIn(other, trader)
    await page.getByRole('link', { name: /^Account/ }).click()
    await page.getByText(trader.email).waitFor()
  })

  test('a reset of a password ends the sessions of its account, and no other one', async (t) => {
    const { tukar, trader, page } = await visit(t, '/account')
    const reset = async ({ email }: Trader) => {
      expectOk(await tukar.call('POST', '/api/auth/password-token', { body: { email } }))
      const mail = await eventually('the mailed link', async () =>
        (await mailsTo(tukar, email)).find(({ link }) => link?.includes('/reset-password?')),
      )
      await page.goto(`/app/reset-password${new URL(mail.link ?? '').search}`)
      await page.getByLabel('New password').fill('Other-Horse-10')
      await page.getByLabel('Repeat the password').fill('Other-Horse-10')
      await page.getByRole('button', { name: 'Save the password' }).click()
    }
    await reset(await makeTrader(tukar))
    await page.getByRole('heading', { name: 'Markets' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: /^Account/ }).click()
    await page.getByText(trader.email).waitFor()
    await reset(trader)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('a user changes the language, and finds it again', async (t) => {
    const { url } = await startTukar(t, { jobs: 'all', app: true })
    const page = await openPage(t, url)
    await page.goto('/app/sign-in')
    await page.getByRole('tab', { name: 'Bahasa Indonesia' }).click()
    await page.getByRole('heading', { name: 'Masuk' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Masuk' }).waitFor()
    await page.locator('html[lang=id]').waitFor({ state: 'attached' })
    await page.getByLabel('Email').fill('sari@example')
    await page.getByLabel('Kata sandi', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Masuk' }).click()
    await page.getByRole('alert').getByText('Alamat email ini tidak benar.').waitFor()
  })

  test('countries are named in the language of the page', async (t) => {
    const { page } = await visit(t, '/account/phone')
    await page.getByRole('option', { name: /^Germany / }).waitFor({ state: 'attached' })
    await go(page, '/app/account')
    await page.getByRole('tab', { name: 'Bahasa Indonesia' }).click()
    await go(page, '/app/account/phone')
    await page.getByRole('option', { name: /^Jerman / }).waitFor({ state: 'attached' })
  })
})
