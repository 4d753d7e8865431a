import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { httpContext } from '../../../tests/make/http-context.ts'
import {
  agePostings,
  closeNow,
  credit,
  makeUsers,
  post,
  rollUpAll,
  toNextRange,
} from '../../../tests/make/ledger.ts'
import { systemClock } from '../../base/clock.ts'
import { auditLedger } from '../../core/ledger/audit.ts'
import { addCheckpoints } from '../../core/ledger/balances-at/add-checkpoints.ts'
import { detachPartitions } from './keep-partitions.ts'

test('old moves are detached from their table if a setting demands it, and are kept', async (t) => {
  const { url: databaseUrl, db } = await testDatabase(t)
  const [user] = await makeUsers(db, 1)
  assert.ok(user)
  await post(db, credit('old', user, 100n))
  await agePostings(db, 500)
  await toNextRange(db)
  await post(db, credit('new', user, 1n))
  await rollUpAll(db)
  await closeNow(db)
  await addCheckpoints(db)
  assert.deepEqual(await auditLedger({ db, clock: systemClock }, 'full', []), [])
  const detached = async () => {
    const { rows } = await sql<{ name: string }>`select relname::text as name from pg_class
      where relnamespace = 'detached'::regnamespace and relkind = 'r'`.execute(db.read)
    return rows.map(({ name }) => name)
  }
  const { config, patientDb, log } = httpContext(t, { databaseUrl })
  const detach = (movesKeptDays: number | null) =>
    detachPartitions({ config: { ...config, movesKeptDays }, db, patientDb, log })

  await detach(null)
  assert.deepEqual(await detached(), [])

  await detach(400)
  assert.deepEqual(await detached(), ['moves_0'])
  assert.deepEqual(await auditLedger({ db, clock: systemClock }, 'full', []), [])
})
