/** Finds and opens the pages of the console. */
import type { Page } from 'playwright-core'
import { go } from './walks.ts'

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

/** Opens each page of the navigation and these pages of items. */
export async function walk(
  page: Page,
  items: readonly string[],
  visit: (at: string) => Promise<void>,
): Promise<void> {
  for (const at of await addressesOf(page, items)) {
    await go(page, at)
    await visit(at)
  }
}
