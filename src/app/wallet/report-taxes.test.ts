import assert from 'node:assert/strict'
import { request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { certify } from '../../../tests/make/certification.ts'
import { makeProvenTrader } from '../../../tests/make/identity.ts'
import { btc } from '../../../tests/make/ledger.ts'
import { auditOf, makeFirstAdmin, makeOperator } from '../../../tests/make/operator.ts'
import { textOf } from '../../../tests/make/pdf-text.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { taxed, tradeTax } from '../../../tests/make/taxes.ts'
import { expectOk, makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { userId } from '../../base/values/ids.ts'
import { money, perMillion } from '../../base/values/money.ts'
import { writeReport } from './report-taxes.ts'
import { reportFileLimits } from './wallet-limits.ts'

const path = '/api/users/history/tax/report'

const report = (tukar: Tukar, { token }: Trader, query = '') =>
  tukar.call('GET', `${path}${query}`, { token })

const bought = {
  kind: 'PPN',
  side: 'BUY',
  tax: money(btc, 110n),
  rate: perMillion(1_100n),
} as const

async function manyTaxes(
  { service }: Tukar,
  { id }: Trader,
  count: number,
  rule = 'PMK 50/2025',
): Promise<void> {
  await sql`
    insert into trade_taxes
      (user_id, trade_key, kind, order_no, pair_id, side, amount, value, rate_ppm, rule,
       tax_asset_id, tax, value_idr, tax_idr, valued_by, valued_at, traded_at)
    select ${id}, 'many:' || n, 'PPH', 'TK-' || n, 1, 'SELL', 1000, 1600000, 2100,
           ${rule}, 1, 3360, 1600000, 3360, 'trade', '2025-09-01',
           timestamptz '2025-09-01' + n * interval '1 second'
    from generate_series(1, ${count}::integer) as n`.execute(service.ctx.db.read)
}

/** Taxes whose report, of 10 MB, is larger than the buffers of a connection. */
const wideTaxes = (tukar: Tukar, trader: Trader) =>
  manyTaxes(tukar, trader, 14_000, '\u{1f600}'.repeat(100))

/** Waits until the user has no report lease, so that the next report can be made. */
const released = ({ service }: Tukar) =>
  eventually('the end of a report', async () => {
    const left = await sql`select 1 from tax_report_leases`.execute(service.ctx.db.read)
    return left.rows.length === 0
  })

test("the report as JSON has the history's rows, oldest first, and their totals", async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { db } = tukar.service.ctx
  await taxed(db, ...['a', 'b', 'c'].map((orderNo) => tradeTax(trader.id, { orderNo })))
  await taxed(db, tradeTax(trader.id, bought), tradeTax(trader.id, bought))
  const answer = await report(tukar, trader)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const { data, ...envelope } = answer.body
  assert.deepEqual(envelope, {
    code: 200,
    title: 'OK',
    message: 'api.tax_report_retrieved',
    result: true,
  })
  const history = await tukar.call('GET', '/api/users/history/tax', { token: trader.token })
  assert.deepEqual(data.rows, history.body.data.data.toReversed())
  assert.deepEqual(data.totals, [
    {
      taxType: 'PPH',
      side: 'SELL',
      trades: 3,
      value: '4800000',
      valueAsset: 'IDR',
      tax: '10080',
      taxAsset: 'IDR',
      valueIdr: '4800000',
      taxIdr: '10080',
    },
    {
      taxType: 'PPN',
      side: 'BUY',
      trades: 2,
      value: '3200000',
      valueAsset: 'IDR',
      tax: '0.0000022',
      taxAsset: 'BTC',
      valueIdr: '3200000',
      taxIdr: '6720',
    },
  ])
  assert.deepEqual([data.pair, data.side, data.year, data.month], [null, null, null, null])
})

test('the report holds the rows of its filter; a month without a year is ignored', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const at = (time: string) => tradeTax(trader.id, { tradedAt: new Date(time) })
  await taxed(
    tukar.service.ctx.db,
    at('2025-08-31T16:59:59.999Z'),
    at('2025-08-31T17:00:00.000Z'),
    tradeTax((await makeTrader(tukar)).id),
  )
  const september = await report(tukar, trader, '?year=2025&month=9&pair=BTC_IDR&side=SELL')
  assert.deepEqual(
    september.body.data.rows.map(({ tradedAt }: { tradedAt: string }) => tradedAt),
    ['2025-08-31T17:00:00.000Z'],
  )
  await released(tukar)
  const ignored = await report(tukar, trader, '?month=9')
  assert.deepEqual([ignored.body.data.rows.length, ignored.body.data.month], [2, null])
  await released(tukar)
  const empty = await report(tukar, trader, '?year=2020')
  assert.deepEqual([empty.body.data.rows, empty.body.data.totals], [[], []])
})

test('the report as CSV is a file with quoted cells that no spreadsheet executes', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const orderNo = '=HYPERLINK("http://evil")'
  await taxed(tukar.service.ctx.db, tradeTax(trader.id, { orderNo, rule: 'a, b' }))
  const answer = await report(tukar, trader, '?format=csv&year=2025&month=9')
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(
    answer.headers.get('content-disposition'),
    'attachment; filename="tax-report-2025-09.csv"',
  )
  const [head, row, blank, totalHead, total, ...slip] = answer.text.split('\r\n')
  assert.match(head ?? '', /^id,txPair,side,orderNo,amount,/)
  assert.match(
    row ?? '',
    /^\d+,BTC_IDR,SELL,"'=HYPERLINK\(""http:\/\/evil""\)",0\.001,BTC,1600000,IDR,PPH,0\.21,"a, b",/,
  )
  assert.equal(blank, '')
  assert.match(slip.join('\n'), /^\nslip,number,period,.*\nSLIP,TUKAR-202509-\d+,2025-09,/)
  assert.match(totalHead ?? '', /^total,/)
  assert.equal(total, 'TOTAL,PPH,SELL,1,1600000,IDR,3360,IDR,1600000,3360')
  await released(tukar)
  const bytes = await fetch(`${tukar.url}${path}?format=csv`, {
    headers: { authorization: `Bearer ${trader.token}` },
  })
  assert.equal(
    Buffer.from(await bytes.arrayBuffer())
      .subarray(0, 3)
      .toString('hex'),
    'efbbbf',
  )
})

test('the report as PDF is a whole document in the language of its reader', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await manyTaxes(tukar, trader, 100)
  const text = async () => {
    const answer = await fetch(`${tukar.url}${path}?format=pdf`, {
      headers: { authorization: `Bearer ${trader.token}` },
    })
    assert.equal(answer.headers.get('content-type'), 'application/pdf')
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
    assert.match(bytes.subarray(-10).toString('latin1'), /%%EOF/)
    await released(tukar)
    return textOf(bytes)
  }
  const english = await text()
  assert.match(english.text, /Tax report/)
  assert.match(english.text, /TK-100/)
  assert.match(english.text, /Trades: 100/)
  assert.ok(english.pages > 1)
  const body = { language: 'ID' }
  await tukar.call('PATCH', '/api/users/language', { token: trader.token, body })
  assert.match((await text()).text, /Laporan pajak/)
})

test('a slip names both parties, and the slips of months add up to that of the year', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeProvenTrader(tukar)
  expectOk(await certify(tukar, trader))
  const at = (month: string) => tradeTax(trader.id, { tradedAt: new Date(`2025-${month}-15`) })
  await taxed(tukar.service.ctx.db, at('08'), at('09'), at('09'), at('12'))
  const slipOf = async (query: string) => {
    const answer = await report(tukar, trader, query)
    await released(tukar)
    const { slip, totals } = answer.body.data
    return { slip, tax: Number(totals[0]?.taxIdr ?? 0), trades: totals[0]?.trades ?? 0 }
  }
  const { slip, ...whole } = await slipOf('?year=2025')
  assert.equal(slip.number, `TUKAR-2025-${trader.id}`)
  assert.deepEqual(Object.keys(slip.collector), ['name', 'address', 'npwp'])
  assert.match(slip.payer.taxNumber, /^[0-9]{16}$/)
  const months: Awaited<ReturnType<typeof slipOf>>[] = []
  for (let month = 1; month <= 12; month += 1) {
    months.push(await slipOf(`?year=2025&month=${month}`))
  }
  const sum = (of: 'tax' | 'trades') => months.reduce((all, one) => all + one[of], 0)
  assert.deepEqual(whole, { tax: sum('tax'), trades: sum('trades') })
  assert.equal(new Set(months.map((one) => one.slip.number)).size, 12)
  for (const [lang, title] of [
    ['id', 'Bukti pemotongan pajak'],
    ['en', 'Tax withholding slip'],
  ] as const) {
    const answer = await fetch(`${tukar.url}${path}?format=pdf&year=2025&lang=${lang}`, {
      headers: { authorization: `Bearer ${trader.token}` },
    })
    const { text } = textOf(Buffer.from(await answer.arrayBuffer()))
    for (const words of [title, slip.payer.name, slip.payer.taxNumber, slip.collector.npwp]) {
      assert.ok(text.includes(words), words)
    }
    await released(tukar)
  }
})

test('operators of support read the slips of a user, and each look is audited', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeProvenTrader(tukar)
  await taxed(tukar.service.ctx.db, tradeTax(trader.id))
  const admin = await makeFirstAdmin(tukar)
  const { token } = await makeOperator(tukar, 'support', admin)
  const of = (id: number) => `/operator/api/users/${id}/tax-report?year=2025`
  const answer = await tukar.call('GET', of(trader.id), { token })
  assert.equal(answer.body.data.slip.number, `TUKAR-2025-${trader.id}`)
  assert.equal(answer.body.data.rows.length, 1)
  const none = await tukar.call('GET', of(999_999), { token })
  assert.deepEqual(messageOf(none), [404, 'api.user_not_found'])
  const looks = await auditOf(tukar, admin, `&action=user.tax-report&subjectId=${trader.id}`)
  assert.equal(looks.length, 1)
})

test('a report of many rows comes whole, in pieces', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const count = reportFileLimits.batchRows * 2 + 1
  await manyTaxes(tukar, trader, count)
  const answer = await report(tukar, trader)
  assert.equal(answer.headers.get('transfer-encoding'), 'chunked')
  const { rows, totals } = answer.body.data
  assert.equal(new Set(rows.map(({ id }: { id: number }) => id)).size, count)
  assert.equal(totals[0].trades, count)
})

/** Opens a report and does not read it, which keeps a report of some size in progress. */
async function readSlowly(t: TestContext, tukar: Tukar, { token }: Trader) {
  const slow = request(`${tukar.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  slow.on('error', () => undefined)
  t.after(() => slow.destroy())
  slow.end()
  await new Promise((resolve) => slow.once('response', resolve))
  return slow
}

test('users who read their reports slowly block no other user', async (t) => {
  const tukar = await startTukar(t)
  const traders = await Promise.all(
    Array.from({ length: reportFileLimits.atOnce + 2 }, () => makeTrader(tukar)),
  )
  const [other, ...slow] = traders
  assert.ok(other !== undefined)
  const count = reportFileLimits.batchRows * 2
  await manyTaxes(tukar, other, count)
  for (const trader of slow) {
    await wideTaxes(tukar, trader)
    await readSlowly(t, tukar, trader)
  }
  const answer = await report(tukar, other, '?format=csv')
  assert.equal(answer.status, 200, answer.text.slice(0, 200))
  assert.ok(answer.text.split('\r\n').length > count)
})

test('one network has a share of the reports that are open at once', async (t) => {
  const { service } = await startTukar(t)
  const { openOfNetwork } = reportFileLimits
  const made = await sql<{ id: number; email: string }>`
    insert into users (email, password_hash)
    select 'many-' || n || '@tukar.test', 'none' from generate_series(1, ${openOfNetwork + 2}) as n
    returning id::int, email`.execute(service.ctx.db.read)
  const callers = made.rows.map(({ id, email }) => ({
    id: userId(id),
    email,
    emailVerified: true,
    suspended: false,
  }))
  const open = async (caller: (typeof callers)[number], ip: string) => {
    const from = { ip, isNamed: true }
    const { stream } = await writeReport(service.ctx, { format: 'csv' }, caller, from)
    t.after(() => stream.destroy())
    return stream
  }
  const [late, other, ...many] = callers
  assert.ok(late !== undefined && other !== undefined)
  const [first] = await Promise.all(many.map((caller, n) => open(caller, `198.51.100.${n}`)))
  await assert.rejects(open(late, '198.51.100.200'), { key: 'api.service_unavailable' })
  await open(other, '203.0.113.1')
  first?.destroy()
  await eventually('a free slot', () => open(late, '198.51.100.200').catch(() => null))
})

test('a user has one report made at a time; others have theirs meanwhile', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  await wideTaxes(tukar, trader)
  const slow = await readSlowly(t, tukar, trader)
  const refused = await report(tukar, trader)
  assert.deepEqual(messageOf(refused), [429, 'api.too_many_requests'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await report(tukar, other)).status, 200)
  slow.destroy()
  await released(tukar)
  assert.equal((await report(tukar, trader, '?year=2020')).status, 200)
})

test('a report on a dead node blocks its user only until its permit expires', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const lease = (until: string) =>
    sql`insert into tax_report_leases (user_id, lease, until)
        values (${trader.id}, 'dead', now() + ${until}::interval)
        on conflict (user_id) do update set until = excluded.until`.execute(
      tukar.service.ctx.db.read,
    )
  await lease('1 minute')
  assert.equal((await report(tukar, trader)).status, 429)
  await lease('-1 second')
  assert.equal((await report(tukar, trader)).status, 200)
})

test('a report that is too large as a PDF is refused, and comes as CSV', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  setLimits(t, reportFileLimits, { pdfRows: 100 })
  await manyTaxes(tukar, trader, 101)
  const refused = await report(tukar, trader, '?format=pdf')
  assert.deepEqual(messageOf(refused), [400, 'api.tax_report_too_large'])
  const csv = await report(tukar, trader, '?format=csv')
  assert.equal(csv.text.split('\r\n').length, 109)
})

test('an invalid format is refused with a sentence', async (t) => {
  const tukar = await startTukar(t)
  const answer = await report(tukar, await makeTrader(tukar), '?format=xlsx')
  assert.deepEqual(messageOf(answer), [400, 'The selected format is invalid.'])
})
