import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../harness.ts'
import { openConsole } from '../make/console.ts'
import { makeFirstAdmin } from '../make/operator.ts'
import { ageProposals, makeIndependentAdmin } from '../make/proposals.ts'

test('a setting that guards money is proposed by one admin and agreed to by another', async (t) => {
  const tukar = await startTukar(t)
  const first = await makeFirstAdmin(tukar)
  const other = await makeIndependentAdmin(tukar)
  const page = await openConsole(t, tukar.url)
  const act = async (title: string, values: Readonly<Record<string, string>> | null) => {
    await page.click(title)
    if (values !== null) {
      page.enter(values)
      await page.click('Continue')
    }
    await page.click(`Yes: ${title.toLowerCase()}`)
  }
  await page.signIn(first)
  await page.go('#/settings')
  await act('Propose', { value: '700000000' })
  assert.match(page.text(), /Done: Propose\..*withdrawal\.two_approvals_idr 500000000/)
  await page.go('#/proposals')
  assert.match(page.text(), /proposed setting withdrawal\.two_approvals_idr 500000000 700000000/)
  assert.deepEqual(
    page.buttons().filter((name) => ['Agree', 'Withdraw'].includes(name)),
    ['Withdraw'],
    'nobody agrees to a proposal of their own',
  )
  await act('Withdraw', null)
  await page.go('#/settings')
  await act('Propose', { value: '800000000' })
  await page.click('Sign out')
  await ageProposals(tukar, 60)
  await page.signIn(other)
  await page.go('#/proposals?state=proposed')
  await act('Agree', {})
  assert.match(page.text(), /Done: Agree, effective\./)
  await page.go('#/settings')
  assert.match(page.text(), /withdrawal\.two_approvals_idr 800000000/)
})
