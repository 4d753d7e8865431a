import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../tests/harness.ts'
import { twoAdmins } from '../../../tests/make/operator.ts'
import { startSubscriber, subscribe } from '../../../tests/make/subscriber.ts'
import { expectOk } from '../../../tests/make/trader.ts'
import { idSpanLimits } from '../../core/database/database-limits.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'

test('a page of refused attempts looks at a bounded number of others', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  const [admin] = await twoAdmins(tukar)
  const made = await subscribe(tukar, admin, await startSubscriber(t), { kinds: ['deposit.*'] })
  expectOk(made)
  const { id } = made.body.data
  const [{ first } = { first: 0 }] = await readRows(db.read, { first: 'bigint' })`
    insert into event_attempts (subscription_id, position, type, took_ms, outcome, payload)
    values (${id}, 1, 'deposit.credited', 1, 'refused', '{}') returning id as first`
  await sql`
    insert into event_attempts (id, subscription_id, position, type, took_ms, outcome, payload)
    overriding system value values
      (${first + idSpanLimits.scannedIds}, ${id}, 2, 'deposit.credited', 1, 'delivered', '{}')
    `.execute(db.read)
  const page = async (more: string) => {
    const path = `/operator/api/subscriptions/${id}/attempts?outcome=refused${more}`
    const answer = await tukar.call('GET', path, { token: admin.token })
    expectOk(answer)
    return answer.body.data
  }
  const newest = await page('')
  assert.deepEqual(newest.data, [])
  const second = await page(`&cursor=${newest.nextCursor}`)
  assert.deepEqual(
    second.data.map(({ position }: { position: number }) => position),
    [1],
  )
  assert.equal(second.nextCursor, null)
})
