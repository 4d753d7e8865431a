import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { freePort } from '../free-port.ts'
import { startTukar } from '../harness.ts'
import { makeFirstAdmin, makeOperator, twoAdmins } from '../make/operator.ts'
import { agreeTo, startSubscriber, subscribe, verified } from '../make/subscriber.ts'
import { expectOk } from '../make/trader.ts'
import { checkAccessibility } from './accessibility.ts'
import { openConsole } from './console.ts'
import { photographConsole } from './photograph.ts'

/** Opens the dialog of a button, fills its fields, and sends it. */
async function act(
  page: Page,
  name: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

describe('the console pages of event subscriptions', () => {
  test('an admin subscribes an address, tests it, and pauses and resumes it', async (t) => {
    const tukar = await startTukar(t)
    const subscriber = await startSubscriber(t)
    subscriber.respond = () => 503
    const page = await openConsole(t, tukar, await makeFirstAdmin(tukar), '/subscriptions')
    await page.getByText('No other system receives events yet.').waitFor()
    await act(page, 'Create a subscription', {
      Name: 'A CRM',
      Address: subscriber.url,
      'Types of events': 'deposit.*, order.done',
    })
    await page.getByText('Shown only once.').waitFor()
    const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
    await checkAccessibility(page)
    await photographConsole(page, 'subscription-created')
    await page.getByRole('link', { name: 'A CRM' }).click()
    await page.getByText('No event has been recorded yet.').waitFor()
    assert.equal(await page.getByText(secret).count(), 0)
    await page.getByText('deposit.*, order.done').waitFor()
    await act(page, 'Send a test')
    const attempts = page.getByRole('table', { name: 'Attempts' })
    const refused = attempts.getByRole('row', { name: /Refused 503/ })
    await refused.getByText('not now', { exact: true }).waitFor()
    await page.getByText('The subscriber refuses').waitFor()
    const [delivery] = subscriber.deliveries
    assert.ok(delivery)
    verified(secret, delivery)
    await page.getByText('Columns').click()
    await page.getByRole('checkbox', { name: 'Payload' }).check()
    await refused.getByText(delivery.body, { exact: true }).waitFor()
    await checkAccessibility(page)
    await photographConsole(page, 'subscription', 1_400)
    subscriber.respond = () => 204
    await act(page, 'Send a test')
    await attempts.getByRole('row', { name: /Delivered 204/ }).waitFor()
    await page.getByText('The subscriber refuses').waitFor({ state: 'detached' })
    await act(page, 'Pause')
    await page.getByText('The subscription is paused.').waitFor()
    await act(page, 'Resume')
    await page.getByText('The subscription is paused.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  })

  test('the page says why nothing arrives at a dead address, in both languages', async (t) => {
    const tukar = await startTukar(t)
    const admin = await makeFirstAdmin(tukar)
    const url = `http://127.0.0.1:${await freePort()}/`
    const { id } = (await subscribe(tukar, admin, { url })).body.data
    const page = await openConsole(t, tukar, admin, `/subscriptions/${id}`)
    await act(page, 'Send a test')
    await page.getByText('The address cannot be reached').waitFor()
    await page.getByRole('tab', { name: 'ID: Bahasa Indonesia' }).click()
    await page.getByText('Alamat tidak terjangkau').waitFor()
    await page.getByRole('cell', { name: 'Gagal', exact: true }).first().waitFor()
    await checkAccessibility(page)
    await photographConsole(page, 'subscription-dead', 1_400)
    await page.goto('/console/subscriptions')
    await page.getByRole('heading', { level: 1, name: 'Langganan peristiwa' }).waitFor()
    await page.getByRole('button', { name: 'Buat langganan' }).waitFor()
  })

  test('a change of a subscription with personal data waits for an approval', async (t) => {
    const tukar = await startTukar(t)
    const [admin, other] = await twoAdmins(tukar)
    const url = 'http://127.0.0.1:9/'
    const { id } = (await subscribe(tukar, admin, { url }, { personal: true })).body.data
    expectOk(await agreeTo(tukar, other, id))
    const page = await openConsole(t, tukar, admin, `/subscriptions/${id}`)
    await act(page, 'Change', { Address: 'http://127.0.0.1:9/elsewhere' })
    const proposed = page.getByRole('region', { name: 'Proposed change' })
    await proposed.getByText('http://127.0.0.1:9/elsewhere').waitFor()
    await checkAccessibility(page)
    await photographConsole(page, 'subscription-change', 1_400)
    const deciding = await openConsole(t, tukar, other, '/approvals')
    await deciding.getByRole('link', { name: 'Event subscription', exact: true }).click()
    await act(deciding, 'Agree')
    await page.goto(`/console/subscriptions/${id}`)
    const known = page.getByRole('region', { name: 'Subscription', exact: true })
    await known.getByText('http://127.0.0.1:9/elsewhere').waitFor()
    assert.equal(await proposed.count(), 0)
  })

  test('a viewer sees a subscription, but neither its attempts nor buttons', async (t) => {
    const tukar = await startTukar(t)
    const admin = await makeFirstAdmin(tukar)
    const { id } = (await subscribe(tukar, admin, { url: 'http://127.0.0.1:9/' })).body.data
    const viewer = await makeOperator(tukar, 'viewer')
    const page = await openConsole(t, tukar, viewer, `/subscriptions/${id}`)
    await page.getByText('http://127.0.0.1:9/').waitFor()
    assert.equal(await page.getByRole('button', { name: /Send a test|Pause|End/ }).count(), 0)
    assert.equal(await page.getByRole('heading', { name: 'Attempts' }).count(), 0)
  })
})
