import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { phone } from './browser.ts'

const pictures = path.join(import.meta.dirname, '../../docs/pictures')
const sizes = { phone, desktop: { width: 1280, height: 800 } }
const schemes = ['light', 'dark'] as const

/**
 * Pictures what the page shows, on a phone and a desktop, light and dark, into `docs/pictures/app`.
 * Only `npm run screenshots` asks for them; otherwise it does nothing.
 */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!isAsked()) return
  await page.locator('.toasts p').first().waitFor({ state: 'detached' })
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    await takeBoth(page, path.join(pictures, 'app', `${name}-${size}`))
  }
  await page.setViewportSize(phone)
}

/** The same of a page of the console or the sandbox, on a desktop, into `docs/pictures/console`. */
export async function photographConsole(page: Page, name: string, height = 900): Promise<void> {
  if (!isAsked()) return
  await page.setViewportSize({ width: 1280, height })
  await takeBoth(page, path.join(pictures, 'console', name))
}

const isAsked = (): boolean => process.env['SCREENSHOTS'] === 'yes'

async function takeBoth(page: Page, file: string): Promise<void> {
  await page.locator('.spinner').first().waitFor({ state: 'detached' })
  await page.mouse.move(0, 0)
  await page.evaluate(() => window.scrollTo(0, 0))
  await mkdir(path.dirname(file), { recursive: true })
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    await sharp(picture)
      .png({ palette: true, colours: 64, effort: 8 })
      .toFile(`${file}-${colorScheme}.png`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
