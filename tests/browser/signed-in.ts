import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { startTukar, type Tukar } from '../harness.ts'
import { makeTrader, type Trader } from '../make/trader.ts'
import { openPage } from './browser.ts'
import { fillSignIn } from './walks.ts'

type Visit = Readonly<{ tukar: Tukar; trader: Trader; page: Page }>

/** Signs a user in on a new device, and opens this screen. */
export async function visit(
  t: TestContext,
  screen: `/${string}`,
  known?: Pick<Visit, 'tukar' | 'trader'>,
): Promise<Visit> {
  const tukar = known?.tukar ?? (await startTukar(t, { app: true }))
  const trader = known?.trader ?? (await makeTrader(tukar))
  const page = await openPage(t, tukar.url)
  await page.goto('/app/sign-in')
  await fillSignIn(page, trader)
  await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
  await page.goto(`/app${screen}`)
  return { tukar, trader, page }
}
