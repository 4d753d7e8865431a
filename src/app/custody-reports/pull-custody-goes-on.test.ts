import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import {
  depositCoins,
  listed,
  listing,
  makeDepositAddress,
  unitsOf,
} from '../../../tests/make/custody.ts'
import { inboxOf, makeEventsDue } from '../../../tests/make/inbox-node.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import type { Database } from '../../core/database/database.ts'
import { custodyLimits } from '../../providers/custody/custody-limits.ts'
import { pullCustody } from './pull-custody.ts'

const eth = 10n ** 18n
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Starts a service whose custody webhooks are all lost, with one user's address. */
async function start(t: Parameters<typeof startTukar>[0]) {
  const tukar = await startTukar(t, { jobs: ['sweep the inbox'] })
  const { ctx } = await leaderOf(tukar)
  await pullCustody(ctx)
  await tukar.control('POST', '/faults', { provider: 'custody', fault: 'lose-callbacks' })
  const { user, address } = await makeDepositAddress(ctx.db, 'ETH', 'ETH')
  const deposit = (change: Partial<Parameters<typeof depositCoins>[1]> = {}) =>
    depositCoins(tukar, { address, assetId: 'ETH', amount: '1', ...change })
  return { ctx, db: ctx.db, address, deposit, owns: () => unitsOf(ctx.db, user, 'ETH') }
}

const alertsIn = async (db: Database): Promise<readonly string[]> => {
  const { rows } = await sql<{ kind: string }>`
    select kind from operator_alerts
    where kind not in ('deposit-completed', 'analytics-check')`.execute(db.read)
  return rows.map(({ kind }) => kind)
}

const upTo = (db: Database, sinceMs: number) => async (): Promise<boolean> => {
  const { rows } = await sql<{ since: number }>`
    select since_ms as since from pulled where provider = 'custody'`.execute(db.read)
  return rows[0]?.since === sinceMs
}

/** Reads the list from a time on; repeats if the service's own job moved the cursor meanwhile. */
const pulledFrom = (
  ctx: Parameters<typeof pullCustody>[0],
  sinceMs: number,
  isRead: () => Promise<boolean>,
) =>
  eventually('the list', async () => {
    await sql`
      update pulled set since_ms = ${sinceMs} where provider = 'custody'`.execute(ctx.db.read)
    await pullCustody(ctx)
    return isRead()
  })

test('unreadable entries block nothing, and operators are notified of each once', async (t) => {
  const { ctx, db, deposit, owns } = await start(t)
  const now = Date.now()
  for (const amount of ['lots', '-1']) await deposit({ amount, createdAt: now - hourMs })
  await deposit({ createdAt: now })
  const read = () => pulledFrom(ctx, now - 2 * hourMs, upTo(db, now - custodyLimits.overlapMs))
  await read()
  assert.equal(await owns(), eth)
  await eventually('alerts', async () => (await alertsIn(db)).length === 2)
  await read()
  assert.deepEqual(await alertsIn(db), ['event-parked', 'event-parked'])
  assert.deepEqual(
    (await inboxOf(db)).map(({ state }) => state),
    ['parked', 'parked'],
  )
  await auditsClean(db)
})

test('a number with an exponent is ignored beside the exact text', async (t) => {
  const { ctx, deposit, owns } = await start(t)
  await deposit({ amount: '0.0000001', number: '1e-7' })
  await pullCustody(ctx)
  assert.equal(await owns(), 10n ** 11n)
})

test('a report that fails blocks no other, and is applied as soon as possible', async (t) => {
  const { ctx, db, deposit, owns } = await start(t)
  const now = Date.now()
  await sql`
    alter table coin_deposits add constraint our_fault check (amount <> 7 * 1e18)`.execute(db.read)
  await deposit({ amount: '7', createdAt: now - hourMs })
  await deposit({ createdAt: now })
  const read = () => pulledFrom(ctx, now - 2 * hourMs, upTo(db, now - custodyLimits.overlapMs))
  await read()
  await read()
  assert.equal(await owns(), eth)
  await sql`alter table coin_deposits drop constraint our_fault`.execute(db.read)
  await eventually('the report that was set aside', async () => {
    await makeEventsDue(db)
    return (await owns()) === 8n * eth
  })
  assert.deepEqual(
    (await inboxOf(db)).map(({ state }) => state),
    ['done'],
  )
  assert.deepEqual(await alertsIn(db), [])
  await auditsClean(db)
})

test('a partial completion by custody blocks nothing, and is credited to no user', async (t) => {
  const { ctx, db, deposit, owns } = await start(t)
  const now = Date.now()
  await deposit({ statuses: ['PARTIALLY_COMPLETED'], createdAt: now - hourMs })
  await deposit({ createdAt: now })
  await pulledFrom(ctx, now - 2 * hourMs, upTo(db, now - custodyLimits.overlapMs))
  assert.equal(await owns(), eth)
})

test('a transfer that never settles is dropped after days, with one alert', async (t) => {
  const { ctx, db, deposit, owns } = await start(t)
  const now = Date.now()
  await deposit({ statuses: ['BROADCASTING'], createdAt: now - 4 * dayMs })
  await deposit({
    statuses: ['CONFIRMING'],
    note: 'Gas Tank auto-fuel',
    createdAt: now - 4 * dayMs,
  })
  await deposit({ statuses: ['CONFIRMING'], createdAt: now - 2 * dayMs })
  await deposit({ createdAt: now })
  const read = () => pulledFrom(ctx, now - 5 * dayMs, upTo(db, now - 2 * dayMs))
  await read()
  await read()
  assert.equal(await owns(), eth)
  await eventually('an alert', async () => (await alertsIn(db)).length > 0)
  assert.deepEqual(await alertsIn(db), ['payment-not-confirmed'])
})

test('a full page of unsettled transfers hides no later transfer', async (t) => {
  const { ctx, db, address, owns } = await start(t)
  const now = Date.now()
  const { listItems, pullPages } = custodyLimits
  const items = listItems * pullPages
  const list = Array.from({ length: 2 * items + 5 }, (_, at) =>
    listed({
      id: `listed-${at}`,
      status: at === 0 ? 'CONFIRMING' : 'COMPLETED',
      note: at % items === 1 ? '' : 'Gas Tank auto-fuel',
      destinationAddress: address,
      createdAt: now - hourMs + at,
    }),
  )
  const read = { ...ctx, custody: { ...ctx.custody, ...listing(list) } }
  await pulledFrom(read, now - 2 * hourMs, async () => (await owns()) === 2n * eth)
  await pullCustody(read)
  assert.equal(await owns(), 3n * eth)
  assert.equal(await upTo(db, now - hourMs)(), true)
})

test('a millisecond with more transfers than a page hides no later transfer', async (t) => {
  const { ctx, db, address, owns } = await start(t)
  const now = Date.now()
  const { listItems } = custodyLimits
  const list = Array.from({ length: listItems + 6 }, (_, at) =>
    listed({
      id: `listed-${at}`,
      note: at <= listItems ? 'Gas Tank auto-fuel' : '',
      destinationAddress: address,
      createdAt: now - hourMs + Math.max(at - listItems, 0),
    }),
  )
  const read = { ...ctx, custody: { ...ctx.custody, ...listing(list) } }
  await pulledFrom(read, now - 2 * hourMs, async () => (await owns()) === 5n * eth)
  await pullCustody(read)
  await eventually('an alert', async () => (await alertsIn(db)).length > 0)
  assert.deepEqual(await alertsIn(db), ['payment-not-confirmed'])
})
