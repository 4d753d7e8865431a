import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { eventually } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import {
  btc,
  closeAll,
  credit,
  makeUsers,
  move,
  post,
  rollUpAll,
  tamper,
  toNextRange,
} from '../../../../tests/make/ledger.ts'
import type { UserId } from '../../../base/values/ids.ts'
import { type Asset, idr } from '../../../base/values/money.ts'
import type { Database } from '../../database/database.ts'
import { type Account, accountKinds, available, house, locked } from '../accounts.ts'
import { detachOldMoves } from '../detach-moves.ts'
import type { Move } from '../post.rules.ts'
import { closeTimes, readClosedTime } from './closed-time.sql.ts'
import { readSumsAt, type SumAt } from './sums-at.sql.ts'
import { readUserBalancesAt, type UserBalanceAt } from './user-balances-at.sql.ts'

const people = 3
const assets: readonly Asset[] = [idr, btc]
const dayMs = 86_400_000
const minuteMs = 60_000

const pause = fc.oneof(fc.nat(2_000), fc.nat(10 * minuteMs), fc.nat(2 * dayMs))

/** Postings at random moments: the clock goes on, and transactions overlap by up to 40 seconds. */
const history = fc.array(
  fc.record({
    pauseMs: pause,
    lateMs: fc.nat(40_000),
    from: fc.nat(people * 2 + 2),
    to: fc.nat(people * 2 + 2),
    asset: fc.nat(assets.length - 1),
    units: fc.bigInt(1n, 900n),
  }),
  { minLength: 1, maxLength: 16 },
)
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

const ends = (users: readonly UserId[]): readonly Account[] => [
  ...users.flatMap((user) => [available(user), locked(user)]),
  house('payx'),
  house('fees'),
  house('venue'),
]

/** A move of the plain model, at its time. */
type Fact = Move & Readonly<{ at: number }>

let run = 0

/** Posts a history that ends an hour ago, and gives each posting its time. */
async function play(db: Database, users: readonly UserId[], made: History): Promise<Fact[]> {
  run += 1
  const spanMs = made.reduce((sum, { pauseMs }) => sum + pauseMs, 0)
  let clock = Date.now() - 60 * minuteMs - spanMs
  const facts: Fact[] = []
  const times: string[] = []
  const accounts = ends(users)
  for (const [index, { pauseMs, lateMs, from, to, asset, units }] of made.entries()) {
    clock += pauseMs
    const [source, target] = [accounts[from], accounts[to]]
    if (source === undefined || target === undefined || source === target) continue
    const one = move(source, target, units, assets[asset])
    const key = `run ${run} fact ${index}`
    const [posted] = await post(db, { key, action: 'ADJUSTMENT', moves: [one] })
    if (posted !== 'posted') continue
    const at = clock - lateMs
    facts.push({ ...one, at })
    times.push(`update postings set at = to_timestamp(${at} / 1000.0) where key = '${key}'`)
  }
  await tamper(db, ...times)
  return facts
}

const nameOf = (account: Account, asset: number) =>
  `${accountKinds[account.kind]} ${'user' in account ? account.user : ''} ${asset}`

/** The balances of all accounts that are not zero, by the plain model. */
function modelled(facts: readonly Fact[], at: number): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  const shift = (account: Account, asset: number, units: bigint) => {
    const name = nameOf(account, asset)
    sums.set(name, (sums.get(name) ?? 0n) + units)
  }
  for (const { from, to, amount } of facts.filter((fact) => fact.at < at)) {
    shift(from, amount.asset.id, -amount.units)
    shift(to, amount.asset.id, amount.units)
  }
  return new Map([...sums].filter(([, units]) => units !== 0n))
}

const everyone = { after: null, sort: 'asc', limit: 100 } as const

const netOf = (rows: readonly SumAt[]): bigint =>
  rows.reduce((sum, { into, out }) => sum + BigInt(into) - BigInt(out), 0n)

/** Checks that an asset sums to zero, and that the totals of users are those of their balances. */
function assertTotals(
  sums: readonly SumAt[],
  owned: readonly UserBalanceAt[],
  { id }: Asset,
): void {
  const ofAsset = sums.filter(({ assetId }) => assetId === id)
  assert.equal(netOf(ofAsset), 0n)
  for (const kind of ['available', 'locked'] as const) {
    const ofUsers = owned
      .filter(({ assetId }) => assetId === id)
      .reduce((sum, one) => sum + BigInt(one[kind]), 0n)
    assert.equal(netOf(ofAsset.filter((one) => one.kind === accountKinds[kind])), ofUsers)
  }
}

/** The same by the ledger; null if it no longer knows. */
async function recorded(db: Database, at: number): Promise<Map<string, bigint> | null> {
  const time = new Date(at)
  const sums = await readSumsAt(db.read, time)
  const owned = await readUserBalancesAt(db.read, { at: time, user: null, assetId: null }, everyone)
  if (sums === null || owned === null) return null
  for (const asset of assets) assertTotals(sums, owned, asset)
  const ofHouse = sums.flatMap(({ kind, assetId, into, out }) =>
    kind > 2 ? [[`${kind}  ${assetId}`, BigInt(into) - BigInt(out)] as const] : [],
  )
  const ofUsers = owned.flatMap(({ user, assetId, ...units }) =>
    (['available', 'locked'] as const).map(
      (kind) => [nameOf({ kind, user }, assetId), BigInt(units[kind])] as const,
    ),
  )
  return new Map([...ofHouse, ...ofUsers].filter(([, units]) => units !== 0n))
}

const dayEnd = (at: number) => Math.ceil((at + 7 * 3_600_000) / dayMs) * dayMs - 7 * 3_600_000

/** Moments around the postings, by turns, and the ends of their days. */
const momentsOf = (facts: readonly Fact[]): readonly number[] => [
  ...new Set(facts.map(({ at }, index) => [at, at + 1, dayEnd(at), at + 30_000][index % 4] ?? at)),
  Date.now() - 2 * minuteMs,
]

/** Removes all that a run left, so that the next one begins with an empty ledger. */
const emptied = (db: Database) =>
  tamper(
    db,
    ...['moves', 'postings', 'checkpoint_sums', 'ledger_checkpoints', 'holds', 'balances'].map(
      (table) => `delete from ${table}`,
    ),
  )

test('balances at every moment are the running sum of the moves, and sum to zero', async (t) => {
  const { db } = await testDatabase(t)
  const users = await makeUsers(db, people)
  await fc.assert(
    fc.asyncProperty(history, fc.constantFrom(2, 5, 1_000), async (made, step) => {
      await emptied(db)
      const facts = await play(db, users, made)
      const moments = momentsOf(facts).filter((at) => at < Date.now() - minuteMs)
      for (const at of moments) {
        assert.deepEqual(await recorded(db, at), modelled(facts, at), 'without checkpoints')
      }
      await closeAll(db, step)
      for (const at of moments) {
        assert.deepEqual(await recorded(db, at), modelled(facts, at), 'with checkpoints')
      }
    }),
    { numRuns: 10 },
  )
})

test('the end of a day keeps its sums when the moves before it are detached', async (t) => {
  const { db } = await testDatabase(t)
  const [user, other] = await makeUsers(db, 2)
  assert.ok(user && other)
  await post(db, credit('first', user, 1_000n))
  await post(db, credit('second', other, 7n, btc))
  await tamper(
    db,
    "update postings set at = now() - interval '12 days' where key = 'first'",
    "update postings set at = now() - interval '10 days' where key = 'second'",
  )
  await toNextRange(db)
  await post(db, credit('new', user, 5n))
  await tamper(db, "update postings set at = now() - interval '2 days' where key = 'new'")
  await rollUpAll(db)
  await closeAll(db)
  const ago = (days: number) => Date.now() - days * dayMs
  const ends = [dayEnd(ago(12)), dayEnd(ago(11)), dayEnd(ago(10)), dayEnd(ago(2))]
  const sumsOf = (at: number) => readSumsAt(db.read, new Date(at))
  const before = await Promise.all(ends.map(sumsOf))
  await auditsClean(db)
  assert.equal(await detachOldMoves(db, 5), true)
  assert.deepEqual(await Promise.all(ends.map(sumsOf)), before)
  assert.equal(await sumsOf(ago(11)), null)
  const owned = (at: number) =>
    readUserBalancesAt(db.read, { at: new Date(at), user, assetId: idr.id }, everyone)
  assert.equal(await owned(ago(11)), null)
  const at = async (days: number) => (await owned(ago(days)))?.map((one) => one.available)
  assert.deepEqual([await at(3), await at(1)], [[1000n], [1005n]])
})

test('a time is closed only after all transactions that could post before it', async (t) => {
  const { db } = await testDatabase(t)
  const closed = await db.inTransaction(async (tx) => {
    const { rows } = await sql<{ own: string }>`
      select pg_current_xact_id()::text as own`.execute(tx)
    await eventually('a step that waits for this transaction', async () => {
      await closeTimes(db)
      const waiting = await sql`
        select from ledger_closed where next_tx > ${rows[0]?.own}::bigint`.execute(db.read)
      return waiting.rows.length === 1
    })
    const before = await readClosedTime(db.read)
    for (let turn = 0; turn < 3; turn += 1) await closeTimes(db)
    assert.deepEqual(await readClosedTime(db.read), before)
    return before
  })
  await eventually('a later closed time', async () => {
    await closeTimes(db)
    return (await readClosedTime(db.read)) > closed
  })
})

test('a posting gets no closed time, even if the clock of the database goes back', async (t) => {
  const { db } = await testDatabase(t)
  const [user] = await makeUsers(db, 1)
  assert.ok(user)
  // To the posting, the clock is an hour behind the closed time.
  await tamper(db, "update ledger_closed set before = now() + interval '1 hour'")
  const closed = await readClosedTime(db.read)
  await post(db, credit('late', user, 5n))
  const { rows } = await sql<{ at: Date }>`select at from postings`.execute(db.read)
  assert.ok((rows[0]?.at ?? new Date(0)) >= closed)
})
