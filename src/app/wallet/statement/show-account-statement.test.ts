import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import {
  btc,
  closeNow,
  credit,
  move,
  post,
  posting,
  tamper,
} from '../../../../tests/make/ledger.ts'
import { auditOf, makeOperator } from '../../../../tests/make/operator.ts'
import { textOf } from '../../../../tests/make/pdf-text.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import { jakartaDay } from '../../../base/clock.ts'
import { idr, money } from '../../../base/values/money.ts'
import { available, house } from '../../../core/ledger/accounts.ts'
import { openHolds, releaseHolds } from '../../../core/ledger/hold.ts'

const march = 'startDate=2026-03-10&endDate=2026-03-11'

const statement = (tukar: Tukar, { token }: Trader, query: string) =>
  tukar.call('GET', `/api/users/history/statement?${query}`, { token })

/** Waits until the user has no report lease, so that the next statement can be made. */
const released = ({ service }: Tukar) =>
  eventually('the end of a statement', async () => {
    const left = await sql`select 1 from tax_report_leases`.execute(service.ctx.db.read)
    return left.rows.length === 0
  })

/** A trader with a deposit on the 9th, a fee and a hold on the 10th, and the rest on the 12th. */
async function tradedInMarch(tukar: Tukar): Promise<Trader> {
  const { db } = tukar.service.ctx
  const trader = await makeTrader(tukar)
  const owner = { kind: 'order', id: 'TK-1' }
  await post(db, credit('deposit:payx:pay-1', trader.id, 50_000n))
  const fee = move(available(trader.id), house('fees'), 1_050n)
  await post(db, { ...posting('fee', fee), action: 'FEE' })
  await db.inTransaction((tx) =>
    openHolds(tx, [{ owner, user: trader.id, amount: money(idr, 10_000n) }]),
  )
  await post(db, credit('coin-deposit:c-1:0', trader.id, 7n, btc))
  await db.inTransaction((tx) => releaseHolds(tx, [owner]))
  const at = (time: string, ...keys: readonly string[]) =>
    `update postings set at = '${time}+07' where key in (${keys.map((key) => `'${key}'`)})`
  await tamper(
    db,
    at('2026-03-09T23:59:59.999', 'deposit:payx:pay-1'),
    at('2026-03-10T00:00', 'fee'),
    at('2026-03-10T09:30', 'hold:order:TK-1'),
    at('2026-03-11T23:59:59.999', 'coin-deposit:c-1:0'),
    at('2026-03-12T00:00', 'release:order:TK-1'),
  )
  await closeNow(db)
  return trader
}

const linesInMarch = [
  'symbol,at,entry,reference,available,locked,balance',
  'IDR,2026-03-09T17:00:00.000Z,Opening balance,,500,0,500',
  'IDR,2026-03-09T17:00:00.000Z,Fee,,-10.5,0,489.5',
  'IDR,2026-03-10T02:30:00.000Z,Order: amount frozen,TK-1,-100,100,489.5',
  'IDR,2026-03-11T17:00:00.000Z,Closing balance,,389.5,100,489.5',
  'BTC,2026-03-09T17:00:00.000Z,Opening balance,,0,0,0',
  'BTC,2026-03-11T16:59:59.999Z,Deposit,,0.00000007,0,0.00000007',
  'BTC,2026-03-11T17:00:00.000Z,Closing balance,,0.00000007,0,0.00000007',
  '',
]

const linesOf = ({ text }: Readonly<{ text: string }>): readonly string[] => text.split('\r\n')

test('a statement leads from the opening balance to the closing one, move by move', async (t) => {
  const tukar = await startTukar(t)
  const trader = await tradedInMarch(tukar)
  const answer = await statement(tukar, trader, `${march}&format=csv&lang=en`)
  assert.deepEqual(linesOf(answer), linesInMarch)
  await released(tukar)
  const [, , release = ''] = linesOf(
    await statement(tukar, trader, 'startDate=2026-03-12&endDate=2026-03-31&format=csv&lang=en'),
  )
  assert.match(release, /^IDR,2026-03-11T17:00:00.000Z,Order: rest released,TK-1,100,-100,489.5$/)
  await released(tukar)
  const [yesterday, today] = [1, 0].map((ago) =>
    jakartaDay(new Date(Date.now() - ago * 86_400_000)),
  )
  const recent = `startDate=${yesterday}&endDate=${today}&format=csv&lang=en`
  const end = linesOf(await statement(tukar, trader, recent)).findLast((line) => line !== '') ?? ''
  const [, until = ''] = end.split(',')
  assert.ok(until < new Date().toISOString(), end)
})

test('a statement is a file for spreadsheets, or a PDF in the language of the user', async (t) => {
  const tukar = await startTukar(t)
  const trader = await tradedInMarch(tukar)
  const csv = await statement(tukar, trader, `${march}&format=csv&lang=id`)
  assert.equal(
    csv.headers.get('content-disposition'),
    'attachment; filename="statement-2026-03-10-2026-03-11.csv"',
  )
  assert.deepEqual(csv.text.split('\r\n').slice(0, 5), [
    'symbol,at,entry,reference,available,locked,balance',
    'IDR,2026-03-09T17:00:00.000Z,Saldo awal,,500,0,500',
    'IDR,2026-03-09T17:00:00.000Z,Biaya,,-10.5,0,489.5',
    'IDR,2026-03-10T02:30:00.000Z,Order: dana dibekukan,TK-1,-100,100,489.5',
    'IDR,2026-03-11T17:00:00.000Z,Saldo akhir,,389.5,100,489.5',
  ])
  await released(tukar)
  const { token } = trader
  for (const [language, opening] of [
    ['en', 'Opening balance'],
    ['ID', 'Saldo awal'],
  ] as const) {
    await tukar.call('PATCH', '/api/users/language', { token, body: { language } })
    const pdf = await fetch(`${tukar.url}/api/users/history/statement?${march}&format=pdf`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { text } = textOf(Buffer.from(await pdf.arrayBuffer()))
    for (const words of [trader.email, opening, 'TK-1', '489.5']) {
      assert.ok(text.includes(words), words)
    }
    await released(tukar)
  }
})

test('a statement needs a period of at most a year that has begun', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await closeNow(tukar.service.ctx.db)
  const refused = async (query: string) => (await statement(tukar, trader, query)).status
  assert.equal(await refused(''), 400)
  assert.equal(await refused('startDate=2026-03-10&endDate=2027-03-11'), 400)
  assert.equal(await refused('startDate=2026-03-10&endDate=2026-03-09'), 400)
  assert.equal(await refused('startDate=2098-03-10&endDate=2098-03-11'), 400)
})

test("an operator reads a user's statement, which is audited", async (t) => {
  const tukar = await startTukar(t)
  const trader = await tradedInMarch(tukar)
  const support = await makeOperator(tukar, 'support')
  const asked = `${march}&format=csv&lang=en`
  const path = (id: number) => `/operator/api/users/${id}/statement?${asked}`
  const shown = await tukar.call('GET', path(trader.id), { token: support.token })
  assert.deepEqual(linesOf(shown), linesInMarch)
  const looks = await auditOf(tukar, support, `&action=user.statement&subjectId=${trader.id}`)
  assert.equal(looks.length, 1)
  const unknown = await tukar.call('GET', path(999_999), { token: support.token })
  assert.deepEqual(messageOf(unknown), [404, 'api.user_not_found'])
})
