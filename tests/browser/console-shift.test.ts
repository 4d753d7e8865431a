import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTukar } from '../harness.ts'
import { phone } from './browser.ts'
import { desktop, signInToConsole } from './console.ts'
import { addressesOf, settled } from './console-pages.ts'
import { makeHostileData } from './hostile-data.ts'

const mostShift = 0.05

/** Adds up how far content of the page moved without an input. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    Reflect.set(window, 'shifted', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const isCaused = Boolean(Reflect.get(entry, 'hadRecentInput'))
        const shifted = Number(Reflect.get(window, 'shifted'))
        if (!isCaused) Reflect.set(window, 'shifted', shifted + Reflect.get(entry, 'value'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Where the first row of a list begins; null without one. */
const firstRowTop = (page: Page): Promise<number | null> =>
  page.evaluate(() => {
    const row = document.querySelector('.card.flush section.scroll tbody tr')
    return row === null ? null : Math.round(row.getBoundingClientRect().top)
  })

test('pages of the console keep still, and lists begin on the screen', async (t) => {
  const tukar = await startTukar(t, { jobs: 'all', app: true })
  const { items } = await makeHostileData(tukar)
  const { page } = await signInToConsole(t, tukar, 'admin')
  const addresses = await addressesOf(page, items)
  await recordShifts(page)
  const faults: string[] = []
  for (const [name, size] of Object.entries({ desktop, phone })) {
    await page.setViewportSize(size)
    const shifts: string[] = []
    for (const at of addresses) {
      await page.goto(at)
      await settled(page)
      const shift = await page.evaluate(() => Number(Reflect.get(window, 'shifted')))
      shifts.push(`${at} ${shift.toFixed(3)}`)
      if (shift > mostShift) faults.push(`${name}: ${at} shifted by ${shift.toFixed(3)}`)
      const main = await page.locator('main button.primary:not(.danger):visible').count()
      if (main > 1) faults.push(`${at} has ${main} main actions`)
      // A page of one item begins with its facts.
      const top = items.some((item) => at === `/console${item}`) ? null : await firstRowTop(page)
      if (top !== null && top > size.height - 40) {
        faults.push(`${name}: the first row of ${at} is at ${top} px`)
      }
    }
    t.diagnostic(`${name}: ${shifts.join(', ')}`)
  }
  assert.deepEqual(faults, [])
})
