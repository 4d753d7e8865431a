import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { idr, money } from '../../src/base/values/money.ts'
import { house } from '../../src/core/ledger/accounts.ts'
import { sealDays } from '../../src/core/ledger/chain/seal-days.ts'
import { listSealKeys, listSeals } from '../../src/core/ledger/chain/seals.sql.ts'
import { openHolds, settleHolds } from '../../src/core/ledger/hold.ts'
import { sealsDocument } from '../../src/platform/http/pages/ledger-seals.ts'
import { testDatabase } from '../../tests/database.ts'
import { raiseEpoch } from '../../tests/make/inbox-node.ts'
import { credit, makeUser, post } from '../../tests/make/ledger.ts'
import { earlier, linkAll, linkEarlier } from '../../tests/make/ledger-chain.ts'
import { storeOrders } from '../../tests/make/stored-orders.ts'
import {
  makeTamperedLedger,
  type ProvenTable,
  provenTables,
  sealingKeys,
  type TamperedLedger,
} from '../../tests/make/tampered-ledger.ts'
import { openDatabase } from './database.ts'
import { openDump } from './dump.ts'
import type { Finding } from './finding.ts'
import type { Source } from './source.ts'
import { verifyLedger } from './verify.ts'

async function findingsIn(
  source: Source,
  keptSeals: string | null = null,
): Promise<readonly Finding[]> {
  try {
    const { findings } = await verifyLedger(source, { keptSeals, linkedSeconds: 0 })
    return findings.shown
  } finally {
    await source.close()
  }
}

const shown = (findings: readonly Finding[]): string =>
  findings.map(({ what, row, why }) => `${what} | ${row} | ${why}`).join('\n')

/** Whether a finding names the table, and the column if there is one. */
function isNamed(findings: readonly Finding[], table: string, column: string | null): boolean {
  const names = (what: string) => what.split(/[^a-z_]+/)
  return findings.some(
    ({ what }) => names(what).includes(table) && (column === null || names(what).includes(column)),
  )
}

/** Columns that say which row it is: with another value the row is missing under the first one. */
const identities: Readonly<Record<ProvenTable, readonly string[]>> = {
  postings: ['id'],
  moves: ['posting_id', 'line'],
  ledger_links: ['id'],
  ledger_seals: ['day'],
  ledger_seal_keys: ['id'],
  balances: ['user_id', 'asset_id'],
  holds: [],
  house_balances: ['kind', 'asset_id'],
}

const orders: Readonly<Record<ProvenTable, string>> = {
  postings: 'id',
  moves: 'posting_id, line',
  ledger_links: 'id',
  ledger_seals: 'day',
  ledger_seal_keys: 'id',
  balances: 'user_id, asset_id',
  holds: 'id',
  house_balances: 'kind, asset_id',
}

/** Another value of a column, by its type. */
function otherValue(column: string, type: string): string {
  if (type === 'text') return `${column} || 'x'`
  if (type === 'bytea') return `set_byte(${column}, 0, get_byte(${column}, 0) # 1)`
  if (type === 'jsonb') return `${column} || '{"1": "1"}'`
  if (type === 'date') return `${column} + 100`
  if (type.startsWith('timestamp')) return `${column} + interval '1 microsecond'`
  return `${column} + ${type === 'bigint' ? 1_000_000 : 100}`
}

describe('the verifier', () => {
  let ledger: TamperedLedger
  const ends: (() => unknown)[] = []
  before(async () => {
    ledger = await makeTamperedLedger({ after: (end) => void ends.push(end) })
  })
  after(async () => {
    for (const end of ends) await end()
  })

  const look = async (keptSeals: string | null = null) =>
    findingsIn(await openDatabase(ledger.url), keptSeals)

  /** Changes the ledger by hand and returns what is found; then restores it. */
  async function findingsAfter(...statements: readonly string[]): Promise<readonly Finding[]> {
    await ledger.change(...statements)
    try {
      return await look()
    } finally {
      await ledger.restore()
    }
  }

  test('finds nothing in a ledger that was not changed', async () => {
    assert.equal(shown(await look()), '')
  })

  for (const table of provenTables) {
    test(`names each column of ${table} in which a value was changed`, async () => {
      const { rows: columns } = await sql<{ name: string; type: string }>`
        select column_name::text as name, data_type::text as type from information_schema.columns
        where table_schema = 'public' and table_name = ${table}`.execute(ledger.db.read)
      assert.ok(columns.length > 1)
      for (const { name, type } of columns) {
        for (const direction of ['asc', 'desc']) {
          const order = orders[table].replaceAll(/\w+/g, (column) => `${column} ${direction}`)
          const found = await findingsAfter(
            `update ${table} set ${name} = ${otherValue(name, type)} where (${orders[table]}) = (
              select ${orders[table]} from ${table} where ${name} is not null
              order by ${order} limit 1)`,
          )
          const column = identities[table].includes(name) ? null : name
          const place = `${table}.${name} of the ${direction === 'asc' ? 'first' : 'last'} row`
          assert.ok(isNamed(found, table, column), `${place}: found\n${shown(found)}`)
        }
      }
    })

    test(`names ${table} if any row of it was deleted`, async () => {
      const { rows } = await sql<{ row: string }>`
        select row(${sql.raw(orders[table])})::text as row
        from ${sql.table(table)}`.execute(ledger.db.read)
      assert.ok(rows.length > 0)
      for (const { row } of rows) {
        const found = await findingsAfter(
          `delete from ${table} where row(${orders[table]})::text = '${row}'`,
        )
        assert.ok(isNamed(found, table, null), `${table} ${row}: found\n${shown(found)}`)
      }
    })
  }

  test('names a null in place of any value of a link, and a value in place of a null', async () => {
    const reset = await findingsAfter('update ledger_links set tx_hash = null where id = 2')
    assert.ok(isNamed(reset, 'ledger_links', 'tx_hash'), shown(reset))
    const moves = await findingsAfter('update moves set tx = 0 where posting_id = 1')
    assert.ok(isNamed(moves, 'moves', 'tx'), shown(moves))
    const closed = await findingsAfter(
      `update holds set closed_at = opened_at, released = initial - consumed
       where closed_at is null`,
    )
    assert.ok(isNamed(closed, 'holds', null), shown(closed))
  })

  test('finds a credit that was inserted in the past, though balances agree with it', async () => {
    const found = await findingsAfter(
      `insert into postings (id, key, action, at) values (15, 'forged', 'DEPOSIT', now())`,
      `insert into moves
         (posting_id, line, asset_id, from_kind, to_kind, to_user, to_after, units, tx)
       select 15, 0, asset_id, 5, 1, user_id, 9, 9, 1 from balances order by user_id limit 1`,
      `update balances set available = available + 9 where (user_id, asset_id) = (
         select user_id, asset_id from balances order by user_id limit 1)`,
    )
    assert.match(shown(found), /postings \| posting 15 \| inserted/)
    assert.match(shown(found), /moves \| posting 15, line 0 \| inserted/)
  })

  test('names postings, moves and links that changed places', async () => {
    const swap = (table: string, column: string, a: number, b: number) => [
      `update ${table} set ${column} = 19 where ${column} = ${a}`,
      `update ${table} set ${column} = ${a} where ${column} = ${b}`,
      `update ${table} set ${column} = ${b} where ${column} = 19`,
    ]
    const postings = await findingsAfter(...swap('postings', 'id', 1, 2))
    for (const id of [1, 2])
      assert.match(shown(postings), new RegExp(`postings.key . posting ${id}`))
    const moves = await findingsAfter(...swap('moves', 'posting_id', 1, 2))
    for (const id of [1, 2]) assert.match(shown(moves), new RegExp(`moves.\\w+ . posting ${id}`))
    const links = await findingsAfter(...swap('ledger_links', 'id', 1, 2))
    for (const id of [1, 2])
      assert.match(shown(links), new RegExp(`ledger_links.\\w+ . link ${id}`))
  })

  test('reads a dump with rows in any order as it reads the database', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'verify-'))
    try {
      const file = path.join(folder, 'dump.sql')
      await writeDump(ledger.url, file)
      assert.equal(shown(await findingsIn(await openDump(file))), '')
      await ledger.change(`update moves set units = units + 1 where posting_id = 21`)
      await writeDump(ledger.url, file)
      const found = await findingsIn(await openDump(file))
      assert.match(shown(found), /moves.units \| posting 21, line 0/)
    } finally {
      await ledger.restore()
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('finds a rewritten history by a seal that was kept outside alone', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'verify-'))
    try {
      const file = path.join(folder, 'seals.json')
      const read = ledger.db.read
      const [keys, seals] = [await listSealKeys(read), await listSeals(read)]
      await writeFile(file, JSON.stringify(sealsDocument(keys, seals)))
      assert.equal(shown(await look(file)), '')
      await ledger.change(
        `update postings set key = 'rewritten' where id = 1`,
        'delete from ledger_seals',
        'delete from ledger_links',
      )
      await linkEarlier(ledger, ledger.epoch, 3)
      await linkAll(ledger.db, ledger.epoch)
      await sealDays(ledger.db, sealingKeys, ledger.epoch)
      assert.equal(shown(await look()), '')
      assert.match(shown(await look(file)), /history was rewritten|its link is missing/)
    } finally {
      await ledger.restore()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

test('finds nothing in holds of transactions that were open for long', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const epoch = await raiseEpoch(db)
  const user = await makeUser(db)
  await post(db, credit('first', user, 1_000n))
  const orders = await storeOrders({ service: { ctx: { db } } }, { id: user }, [
    { status: 'DONE' },
    { status: 'CANCEL' },
  ])
  const [filled, cancelled] = orders.map((id) => ({ kind: 'order', id }))
  assert.ok(filled !== undefined && cancelled !== undefined)
  const holds = [filled, cancelled].map((owner) => ({ owner, user, amount: money(idr, 10n) }))
  const parts = [{ to: house('venue'), units: 10n }]
  const fill = { owner: filled, key: 'fill', action: 'TRADE', parts } as const
  await earlier(database, 1, async (behind) => {
    await behind.inTransaction((tx) => openHolds(tx, holds))
    await behind.inTransaction((tx) => settleHolds(tx, [fill], [cancelled]))
  })
  await linkAll(db, epoch)
  assert.equal(shown(await findingsIn(await openDatabase(database.url))), '')
})

test('a role that may only read the tables finds nothing in an unchanged ledger', async (t) => {
  const { db, url } = await testDatabase(t)
  const epoch = await raiseEpoch(db)
  const user = await makeUser(db)
  await post(db, credit('first', user, 1_000n))
  const [id] = await storeOrders({ service: { ctx: { db } } }, { id: user }, [{ status: 'CREATE' }])
  assert.ok(id !== undefined)
  const hold = { owner: { kind: 'order', id }, user, amount: money(idr, 10n) }
  await db.inTransaction((tx) => openHolds(tx, [hold]))
  await linkAll(db, epoch)
  const name = `test_${randomUUID()}`
  const role = sql.id(name)
  await sql`create role ${role} login password 'reading'`.execute(db.read)
  t.after(async () => {
    await sql`drop owned by ${role}`.execute(db.read)
    await sql`drop role ${role}`.execute(db.read)
  })
  await sql`grant select on all tables in schema public to ${role}`.execute(db.read)
  const reading = new URL(url)
  reading.username = name
  reading.password = 'reading'
  assert.equal(shown(await findingsIn(await openDatabase(reading.href))), '')
})

test('the verifier imports nothing of the service', async () => {
  const folder = import.meta.dirname
  const files = (await readdir(folder)).filter((name) => !name.endsWith('.test.ts'))
  assert.ok(files.length > 5)
  for (const name of files) {
    const text = await readFile(path.join(folder, name), 'utf8')
    for (const [, from = ''] of text.matchAll(/from '([^']+)'/g)) {
      assert.match(from, /^(?:node:\w+(?:\/\w+)?|pg|\.\/[\w-]+\.ts)$/, `${name} imports ${from}`)
    }
  }
})

/** Writes the tables as pg_dump does, with the rows of each in the reverse order. */
async function writeDump(url: string, file: string): Promise<void> {
  const source = await openDatabase(url)
  const tables = new Map<string, { columns: readonly string[]; lines: string[] }>()
  await source.scan((table, columns) => {
    if (!/^public\./.test(table)) return null
    const lines: string[] = []
    tables.set(table, { columns, lines })
    return (line) => void lines.push(line)
  })
  const last = source.lastValue('holds_id_seq')
  await source.close()
  const dump = createWriteStream(file)
  dump.write("--\n-- PostgreSQL database dump\n--\n\nSET client_encoding = 'UTF8';\n\n")
  for (const [table, { columns, lines }] of tables) {
    dump.write(`COPY ${table} (${columns.join(', ')}) FROM stdin;\n`)
    for (const line of lines.toReversed()) dump.write(`${line}\n`)
    dump.write('\\.\n\n')
  }
  dump.write(`SELECT pg_catalog.setval('public.holds_id_seq', ${last}, true);\n`)
  await new Promise<void>((resolve) => void dump.end(resolve))
}
