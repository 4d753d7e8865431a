import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { phone } from './browser.ts'

const root = path.join(import.meta.dirname, '../..')
const sizes = { phone, desktop: { width: 1280, height: 800 } }
const schemes = ['light', 'dark'] as const

/**
 * Takes screenshots of the page, on a phone and a desktop, light and dark, into
 * `data/pictures/app`, and replaces those that `docs/pictures` has. Does nothing unless run by
 * `npm run screenshots`.
 */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!isAsked()) return
  await page.locator('.toasts p').first().waitFor({ state: 'detached' })
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    await takeBoth(page, `app/${name}-${size}`)
  }
  await page.setViewportSize(phone)
}

/** Does the same for a page of the console or the sandbox: on a desktop, into `console`. */
export async function photographConsole(page: Page, name: string, height = 900): Promise<void> {
  if (!isAsked()) return
  await page.setViewportSize({ width: 1280, height })
  await takeBoth(page, `console/${name}`)
}

const isAsked = (): boolean => process.env['SCREENSHOTS'] === 'yes'

async function takeBoth(page: Page, name: string): Promise<void> {
  await page.locator('.spinner').first().waitFor({ state: 'detached' })
  await page.mouse.move(0, 0)
  await page.evaluate(() => window.scrollTo(0, 0))
  const taken = path.join(root, 'data/pictures', name)
  const shown = path.join(root, 'docs/pictures', name)
  await mkdir(path.dirname(taken), { recursive: true })
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    const file = `${taken}-${colorScheme}.png`
    await sharp(picture).png({ palette: true, colours: 64, effort: 8 }).toFile(file)
    const renewed = `${shown}-${colorScheme}.png`
    if (existsSync(renewed)) await copyFile(file, renewed)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
