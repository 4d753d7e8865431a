import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { startTukar, type Tukar } from '../harness.ts'
import { makeTrader, type Trader } from '../make/trader.ts'
import { openPage } from './browser.ts'
import { fillSignIn, useSessionOf } from './walks.ts'

type Visit = Readonly<{ tukar: Tukar; trader: Trader; page: Page }>
type Known = Pick<Visit, 'tukar' | 'trader'>

async function prepare(t: TestContext, known?: Known): Promise<Visit> {
  const tukar = known?.tukar ?? (await startTukar(t, { app: true }))
  const trader = known?.trader ?? (await makeTrader(tukar))
  return { tukar, trader, page: await openPage(t, tukar.url) }
}

/** Opens this screen with the session of a user. */
export async function visit(t: TestContext, screen: `/${string}`, known?: Known): Promise<Visit> {
  const { tukar, trader, page } = await prepare(t, known)
  await useSessionOf(page, trader)
  await page.goto(`/app${screen}`)
  return { tukar, trader, page }
}

/** Signs a user in on a new device, and opens this screen. */
export async function signIn(t: TestContext, screen: `/${string}`, known?: Known): Promise<Visit> {
  const { tukar, trader, page } = await prepare(t, known)
  await page.goto('/app/sign-in')
  await fillSignIn(page, trader)
  await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
  await page.goto(`/app${screen}`)
  return { tukar, trader, page }
}
