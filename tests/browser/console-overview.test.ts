import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { reconcile } from '../../src/backoffice/reconciliation/reconcile.ts'
import { available, house } from '../../src/core/ledger/accounts.ts'
import { eventually, startTukar, type Tukar } from '../harness.ts'
import { makeUser, move, post, posting } from '../make/ledger.ts'
import { makeOperator } from '../make/operator.ts'
import { leaderOf } from '../make/payx.ts'
import { openConsole } from './console.ts'

const hostile = '"><img src=x onerror=alert(1)>'

/** Stores parked events with hostile texts that no provider would send. */
async function parkEvents(tukar: Tukar, count: number): Promise<void> {
  await sql`
    insert into inbox (source, event_key, state, body, error)
    select 'test.bell', ${hostile} || n, 'parked', ${JSON.stringify({ note: hostile })}, ${hostile}
    from generate_series(1, ${count}::int) n`.execute(tukar.service.ctx.db.read)
}

/** Makes a differing balance at payx, and its break. */
async function makeBreak(tukar: Tukar): Promise<void> {
  const { ctx } = await leaderOf(tukar)
  await reconcile(ctx)
  const user = await makeUser(ctx.db)
  await post(ctx.db, posting('one', move(house('payx'), available(user), 5_000_00n)))
  await reconcile(ctx)
}

describe('the overview of the console', () => {
  test('is the first page of an operator, and its queues lead to their items', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all' })
    const viewer = await makeOperator(tukar, 'viewer')
    await parkEvents(tukar, 3)
    const page = await openConsole(t, tukar, viewer)
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await page.getByRole('row', { name: /venue Connected/ }).waitFor()
    await page.getByRole('figure', { name: 'Money in' }).getByText('As a table').click()
    await page.getByRole('table', { name: 'Money in' }).waitFor()
    await page.getByRole('table', { name: 'Balance sheet' }).waitFor()
    await page.getByRole('link', { name: /^Parked events/ }).click()
    await page.waitForURL(/inbox\?state=parked/)
    await page.getByRole('link', { name: `${hostile}1` }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Replay all' }).count(), 0)
  })

  test('shows scheduled jobs with their last run', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all' })
    const viewer = await makeOperator(tukar, 'viewer')
    const page = await openConsole(t, tukar, viewer, '/jobs')
    await page.getByRole('row', { name: /settle withdrawals Succeeded/ }).waitFor()
    await page.getByRole('row', { name: /deliver 0/ }).waitFor()
  })
})

describe('reconciliation in the console', () => {
  test('compares now, and a balance that differs is not resolved by hand', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all' })
    const finance = await makeOperator(tukar, 'finance')
    await makeBreak(tukar)
    const page = await openConsole(t, tukar, finance, '/reconciliation')
    await page.getByRole('button', { name: 'Compare now' }).click()
    await page.getByText('The leader compares now.').waitFor()
    await page.getByRole('row', { name: /payx IDR Differs -5,000/ }).waitFor()
    await page.getByRole('link', { name: 'Differs' }).click()
    await page.getByRole('heading', { name: 'Balance: IDR' }).waitFor()
    await page.getByRole('row', { name: /DEPOSIT IDR 5,000/ }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Resolve' }).count(), 0)
  })

  test('shows viewers everything and offers them nothing', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all' })
    const viewer = await makeOperator(tukar, 'viewer')
    await makeBreak(tukar)
    const page = await openConsole(t, tukar, viewer, '/reconciliation')
    await page.getByRole('link', { name: 'Differs' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Compare now' }).count(), 0)
    await page.getByRole('link', { name: 'Breaks' }).last().click()
    await page.getByRole('link', { name: 'Balance', exact: true }).click()
    await page.getByRole('heading', { name: 'Movements' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Resolve' }).count(), 0)
  })
})

describe('the inbox in the console', () => {
  test('shows an event as text, and finance replays one or all of them', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all' })
    const finance = await makeOperator(tukar, 'finance')
    await parkEvents(tukar, 4)
    const page = await openConsole(t, tukar, finance, '/inbox?state=parked')
    await page.getByRole('link', { name: `${hostile}4` }).click()
    await page.getByText('"note"').waitFor()
    assert.equal(await page.locator('main img').count(), 0)
    await page.getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
    await page.getByText('Done.').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Replay all' }).click()
    await page.getByLabel('Reason').fill('the bell is mended')
    await page.getByRole('dialog').getByRole('button', { name: 'Replay all' }).click()
    await page.getByText('Events replayed: 3.').waitFor()
  })

  test('sends a rejected report to the regulator again', async (t) => {
    const tukar = await startTukar(t, { jobs: 'all' })
    const finance = await makeOperator(tukar, 'finance')
    const { db } = tukar.service.ctx
    await sql`
      insert into reports (request_id, kind, payload, status, message)
      values ('report-1', 'A', '{"user":"1"}', 'FAILED', ${hostile})`.execute(db.read)
    const page = await openConsole(t, tukar, finance, '/regulatory-reports?state=FAILED')
    await page.getByRole('link', { name: 'report-1' }).click()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Done.').waitFor()
    await eventually('the queue', async () => {
      const { rows } = await sql<{ status: string }>`select status from reports`.execute(db.read)
      return rows[0]?.status !== 'FAILED' && rows[0]?.status !== 'PENDING'
    })
  })
})
