import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { z } from 'zod'

/** The dark scheme is checked for its colours only; the rest is the same. */
const schemes = { light: {}, dark: { runOnly: ['color-contrast'] } }
type Scheme = keyof typeof schemes

const Found = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      help: z.string(),
      nodes: z.array(z.object({ html: z.string(), failureSummary: z.string().optional() })),
    }),
  ),
})

/** Fails if axe finds a violation on the page, in the light or dark scheme. */
export async function checkAccessibility(page: Page): Promise<void> {
  assert.deepEqual(await accessibilityFaults(page), [])
}

/** Returns the violations that axe finds on the page, in each of these schemes. */
export async function accessibilityFaults(
  page: Page,
  checked: readonly Scheme[] = ['light', 'dark'],
): Promise<readonly string[]> {
  const isLoaded = await page.evaluate('typeof axe === "object"')
  if (isLoaded !== true) await page.evaluate(axe.source)
  const faults: string[] = []
  for (const colorScheme of checked) {
    await page.emulateMedia({ colorScheme })
    const options = JSON.stringify({ resultTypes: ['violations'], ...schemes[colorScheme] })
    const { violations } = Found.parse(await page.evaluate(`axe.run(document, ${options})`))
    for (const { id, help, nodes } of violations) {
      const elements = nodes.slice(0, 5).map(({ html, failureSummary = '' }) => {
        const why = failureSummary.split('\n').slice(1, 3).join(' ')
        return `\n  ${html.slice(0, 200)}${why}`
      })
      faults.push(`${page.url()} ${colorScheme}: ${id}: ${help}${elements.join('')}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return faults
}
