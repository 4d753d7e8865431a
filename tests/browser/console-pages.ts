/** Finds and opens the pages of the console. */
import type { Page } from 'playwright-core'
import type { HostileData } from './hostile-data.ts'

/** Waits until the page has loaded its data: no spinner for a moment. */
export async function settled(page: Page): Promise<void> {
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

/** The pages of the navigation, and these pages of items. */
export const addressesOf = async (page: Page, items: readonly string[]) => [
  ...(await linksOf(page)),
  ...items.map((item) => `/console${item}`),
]

/** Opens each page of the navigation and these pages of items by their address. */
export async function walk(
  page: Page,
  { items }: HostileData,
  visit: (at: string) => Promise<void>,
): Promise<void> {
  for (const at of await addressesOf(page, items)) {
    await page.evaluate((to) => history.pushState(null, '', to), at)
    await settled(page)
    await visit(at)
  }
}
