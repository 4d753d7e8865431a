import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pullCustody } from '../../src/app/custody-reports/pull-custody.ts'
import { eventually, startTukar, type Tukar } from '../harness.ts'
import { auditsClean } from '../make/audit.ts'
import { depositCoins, makeDepositAddress, unitsOf } from '../make/custody.ts'
import { inboxOf } from '../make/inbox-node.ts'
import { leaderOf } from '../make/payx.ts'

const eth = 10n ** 18n
const count = 24

const dial = (tukar: Tukar, fault: string) =>
  tukar.control('POST', '/faults', { provider: 'custody', fault: `${fault}-callbacks` })

/** Asserts that custody's books and ours have the same amount of ether. */
async function agrees(tukar: Tukar): Promise<void> {
  const { body } = await tukar.control('GET', '/state')
  const { rows } = await sql<{ kept: string }>`
    select (sum(units) / 1000000000000000000)::int::text as kept from moves
    where asset_id = 4 and from_kind = 3`.execute(tukar.service.ctx.db.read)
  assert.equal(body.custody.balances['ETH'], rows[0]?.kept)
}

for (const { name, faults, statuses } of [
  { name: 'twice', faults: ['duplicate'], statuses: ['CONFIRMING', 'COMPLETED'] },
  { name: 'in any order', faults: ['reorder'], statuses: ['CONFIRMING', 'COMPLETED'] },
  { name: 'complete before they confirm', faults: [], statuses: ['COMPLETED', 'CONFIRMING'] },
  { name: 'failed after they were complete', faults: [], statuses: ['COMPLETED', 'FAILED'] },
  {
    name: 'complete after they had failed',
    faults: ['reorder'],
    statuses: ['FAILED', 'COMPLETED'],
  },
  { name: 'or not at all', faults: ['lose'], statuses: ['CONFIRMING', 'COMPLETED'] },
]) {
  test(`coins reported by both webhooks and by the list, ${name}, are credited once`, async (t) => {
    const tukar = await startTukar(t, { nodes: 2, jobs: ['sweep the inbox'] })
    const { ctx } = await leaderOf(tukar)
    const deposit = await makeDepositAddress(ctx.db, 'ETH', 'ETH')
    for (const fault of faults) await dial(tukar, fault)
    const deposits = Array.from({ length: count }, async (_, at) => {
      // Some go to the other node.
      tukar.sandbox.setServiceUrl(tukar.nodes[at % tukar.nodes.length]?.url ?? tukar.url)
      await depositCoins(tukar, {
        address: deposit.address,
        assetId: 'ETH',
        amount: '1',
        statuses,
        versions: [1, 2],
      })
      if (at % 4 === 0) await pullCustody(ctx)
    })
    await Promise.all(deposits)
    await pullCustody(ctx)
    await eventually('every credit', async () => {
      const isDone = (await inboxOf(ctx.db)).every(({ state }) => state === 'done')
      return isDone && (await unitsOf(ctx.db, deposit.user, 'ETH')) === BigInt(count) * eth
    })
    await agrees(tukar)
    await auditsClean(ctx.db)
  })
}
