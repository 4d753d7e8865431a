import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'

const path = '/api/webhook/micro-queuing/report'

async function makeReport(tukar: Tukar, requestId: string, kind: 'A' | 'B' | 'C'): Promise<void> {
  await sql`
    insert into reports (request_id, kind, payload)
    values (${requestId}, ${kind}, '{}')`.execute(tukar.service.ctx.db.read)
}

async function statusOf(tukar: Tukar, requestId: string) {
  const found = await sql<{ status: string; message: string | null }>`
    select status, message from reports where request_id = ${requestId}`.execute(
    tukar.service.ctx.db.read,
  )
  return found.rows[0]
}

function answered(tukar: Tukar, body: Record<string, unknown>, token?: string) {
  const bearer = token ?? tukar.config.reportQueue.tokens[0]
  return tukar.call('POST', path, { body, headers: { authorization: `Bearer ${bearer}` } })
}

test('the report queue: a response decides the report of its kind', async (t) => {
  const tukar = await startTukar(t)
  const { secrets } = tukar.config.reportQueue
  const [A, B] = [secrets.A[0], secrets.B[0]]
  await makeReport(tukar, 'r-1', 'A')

  await t.test(
    'a response as text or as an object is recorded, and the last one counts',
    async () => {
      const good = { responseCode: '200', responseMessage: 'success' }
      const first = await answered(tukar, {
        request_id: 'r-1',
        client_secret: A,
        api_response: JSON.stringify(good),
      })
      assert.equal(first.status, 200)
      assert.deepEqual(first.body, { response_message: 'callback success' })
      assert.deepEqual(await statusOf(tukar, 'r-1'), { status: 'SUCCESS', message: 'success' })
      const bad = { code: 400, message: 'refused by the regulator' }
      await answered(tukar, { request_id: 'r-1', client_secret: A, api_response: bad })
      assert.deepEqual(await statusOf(tukar, 'r-1'), {
        status: 'FAILED',
        message: 'refused by the regulator',
      })
      const silent = { responseCode: 200, responseMessage: null }
      await answered(tukar, { request_id: 'r-1', client_secret: A, api_response: silent })
      assert.deepEqual(await statusOf(tukar, 'r-1'), { status: 'SUCCESS', message: null })
    },
  )

  await t.test('an unreadable response is a failure that keeps the text', async () => {
    await makeReport(tukar, 'r-2', 'A')
    await answered(tukar, { request_id: 'r-2', client_secret: A, api_response: 'gone wrong' })
    assert.deepEqual(await statusOf(tukar, 'r-2'), { status: 'FAILED', message: 'gone wrong' })
  })

  const good = { responseCode: '200', responseMessage: 'success' }
  const refusals = [
    ['a wrong token', { request_id: 'r-3', client_secret: A, api_response: good }, 'wrong-token'],
    ['a wrong secret', { request_id: 'r-3', client_secret: 'x', api_response: good }, undefined],
    ['the secret of another kind', { request_id: 'r-3', client_secret: B, api_response: good }],
    ['an unknown report', { request_id: 'r-9', client_secret: A, api_response: good }, undefined],
    ['a missing response', { request_id: 'r-3', client_secret: A }, undefined],
  ] as const
  await makeReport(tukar, 'r-3', 'A')
  for (const [what, body, token] of refusals) {
    await t.test(`${what} gets 400 and changes nothing`, async () => {
      const answer = await answered(tukar, body, token)
      assert.equal(answer.status, 400)
      assert.deepEqual(Object.keys(answer.body), ['response_message'])
      assert.equal((await statusOf(tukar, 'r-3'))?.status, 'PENDING')
    })
  }
})

test('the report queue: operators hear of failed reports once a day for each kind', async (t) => {
  const tukar = await startTukar(t)
  const { secrets } = tukar.config.reportQueue
  for (const [requestId, kind] of [
    ['f-1', 'A'],
    ['f-2', 'A'],
    ['f-3', 'B'],
    ['f-4', 'C'],
  ] as const) {
    await makeReport(tukar, requestId, kind)
    const api_response = kind === 'C' ? { responseCode: '200' } : { code: 400, message: 'refused' }
    const client_secret = secrets[kind][0]
    const { status } = await answered(tukar, { request_id: requestId, client_secret, api_response })
    assert.equal(status, 200)
  }
  const { rows } = await sql<{ subject: string; data: unknown }>`
    select subject, data from operator_alerts where kind = 'report-failed' order by id`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual(rows, [
    { subject: 'A report of kind A to the regulator failed', data: { requestId: 'f-1' } },
    { subject: 'A report of kind B to the regulator failed', data: { requestId: 'f-3' } },
  ])
})
