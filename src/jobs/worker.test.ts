import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../tests/harness.ts'
import { allSent, mailsTo } from '../../tests/make/mails.ts'
import { password } from '../../tests/make/trader.ts'

const addresses = (round: number): readonly string[] =>
  Array.from({ length: 4 }, (_, index) => `round-${round}-${index}@tukar.test`)

async function register(tukar: Tukar, email: string): Promise<void> {
  const body = { email, password, password_confirmation: password }
  const answer = await tukar.call('POST', '/api/auth/register', { body })
  assert.equal(answer.status, 200, answer.text)
}

const cutEveryConnection = ({ service }: Tukar) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and query like '%graphile_worker%'`.execute(service.ctx.db.read)

test('jobs go on after the database has cut their connections, again and again', async (t) => {
  const tukar = await startTukar(t)
  const asked: string[] = []
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(addresses(round).map((email) => register(tukar, email)))
    asked.push(...addresses(round))
    await cutEveryConnection(tukar)
  }
  await register(tukar, 'last@tukar.test')
  await eventually('every mail', async () => {
    await forgetDeadWorkers(tukar)
    return mailedTo(tukar, [...asked, 'last@tukar.test'])
  })
})

/** A job that a cut connection left locked would be taken up again by itself, hours later. */
const forgetDeadWorkers = ({ service }: Tukar) =>
  sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null
      where locked_at < now() - interval '500 milliseconds'`.execute(service.ctx.db.read)

async function mailedTo(tukar: Tukar, emails: readonly string[]): Promise<boolean> {
  for (const email of emails) if ((await mailsTo(tukar, email)).length === 0) return false
  return true
}

test('a node that stops among its jobs leaves none that others could not take', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const [, leaving] = tukar.nodes
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(addresses(round).map((email) => register(tukar, email)))
  }
  await leaving?.stop()
  await allSent(tukar)
  const held = await sql`select 1 from graphile_worker._private_jobs`.execute(
    tukar.service.ctx.db.read,
  )
  assert.equal(held.rows.length, 0)
})
