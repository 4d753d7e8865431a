import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../harness.ts'
import { openPage } from './browser.ts'

const mostBytes = 60_000

test('pages ship one font of at most 60 kB, whose digits have one width', async (t) => {
  const { url } = await startTukar(t, { app: true })
  const page = await openPage(t, url)
  const fonts = new Map<string, number>()
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'font') return
    assert.equal(response.headers()['content-type'], 'font/woff2')
    fonts.set(response.url(), (await response.body()).byteLength)
  })
  for (const path of ['/app/sign-in', '/console']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    const isShown = await page.evaluate(async () => {
      await document.fonts.ready
      return document.fonts.check('16px Inter') && getComputedStyle(document.body).fontFamily
    })
    assert.match(String(isShown), /^"?Inter"?,/)
    const widths = await page.evaluate(() =>
      [...'0123456789'].map((digit) => {
        const line = document.body.appendChild(document.createElement('span'))
        line.textContent = digit.repeat(20)
        return line.getBoundingClientRect().width
      }),
    )
    assert.equal(new Set(widths).size, 1, widths.join())
  }
  // Both apps bundle the same file.
  const sizes = [...fonts.values()]
  assert.equal(sizes.length, 2)
  for (const bytes of sizes) assert.ok(bytes <= mostBytes, `${bytes} bytes`)
  t.diagnostic(`font: ${sizes[0]} bytes`)
})
