import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { roles } from '../../src/core/operators/roles.ts'
import { startTukar, type Tukar } from '../harness.ts'
import { accessibilityFaults } from './accessibility.ts'
import { desktop, signInToConsole } from './console.ts'
import { type HostileData, hostile, makeHostileData } from './hostile-data.ts'

const narrow = { width: 360, height: 740 }

/** Waits until the page shows what it read: no spinner for a moment. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor()
  for (let quiet = 0; quiet < 2; quiet += 1) {
    const spinners = page.locator('main .spinner')
    if ((await spinners.count()) > 0) quiet = 0
    await spinners.first().waitFor({ state: 'detached' })
    await page.waitForTimeout(100)
  }
}

async function linksOf(page: Page): Promise<readonly string[]> {
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  return hrefs.filter((href) => href !== null)
}

/** Visits each page of the navigation, and these pages of items. */
async function walk(
  page: Page,
  { items }: HostileData,
  look: (at: string) => Promise<void>,
): Promise<void> {
  const addresses = [...(await linksOf(page)), ...items.map((item) => `/console${item}`)]
  for (const at of addresses) {
    await page.goto(at)
    await settled(page)
    await look(at)
  }
}

async function widthFaults(page: Page): Promise<readonly string[]> {
  await page.setViewportSize(narrow)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  await page.setViewportSize(desktop)
  return width <= narrow.width ? [] : [`${page.url()} is ${width} wide on ${narrow.width}`]
}

/** The addresses of the console's pages, as its areas write them. */
function pagePaths(): readonly string[] {
  const areas = path.join(import.meta.dirname, '../../web/console')
  const tables = globSync('*/pages.ts', { cwd: areas })
  const sources = tables.map((table) => readFileSync(path.join(areas, table), 'utf8'))
  return sources.flatMap((source) =>
    [...source.matchAll(/path: '(\/[^']*)'/g)].flatMap(([, found]) => found ?? []),
  )
}

test('each page of the console', async (t) => {
  const tukar = await startTukar(t, { jobs: 'all', app: true })
  const made = await makeHostileData(tukar)
  for (const role of roles) {
    // An admin sees what the others see, so one of them looks at widths, colours and labels.
    const isJudged = role === 'admin'
    const how = isJudged ? ', accessibly, light and dark' : ''
    await t.test(`shows ${role} what it may read${how}`, async (inner) => {
      const { page } = await signInToConsole(inner, tukar, role)
      const faults: string[] = []
      page.on('response', (response) => {
        // What does not wait for a decision is not found there: the page says so.
        const isDecided = response.url().includes('/operator/api/approvals/')
        if (response.status() >= 400 && !isDecided) {
          faults.push(`${response.status()} ${response.url()}`)
        }
      })
      await walk(page, made, async () => {
        if (!isJudged) return
        faults.push(...(await widthFaults(page)), ...(await accessibilityFaults(page)))
      })
      assert.deepEqual([...new Set(faults)], [])
    })
  }
  await t.test('shows hostile text as text', (inner) => showHostileText(inner, tukar, made))
})

async function showHostileText(t: TestContext, tukar: Tukar, made: HostileData): Promise<void> {
  const { page } = await signInToConsole(t, tukar, 'admin')
  const seen = new Map<string, string>()
  await walk(page, made, async (at) => {
    assert.equal(await page.evaluate(() => Reflect.get(window, 'hostile')), undefined, at)
    assert.equal(await page.locator('img[src="x"]').count(), 0, at)
    seen.set(at.replace('/console', ''), (await page.locator('body').textContent()) ?? '')
  })
  const addresses = [...seen.keys()]
  const isVisited = (pattern: string) => {
    const shape = new RegExp(`^${pattern.replace(/:\w+/, '[^/]+')}(\\?|$)`)
    return addresses.some((at) => shape.test(at))
  }
  assert.deepEqual(
    pagePaths().filter((pattern) => !isVisited(pattern)),
    [],
    'a page of each kind is visited',
  )
  const showing = addresses.filter((at) => seen.get(at)?.includes(hostile.slice(0, 40)))
  assert.deepEqual(
    placesOfHostileText.filter((place) => !showing.some((at) => at.startsWith(place))),
    [],
    showing.join(' '),
  )
}

/** Pages that show what users, providers or operators wrote. */
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
]
