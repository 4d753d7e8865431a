import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { insertAlerts } from '../../src/outbox/outbox.sql.ts'
import { startTukar, type Tukar } from '../harness.ts'
import { makeOperator } from '../make/operator.ts'
import { makeWithdrawer, withdrawCoin } from '../make/withdrawal.ts'
import { openConsole } from './console.ts'

const alert = ({ service }: Tukar, subject: string): Promise<unknown> =>
  service.ctx.db.inTransaction((tx) =>
    insertAlerts(tx, [
      { to: 'operator', kind: 'break', severity: 'warning', key: subject, subject, data: {} },
    ]),
  )

describe('the console', () => {
  test('shows what is new within a second, without a reload', async (t) => {
    const tukar = await startTukar(t)
    const page = await openConsole(t, tukar, await makeOperator(tukar, 'finance'), '/alerts')
    await page.getByRole('heading', { name: 'Alerts' }).waitFor()
    await alert(tukar, 'the first one')
    await page.getByText('the first one').waitFor()
    const times: number[] = []
    for (const subject of ['the second one', 'the third one', 'the fourth one']) {
      const begun = performance.now()
      await alert(tukar, subject)
      await page.getByText(subject).waitFor()
      times.push(performance.now() - begun)
    }
    // Whatever else the machine does only adds.
    assert.ok(Math.min(...times) < 1_000, times.join())
  })

  test('shows the sign-in as soon as the session has ended elsewhere', async (t) => {
    const tukar = await startTukar(t)
    const operator = await makeOperator(tukar, 'viewer')
    const page = await openConsole(t, tukar, operator, '/alerts')
    await page.getByRole('heading', { name: 'Alerts' }).waitFor()
    const { token } = operator
    await tukar.call('POST', '/operator/api/logout', { token })
    await page.getByRole('heading', { name: 'Sign in as an operator' }).waitFor()
  })

  test('saves what the filters find as a CSV file', async (t) => {
    const tukar = await startTukar(t)
    await alert(tukar, '=1+1')
    const trader = await makeWithdrawer(tukar)
    await withdrawCoin(tukar, trader)
    const page = await openConsole(
      t,
      tukar,
      await makeOperator(tukar, 'finance'),
      '/alerts?severity=warning',
    )
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await saving
    assert.equal(file.suggestedFilename(), 'alerts.csv')
    const [titles, first, ...others] = (await readFile(await file.path(), 'utf8')).split('\r\n')
    assert.equal(titles, 'id,severity,kind,subject,data,createdAt')
    assert.match(first ?? '', /,warning,break,'=1\+1,/)
    assert.ok(others.every((line) => line === '' || line.includes(',warning,')))
  })

  test('offers no CSV to those who may not export', async (t) => {
    const tukar = await startTukar(t)
    await alert(tukar, 'an alert')
    const page = await openConsole(t, tukar, await makeOperator(tukar, 'viewer'), '/alerts')
    await page.getByText('an alert').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Download CSV' }).count(), 0)
  })
})
