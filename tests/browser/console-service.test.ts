import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { insertInquiry } from '../../src/app/messaging/inquiries.sql.ts'
import { startTukar, type Tukar } from '../harness.ts'
import { mailsArrived } from '../make/mails.ts'
import { invitationOf, makeFirstAdmin, makeOperator } from '../make/operator.ts'
import { storeFills, storeOrders } from '../make/stored-orders.ts'
import { makeTrader } from '../make/trader.ts'
import { openConsole } from './console.ts'

const makeInquiry = ({ service }: Tukar): Promise<number> =>
  service.ctx.db.inTransaction((tx) =>
    insertInquiry(tx, {
      subject: 'A <script>alert(1)</script> deposit',
      firstName: '<img src=x onerror=alert(1)>',
      lastName: 'Rahayu',
      email: 'sri@example.com',
      phone: '0812000001',
      message: 'Where is\nmy <b>deposit</b>?',
    }),
  )

describe('the console pages of the service', () => {
  test('an inquiry is read, answered by mail and closed; its text stays text', async (t) => {
    const tukar = await startTukar(t)
    await makeInquiry(tukar)
    const support = await makeOperator(tukar, 'support')
    const page = await openConsole(t, tukar, support, '/inquiries?state=open')
    await page.getByRole('link', { name: 'A <script>alert(1)</script> deposit' }).click()
    await page.getByText('my <b>deposit</b>?').waitFor()
    await page.getByText('<img src=x onerror=alert(1)> Rahayu').waitFor()
    await page.getByLabel('Answer', { exact: true }).fill('It <i>arrived</i>.')
    await page.getByLabel('Language of the greeting').selectOption('en')
    await page.getByRole('button', { name: 'Answer by mail' }).click()
    await page.getByText('Closed', { exact: true }).first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Answer by mail' }).count(), 0)
    const [mail] = await mailsArrived(tukar, 'sri@example.com', 1)
    assert.match(mail?.text ?? '', /It <i>arrived<\/i>\./)
  })

  test('an open setting changes at once, and a guarded one becomes a proposal', async (t) => {
    const tukar = await startTukar(t)
    const admin = await makeFirstAdmin(tukar)
    const page = await openConsole(t, tukar, admin, '/settings?q=most_open')
    const dialog = page.getByRole('dialog')
    const row = page.getByRole('row', { name: /order\.most_open/ })
    await row.getByText('Open orders of a user.').waitFor()
    await row.getByText('10,000', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Value').fill('200000')
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    await dialog.getByLabel('Value').fill('5000')
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await row.getByText('5,000', { exact: true }).waitFor()
    await page.goto('/console/settings?q=price.max_age')
    const guarded = page.getByRole('row', { name: /price\.max_age_seconds/ })
    await guarded.getByRole('button', { name: 'Propose' }).click()
    await dialog.getByLabel('Value').fill('100')
    await dialog.getByLabel('Reason').fill('prices move faster')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await page.waitForURL(/\/proposals\/\d+$/)
    await page.locator('.headline', { hasText: 'price.max_age_seconds' }).waitFor()
    const { data } = (await tukar.call('GET', '/operator/api/proposals', { token: admin.token }))
      .body.data
    assert.deepEqual([data[0].subject, data[0].value], ['price.max_age_seconds', '100'])
  })

  test('withdrawals are stopped with a reason, and resumed by a proposal', async (t) => {
    const tukar = await startTukar(t)
    const finance = await makeOperator(tukar, 'finance')
    const page = await openConsole(t, tukar, finance, '/wallet-status')
    const status = async () => (await tukar.call('GET', '/api/wallet-status')).body.data
    const dialog = page.getByRole('dialog')
    for (const name of ['Stop withdrawals', 'Resume withdrawals']) {
      await page.getByRole('button', { name }).click()
      await dialog.getByLabel('Reason').fill(`${name} <b>now</b>`)
      await dialog.getByRole('button', { name }).click()
      await page.getByText(`${name} <b>now</b>`).first().waitFor()
      assert.equal((await status()).withdrawal_status, 'inactive')
    }
    await page.waitForURL(/\/proposals\/\d+$/)
    await page.getByText('active: Resume withdrawals <b>now</b>').waitFor()
  })

  test('a report shows the month of its address, and is saved as CSV', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const [orderNo = ''] = await storeOrders(tukar, trader, [{}])
    await storeFills(tukar, [{ orderNo }, { orderNo }])
    const finance = await makeOperator(tukar, 'finance')
    const page = await openConsole(t, tukar, finance, '/reports?month=2026-03')
    await page.getByText('Nothing matches.').waitFor()
    await page.getByRole('tab', { name: 'Volumes' }).click()
    await page.getByRole('cell', { name: 'IDR 3,200,000' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    assert.equal(file.suggestedFilename(), 'reports-volumes.csv')
    await page.getByLabel('Month').fill('2026-02')
    await page.waitForURL(/month=2026-02/)
    await page.getByText('Nothing matches.').waitFor()
  })

  test('an operator is invited, given a role and disabled, and the audit shows it', async (t) => {
    const tukar = await startTukar(t)
    const admin = await makeFirstAdmin(tukar)
    const page = await openConsole(t, tukar, admin, '/operators')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Invite an operator' }).click()
    await dialog.getByLabel('Email').fill('new@tukar.test')
    await dialog.getByLabel('Role').selectOption('support')
    await dialog.getByRole('button', { name: 'Invite an operator' }).click()
    await page.getByRole('link', { name: 'new@tukar.test' }).click()
    await invitationOf(tukar, 'new@tukar.test')
    await page.getByText('Invited', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Change the role' }).click()
    await dialog.getByLabel('Role').selectOption('finance')
    await dialog.getByRole('button', { name: 'Change the role' }).click()
    await page.getByRole('definition').filter({ hasText: 'finance' }).waitFor()
    await page.getByRole('button', { name: 'Disable' }).click()
    await dialog.getByLabel('Reason').fill('left <b>us</b>')
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await page.getByText('Disabled', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Changes of this operator' }).click()
    await page.getByRole('cell', { name: 'operator.disable' }).waitFor()
    await page.getByText('left <b>us</b>').waitFor()
    await page.getByRole('textbox', { name: 'Action' }).fill('operator.create')
    await page.getByRole('textbox', { name: 'Action' }).press('Enter')
    await page.waitForURL(/action=operator\.create/)
    await page.getByRole('cell', { name: 'operator.disable' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('cell', { name: 'operator.create' }).count(), 1)
  })

  test('a viewer sees neither settings, operators nor senders, and no buttons', async (t) => {
    const tukar = await startTukar(t)
    const id = await makeInquiry(tukar)
    const viewer = await makeOperator(tukar, 'viewer')
    const page = await openConsole(t, tukar, viewer, '/wallet-status')
    await page.getByText('Withdrawals').waitFor()
    assert.equal(await page.getByRole('button', { name: /Stop|Resume/ }).count(), 0)
    for (const section of ['settings', 'operators', `inquiries/${id}`]) {
      await page.goto(`/console/${section}`)
      await page.getByText('Your role does not include this page.').waitFor()
    }
    assert.equal(await page.getByRole('link', { name: 'Settings' }).count(), 0)
  })
})
