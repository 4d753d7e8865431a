import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTukar } from '../harness.ts'
import { btc, makeUser, owned } from '../make/ledger.ts'
import { makeOperator } from '../make/operator.ts'
import { ageProposals, agree, makeIndependentAdmin } from '../make/proposals.ts'
import { fund } from '../make/withdrawal.ts'
import { openConsole } from './console.ts'
import { photographConsole } from './photograph.ts'

describe('the console form of corrections of the ledger', () => {
  test('a correction is proposed, shown, and moves the money once agreed to', async (t) => {
    const tukar = await startTukar(t)
    const { db } = tukar.service.ctx
    const user = await makeUser(db)
    await fund(tukar, { id: user }, 100_000_000n, btc)
    const finance = await makeOperator(tukar, 'finance')
    const page = await openConsole(t, tukar, finance, '/reconciliation')
    await page.getByRole('button', { name: 'Correct the ledger' }).click()
    const dialog = page.getByRole('dialog')
    const fields = { Asset: 'BTC', Amount: '0.4', From: `user ${user}`, To: 'custody' }
    for (const [label, value] of Object.entries({ ...fields, Reason: 'taken back' })) {
      await dialog.getByLabel(label).fill(value)
    }
    await photographConsole(page, 'correction-form')
    await dialog.getByRole('button', { name: 'Correct the ledger' }).click()
    await page.getByText(`0.4 BTC from user ${user} to custody`).first().waitFor()
    await photographConsole(page, 'correction-proposed')
    const id = Number(/proposals\/(\d+)/.exec(page.url())?.[1])
    await ageProposals(tukar, 120)
    const agreed = await agree(tukar, await makeIndependentAdmin(tukar), id)
    assert.equal(agreed.body.data?.state, 'effective', agreed.text)
    assert.equal((await owned(db, user, btc)).available, 60_000_000n)
  })
})
