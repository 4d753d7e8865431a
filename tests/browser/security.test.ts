import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pin } from '../make/pin.ts'
import { codeOf, forgetSteps, wrongCodeOf } from '../make/totp.ts'
import { photograph } from './photograph.ts'
import { signIn, visit } from './signed-in.ts'
import { fillSignIn, textIn } from './walks.ts'

describe('in a browser', () => {
  test('2FA is set up and asked for at the next sign-in, and can be removed', async (t) => {
    const { tukar, trader, page } = await visit(t, '/account/two-factor')
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
    const secret = await textIn(page.getByText(/^[A-Z2-7]{16,}$/))
    await photograph(page, 'two-factor')
    await page.getByLabel('Authenticator code').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Sign-in and withdrawals ask for a code.').waitFor()

    await page.goto('/app/account')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await forgetSteps(tukar, trader)
    await fillSignIn(page, trader)
    await page.getByLabel('Authenticator code').fill(wrongCodeOf(secret))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('code').waitFor()
    await page.getByLabel('Authenticator code').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor()

    await page.goto('/app/account/two-factor')
    await forgetSteps(tukar, trader)
    const turnOff = page.getByRole('button', { name: 'Turn off' })
    const form = page.locator('form', { has: turnOff })
    await form.getByLabel('Authenticator code').fill(codeOf(secret))
    await turnOff.click()
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
    assert.notEqual(await textIn(page.getByText(/^[A-Z2-7]{16,}$/)), secret)
  })

  test('a code is texted once more after a captcha', async (t) => {
    const { page } = await visit(t, '/account/phone')
    const send = async (number: string) => {
      await page.getByLabel('Phone number').fill(number)
      await page.getByRole('button', { name: 'Send a code' }).click()
    }
    const captcha = page.getByLabel('I am not a robot')
    const again = page.getByRole('button', { name: 'Another number' })
    for (const number of ['0812 9876 5430', '0812 9876 5431', '0812 9876 5432']) {
      await send(number)
      await again.click()
    }
    assert.equal(await captcha.count(), 0)
    await send('0812 9876 5433')
    await page.getByText('Please complete the human check again.').waitFor()
    await captcha.check()
    await page.getByRole('button', { name: 'Send a code' }).click()
    await again.waitFor()
  })

  test('tabs are one stop of the keyboard, and arrow keys move between them', async (t) => {
    const { page } = await visit(t, '/history')
    const tabs = page.getByRole('tablist').first().getByRole('tab')
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await tabs.first().waitFor()
    const names = await tabs.allTextContents()
    assert.ok(names.length >= 3, names.join())
    await tabs.first().focus()
    const visited: string[] = []
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'Home', 'End', 'ArrowRight']) {
      await page.keyboard.press(key)
      visited.push(await focused())
    }
    const [first = '', second = '', last = ''] = [names[0], names[1], names.at(-1)]
    assert.deepEqual(visited, [second, first, last, first, last, first])
    const stops = await tabs.evaluateAll((all) => all.map((tab) => Reflect.get(tab, 'tabIndex')))
    assert.deepEqual(stops, [0, ...names.slice(1).map(() => -1)])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: second, selected: true }).waitFor()
  })

  test('the app locks and opens with the PIN', async (t) => {
    const { page, trader } = await signIn(t, '/account/pin')
    await page.getByText('Choose a PIN of 6 digits').waitFor()
    await page.keyboard.type(pin)
    await page.getByText('Repeat the PIN').waitFor()
    for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click()
    await page.getByRole('region', { name: 'App lock' }).getByText('On').waitFor()
    await photograph(page, 'pin')

    const tab = await page.context().newPage()
    await tab.goto('/app/account')
    await tab.getByRole('heading', { name: 'The app is locked' }).waitFor()
    assert.equal(await tab.getByText(trader.email).isVisible(), false)
    await tab.keyboard.type('999999')
    await tab.getByText('The PIN is wrong. Attempts left: 4.').waitFor()
    await photograph(tab, 'lock')
    await tab.reload()
    await tab.getByRole('heading', { name: 'The app is locked' }).waitFor()
    await tab.keyboard.type(pin)
    await tab.getByText(trader.email).waitFor()
    await tab.reload()
    await tab.getByText(trader.email).waitFor()
  })

  test('the app locks after five minutes without activity, and keeps a form', async (t) => {
    const { page } = await signIn(t, '/account/pin')
    await page.clock.install()
    for (const label of ['Choose a PIN of 6 digits', 'Repeat the PIN']) {
      await page.getByText(label).waitFor()
      await page.keyboard.type(pin)
    }
    await page.getByRole('region', { name: 'App lock' }).getByText('On').waitFor()
    await page.getByLabel('New PIN').fill('123456')
    await page.clock.fastForward('04:30')
    assert.equal(await page.getByRole('heading', { name: 'The app is locked' }).isVisible(), false)
    await page.clock.fastForward('01:00')
    await page.getByRole('heading', { name: 'The app is locked' }).waitFor()
    await page.keyboard.type(pin)
    await page.getByRole('heading', { name: 'The app is locked' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('New PIN').inputValue(), '123456')
  })

  test('a forgotten password is replaced by a mailed link', async (t) => {
    const { page, trader } = await visit(t, '/account')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(trader.email)
    await page.getByRole('button', { name: 'Send a link' }).click()
    await page.getByRole('complementary').getByText('password').waitFor()
    await page.getByRole('link', { name: 'Open the link' }).click()
    const password = 'Other-Horse-10'
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Repeat the password').fill(password)
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.getByText('The password is changed.').waitFor()
    await fillSignIn(page, { email: trader.email, password })
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
  })

  test('a phone is bound with the code that was sent to it', async (t) => {
    const { page } = await visit(t, '/account/phone')
    await page.getByLabel('Phone number').fill('0812-3456-7001')
    await page.getByRole('button', { name: 'Send a code' }).click()
    const code = await textIn(page.getByRole('complementary').locator('code'))
    await page.getByLabel('Code from the text').fill(code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Your number: +6281234567001.').waitFor()
  })

  test('a user suspends the account, and is signed out', async (t) => {
    const { page, trader } = await visit(t, '/account/close')
    await page.getByLabel('Password', { exact: true }).fill(trader.password)
    await page.getByRole('button', { name: 'Freeze my account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze my account' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await fillSignIn(page, trader)
    await page.getByRole('alert').getByText('suspended').waitFor()
  })
})
