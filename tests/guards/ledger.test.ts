import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { UserId } from '../../src/base/values/ids.ts'
import { type Asset, idr } from '../../src/base/values/money.ts'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { available, type HouseKind, house, houseKinds } from '../../src/core/ledger/accounts.ts'
import { rollUpHouse } from '../../src/core/ledger/house.ts'
import type { Move, Posting } from '../../src/core/ledger/post.rules.ts'
import type { Posted } from '../../src/core/ledger/post.ts'
import { testDatabase } from '../database.ts'
import { auditsClean } from '../make/audit.ts'
import { btc, credit, makeUsers, move, post, transfer } from '../make/ledger.ts'

const people = 4
const assets: readonly Asset[] = [idr, btc]
const startUnits = 1_000n

/** An end of a move, by chance: a user's number, or a house account's name. */
const end = fc.oneof({ weight: 3, arbitrary: fc.nat(people - 1) }, fc.constantFrom(...houseKinds))
type End = number | HouseKind

const draft = fc.record({
  moves: fc.array(
    fc
      .record({ from: end, to: end, asset: fc.nat(1), units: fc.bigInt(0n, 700n) })
      .filter(({ from, to }) => from !== to),
    { minLength: 1, maxLength: 3 },
  ),
  /** Some facts are reported more than once, at the same time or later. */
  reports: fc.integer({ min: 1, max: 3 }),
})
type Draft = typeof draft extends fc.Arbitrary<infer Value> ? Value : never

/** Lists of postings, by chance, as concurrent callers would send them. */
const callers = fc.array(fc.array(draft, { minLength: 1, maxLength: 5 }), {
  minLength: 2,
  maxLength: 6,
})

const accountOf = (users: readonly UserId[], at: End) => {
  if (typeof at === 'string') return house(at)
  const user = users[at]
  if (user === undefined) throw new RangeError(`there are ${users.length} users`)
  return available(user)
}

const movesOf = (users: readonly UserId[], { moves }: Draft): readonly Move[] =>
  moves.map(({ from, to, asset, units }) =>
    move(accountOf(users, from), accountOf(users, to), units, assets[asset]),
  )

/** Each caller's list, repeats of a fact standing in other callers' lists too. */
function listsOf(
  users: readonly UserId[],
  run: number,
  drafts: readonly (readonly Draft[])[],
): readonly (readonly Posting[])[] {
  const lists: Posting[][] = drafts.map(() => [])
  for (const [caller, list] of drafts.entries()) {
    for (const [index, one] of list.entries()) {
      const key = `run ${run} fact ${caller}.${index}`
      const posting: Posting = { key, action: 'TRADE', moves: movesOf(users, one) }
      for (let report = 0; report < one.reports; report += 1) {
        lists[(caller + report) % lists.length]?.push(posting)
      }
    }
  }
  return lists
}

async function sums(db: Database): Promise<readonly bigint[]> {
  const found = await sql<{ units: string }>`
    select coalesce(sum(s.units), 0) as units from assets a left join (
      select asset_id, units from moves union all select asset_id, -units from moves
    ) as s on s.asset_id = a.id group by a.id`.execute(db.read)
  return found.rows.map(({ units }) => BigInt(units))
}

/** Every move again, in the order of the books, on balances of nothing. */
async function replay(db: Database): Promise<ReadonlyMap<string, bigint>> {
  const moves = await db.read
    .selectFrom('moves')
    .selectAll()
    .orderBy('posting_id')
    .orderBy('line')
    .execute()
  const balances = new Map<string, bigint>()
  const shift = (user: number | null, kind: number, asset: number, units: bigint) => {
    if (user === null) return null
    const account = `${user}:${asset}:${kind}`
    const after = (balances.get(account) ?? 0n) + units
    assert.ok(after >= 0n, `${account} is below zero`)
    balances.set(account, after)
    return after.toString()
  }
  for (const one of moves) {
    const units = BigInt(one.units)
    assert.equal(shift(one.from_user, one.from_kind, one.asset_id, -units), one.from_after)
    assert.equal(shift(one.to_user, one.to_kind, one.asset_id, units), one.to_after)
  }
  return balances
}

async function stored(db: Database): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.read.selectFrom('balances').selectAll().execute()
  return new Map(
    rows.flatMap((row) => [
      [`${row.user_id}:${row.asset_id}:1`, BigInt(row.available)] as const,
      [`${row.user_id}:${row.asset_id}:2`, BigInt(row.locked)] as const,
    ]),
  )
}

const withoutZeros = (balances: ReadonlyMap<string, bigint>) =>
  [...balances].filter(([, units]) => units !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1))

async function fundedUsers(db: Database): Promise<readonly UserId[]> {
  const users = await makeUsers(db, people)
  for (const user of users) {
    await post(db, ...assets.map((a) => credit(`${user}:${a.symbol}`, user, startUnits, a)))
  }
  return users
}

test('random postings at once conserve each asset and replay to the same balances', async (t) => {
  const { db } = await testDatabase(t)
  const users = await fundedUsers(db)
  let run = 0
  await fc.assert(
    fc.asyncProperty(callers, async (drafts) => {
      run += 1
      const lists = listsOf(users, run, drafts)
      const all = [...lists.map((list) => post(db, ...list)), rollUpHouse(db)]
      await Promise.all(all)
      assert.ok((await sums(db)).every((units) => units === 0n))
      assert.deepEqual(withoutZeros(await stored(db)), withoutZeros(await replay(db)))
      await auditsClean(db)
    }),
    { numRuns: 30 },
  )
})

test('opposite transfers at once, in any order, never meet in a deadlock', async (t) => {
  const { db, url } = await testDatabase(t)
  const users = await fundedUsers(db)
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  const watched = connectDatabase({ url, log })
  t.after(() => watched.close())
  const outcomes = await transferAround(watched, users)
  assert.ok(outcomes.every((outcome) => outcome === 'posted'))
  assert.deepEqual(lines, [])
  const owned = await stored(db)
  const rupiah = users.map((user) => owned.get(`${user}:1:1`) ?? 0n)
  assert.equal(
    rupiah.reduce((sum, units) => sum + units, 0n),
    startUnits * BigInt(people),
  )
  await auditsClean(db)
})

/** Pairs of users in both directions at once, several transfers in a list. */
async function transferAround(db: Database, users: readonly UserId[]): Promise<readonly Posted[]> {
  const turns = Array.from({ length: 40 }, (_, turn) => {
    const pairs = users.flatMap((from, index) =>
      users.filter((_to, other) => other !== index).map((to) => [from, to] as const),
    )
    const ordered = turn % 2 === 0 ? pairs : pairs.toReversed()
    const list = ordered.map(([from, to], index) => transfer(`turn ${turn} ${index}`, from, to, 1n))
    return post(db, ...list.slice(turn % 5))
  })
  return (await Promise.all(turns)).flat()
}
