import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { settleDueWithdrawals } from '../../src/app/withdrawals/sending/send-withdrawals.ts'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { eventually, startTukar, type Tukar } from '../harness.ts'
import { auditsClean } from '../make/audit.ts'
import { leaderOf } from '../make/payx.ts'
import { pricesSeen } from '../make/prices.ts'
import { silent } from '../server.ts'
import { type Asked, senderOf, wishesOf } from '../storms/asked.ts'
import { makeWithdrawers } from '../storms/withdrawers.ts'

const rails = {
  COIN: { provider: 'custody', path: '/v1/transactions' },
  CASH: { provider: 'payx', path: '/v2/payouts' },
} as const

async function start(t: TestContext) {
  const tukar = await startTukar(t, { nodes: 2, jobs: 'all' })
  const { ctx } = tukar.service
  const db = connectDatabase({ url: tukar.config.databaseUrl ?? '', log: silent })
  t.after(() => db.close())
  await pricesSeen(db, { BTC_IDR: '1000000000', USDT_IDR: '16000' })
  const users = await makeWithdrawers(db, ctx.config.appKeys[0], 'user', 6)
  return { tukar, db, users }
}

async function request(tukar: Tukar, wish: Asked, at: number): Promise<void> {
  const url = tukar.nodes[at % tukar.nodes.length]?.url ?? tukar.url
  await senderOf(wish)({ url })
}

type Sent = Readonly<{ externalTxId?: string | null; reference_id?: string }>

async function sentIds(tukar: Tukar): Promise<readonly string[]> {
  const { body } = await tukar.control('GET', '/state')
  const sent: readonly Sent[] = [...body.custody.transactions, ...body.payx.payouts]
  return sent.flatMap(
    ({ externalTxId, reference_id: reference }) => externalTxId ?? reference ?? [],
  )
}

/** Makes retries due of withdrawals that no node has leased. */
const pausesOver = (db: Database) =>
  sql`
    update withdrawals set next_at = now() where id in (
      select id from withdrawals where next_at is not null order by id for update skip locked
    )`.execute(db.read)

for (const fault of ['drop-response', 'error-500', 'error-429', 'bad-json'] as const) {
  test(`withdrawals are sent once and end when providers respond with ${fault}`, async (t) => {
    const { tukar, db, users } = await start(t)
    const { ctx } = await leaderOf(tukar)
    for (const { provider, path } of Object.values(rails)) {
      const dialled = { provider, path, fault, times: 4 }
      await tukar.control('POST', '/faults', { ...dialled, method: 'POST' })
      await tukar.control('POST', '/faults', { ...dialled, method: 'GET', times: 2 })
    }
    const wishes = [...wishesOf(users.slice(0, 3), 'COIN'), ...wishesOf(users.slice(3), 'CASH')]
    await Promise.all(wishes.map((wish, at) => request(tukar, wish, at)))
    const ended = async () => {
      await pausesOver(db)
      await settleDueWithdrawals(ctx)
      const rows = await db.read
        .selectFrom('withdrawals')
        .select(['request_id', 'status'])
        .execute()
      return rows.every(({ status }) => status === 'SUCCESS' || status === 'FAILED') && rows
    }
    const rows = await eventually('every end', ended)
    assert.equal(rows.length, wishes.length)
    const sent = await sentIds(tukar)
    assert.equal(new Set(sent).size, sent.length, 'nothing was sent twice')
    for (const { request_id: id, status } of rows)
      assert.equal(sent.includes(id), status === 'SUCCESS')
    await auditsClean(db)
  })
}
