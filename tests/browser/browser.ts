import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { beforeServerStops } from '../database.ts'

/** The usual paths of Chromium; the variable `CHROMIUM` overrides them. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function findChromium(): string {
  const path = process.env['CHROMIUM'] ?? usualPlaces.find((place) => existsSync(place))
  if (path === undefined) throw new Error('no Chromium is installed: set CHROMIUM to its path')
  return path
}

let running: Promise<Browser> | null = null

/** The camera shows a moving test picture and needs no permission. */
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** One browser for all tests of the process; Chromium's own sandbox does not work for root. */
function browser(): Promise<Browser> {
  running ??= chromium.launch({
    executablePath: findChromium(),
    args: [...camera, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    // Pages that are left are kept for the way back, as in the browsers of people.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  return running
}

beforeServerStops(async () => (await running)?.close())

export const phone = { width: 390, height: 844 }

/**
 * Keeps a page from loading the code of all screens, which costs more than most tests, until
 * `becomeIdle` is called.
 */
function holdPrefetch(): void {
  const held: (() => void)[] = []
  window.requestIdleCallback = (run) =>
    held.push(() => run({ didTimeout: false, timeRemaining: () => 0 }))
  Reflect.set(window, 'becomeIdle', () => {
    window.requestIdleCallback = (run) => setTimeout(run)
    for (const run of held.splice(0)) run()
  })
}

/** Lets a page load what it loads when it is idle. */
export const becomeIdle = (page: Page): Promise<void> =>
  page.evaluate(() => Reflect.get(window, 'becomeIdle')())

/**
 * Opens a page in a new browser context. The test fails if the page logs an error, violates its
 * content security policy, throws, opens a browser dialog, sends a request to an origin other than
 * its own and those given, or gets a 5xx response.
 */
export async function openPage(
  t: TestContext,
  url: string,
  ...otherOrigins: readonly string[]
): Promise<Page> {
  const origins = [new URL(url).origin, ...otherOrigins]
  const context = await (await browser()).newContext({
    baseURL: url,
    locale: 'en',
    viewport: phone,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addInitScript(holdPrefetch)
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  const faults: string[] = []
  page.on('console', (message) => {
    // Chromium logs each refused request as an error; the responses are checked below instead.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(`${error.stack}`))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    const isAllowed = ['data:', 'blob:'].includes(protocol) || origins.includes(origin)
    if (!isAllowed) faults.push(`a request to ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`)
  })
  t.after(async () => {
    if (!t.passed) {
      const shown = await page.locator('body').ariaSnapshot()
      process.stderr.write([t.name, ...faults, shown, ''].join('\n'))
    }
    await context.close()
    assert.deepEqual(faults, [])
  })
  return page
}
