import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { testDatabase } from '../../../tests/database.ts'
import { silent } from '../../../tests/server.ts'
import { connectDatabase, isTransient, isUniqueViolation, send, type Tx } from './database.ts'
import { databaseLimits } from './database-limits.ts'

const raised = (state: string) =>
  sql`do ${sql.raw(`$$ begin
  raise exception 'asked for' using errcode = '${state}'; end $$`)}`

test('values are read with their own type, exactly', async (t) => {
  const { db } = await testDatabase(t)
  const { rows } = await sql`
    select 9007199254740991::int8 as big, array[1, null]::int8[] as bigs,
      12345678901234567890.5::numeric as amount, array['0.1']::numeric[] as amounts,
      7::units0 as units, date '2026-02-28' as day, '{"a": 1}'::jsonb as json,
      timestamptz '2026-02-28T01:02:03.004Z' as at, '\\x00ff'::bytea as bytes`.execute(db.read)
  assert.deepEqual(rows, [
    {
      big: 9_007_199_254_740_991,
      bigs: [1, null],
      amount: '12345678901234567890.5',
      amounts: ['0.1'],
      units: '7',
      day: '2026-02-28',
      json: { a: 1 },
      at: new Date('2026-02-28T01:02:03.004Z'),
      bytes: Buffer.from([0, 255]),
    },
  ])
})

test('a number that would be rounded is refused, and the connection stays usable', async (t) => {
  const { db } = await testDatabase(t)
  await assert.rejects(sql`select 9007199254740992::int8 as big`.execute(db.read), RangeError)
  const { rows } = await sql`select 1::int8 as one`.execute(db.read)
  assert.deepEqual(rows, [{ one: 1 }])
})

test('amounts that are not numbers, or are wrongly negative, are refused', async (t) => {
  const { db } = await testDatabase(t)
  await assert.rejects(sql`select 'NaN'::units`.execute(db.read), { code: '23514' })
  await assert.rejects(sql`select 'NaN'::units0`.execute(db.read), { code: '23514' })
  await assert.rejects(sql`select (-1)::units0`.execute(db.read), { code: '23514' })
})

test('a transaction commits all or nothing', async (t) => {
  const { db } = await testDatabase(t)
  const put = (tx: Tx, key: string) => tx.insertInto('counters').values({ key }).execute()
  await db.inTransaction((tx) => put(tx, 'kept'))
  await assert.rejects(
    db.inTransaction(async (tx) => {
      await put(tx, 'lost')
      throw new Error('no')
    }),
    /^Error: no$/,
  )
  assert.deepEqual(await db.read.selectFrom('counters').select('key').execute(), [{ key: 'kept' }])
})

test('concurrent statements run in order, each with the results of the previous', async (t) => {
  const { db } = await testDatabase(t)
  const count = (tx: Tx) =>
    tx.selectFrom('settings').select(sql<number>`count(*)`.as('n')).execute()
  const add = (tx: Tx, key: string) =>
    sql`insert into settings (key, value) values (${key}, '1')`.execute(tx)
  const seen = await db.inTransaction(async (tx) => {
    const [before, , between, , after] = await Promise.all([
      count(tx),
      add(tx, 'one'),
      count(tx),
      add(tx, 'two'),
      count(tx),
    ])
    return [before, between, after].map(([row]) => row?.n ?? 0)
  })
  const [first = 0] = seen
  assert.deepEqual(seen, [first, first + 1, first + 2])
})

const note = (key: string) => sql`insert into settings (key, value) values (${key}, '1')`

test('a sent statement finishes before the next one, without an await', async (t) => {
  const { db } = await testDatabase(t)
  const notes = sql<{ key: string }>`select key from settings where key in ('one', 'two')`
  const seen = await db.inTransaction(async (tx) => {
    send(tx, note('one'))
    const { rows } = await notes.execute(tx)
    send(tx, note('two'))
    return rows
  })
  assert.deepEqual(seen, [{ key: 'one' }])
  assert.equal((await notes.execute(db.read)).rows.length, 2)
})

test('a sent statement that fails rolls back all, with its own error', async (t) => {
  const { db } = await testDatabase(t)
  const notes = sql`select key from settings where key in ('one', 'two')`
  for (const goesOn of [true, false]) {
    const work = db.inTransaction(async (tx) => {
      send(tx, note('one'))
      send(tx, sql`select 1 / 0`)
      if (goesOn) await note('two').execute(tx)
    })
    await assert.rejects(work, /division by zero/)
  }
  assert.deepEqual((await notes.execute(db.read)).rows, [])
})

test('nothing is committed if a statement could not be sent', async (t) => {
  const { db } = await testDatabase(t)
  const toPostgres = () => {
    throw new Error('no such value')
  }
  const work = db.inTransaction((tx) => {
    send(tx, note('one'))
    send(tx, sql`select ${{ toPostgres }}`)
  })
  await assert.rejects(work, /no such value/)
  const { rows } = await sql`select key from settings where key = 'one'`.execute(db.read)
  assert.deepEqual(rows, [])
})

test('a deadlock in a sent statement is retried', async (t) => {
  const { db } = await testDatabase(t)
  let runs = 0
  await db.inTransaction((tx) => {
    runs += 1
    send(tx, note(`run ${runs}`))
    if (runs < 3) send(tx, raised('40P01'))
  })
  const { rows } = await sql`select key from settings where key like 'run %'`.execute(db.read)
  assert.deepEqual(rows, [{ key: 'run 3' }])
})

test('a deadlock is retried, even if a later statement rejects first', async (t) => {
  const { db } = await testDatabase(t)
  const slowly = async (result: Promise<unknown>) => {
    const ended = await Promise.allSettled([result])
    await new Promise((resolve) => setImmediate(resolve))
    if (ended[0].status === 'rejected') throw ended[0].reason
  }
  const others = [(tx: Tx) => sql`select 1`.execute(tx), (tx: Tx) => send(tx, sql`select 1`)]
  for (const other of others) {
    let runs = 0
    await db.inTransaction(async (tx) => {
      runs += 1
      const first = runs < 3 ? raised('40P01') : sql`select 1`
      await Promise.all([slowly(first.execute(tx)), other(tx)])
    })
    assert.equal(runs, 3)
  }
})

test('one of concurrent statements fails with its own error, and rolls back all', async (t) => {
  const { db } = await testDatabase(t)
  const count = () => sql<{ n: number }>`select count(*) as n from settings`.execute(db.read)
  const before = (await count()).rows
  const work = db.inTransaction((tx) =>
    Promise.all([
      sql`insert into settings (key, value) values ('one', '1')`.execute(tx),
      sql`select 1 / 0`.execute(tx),
      sql`insert into settings (key, value) values ('two', '1')`.execute(tx),
    ]),
  )
  await assert.rejects(work, /division by zero/)
  assert.deepEqual((await count()).rows, before)
})

test('a transaction with an ignored failure is not reported as committed', async (t) => {
  const { db } = await testDatabase(t)
  const work = db.inTransaction(async (tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => undefined)
  })
  await assert.rejects(work, /abort/i)
  assert.equal((await sql<{ one: number }>`select 1 as one`.execute(db.read)).rows[0]?.one, 1)
})

test('an ended transaction cannot be used', async (t) => {
  const { db } = await testDatabase(t)
  let leaked: Tx | undefined
  await db.inTransaction(async (tx) => {
    leaked = tx
  })
  assert.ok(leaked)
  await assert.rejects(leaked.selectFrom('counters').select('key').execute(), /is over/)
})

test('a transaction the database wants again is run again', async (t) => {
  const { db } = await testDatabase(t)
  for (const state of ['40001', '40P01', '55P03']) {
    let runs = 0
    const done = await db.inTransaction(async (tx) => {
      runs += 1
      if (runs < 3) await raised(state).execute(tx)
      return `${state} ${runs}`
    })
    assert.equal(done, `${state} 3`)
  }
})

test('a transaction has bounded retries, and then counts as transient', async (t) => {
  const { db } = await testDatabase(t)
  let runs = 0
  const work = db.inTransaction(async (tx) => {
    runs += 1
    await raised('40001').execute(tx)
  })
  await assert.rejects(work, (error) => isTransient(error))
  assert.equal(runs, databaseLimits.transactionTries)
})

test('two transactions in a deadlock both end well', async (t) => {
  const { db } = await testDatabase(t)
  await db.read
    .insertInto('counters')
    .values([{ key: 'a' }, { key: 'b' }])
    .execute()
  const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  let runs = 0
  const raise = (first: string, second: string, mine: 0 | 1) =>
    db.inTransaction(async (tx) => {
      runs += 1
      const add = (key: string) =>
        sql`update counters set points = points + 1 where key = ${key}`.execute(tx)
      await add(first)
      arrived[mine].resolve()
      await Promise.all(arrived.map(({ promise }) => promise))
      await add(second)
    })
  await Promise.all([raise('a', 'b', 0), raise('b', 'a', 1)])
  assert.equal(runs, 3)
  const counters = await db.read.selectFrom('counters').select('points').execute()
  assert.deepEqual(counters, [{ points: 2 }, { points: 2 }])
})

test('a transaction with a lost connection is not retried', async (t) => {
  const { db } = await testDatabase(t)
  let runs = 0
  const work = db.inTransaction(async (tx) => {
    runs += 1
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  })
  await assert.rejects(work, (error) => isTransient(error))
  assert.equal(runs, 1)
})

test('connections that are lost, idle or in use, end no process and are replaced', async (t) => {
  const { db } = await testDatabase(t)
  let refused = 0
  for (let round = 0; round < 5; round += 1) {
    const held = await db.pool.connect()
    // The longest statements are still running when a connection is free to cancel them.
    const work = Array.from({ length: 20 }, (_, at) =>
      db
        .inTransaction((tx) => sql`select pg_sleep(${at / 100})`.execute(tx))
        .catch((error: unknown) => {
          assert.ok(isTransient(error), String(error))
          refused += 1
        }),
    )
    const ended = once(held, 'error')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name = 'tukar'`.execute(db.read)
    await ended
    held.release()
    await Promise.all(work)
    const { rows } = await sql`select 1 as one`.execute(db.read)
    assert.deepEqual(rows, [{ one: 1 }])
  }
  assert.ok(refused > 0)
})

test('a statement, a lock and an idle transaction are given up in time', async (t) => {
  const { url } = await testDatabase(t)
  const connect = (settings: Readonly<Record<string, number>>) => {
    const db = connectDatabase({ url, log: silent, statementMs: 100, settings })
    t.after(() => db.close())
    return db
  }
  const db = connect({ idle_in_transaction_session_timeout: 50 })
  const slow = sql`select pg_sleep(5)`.execute(db.read)
  await assert.rejects(slow, (error) => isTransient(error))
  await assert.rejects(
    db.inTransaction(async (tx) => {
      await sql`select 1`.execute(tx)
      await new Promise((resolve) => setTimeout(resolve, 200))
      await sql`select 1`.execute(tx)
    }),
    (error) => isTransient(error),
  )
  const hasty = connect({ lock_timeout: 30 })
  await hasty.inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx)
    const waiting = sql`select pg_advisory_lock(1)`.execute(hasty.read)
    await assert.rejects(waiting, { code: '55P03' })
  })
})

test('a pool without a free connection refuses in time', async (t) => {
  const { url } = await testDatabase(t)
  const hasty = url.replace(/connect_timeout=\d+/, 'connect_timeout=1')
  const db = connectDatabase({ url: hasty, log: silent, connections: 1 })
  t.after(() => db.close())
  await db.inTransaction(async () => {
    await assert.rejects(sql`select 1`.execute(db.read), (error) => isTransient(error))
  })
})

test('audits and reports wait for the connections of long ones', async (t) => {
  const { url } = await testDatabase(t)
  const hasty = url.replace(/connect_timeout=\d+/, 'connect_timeout=1')
  const db = connectDatabase({ url: hasty, log: silent, ...databaseLimits.patient })
  t.after(() => db.close())
  const { connections } = databaseLimits.patient
  const long = Array.from({ length: connections }, () => sql`select pg_sleep(1.5)`.execute(db.read))
  await sql`select 1`.execute(db.read)
  await Promise.all(long)
})

test('every kind of database unavailability is transient', async () => {
  for (const url of ['postgresql://x@127.0.0.1:1/x', 'postgresql:///x?host=/nonexistent']) {
    const db = connectDatabase({ url, log: silent })
    await assert.rejects(sql`select 1`.execute(db.read), (error) => isTransient(error), url)
    await db.close()
  }
  const states = ['08006', '57P01', '57P02', '57P03', '53300', '53100', '25006', '55P03', '57014']
  for (const code of [...states, 'ECONNRESET', 'EPIPE', 'ECONNREFUSED']) {
    const error = Object.assign(new Error('lost'), { code })
    assert.equal(isTransient(error), true, code)
    assert.equal(isTransient(new Error('outer', { cause: error })), true, code)
  }
  assert.equal(isTransient(new Error('Connection terminated unexpectedly')), true)
})

test('an error in the request is not transient', () => {
  for (const code of ['23505', '23514', '22003', '42601', 'ENOENT']) {
    assert.equal(isTransient(Object.assign(new Error('bad'), { code })), false, code)
  }
  for (const other of [new Error('Connection'), 'Connection terminated', null, undefined]) {
    assert.equal(isTransient(other), false)
  }
})

test('a duplicate row is distinguished from other failures', async (t) => {
  const { db } = await testDatabase(t)
  const put = () => db.read.insertInto('counters').values({ key: 'a' }).execute()
  await put()
  const error: unknown = await put().then(
    () => null,
    (failure: unknown) => failure,
  )
  assert.equal(isUniqueViolation(error), true)
  assert.equal(isUniqueViolation(error, 'counters_pkey'), true)
  assert.equal(isUniqueViolation(error, 'other_key'), false)
  assert.equal(isUniqueViolation(Object.assign(new Error('no'), { code: '23514' })), false)
})

test('parsers of one pool do not affect another', async (t) => {
  const { url } = await testDatabase(t)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select 1::int8 as one')
  await client.end()
  assert.deepEqual(rows, [{ one: '1' }])
})
