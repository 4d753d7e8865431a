import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../tests/harness.ts'
import { listen } from '../../../tests/make/event-stream.ts'
import { makeOperator } from '../../../tests/make/operator.ts'
import { expectOk } from '../../../tests/make/trader.ts'

test('counts, the queue and the stream agree that an expired proposal does not wait', async (t) => {
  const tukar = await startTukar(t)
  const operator = await makeOperator(tukar, 'finance')
  await sql`
    insert into guarded_changes
      (kind, subject, value_before, value, proposed_by, proposed_at, due_at, expires_at)
    select 'setting', subject, '1', '2', ${operator.id}, now() - interval '2 days',
      now() - interval '1 day', now() + expires
    from (values ('open', interval '1 day'), ('expired', interval '-1 second'))
      as v (subject, expires)`.execute(tukar.service.ctx.db.read)
  const get = async (path: string) => {
    const answer = await tukar.call('GET', `/operator/api${path}`, { token: operator.token })
    expectOk(answer)
    return answer.body.data
  }
  const { queues } = await get('/overview')
  const proposals = queues.find(({ name }: { name: string }) => name === 'proposals')
  assert.equal(proposals.count, 1)
  const decisions: readonly { subject: string }[] = (await get('/approvals?kind=proposal')).data
  assert.deepEqual(
    decisions.map(({ subject }) => subject),
    ['open'],
  )
  const stream = await listen(t, tukar, operator, { path: '/operator/api/stream' })
  await stream.next('queues', (data) => data['proposals'] === 1)
})
