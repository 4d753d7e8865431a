import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { testDatabase } from '../../../../tests/database.ts'
import { noticesIn } from '../../../../tests/make/notices.ts'
import { retryGivenUp } from './given-up.ts'

const Job = z.object({ id: z.int(), attempts: z.int() })

test('a job that the queue gave up is restarted, and operators are notified once', async (t) => {
  const { db } = await testDatabase(t)
  const add = async (attempts: number) => {
    const { rows } = await sql`
      with made as (select id from graphile_worker.add_job('deliver', payload => '[]'))
      select id from made`.execute(db.read)
    const { id } = z.object({ id: z.int() }).parse(rows[0])
    await sql`
      update graphile_worker._private_jobs set attempts = ${attempts}, last_error = 'refused',
        run_at = now() + interval '1 day' where id = ${id}`.execute(db.read)
    return id
  }
  const [dead, alive] = [await add(25), await add(24)]
  const attemptsOf = async (id: number) => {
    const { rows } = await sql`
      select id, attempts from graphile_worker.jobs
      where id = ${id} and (attempts > 0 or run_at <= now())`.execute(db.read)
    return z.array(Job).parse(rows)[0]?.attempts
  }
  const alerted = async () => {
    const notices = await noticesIn(db)
    return notices.flatMap((one) =>
      one.to === 'operator' ? [{ key: one.key, data: one.data }] : [],
    )
  }
  await retryGivenUp({ db })
  assert.equal(await attemptsOf(dead), 0)
  assert.equal(await attemptsOf(alive), 24)
  const data = { job: 'deliver', error: 'refused' }
  assert.deepEqual(await alerted(), [{ key: `job-failing:${dead}`, data }])
  await retryGivenUp({ db })
  assert.equal((await alerted()).length, 1)
})
