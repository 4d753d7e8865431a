import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../harness.ts'
import { makeCashWithdrawer, withdrawCash } from '../make/cash-withdrawal.ts'
import { cardOf, makeNik, proveFace, readCard } from '../make/identity.ts'
import { makeOperator } from '../make/operator.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../make/payx.ts'
import { expectOk, makeTrader } from '../make/trader.ts'
import { checkAccessibility } from './accessibility.ts'
import { openConsole } from './console.ts'

const hostile = '<img src=x onerror=alert(1)>'

describe('the pages of users', () => {
  test('support finds a user, reads the risks, suspends and restores', async (t) => {
    const tukar = await startTukar(t)
    const support = await makeOperator(tukar, 'support')
    const trader = await makeTrader(tukar, 'ani@tukar.test')
    await sql`
      update session_families set device_name = ${hostile}
      where user_id = ${trader.id}`.execute(tukar.service.ctx.db.read)
    const page = await openConsole(t, tukar, support, '/users')
    await page.getByLabel('Name, beginning of an email address').fill('ani@')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('link', { name: `${trader.id}`, exact: true }).click()
    await page.getByRole('heading', { name: 'ani@tukar.test' }).waitFor()
    await page.getByRole('cell', { name: 'Identity not verified' }).waitFor()
    await page.getByRole('cell', { name: 'Worth of withdrawals' }).waitFor()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByLabel('Reason').fill(hostile)
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await page.getByText(`Suspended: ${hostile}`).waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByLabel('Reason').fill('cleared')
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Suspend' }).waitFor()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await page.getByRole('cell', { name: 'User: suspended' }).waitFor()
    await page.getByRole('cell', { name: hostile }).waitFor()
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('sign-in')
    await page.waitForURL(/kind=sign-in/)
    await page.getByRole('cell', { name: 'User: suspended' }).waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Devices' }).click()
    await page.getByRole('table', { name: 'Live sessions' }).waitFor({ state: 'detached' })
  })

  test('one search finds a user by name, and what has the amount, from any page', async (t) => {
    const tukar = await startTukar(t)
    const finance = await makeOperator(tukar, 'finance')
    const trader = await makeCashWithdrawer(tukar, { bankOwner: 'Orang Lain' })
    const requested = await withdrawCash(tukar, trader, { amount: 12_345_000 })
    expectOk(requested)
    const page = await openConsole(t, tukar, finance, '/phones')
    await page.getByText('Nothing matches.').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('rahayu siti')
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'name on the identity card' }).waitFor()
    await checkAccessibility(page)
    await page.getByRole('link', { name: `${trader.id}`, exact: true }).click()
    await page.getByRole('heading', { name: 'SITI RAHAYU' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Rp 12.345.000')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: '12,345,000' }).click()
    await page.waitForURL(`**/console/withdrawals/${requested.body.data.request_id}`)
  })

  test('a viewer reads a user and has no action', async (t) => {
    const tukar = await startTukar(t)
    const viewer = await makeOperator(tukar, 'viewer')
    const trader = await makeTrader(tukar)
    const page = await openConsole(t, tukar, viewer, `/users/${trader.id}`)
    await page.getByRole('heading', { name: trader.email }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Suspend' }).count(), 0)
    await page.goto('/console/phones')
    await page.getByText('Nothing matches.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add a phone' }).count(), 0)
  })

  test('support blacklists a phone and lifts it', async (t) => {
    const tukar = await startTukar(t)
    const support = await makeOperator(tukar, 'support')
    const page = await openConsole(t, tukar, support, '/phones')
    await page.getByRole('button', { name: 'Add a phone' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Phone').fill('+628123456789')
    await dialog.getByLabel('Reason').fill('texts are resold')
    await dialog.getByRole('button', { name: 'Add a phone' }).click()
    await page.getByRole('cell', { name: 'texts are resold' }).waitFor()
    await page.getByRole('button', { name: 'Lift' }).click()
    await dialog.getByLabel('Reason').fill('its owner wrote')
    await dialog.getByRole('button', { name: 'Lift' }).click()
    await page.getByText('Nothing matches.').waitFor()
  })
})

describe('the pages that explain money', () => {
  test('lead from a balance to the callback, and from the callback to its effects', async (t) => {
    const tukar = await startTukar(t)
    const viewer = await makeOperator(tukar, 'viewer')
    await leaderOf(tukar)
    const account = await makeAccount(tukar.service.ctx.db)
    const body = paidInto(account, 'pay-1')
    for (let times = 0; times < 3; times += 1) {
      expectOk(await reportPayx(tukar, 'deposit-paid', body))
    }
    await eventually('the message', async () => {
      const { rows } = await sql`select from user_messages`.execute(tukar.service.ctx.db.read)
      return rows.length > 0
    })
    const page = await openConsole(t, tukar, viewer, `/users/${account.user}?tab=balances`)
    await page.getByRole('link', { name: 'IDR' }).click()
    await page.getByRole('cell', { name: '+245,560' }).waitFor()
    await page.locator('main a[data-row]').first().click()
    await page.getByRole('heading', { name: 'Cause', exact: true }).waitFor()
    await page.getByRole('cell', { name: 'pay-1', exact: true }).waitFor()
    await page.getByRole('link', { name: /^payx\.deposit-paid/ }).click()
    await page.getByRole('heading', { name: 'Original body, without secrets' }).waitFor()
    await page.getByText(/^[2-9] times$/).waitFor()
    await page.getByText('secret token in the request head').waitFor()
    await page.getByRole('cell', { name: /^User \d+/ }).waitFor()
    // The second posting is of the tax in the fee.
    await page.getByRole('table', { name: 'Postings' }).getByRole('link').first().click()
    await page.waitForURL(/\/postings\/\d+/)
    await page.getByRole('link', { name: 'All its postings' }).click()
    await page.waitForURL(/postings\?cause=cash-deposit/)
    await page.getByRole('cell', { name: 'deposit:payx:pay-1' }).waitFor()
    await page.goto('/console/holds')
    await page.getByText('Nothing matches.').waitFor()
  })
})

describe('the pages of identities', () => {
  test('support sees the pictures and the account that used the same card', async (t) => {
    const tukar = await startTukar(t)
    const support = await makeOperator(tukar, 'support')
    const nik = makeNik()
    const [first, second] = [await makeTrader(tukar), await makeTrader(tukar)]
    for (const trader of [first, second]) {
      expectOk(await readCard(tukar, trader, { ktp_image: cardOf(nik) }))
      expectOk(await proveFace(tukar, trader))
    }
    const page = await openConsole(t, tukar, support, '/identities')
    await page.getByRole('combobox', { name: 'State' }).selectOption('FAILED')
    await page.getByRole('cell', { name: second.email }).waitFor()
    await page.locator('main a[data-row]').first().click()
    await page.getByText(nik).waitFor()
    await page.getByRole('img', { name: 'Card 1' }).waitFor()
    const widths = await page.locator('.pictures img').evaluateAll((all) =>
      Promise.all(
        all.map(async (one) => {
          if (!(one instanceof HTMLImageElement)) return 0
          await one.decode()
          return one.naturalWidth
        }),
      ),
    )
    assert.equal(widths.length, 3)
    assert.ok(widths.every((width) => width > 0))
    await page.getByRole('table', { name: 'Other accounts' }).getByRole('link').click()
    await page.getByText(first.email).first().waitFor()
    await page.getByRole('link', { name: 'Succeeded' }).click()
    await page.getByRole('cell', { name: 'Tried this card later' }).waitFor()
  })

  test('support has the provider queried again, and a viewer sees no picture', async (t) => {
    const tukar = await startTukar(t)
    const viewer = await makeOperator(tukar, 'viewer')
    const support = await makeOperator(tukar, 'support')
    const trader = await makeTrader(tukar)
    expectOk(await readCard(tukar, trader, { ktp_image: cardOf(makeNik('0003')) }))
    expectOk(await proveFace(tukar, trader))
    const page = await openConsole(t, tukar, support, '/identities?undecided=true')
    await page.locator('main a[data-row]').first().click()
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.getByLabel('Reason').fill('the user wrote')
    await page.getByRole('dialog').getByRole('button', { name: 'Ask again' }).click()
    await page.getByText('Done.').waitFor()
    const path = new URL(page.url()).pathname.replace('/console', '')
    const other = await openConsole(t, tukar, viewer, path)
    await other.getByText('Only the role support sees this.').first().waitFor()
    assert.equal(await other.getByRole('img', { name: /^(?:Card|Face)/ }).count(), 0)
    assert.equal(await other.getByRole('button', { name: 'Ask again' }).count(), 0)
  })
})
