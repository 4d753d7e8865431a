import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { inboxOf, makeBell, makeNode, ringing } from '../../../tests/make/inbox-node.ts'
import { receives } from '../../platform/access/callbacks/receive.ts'
import type { Database } from '../database/database.ts'
import { extendRanges } from '../database/partitions/ranges.ts'
import { detachOldEvents } from './detach-events.ts'
import { inboxRanges } from './inbox.sql.ts'

const keptDays = 100

async function toNextRange(db: Database): Promise<void> {
  await sql`select setval('inbox_id_seq', ${inboxRanges.idsPerRange})`.execute(db.read)
  await extendRanges(db, inboxRanges)
  await sql`update inbox set received_at = now() - interval '${sql.raw(`${keptDays + 2}`)} days'
    where id < ${inboxRanges.idsPerRange}`.execute(db.read)
}

test('applied events are detached with their rows, and never applied again', async (t) => {
  const database = await testDatabase(t)
  const { db } = database
  const bell = await makeBell(database)
  const node = makeNode(t, database)
  await node.lead()
  const ring = (id: string) => {
    const request = ringing({ id, says: 'ding' })
    return receives(bell.callback)(node.ctx, { id, says: 'ding' }, null, request)
  }
  await ring('old')
  await toNextRange(db)
  await ring('new')
  assert.equal(await detachOldEvents(db, keptDays), true)
  assert.equal((await inboxOf(db)).length, 1)
  const { rows } = await sql`select event_key from detached.inbox_0`.execute(db.read)
  assert.deepEqual(rows, [{ event_key: 'old' }])
  await ring('old')
  assert.deepEqual(await bell.rings(), ['old ding', 'new ding'])
  assert.equal((await inboxOf(db)).length, 1)
  assert.equal(await detachOldEvents(db, keptDays), false)
})

test('events are not detached while one is pending or parked, or too young', async (t) => {
  const { db } = await testDatabase(t)
  await sql`
    insert into inbox (source, event_key, body, state, applied_at)
    values ('test', 'a', '', 'done', now())`.execute(db.read)
  await toNextRange(db)
  assert.equal(await detachOldEvents(db, keptDays + 2), false)
  await sql`update inbox set state = 'parked', applied_at = null`.execute(db.read)
  assert.equal(await detachOldEvents(db, keptDays), false)
  await sql`update inbox set state = 'pending', next_at = now()`.execute(db.read)
  assert.equal(await detachOldEvents(db, keptDays), false)
  await sql`update inbox set state = 'done', next_at = null, applied_at = now()`.execute(db.read)
  assert.equal(await detachOldEvents(db, keptDays), true)
})
