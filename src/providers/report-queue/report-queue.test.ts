import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { eventually, type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { systemClock } from '../../base/clock.ts'
import { connectReportQueue, type Report } from './report-queue.ts'

let rig: Rig
before(async () => {
  rig = await startRig(600)
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const connect = (token = testSecrets.reportQueueToken, timeoutMs = 10_000) =>
  connectReportQueue(
    {
      baseUrl: `${rig.sandbox.url}/report-queue`,
      tokens: [token],
      secrets: { A: [''], B: [''], C: [''] },
    },
    { clock: systemClock, log: pino({ level: 'silent' }), timeoutMs },
  )

const report: Report = { requestId: 'report-1', kind: 'A', payload: { amount: '150000' } }

const Answered = z.object({
  request_id: z.string(),
  client_secret: z.string(),
  api_response: z.string(),
})

const receivedOf = (requestId: string) =>
  rig.service.received
    .filter(({ path }) => path === '/api/webhook/micro-queuing/report')
    .map(({ headers, body }) => ({ headers, body: Answered.parse(JSON.parse(body)) }))
    .filter(({ body }) => body.request_id === requestId)

test('a report is queued and returned with the secret of its kind', async () => {
  for (const kind of ['A', 'B', 'C'] as const) {
    const requestId = `report-${kind}`
    const answer = await connect().submit({ ...report, requestId, kind })
    assert.deepEqual(answer, { kind: 'accepted', value: null })
    const [received] = await eventually(
      () => receivedOf(requestId).length > 0 && receivedOf(requestId),
    )
    assert.equal(received?.headers['authorization'], `Bearer ${testSecrets.reportQueueToken}`)
    assert.equal(received?.body.client_secret, testSecrets.reportQueueSecrets[kind])
    assert.deepEqual(JSON.parse(received?.body.api_response ?? ''), {
      responseCode: '200',
      responseMessage: 'success',
    })
  }
})

test('the control API decides the response and its message', async () => {
  await connect().submit({ ...report, requestId: 'report-failed' })
  const body = { outcome: 'FAILED', message: 'amount differs' }
  assert.equal((await rig.control('POST', '/reports/report-failed', body)).status, 200)
  const [received] = await eventually(
    () => receivedOf('report-failed').length > 0 && receivedOf('report-failed'),
  )
  assert.match(received?.body.api_response ?? '', /amount differs/)
  const state = await rig.control('GET', '/state')
  assert.match(state.text, /"request_id":"report-failed".*"outcome":"FAILED"/)
  assert.equal((await rig.control('POST', '/reports/unknown', body)).status, 404)
})

test('the same report again is accepted once, another under its id is refused', async () => {
  const queue = connect()
  await queue.submit(report)
  assert.equal((await queue.submit(report)).kind, 'accepted')
  const other = await queue.submit({ ...report, payload: { amount: '1' } })
  assert.ok(other.kind === 'rejected')
  assert.deepEqual([other.status, other.code], [409, 'DUPLICATE'])
  const state = z
    .looseObject({ reports: z.array(z.unknown()) })
    .parse((await rig.control('GET', '/state')).json)
  assert.equal(state.reports.length, 1)
})

test('a wrong token is a definite refusal', async () => {
  const answer = await connect('wrong').submit(report)
  assert.ok(answer.kind === 'rejected')
  assert.deepEqual([answer.status, answer.code], [401, 'UNAUTHORIZED'])
})

test('each fault leaves the outcome unknown', async () => {
  const expected = [
    ['timeout', { why: 'timeout' }],
    ['drop-response', { why: 'connection-lost' }],
    ['bad-json', { why: 'unreadable' }],
    ['error-500', { why: 'server-error' }],
    ['error-429', { why: 'throttled', retryAfterSeconds: 1 }],
  ] as const
  for (const [fault, answer] of expected) {
    await rig.control('POST', '/faults', { provider: 'reports', fault, times: 1 })
    const queue = connect(testSecrets.reportQueueToken, fault === 'timeout' ? 100 : 10_000)
    assert.deepEqual(await queue.submit(report), { kind: 'unknown', ...answer }, fault)
  }
})

test('a payload can not override the request id or the kind', async () => {
  const payload = { request_id: 'stolen', kind: 'C' }
  await connect().submit({ ...report, requestId: 'report-mine', payload })
  const state = await rig.control('GET', '/state')
  assert.match(state.text, /"request_id":"report-mine","kind":"A"/)
})
