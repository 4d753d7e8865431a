import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Browser, type HTMLElement } from 'happy-dom'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../harness.ts'
import { mailsArrived, mailsTo, pathIn } from '../make/mails.ts'
import { password } from '../make/trader.ts'

const email = 'reader@tukar.test'

async function register(tukar: Tukar): Promise<string> {
  const body = { email, password, password_confirmation: password, language: 'en' }
  assert.equal((await tukar.call('POST', '/api/auth/register', { body })).status, 200)
  const [mail] = await mailsArrived(tukar, email, 1)
  return pathIn(mail)
}

async function isVerified({ service: { ctx } }: Tukar): Promise<boolean> {
  const { rows } = await sql`
    select from users where email = ${email} and email_verified_at is not null`.execute(ctx.db.read)
  return rows.length === 1
}

const settings = {
  enableJavaScriptEvaluation: true,
  suppressInsecureJavaScriptEnvironmentWarning: true,
  disableCSSFileLoading: true,
}

/** The page in a browser, with its script run. */
async function openPage(t: TestContext, url: string) {
  const browser = new Browser({ settings })
  t.after(() => browser.close())
  const page = browser.newPage()
  await page.goto(url)
  await page.waitUntilComplete()
  const { document } = page.mainFrame
  const shown = () => {
    const section = [...document.querySelectorAll('section')].find((one) => !one.hidden)
    if (section === undefined) throw new Error('no language is shown')
    return section
  }
  return {
    language: () => shown().lang,
    heading: () => shown().querySelector('h1')?.textContent,
    outcome: () =>
      [...shown().querySelectorAll<HTMLElement>('[data-outcome]')]
        .filter((one) => !one.hidden)
        .map((one) => one.dataset['outcome']),
    press: async () => {
      shown().querySelector('button')?.click()
      await page.waitUntilComplete()
    },
  }
}

test('opening the mailed link verifies nothing, with scripts or without', async (t) => {
  const tukar = await startTukar(t)
  const link = await register(tukar)
  const scanned = await tukar.call('GET', link)
  assert.equal(scanned.status, 200)
  assert.match(scanned.headers.get('content-type') ?? '', /^text\/html/)
  await openPage(t, `${tukar.url}${link}`)
  assert.equal(await isVerified(tukar), false)
})

test('the button of the page verifies the address, and confirms it', async (t) => {
  const tukar = await startTukar(t)
  const page = await openPage(t, `${tukar.url}${await register(tukar)}`)
  assert.deepEqual([page.language(), page.heading()], ['en', 'Confirm your email address'])
  assert.deepEqual(page.outcome(), [])
  await page.press()
  assert.deepEqual(page.outcome(), ['done'])
  assert.equal(await isVerified(tukar), true)
})

test('the page is Indonesian if its reader prefers that', async (t) => {
  const tukar = await startTukar(t)
  const page = await openPage(t, `${tukar.url}${await register(tukar)}#id`)
  assert.deepEqual([page.language(), page.heading()], ['id', 'Konfirmasi alamat email Anda'])
})

test('the page of an expired link announces a new mail', async (t) => {
  const tukar = await startTukar(t)
  const page = await openPage(t, `${tukar.url}${await register(tukar)}`)
  await sql`update email_verifications set expires_at = now()`.execute(tukar.service.ctx.db.read)
  await page.press()
  assert.deepEqual(page.outcome(), ['auth.email_verification_link_expired'])
  await mailsArrived(tukar, email, 2)
})

test('a foreign link gets a refusal, and mails no user', async (t) => {
  const tukar = await startTukar(t)
  const link = await register(tukar)
  const page = await openPage(t, `${tukar.url}${link.slice(0, -3)}`)
  await page.press()
  assert.deepEqual(page.outcome(), ['auth.email_not_found'])
  assert.equal((await mailsTo(tukar, email)).length, 1)
})

test('the page has all its files from here, under a policy without inline code', async (t) => {
  const tukar = await startTukar(t)
  const page = await tukar.call('GET', '/verify-email/x')
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; " +
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'"
  assert.equal(page.headers.get('content-security-policy'), policy)
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  assert.doesNotMatch(page.text, /<script(?![^>]* src=)|<style|\s(?:on[a-z]+|style)=|https?:/)
  const other = await tukar.call('GET', '/verify-email/another')
  assert.equal(other.text, page.text, 'nothing of a request stands in the page')
  for (const [name, type] of [
    ['page.css', 'text/css'],
    ['page.js', 'text/javascript'],
  ] as const) {
    const file = await tukar.call('GET', `/verify-email/${name}`)
    assert.equal(file.headers.get('content-type'), `${type}; charset=utf-8`)
    assert.equal(file.headers.get('content-security-policy'), policy)
  }
})
