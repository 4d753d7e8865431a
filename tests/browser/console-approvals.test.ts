import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { startTukar, type Tukar } from '../harness.ts'
import { makeClaim } from '../make/cash-deposit.ts'
import { makeCashWithdrawer, withdrawCash } from '../make/cash-withdrawal.ts'
import {
  bindOperatorApp,
  forgetOperatorSteps,
  inviteOperator,
  makeOperator,
  operatorPassword,
  twoAdmins,
} from '../make/operator.ts'
import { propose } from '../make/proposals.ts'
import { makeCashSuspense } from '../make/suspense.ts'
import { codeOf } from '../make/totp.ts'
import { makeTrader } from '../make/trader.ts'
import { becomes, makeWithdrawer, type Withdrawer, withdrawCoin } from '../make/withdrawal.ts'
import { checkAccessibility } from './accessibility.ts'
import { openPage } from './browser.ts'
import { desktop, openConsole } from './console.ts'

async function waiting(tukar: Tukar, trader: Withdrawer, amount = '0.5'): Promise<string> {
  const fields = { amount, residentialAddress: 'Jalan Melati 1, Bandung' }
  const answer = await withdrawCoin(tukar, trader, fields)
  assert.equal(answer.body.data?.status, 'PENDING_APPROVAL', answer.text)
  return answer.body.data.request_id
}

type Signing = Readonly<{ email: string; secret: string }>

/** Signs in through the page, in a new browser context. */
async function signIn(t: TestContext, tukar: Tukar, { email, secret }: Signing): Promise<Page> {
  const page = await openPage(t, tukar.url)
  await page.setViewportSize(desktop)
  await page.goto('/console')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(operatorPassword)
  await page.getByLabel('One-time code').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'My account' }).waitFor()
  await forgetOperatorSteps(tukar)
  return page
}

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Presses the dialog's button, which has the same name as the dialog. */
const send = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

describe('decisions in the console', () => {
  test('two operators approve a withdrawal, from their sign-in to its payout', async (t) => {
    const tukar = await startTukar(t)
    const admins = await twoAdmins(tukar)
    const trader = await makeWithdrawer(tukar)
    await waiting(tukar, trader)
    for (const [index, admin] of admins.entries()) {
      const secret = await bindOperatorApp(tukar, admin)
      const page = await signIn(t, tukar, { email: admin.email, secret })
      await page.getByRole('link', { name: 'Approvals' }).click()
      await page.getByRole('link', { name: 'Withdrawal', exact: true }).click()
      await page.getByText('very large amount', { exact: true }).waitFor()
      await page.getByText('No user has used it before.').waitFor()
      await page.getByText('Your approval counts.').waitFor()
      if (index === 1) await page.getByText(admins[0].email).first().waitFor()
      await page.keyboard.press('a')
      await page.getByLabel('Note').fill('called the user')
      await page.getByLabel('One-time code').fill(codeOf(secret))
      await send(page, 'Approve')
      await page.getByText(/^Done\. /).waitFor()
      await forgetOperatorSteps(tukar)
    }
    await becomes(tukar, trader, 'SUCCESS')
    const page = await openConsole(t, tukar, admins[0], '/withdrawals')
    await page.getByRole('cell', { name: 'Succeeded' }).waitFor()
  })

  test('after a decision the next one that the operator may take opens', async (t) => {
    const tukar = await startTukar(t)
    const [admin] = await twoAdmins(tukar)
    const first = await waiting(tukar, await makeWithdrawer(tukar), '0.03')
    const second = await waiting(tukar, await makeWithdrawer(tukar), '0.04')
    const claim = await makeClaim(tukar, await makeTrader(tukar))
    const page = await openConsole(t, tukar, admin, `/withdrawals/${first}`)
    await press(page, 'Approve')
    await send(page, 'Approve')
    await page.waitForURL(`**/console/withdrawals/${second}`)
    await press(page, 'Reject')
    await page.getByRole('textbox', { name: 'Reason' }).fill('a stolen phone')
    await send(page, 'Reject')
    await page.waitForURL(`**/console/deposits/${claim}`)
    await page.getByRole('img', { name: 'Proof of the transfer' }).waitFor()
    await press(page, 'Approve')
    await page.getByLabel('Amount that our bank received').fill('240000')
    await send(page, 'Approve')
    await page.waitForURL(/\/console\/approvals\?sort=asc$/)
    await page.goto(`/console/deposits/${claim}`)
    await page.getByText('This was decided.').waitFor()
    await page.getByText('240,000').first().waitFor()
  })

  test('money without an owner is assigned to the user whom two operators name', async (t) => {
    const tukar = await startTukar(t)
    const admins = await twoAdmins(tukar)
    const { name, ...trader } = await makeCashWithdrawer(tukar)
    const item = await makeCashSuspense(tukar)
    for (const admin of admins) {
      const page = await openConsole(t, tukar, admin, `/suspense/${item}`)
      await press(page, 'Assign to a user')
      const choice = page.getByRole('radio', { name: trader.email })
      if (admin === admins[0]) {
        await page.getByLabel('Find a user').fill(name)
        await page.keyboard.press('Enter')
        await choice.check()
      } else assert.ok(await choice.isChecked(), 'the proposed user is chosen')
      await checkAccessibility(page)
      await page.getByRole('textbox', { name: 'Reason' }).fill('the receipt names the account')
      await send(page, 'Assign to a user')
      await page.waitForURL((url) => !url.pathname.includes('suspense'))
    }
    const page = await openConsole(t, tukar, admins[0], '/suspense')
    await page.getByRole('cell', { name: 'Assigned' }).waitFor()
  })

  test('a proposal, an operator and a break have their pages', async (t) => {
    const tukar = await startTukar(t)
    const [admin, another] = await twoAdmins(tukar)
    const proposal = await propose(tukar, another, 'withdrawal.gate_seconds', '20')
    const joined = await inviteOperator(tukar, 'finance', another)
    const { rows } = await sql<{ id: number }>`
      insert into breaks (provider, kind, subject, asset, theirs, ours)
      values ('payx', 'transfer', 'wd-long-ago-1', 'IDR', 'SUCCEEDED', 'FAILED') returning id
    `.execute(tukar.service.ctx.db.read)
    const page = await openConsole(t, tukar, admin, `/proposals/${proposal}`)
    await page.getByText('withdrawal.gate_seconds').first().waitFor()
    await press(page, 'Approve')
    await send(page, 'Approve')
    await page.waitForURL(`**/console/approvals/operators/${joined.id}`)
    await press(page, 'Confirm')
    await send(page, 'Confirm')
    await page.waitForURL(`**/console/approvals/breaks/${rows[0]?.id}`)
    await press(page, 'Close the break')
    await page.getByRole('textbox', { name: 'Reason' }).fill('paid by hand')
    await send(page, 'Close the break')
    await page.waitForURL(/\/console\/approvals\?sort=asc$/)
    await page.goto('/console/proposals')
    await page.getByRole('cell', { name: admin.email }).waitFor()
  })

  test('a bank account in another name is marked beside the name of its owner', async (t) => {
    const tukar = await startTukar(t)
    const [admin] = await twoAdmins(tukar)
    const trader = await makeCashWithdrawer(tukar, { bankOwner: 'SITI RAHMAWATI' })
    const requested = await withdrawCash(tukar, trader)
    const page = await openConsole(
      t,
      tukar,
      admin,
      `/withdrawals/${requested.body.data.request_id}`,
    )
    await page.getByText('Different name').waitFor()
    assert.deepEqual(await page.locator('mark').allTextContents(), ['RAHMAWATI', 'RAHAYU'])
    await checkAccessibility(page)
    await page.goto('/console/withdrawals')
    await page.getByRole('link', { name: 'SITI RAHAYU' }).waitFor()
  })

  test('a viewer reads, and has no button that decides', async (t) => {
    const tukar = await startTukar(t)
    const viewer = await makeOperator(tukar, 'viewer')
    const id = await waiting(tukar, await makeWithdrawer(tukar))
    const page = await openConsole(t, tukar, viewer, '/approvals')
    await page.getByText('not your role').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Proposed changes' }).count(), 0)
    await page.goto(`/console/withdrawals/${id}`)
    await page.getByText('Your role does not decide this.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Approve', exact: true }).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Reject', exact: true }).count(), 0)
    assert.equal(await page.getByText('Siti').count(), 0)
  })

  test('hostile text in a claim is shown as text', async (t) => {
    const tukar = await startTukar(t)
    const [admin] = await twoAdmins(tukar)
    const hostile = '<img src=x onerror=document.title=1>'
    const claim = await makeClaim(tukar, await makeTrader(tukar), { bankName: hostile })
    const page = await openConsole(t, tukar, admin, `/deposits/${claim}`)
    await page.getByText(hostile).waitFor()
    assert.notEqual(await page.title(), '1')
  })
})
