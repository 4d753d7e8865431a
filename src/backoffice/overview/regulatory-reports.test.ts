import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { auditOf, makeOperator } from '../../../tests/make/operator.ts'
import { expectOk } from '../../../tests/make/trader.ts'

test('regulatory reports are listed by state, and sent again by finance', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const viewer = await makeOperator(tukar, 'viewer', finance)
  const { db } = tukar.service.ctx
  await sql`
    insert into reports (request_id, kind, payload, status, message) values
      ('report-1', 'A', '{"user":"1"}', 'SUCCESS', 'taken'),
      ('report-2', 'A', '{"user":"2"}', 'FAILED', 'a field is missing')`.execute(db.read)
  const call = (method: string, path: string, { token } = finance) =>
    tukar.call(method, `/operator/api/regulatory-reports${path}`, { token })
  const list = await call('GET', '?limit=1', viewer)
  expectOk(list)
  const [failed] = list.body.data.data
  assert.deepEqual([failed.requestId, failed.state], ['report-2', 'FAILED'])
  const rest = await call('GET', `?limit=1&cursor=${list.body.data.nextCursor}`)
  const [accepted] = rest.body.data.data
  assert.deepEqual([accepted.requestId, rest.body.data.nextCursor], ['report-1', null])
  assert.equal((await call('GET', '?state=FAILED')).body.data.data.length, 1)
  const shown = await call('GET', `/${failed.id}`, viewer)
  assert.deepEqual(shown.body.data.payload, { user: '2' })
  const retry = async (id: string, by = finance) =>
    messageOf(await call('POST', `/${id}/retry`, by))
  const refused = [400, 'api.regulatory_report_accepted']
  assert.deepEqual(await retry(accepted.id), refused)
  assert.deepEqual(await retry('999999'), [404, 'api.regulatory_report_not_found'])
  assert.deepEqual(await retry(failed.id), [200, 'api.report_retried'])
  await eventually('the queue', async () => {
    const { body } = await call('GET', `/${failed.id}`)
    return ['SENT', 'SUCCESS'].includes(body.data.state)
  })
  const [entry] = await auditOf(tukar, finance, '&action=report.retry')
  assert.deepEqual([entry?.before, entry?.after], [{ state: 'FAILED' }, { state: 'PENDING' }])
})
