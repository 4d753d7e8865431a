import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually, startTukar } from '../harness.ts'
import { makeClaim } from '../make/cash-deposit.ts'
import { makeProvenTrader } from '../make/identity.ts'
import { makeOperator } from '../make/operator.ts'
import { makeCashSuspense } from '../make/suspense.ts'
import { makeTrader } from '../make/trader.ts'
import { makeWithdrawer, withdrawCoin } from '../make/withdrawal.ts'
import { openConsole } from './console.ts'

const large = { amount: '0.03', residentialAddress: 'Jalan Melati 1, Bandung' }

describe('an operator in a hurry', () => {
  test('types amounts as the page writes them', async (t) => {
    const tukar = await startTukar(t)
    const claim = await makeClaim(tukar, await makeProvenTrader(tukar), { amount: '250000' })
    const operator = await makeOperator(tukar, 'finance')
    const page = await openConsole(t, tukar, operator, `/deposits/${claim}`)
    await page.getByRole('tab', { name: 'ID: Bahasa Indonesia' }).click()
    await page.getByRole('button', { name: 'Setujui' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /Jumlah/ }).fill('250,000,5')
    await dialog.getByRole('button', { name: 'Setujui' }).click()
    await dialog.getByRole('textbox', { name: /Jumlah/ }).fill('240.000')
    await dialog.getByRole('button', { name: 'Setujui' }).click()
    await dialog.waitFor({ state: 'detached' })
    const call = { token: operator.token }
    const seen = await tukar.call('GET', `/operator/api/deposits/${claim}`, call)
    assert.deepEqual([seen.body.data.status, seen.body.data.amount], ['COMPLETED', '240000'])
    await page.goto('/console/prices')
    await page.getByRole('button', { name: 'Nyatakan harga' }).click()
    await dialog.getByRole('textbox').fill('16.250')
    await dialog.getByRole('button', { name: 'Nyatakan harga' }).click()
    await dialog.waitFor({ state: 'detached' })
    const prices = await tukar.call('GET', '/operator/api/prices', call)
    const stated = prices.body.data.find(({ pair }: { pair: string }) => pair === 'USD_IDR')
    assert.equal(stated?.price, '16250')
  })

  test('never restores a user with the form that was opened to suspend the user', async (t) => {
    const tukar = await startTukar(t)
    const [one, other] = [
      await makeOperator(tukar, 'support'),
      await makeOperator(tukar, 'support'),
    ]
    const trader = await makeTrader(tukar)
    const page = await openConsole(t, tukar, one, `/users/${trader.id}`)
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByLabel('Reason').fill('stolen phone')
    const body = { reason: 'stolen phone, by mail' }
    const path = `/operator/api/users/${trader.id}/suspend`
    assert.equal((await tukar.call('POST', path, { token: other.token, body })).status, 200)
    // The operator looks at a mail in another tab, and comes back.
    const isSuspended = page.getByText('Suspended: stolen phone, by mail')
    await eventually('the suspension', async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      return (await isSuspended.count()) === 1
    })
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  test('sees a refusal although the dialog was closed before it came', async (t) => {
    const tukar = await startTukar(t)
    const operator = await makeOperator(tukar, 'finance')
    const requested = await withdrawCoin(tukar, await makeWithdrawer(tukar), large)
    const { request_id: id } = requested.body.data
    const page = await openConsole(t, tukar, operator, `/withdrawals/${id}`)
    const closed = Promise.withResolvers<void>()
    let sent = 0
    await page.route(`**/withdrawals/${id}/reject`, async (route) => {
      sent += 1
      await closed.promise
      const json = { code: 400, title: 'Bad Request', message: 'api.already_decided' }
      await route.fulfill({ status: 400, json: { ...json, result: false } })
    })
    const reject = page.getByRole('button', { name: 'Reject', exact: true })
    await reject.click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('not the owner')
    await page.getByRole('textbox', { name: 'Reason' }).press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await reject.isDisabled(), true)
    closed.resolve()
    await page.getByRole('status').getByText('already').waitFor()
    assert.equal(sent, 1)
  })

  test('is led to the next decision even behind a hundred that others must take', async (t) => {
    const tukar = await startTukar(t)
    const operator = await makeOperator(tukar, 'finance')
    const ids: string[] = []
    for (const withdrawer of [await makeWithdrawer(tukar), await makeWithdrawer(tukar)]) {
      const requested = await withdrawCoin(tukar, withdrawer, large)
      assert.equal(requested.status, 200, requested.text)
      ids.push(requested.body.data.request_id)
    }
    const [here = '', next = ''] = ids
    const page = await openConsole(t, tukar, operator, `/withdrawals/${here}`)
    await page.route('**/operator/api/approvals?**', async (route) => {
      const url = route.request().url()
      const response = await route.fetch({ url: url.replace('&cursor=more', '') })
      const answer = await response.json()
      const { data } = answer.data
      const isFirst = !url.includes('cursor=')
      const taken = data.map((one: object) => ({ ...one, obstacle: 'agreed-already' }))
      const shown = { data: isFirst ? taken : data, nextCursor: isFirst ? 'more' : null }
      await route.fulfill({ json: { ...answer, data: shown } })
    })
    await page.getByRole('button', { name: 'Skip, open the next one' }).click()
    await page.waitForURL(`**/console/withdrawals/${next}`)
  })

  test('is told that a search for users found more than it shows', async (t) => {
    const tukar = await startTukar(t)
    const operator = await makeOperator(tukar, 'admin')
    const item = await makeCashSuspense(tukar)
    for (let at = 0; at < 11; at += 1) await makeTrader(tukar, `namesake${at}@tukar.test`)
    const page = await openConsole(t, tukar, operator, `/suspense/${item}`)
    await page.getByRole('button', { name: 'Assign to a user' }).click()
    await page.getByRole('searchbox', { name: 'Find a user' }).fill('namesake')
    await page.getByRole('dialog').getByRole('button', { name: 'Search' }).click()
    await page.getByText('namesake3@tukar.test').waitFor()
    await page.getByText('There are more. Type more of the name or the address.').waitFor()
  })

  test('types times of Jakarta, wherever the device is', async (t) => {
    const tukar = await startTukar(t)
    const page = await openConsole(t, tukar, await makeOperator(tukar, 'finance'), '/listings')
    const sent: unknown[] = []
    await page.route('**/operator/api/listings/**', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      sent.push(route.request().postDataJSON().from)
      const json = { code: 400, title: 'Bad Request', message: 'api.nothing_to_change' }
      return route.fulfill({ status: 400, json: { ...json, result: false } })
    })
    await page.getByRole('button', { name: 'Plan a state' }).first().click()
    await page.getByLabel('From').fill('2030-01-01T07:30')
    await page.getByLabel('Reason').fill('a new coin')
    await page.getByRole('dialog').getByRole('button', { name: 'Plan a state' }).click()
    await page.getByRole('dialog').getByRole('alert').first().waitFor()
    assert.deepEqual(sent, ['2030-01-01T00:30:00.000Z'])
  })
})
