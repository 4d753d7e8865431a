import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../../../tests/make/payx.ts'
import { worries } from '../../../tests/make/payx-books.ts'
import { rollUpHouse } from '../../core/ledger/house.ts'
import { checkSupply } from './check-supply.ts'

test('operators are notified of a nearly used supply cap once per day and step', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  const { db } = ctx
  const account = await makeAccount(db)
  const capOf = (rupiah: number) =>
    sql`update assets set supply_cap = ${rupiah * 100} where symbol = 'IDR'`.execute(db.read)
  const check = async () => {
    await rollUpHouse(db)
    for (let again = 0; again < 2; again += 1) await checkSupply(ctx)
  }
  /** The sums do not have moves as long as an older transaction is open, in any database. */
  const warned = (what: string, alerts: string) =>
    eventually(what, async () => {
      await check()
      return (await worries(db)).join() === alerts
    })
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'one', 804_440))
  await capOf(1_000_001)
  await check()
  assert.deepEqual(await worries(db), [])
  await capOf(1_000_000)
  const near = 'supply-cap-near warning'
  await warned('the warning', near)
  await capOf(842_105)
  const almost = `${near},supply-cap-near critical`
  await warned('the alarm', almost)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'two', 100_000))
  const refused = `${almost},deposit-in-suspense critical`
  await eventually('the suspense', async () => (await worries(db)).join() === refused)
  await check()
  assert.equal((await worries(db)).join(), refused)
})

test('the caps are of tens of billions of rupiah, whatever the asset', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const { rows } = await sql<{ symbol: string; cap: string }>`
    select symbol, trim_scale(supply_cap / 10::numeric ^ scale)::text as cap
    from assets order by sort`.execute(db.read)
  assert.deepEqual(
    rows.map(({ symbol, cap }) => `${symbol} ${cap}`),
    [
      'IDR 50000000000',
      'USDT 3000000',
      'BTC 30',
      'ETH 900',
      'TRX 10000000',
      'XRP 1200000',
      'SOL 15000',
      'HOT 2500000000',
      'POL 12000000',
    ],
  )
})
