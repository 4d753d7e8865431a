import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { auditOf, makeOperator, type SignedInOperator } from '../../../../tests/make/operator.ts'
import { findOperator } from '../../../core/operators/operators.sql.ts'
import type { OperatorNotice } from '../../../core/outbox/notices.ts'
import { insertAlerts } from '../../../core/outbox/outbox.sql.ts'
import { exportLimits, exportList } from './export-list.ts'

type Kind = OperatorNotice['kind']
const kind: Kind = 'break'

const makeAlerts = (
  { service }: Tukar,
  subjects: readonly string[],
  of: Kind = kind,
): Promise<unknown> =>
  service.ctx.db.inTransaction((tx) =>
    insertAlerts(
      tx,
      subjects.map((subject, index) => {
        const data = { units: `${index}`, 'tx-pair': 'BTC, "IDR"' }
        return {
          to: 'operator',
          severity: 'info',
          kind: of,
          key: `${of} ${index}`,
          subject,
          data,
        }
      }),
    ),
  )

const exported = (tukar: Tukar, { token }: SignedInOperator, query: string) =>
  tukar.call('GET', `/operator/api/alerts.csv?${query}`, { token })

test('a list is exported as CSV with its filters, and the audit records by whom', async (t) => {
  const tukar = await startTukar(t)
  const operator = await makeOperator(tukar, 'finance')
  await makeAlerts(tukar, ['=HYPERLINK("x")', 'plain', '-5', 'a;=cmd'])
  await makeAlerts(tukar, ['other'], 'pair-differs-from-venue')
  const answer = await exported(tukar, operator, `kind=${kind}&sort=asc`)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="alerts.csv"')
  const [titles, first = '', ...others] = answer.text.split('\r\n')
  assert.equal(titles, 'id,severity,kind,subject,data,createdAt')
  const cells = `,info,${kind},"'=HYPERLINK(""x"")","{""units"":""0"",""tx-pair"":""BTC, \\""IDR`
  assert.ok(first.includes(cells), first)
  assert.deepEqual(
    others.map((line) => line.split(',')[3]),
    ['plain', '-5', "a;'=cmd", undefined],
  )
  const entries = await eventually('the end to be audited', async () => {
    const all = await auditOf(tukar, operator, `&operatorId=${operator.id}`)
    return all.length >= 2 && all
  })
  const query = `kind=${kind}&sort=asc`
  assert.deepEqual(
    entries.map(({ action, subject, after }) => ({ action, subject, after })),
    [
      { action: 'list.export', subject: { kind: 'list', id: 'alerts' }, after: { query } },
      {
        action: 'list.exported',
        subject: { kind: 'list', id: 'alerts' },
        after: { query, rows: 4, complete: true },
      },
    ],
  )
})

test('an export begins with a byte order mark, so that Excel reads it as UTF-8', async (t) => {
  const tukar = await startTukar(t)
  const operator = await makeOperator(tukar, 'finance')
  const answer = await fetch(`${tukar.url}/operator/api/alerts.csv`, {
    headers: { authorization: `Bearer ${operator.token}` },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.equal(bytes.subarray(0, 6).toString('hex'), 'efbbbf69642c', 'the mark, and "id,"')
  await eventually('the end to be audited', async () => {
    const all = await auditOf(tukar, operator, '&action=list.exported')
    return all.length === 1
  })
})

test('an export has every row, however many pages they are', async (t) => {
  const tukar = await startTukar(t)
  const operator = await makeOperator(tukar, 'finance')
  const subjects = Array.from({ length: 2_500 }, (_, index) => `row ${index}`)
  await makeAlerts(tukar, subjects, 'deposit-conflict')
  const { text } = await exported(tukar, operator, 'kind=deposit-conflict&sort=asc')
  const lines = text.trimEnd().split('\r\n').slice(1)
  assert.deepEqual(
    lines.map((line) => line.split(',')[3]),
    subjects,
  )
})

test('a refused export and a HEAD request are not audited', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  assert.equal((await exported(tukar, finance, 'severity=loud')).status, 400)
  const head = await tukar.call('HEAD', '/operator/api/alerts.csv', { token: finance.token })
  assert.equal(head.status, 200)
  const audit = await auditOf(tukar, finance, `&operatorId=${finance.id}`)
  assert.deepEqual(audit, [])
})

test('an export ends at its bound and reports it; an operator has one at a time', async (t) => {
  const tukar = await startTukar(t)
  const signedIn = await makeOperator(tukar, 'finance')
  const { ctx } = tukar.service
  const readPage = async () => ({ data: [{ a: 1 }, { a: 2 }], nextCursor: '7' })
  const url = '/operator/api/things.csv'
  const take = (request: Parameters<typeof exportList>[1]['request']) =>
    exportList(
      ctx,
      { item: z.object({ a: z.int() }), readPage, operator: { ...operator }, request },
      { ...exportLimits, rows: 5 },
    )
  const request = { id: 'a', method: 'GET', url, ip: '::1', headers: {}, raw: Buffer.of() }
  const operator = await operatorOf(tukar, signedIn)
  const { stream } = await take(request)
  await assert.rejects(take({ ...request, id: 'b' }), /too_many_requests/)
  const pieces: unknown[] = await stream.toArray()
  assert.equal(
    pieces.join('').slice(1),
    'a\r\n1\r\n2\r\n1\r\n2\r\n1\r\nINCOMPLETE: only the first 5 rows. Narrow the filters.\r\n',
  )
  await eventually('a free slot', async () =>
    (await take({ ...request, id: 'c' })).stream.destroy(),
  )
  const audit = await eventually('the ends of both', async () => {
    const all = await auditOf(tukar, signedIn, '&action=list.exported')
    return all.length === 2 && all
  })
  // They are noted at the same time, so in either order.
  assert.deepEqual(
    audit.map(({ after }) => after).toSorted((one, other) => other.rows - one.rows),
    [5, 0].map((rows) => ({ query: '', rows, complete: false })),
  )
})

const operatorOf = async ({ service }: Tukar, { id }: SignedInOperator) => {
  const found = await findOperator(service.ctx.db.read, id)
  assert.ok(found)
  return found
}
