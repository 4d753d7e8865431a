import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTukar } from '../harness.ts'
import { checkAccessibility } from './accessibility.ts'
import { openPage } from './browser.ts'
import { printFigure } from './figure.ts'
import { photograph } from './photograph.ts'

const isWithinScreen = async (page: Page): Promise<void> => {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(wide <= 0, `${page.url()} is ${wide} px too wide`)
}

describe('the pages for developers', () => {
  test('begin with doors, also at a wrong address', async (t) => {
    const { url } = await startTukar(t, { app: true })
    const page = await openPage(t, url)
    for (const path of ['/', '/docs/guidez']) {
      await page.goto(path)
      await page.getByRole('link', { name: 'Console For operators' }).waitFor()
      await isWithinScreen(page)
      await checkAccessibility(page)
    }
    await page.goto('/')
    await photograph(page, 'front')
    await page.getByRole('link', { name: 'Guides From' }).click()
    await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor()
  })

  test('guides lead on, are searched, and give their code', async (t) => {
    const { url } = await startTukar(t, { app: true })
    const page = await openPage(t, url)
    await page.goto('/docs/guides/first-deposit')
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(copied, /^npm ci && npm start\n?$/)
    await isWithinScreen(page)
    await checkAccessibility(page)
    await photograph(page, 'guide')
    await page.getByRole('searchbox', { name: 'Search these pages' }).fill('refresh pair')
    await page.getByRole('link', { name: 'Sign-in, refresh, devices: Refresh' }).click()
    await page.getByRole('heading', { name: 'Refresh', exact: true }).waitFor()
    await page.getByRole('link', { name: /^Next/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Orders and the stream' }).waitFor()
  })

  test('errors fit a phone, and can be filtered', async (t) => {
    const { url } = await startTukar(t, { app: true })
    const page = await openPage(t, url)
    await page.goto('/docs/errors')
    await page.getByRole('searchbox', { name: 'Filter the errors' }).fill('429')
    await page.getByText(/^\d of \d+$/).waitFor()
    await page.locator('tr:visible', { hasText: 'api.too_many_requests' }).waitFor()
    assert.equal(await page.getByText('api.user_not_found').isVisible(), false)
    await isWithinScreen(page)
    await checkAccessibility(page)
    await photograph(page, 'errors')
  })

  test('the reference lists its operations at once, and opens one in the viewer', async (t) => {
    const { url } = await startTukar(t, { app: true })
    const page = await openPage(t, url)
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    let bytes = 0
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.goto('/docs', { waitUntil: 'networkidle' })
    printFigure(`/docs: first load of ${Math.round(bytes / 1_000)} kB`)
    assert.ok(bytes <= 400_000, `${bytes} bytes`)
    await isWithinScreen(page)
    await checkAccessibility(page)
    await photograph(page, 'reference')
    await page.getByRole('searchbox', { name: 'Filter the operations' }).fill('auth/login')
    await page.getByText(/^1 of \d+$/).waitFor()
    assert.equal(await page.locator('.operations li:visible').count(), 1)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.locator('a[href$="/login"]').first().click()
    await page.getByRole('heading', { name: /^Sign in/ }).waitFor()
    await page.getByText('/api/auth/login').first().waitFor()
  })
})
