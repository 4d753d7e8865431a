import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { roles } from '../../src/core/operators/roles.ts'
import { startTukar } from '../harness.ts'
import { accessibilityFaults } from './accessibility.ts'
import { desktop, signInToConsole } from './console.ts'
import { walk } from './console-pages.ts'
import { hostile, makeHostileData } from './hostile-data.ts'

const narrow = { width: 360, height: 740 }

async function widthFaults(page: Page): Promise<readonly string[]> {
  await page.setViewportSize(narrow)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  await page.setViewportSize(desktop)
  return width <= narrow.width ? [] : [`${page.url()} is ${width} wide on ${narrow.width}`]
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

test('each page of the console', async (t) => {
  const tukar = await startTukar(t, { jobs: 'all', app: true })
  const made = await makeHostileData(tukar)
  /** The text of each address as an admin sees it, who sees everything that others see. */
  const seen = new Map<string, Seen>()
  for (const role of roles) {
    const isJudged = role === 'admin'
    const how = isJudged ? ', accessibly, light and dark' : ''
    await t.test(`shows ${role} what it may read${how}`, async (inner) => {
      const { page } = await signInToConsole(inner, tukar, role)
      const faults: string[] = []
      page.on('response', (response) => {
        // An item without an open decision is not found there, and the page reports that.
        const isDecided = response.url().includes('/operator/api/approvals/')
        if (response.status() >= 400 && !isDecided) {
          faults.push(`${response.status()} ${response.url()}`)
        }
      })
      await walk(page, made, async (at) => {
        if (!isJudged) return
        seen.set(at.replace('/console', ''), await seenOn(page))
        faults.push(...(await widthFaults(page)), ...(await accessibilityFaults(page)))
      })
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
