import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/core/database/database.ts'
import { type Answer, eventually, startTukar } from '../harness.ts'
import { auditsClean } from '../make/audit.ts'
import { untilAccepted } from '../make/deliver.ts'
import { inboxOf } from '../make/inbox-node.ts'
import { owned } from '../make/ledger.ts'
import { leaderOf, makeAccount, paidInto, received, reportPayx } from '../make/payx.ts'

/** Waits until the sweep has applied the callbacks that nodes stored for lack of a leader. */
const allApplied = (db: Database) =>
  eventually('the end of the sweep', async () =>
    (await inboxOf(db)).every(({ state }) => state === 'done'),
  )

/** Delivers a payment as the provider does: again if the service is overloaded. */
const deliver = (...payment: Parameters<typeof reportPayx>): Promise<Answer> =>
  untilAccepted(() => reportPayx(...payment))

function allReceived(answers: readonly Answer[]): void {
  const different = new Set(answers.map(({ status, text }) => `${status} ${text}`))
  assert.deepEqual([...different], [`200 ${received}`])
}

test('a callback delivered 250 times at once over two nodes is credited once', async (t) => {
  const tukar = await startTukar(t, { nodes: 2, fresh: true, jobs: ['sweep the inbox'] })
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  const body = JSON.stringify(paidInto(account, 'payment-1'))
  const deliveries: Promise<Answer>[] = []
  while (deliveries.length < 250) {
    for (const { url } of tukar.nodes)
      deliveries.push(deliver(tukar, 'deposit-paid', body, { url }))
  }
  const answers = await Promise.all(deliveries)
  allReceived(answers)
  await allApplied(db)
  assert.equal((await owned(db, account.user)).available, 245_560_00n)
  assert.equal((await inboxOf(db)).length, 1)
  await auditsClean(db)
})

test('250 payments at once over two nodes are each credited once', async (t) => {
  const tukar = await startTukar(t, { nodes: 2, fresh: true, jobs: ['sweep the inbox'] })
  const { db } = (await leaderOf(tukar)).ctx
  const accounts = await Promise.all(Array.from({ length: 10 }, () => makeAccount(db)))
  const deliveries = Array.from({ length: 250 }, (_, at) => {
    const account = accounts[at % accounts.length]
    const node = tukar.nodes[Math.floor(at / 10) % tukar.nodes.length]
    assert.ok(account && node)
    const body = paidInto(account, `payment-${at}`, 10_000)
    return deliver(tukar, 'deposit-paid', body, { url: node.url })
  })
  const answers = await Promise.all(deliveries)
  allReceived(answers)
  await allApplied(db)
  for (const { user } of accounts) {
    assert.equal((await owned(db, user)).available, 25n * 5_560_00n)
  }
  await auditsClean(db)
})
