import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { roles } from '../../src/core/operators/roles.ts'
import { startTukar, type Tukar } from '../harness.ts'
import { makeOperator } from '../make/operator.ts'
import { accessibilityFaults } from './accessibility.ts'
import { desktop, openConsole, signInToConsole } from './console.ts'
import { addressesOf, walk } from './console-pages.ts'
import { hostile, makeHostileData } from './hostile-data.ts'
import { settled } from './walks.ts'

/** A small phone. */
const narrow = { width: 360, height: 844 }

/** The head's one row on a phone. */
const headPixels = 64

async function narrowFaults(page: Page): Promise<readonly string[]> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  const head = (await page.locator('.console-head').boundingBox())?.height ?? 0
  return [
    ...(width > narrow.width ? [`${page.url()} is ${width} wide on ${narrow.width}`] : []),
    ...(head > headPixels ? [`${page.url()} has a head of ${head} px on ${narrow.width}`] : []),
  ]
}

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

/** Reports what moved since the last call; a list's first row must be on the screen. */
async function layoutFaults(page: Page, isItem: boolean): Promise<readonly string[]> {
  const size = page.viewportSize() ?? desktop
  const shift = await page.evaluate(() => {
    const shifted = Number(Reflect.get(window, 'shifted'))
    Reflect.set(window, 'shifted', 0)
    return shifted
  })
  const main = await page.locator('main button.primary:not(.danger):visible').count()
  const top = isItem ? null : await firstRowTop(page)
  const at = `${page.url()}, ${size.width} wide,`
  return [
    ...(shift > mostShift ? [`${at} shifted by ${shift.toFixed(3)}`] : []),
    ...(main > 1 ? [`${at} has ${main} main actions`] : []),
    ...(top !== null && top > size.height - 40 ? [`${at} has its first row at ${top} px`] : []),
  ]
}

/** The addresses of the console's pages, from the source of its areas. */
function pagePaths(): readonly string[] {
  const areas = path.join(import.meta.dirname, '../../web/console')
  const tables = globSync('*/pages.ts', { cwd: areas })
  const sources = tables.map((table) => readFileSync(path.join(areas, table), 'utf8'))
  return sources.flatMap((source) =>
    [...source.matchAll(/path: '(\/[^']*)'/g)].flatMap(([, found]) => found ?? []),
  )
}

/** Collects refused requests of a page. */
function watchRefusals(page: Page, faults: string[]): void {
  page.on('response', (response) => {
    // An item without an open decision is not found there, and the page reports that.
    const isDecided = response.url().includes('/operator/api/approvals/')
    if (response.status() >= 400 && !isDecided) {
      faults.push(`${response.status()} ${response.url()}`)
    }
  })
}

/**
 * Visits each page as an admin, who sees everything that others see; returns the text of each
 * address. On a desktop as links do, in one document, where axe is compiled once; then each page is
 * loaded on a phone.
 */
async function judge(
  t: TestContext,
  tukar: Tukar,
  items: readonly string[],
): Promise<ReadonlyMap<string, Seen>> {
  const seen = new Map<string, Seen>()
  const faults: string[] = []
  const { page } = await signInToConsole(t, tukar, 'admin')
  watchRefusals(page, faults)
  await recordShifts(page)
  const addresses = await addressesOf(page, items)
  const isItem = (at: string) => items.includes(at.replace('/console', ''))
  await walk(page, items, async (at) => {
    seen.set(at.replace('/console', ''), await seenOn(page))
    faults.push(...(await layoutFaults(page, isItem(at))), ...(await accessibilityFaults(page)))
  })
  await page.setViewportSize(narrow)
  for (const at of addresses) {
    await page.goto(at)
    await settled(page)
    faults.push(...(await layoutFaults(page, isItem(at))), ...(await narrowFaults(page)))
  }
  await page.locator('summary', { hasText: 'Menu' }).click()
  await page.getByRole('link', { name: 'My account' }).waitFor()
  faults.push(...(await accessibilityFaults(page)), ...(await narrowFaults(page)))
  assert.deepEqual([...new Set(faults)], [])
  return seen
}

test('each page of the console', async (t) => {
  const tukar = await startTukar(t, { jobs: 'all', app: true })
  const { items } = await makeHostileData(tukar)
  let seen: ReadonlyMap<string, Seen> = new Map()
  await t.test('is accessible, keeps still, and fits a desktop and a phone', async (inner) => {
    seen = await judge(inner, tukar, items)
  })
  for (const role of roles.filter((one) => one !== 'admin')) {
    await t.test(`shows ${role} what it may read`, async (inner) => {
      const page = await openConsole(inner, tukar, await makeOperator(tukar, role))
      await settled(page)
      const faults: string[] = []
      watchRefusals(page, faults)
      await walk(page, items, async () => undefined)
      assert.deepEqual([...new Set(faults)], [])
    })
  }
  await t.test('shows hostile text as text', () => expectText(seen))
})

type Seen = Readonly<{ text: string; pictures: number; isRun: boolean }>

async function seenOn(page: Page): Promise<Seen> {
  return {
    text: (await page.locator('body').textContent()) ?? '',
    pictures: await page.locator('img[src="x"]').count(),
    isRun: await page.evaluate(() => Reflect.get(window, 'hostile') !== undefined),
  }
}

function expectText(seen: ReadonlyMap<string, Seen>): void {
  const addresses = [...seen.keys()]
  const believed = addresses.filter((at) => seen.get(at)?.isRun || seen.get(at)?.pictures !== 0)
  assert.deepEqual(believed, [])
  const isVisited = (pattern: string) => {
    const shape = new RegExp(`^${pattern.replace(/:\w+/, '[^/]+')}(\\?|$)`)
    return addresses.some((at) => shape.test(at))
  }
  assert.deepEqual(
    pagePaths().filter((pattern) => !isVisited(pattern)),
    [],
    'a page of each kind is visited',
  )
  const showing = addresses.filter((at) => seen.get(at)?.text.includes(hostile.slice(0, 40)))
  assert.deepEqual(
    placesOfHostileText.filter((place) => !showing.some((at) => at.startsWith(place))),
    [],
    showing.join(' '),
  )
}

/** Pages that show text of users, providers or operators. */
const placesOfHostileText = [
  '/users/',
  '/withdrawals/',
  '/deposits/',
  '/inquiries/',
  '/inquiries?',
  '/inbox/',
  '/regulatory-reports/',
  '/breaks/',
  '/news',
  '/subscriptions',
  '/subscriptions/',
]
