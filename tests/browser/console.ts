import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import type { Role } from '../../src/core/operators/roles.ts'
import type { Tukar } from '../harness.ts'
import { makeOperator, type SignedInOperator } from '../make/operator.ts'
import { bindOperatorApp } from '../make/operator-app.ts'
import { checkAccessibility } from './accessibility.ts'
import { openPage } from './browser.ts'

export const desktop = { width: 1280, height: 800 }

/** Makes an operator of a role with an authenticator app, and signs in through the API. */
export async function signInToConsole(
  t: TestContext,
  tukar: Tukar,
  role: Role,
): Promise<Readonly<{ page: Page; operator: SignedInOperator }>> {
  const operator = await makeOperator(tukar, role)
  const code = await bindOperatorApp(tukar, operator)
  const page = await openPage(t, tukar.url)
  await page.setViewportSize(desktop)
  await page.goto('/console')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await checkAccessibility(page)
  await page.getByLabel('Email address').fill(operator.email)
  await page.getByLabel('Password', { exact: true }).fill(operator.password)
  await page.getByLabel('One-time code').fill(await code())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'My account' }).waitFor()
  return { page, operator }
}

/** Opens a page of the console in a new browser context, with the operator's session. */
export async function openConsole(
  t: TestContext,
  tukar: Tukar,
  operator: SignedInOperator,
  path = '/',
): Promise<Page> {
  const page = await openPage(t, tukar.url)
  await page.setViewportSize(desktop)
  await page.addInitScript((token) => {
    if (sessionStorage.getItem('visited') !== null) return
    sessionStorage.setItem('visited', 'yes')
    sessionStorage.setItem('tukar-console-token', token)
  }, operator.token)
  await page.goto(`/console${path}`)
  return page
}
