import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../tests/harness.ts'
import {
  during,
  fileOf,
  noProblems,
  release,
  reports,
  request,
  run,
  shown,
  trade,
  twoOperators,
  valid,
  withXmllint,
  year,
} from '../../../tests/make/carf-reports.ts'
import {
  cardOf,
  identityBecomes,
  makeNik,
  makeProvenTrader,
  proveFace,
  readCard,
} from '../../../tests/make/identity.ts'
import {
  agePostings,
  btc,
  closeNow,
  post,
  posting,
  rollUpAll,
  toNextRange,
} from '../../../tests/make/ledger.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'
import { forgetOldHistories } from '../../app/identity/poll-registrations.ts'
import { systemClock } from '../../base/clock.ts'
import { money } from '../../base/values/money.ts'
import { connectDatabase } from '../../core/database/database.ts'
import { available, house } from '../../core/ledger/accounts.ts'
import { auditLedger } from '../../core/ledger/audit.ts'
import { addCheckpoints } from '../../core/ledger/balances-at/add-checkpoints.ts'
import { detachOldMoves } from '../../core/ledger/detach-moves.ts'
import { drawCarfReports } from './draw-carf-report.ts'

test('places that are unreadable on a card make no file invalid', async (t) => {
  const tukar = await startTukar(t)
  const places = ['alamat', 'rtRw', 'kelurahanDesa', 'kecamatan', 'kotaKabupaten', 'provinsi']
  const printed = places.map((place) => `${place}=`).join(';')
  const trader = await makeTrader(tukar)
  expectOk(await readCard(tukar, trader, { ktp_image: cardOf(makeNik(), printed) }))
  expectOk(await proveFace(tukar, trader))
  await identityBecomes(tukar, trader, 'success')
  await trade(tukar, trader, { side: 'BUY', volume: 10n, amount: 10n, fee: 0n })
  const [operator] = await twoOperators(tukar)
  const id = await request(tukar, operator)
  const report = await shown(tukar, operator, id)
  assert.deepEqual([report.newRecords, report.checked, report.problems], [1, valid, noProblems])
  const xml = await fileOf(tukar, operator, id, 'format=xml')
  assert.match(xml, /<City>unknown<\/City>\n<\/AddressFix>\n<\/Address>/)
})

test('a year is corrected after its evidence is old, also of who never certified', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const [known, other] = [await makeProvenTrader(tukar), await makeProvenTrader(tukar)]
  await trade(tukar, known, { side: 'BUY', volume: 10n, amount: 10n, fee: 0n })
  const operators = await twoOperators(tukar)
  const id = await request(tukar, operators[0])
  await release(tukar, id, ...operators)
  await run(tukar, sql`update users set suspended_at = now() - interval '1826 days'`)
  await forgetOldHistories(ctx)
  await trade(tukar, other, { side: 'BUY', volume: 10n, amount: 10n, fee: 0n })
  const correction = await shown(tukar, operators[0], await request(tukar, operators[0]))
  assert.deepEqual(
    [correction.state, correction.corrections, correction.deletions],
    ['drawn', 0, 0],
  )
  assert.match(await fileOf(tukar, operators[0], id, 'format=xml'), /<TIN issuedBy="ID">[0-9]{16}</)
})

test('marks that no reader sees on a card reach no file', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const printed = 'nama=BUDI\u0001SANTOSO;alamat=JL.\u0007MELATI\u001f'
  expectOk(await readCard(tukar, trader, { ktp_image: cardOf(makeNik(), printed) }))
  expectOk(await proveFace(tukar, trader))
  await identityBecomes(tukar, trader, 'success')
  await trade(tukar, trader, { side: 'BUY', volume: 10n, amount: 10n, fee: 0n })
  const [operator] = await twoOperators(tukar)
  const id = await request(tukar, operator)
  assert.equal((await shown(tukar, operator, id)).checked, valid)
  const xml = await fileOf(tukar, operator, id, 'format=xml')
  assert.match(xml, /<FirstName>BUDI<\/FirstName>\n<LastName>SANTOSO<\/LastName>/)
  assert.match(xml, /<AdditionalAddressInfo>JL\. MELATI,/)
})

test('files that do not fit the schema are not released', withXmllint, async (t) => {
  const tukar = await startTukar(t)
  const operators = await twoOperators(tukar)
  await run(tukar, sql`update settings set value = '' where key = 'tax.house_city'`)
  const id = await request(tukar, operators[0])
  const report = await shown(tukar, operators[0], id)
  assert.equal(report.checked, 'invalid')
  assert.match(report.problems, /City/)
  const [refused] = await release(tukar, id, operators[0])
  assert.equal(refused?.body.message, 'api.carf_report_invalid')
})

test('a report that lacks transfers, since moves are archived, is not released', async (t) => {
  const tukar = await startTukar(t, { fresh: true })
  const { db } = tukar.service.ctx
  const trader = await makeProvenTrader(tukar)
  const into = { from: house('custody'), to: available(trader.id), amount: money(btc, 7n) }
  await post(db, { ...posting('in', into), action: 'DEPOSIT' })
  const { rows } = await sql<{ days: number }>`
    select (now()::date - ${during}::date)::int as days`.execute(db.read)
  const days = rows[0]?.days ?? 0
  await agePostings(db, days)
  await toNextRange(db)
  await post(db, posting('new', { ...into, amount: money(btc, 1n) }))
  await rollUpAll(db)
  await closeNow(db)
  await addCheckpoints(db)
  assert.deepEqual(await auditLedger({ db, clock: systemClock }, 'full', []), [])
  const [operator] = await twoOperators(tukar)
  const whole = await request(tukar, operator)
  assert.equal((await shown(tukar, operator, whole)).newRecords, 1)
  const { token } = operator
  expectOk(await tukar.call('POST', `${reports}/${whole}/discard`, { token, body: {} }))
  assert.equal(await detachOldMoves(db, days - 10), true)
  const id = await request(tukar, operator)
  const report = await shown(tukar, operator, id)
  assert.deepEqual([report.newRecords, report.checked], [0, 'invalid'])
  assert.match(report.problems, /archived/)
  const [refused] = await release(tukar, id, operator)
  assert.equal(refused?.body.message, 'api.carf_report_invalid')
})

test('amounts without a price and users without an identity are counted', async (t) => {
  const tukar = await startTukar(t)
  const [known, unknown] = [await makeProvenTrader(tukar), await makeProvenTrader(tukar)]
  const swap = { pair: 'BTC_USDT', side: 'SELL', volume: 1_000n, amount: 1_000n, fee: 0n } as const
  await trade(tukar, known, swap)
  await trade(tukar, unknown, swap)
  await run(tukar, sql`update users set identity_status = 'none' where id = ${unknown.id}`)
  const [operator] = await twoOperators(tukar)
  const report = await shown(tukar, operator, await request(tukar, operator))
  assert.deepEqual([report.newRecords, report.unidentified], [1, 1])
  assert.equal(report.unvalued, 4)
})

test('a step that takes too long is repeated with fewer users', async (t) => {
  const tukar = await startTukar(t, { fresh: true })
  const { ctx } = tukar.service
  const [operator] = await twoOperators(tukar)
  const { token } = operator
  for (let times = 0; times < 6; times += 1) {
    const trader = await makeTrader(tukar)
    await run(tukar, sql`update users set identity_status = 'success' where id = ${trader.id}`)
    await trade(tukar, trader, { side: 'BUY', volume: 10n, amount: 10n, fee: 0n })
  }
  await run(
    tukar,
    sql`create function slow() returns trigger language plpgsql as
      'begin if (select count(*) from added) > 2 then perform pg_sleep(60); end if;
       return null; end'`,
  )
  await run(
    tukar,
    sql`create trigger slow after insert on carf_records referencing new table as added
      for each statement execute function slow()`,
  )
  const answer = await tukar.call('POST', reports, { token, body: { year } })
  expectOk(answer)
  const url = ctx.config.databaseUrl ?? ''
  const patientDb = connectDatabase({ url, log: ctx.log, connections: 1, statementMs: 500 })
  t.after(() => patientDb.close())
  const { ctx: leading } = await leaderOf(tukar)
  const config = { ...leading.config, carfSchema: null }
  await drawCarfReports({ ...leading, config, patientDb }, 20)
  const report = await shown(tukar, operator, answer.body.data.id)
  assert.deepEqual([report.state, report.newRecords], ['drawn', 6])
})
