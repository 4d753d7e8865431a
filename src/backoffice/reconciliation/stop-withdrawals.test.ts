import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { openBreaks } from '../../../tests/make/breaks.ts'
import { depositCoins } from '../../../tests/make/custody.ts'
import { btc, credit, makeUser, move, post, posting } from '../../../tests/make/ledger.ts'
import {
  makeFirstAdmin,
  makeOperator,
  type SignedInOperator,
} from '../../../tests/make/operator.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../../../tests/make/payx.ts'
import { pricesSeen } from '../../../tests/make/prices.ts'
import { putAgreed } from '../../../tests/make/proposals.ts'
import type { UserId } from '../../base/values/ids.ts'
import { available, house } from '../../core/ledger/accounts.ts'
import { readWalletFlags } from '../../core/reference/wallet-flags.sql.ts'
import { reconcile } from './reconcile.ts'

/** Starts a service that was compared once, before anything was booked. */
async function start(t: TestContext) {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  await reconcile(ctx)
  const operator = await makeFirstAdmin(tukar)
  const { db } = ctx
  return {
    tukar,
    ctx,
    db,
    user: await makeUser(db),
    operator,
    breaks: () => openBreaks(tukar, operator),
    /** Compares, makes every break older by this many minutes, and compares again. */
    compare: async (minutes = 0) => {
      await reconcile(ctx)
      await sql`update breaks set since = since - make_interval(mins => ${minutes}::int)`.execute(
        db.read,
      )
      await reconcile(ctx)
    },
    goes: async () => (await readWalletFlags(db)).WD,
    begin: () =>
      putAgreed(tukar, operator, 'wallet-status', {
        type: 'WD',
        value: 1,
        reason: 'looked at it',
      }),
    stops: async () => {
      const { rows } = await sql<{ subject: string; severity: string }>`
        select subject, severity from operator_alerts where kind = 'withdrawals-stopped'
        order by id`.execute(db.read)
      return rows.map(({ subject, severity }) => `${severity}: ${subject}`)
    },
  }
}

/** Books bitcoin at custody that custody never held. */
const coins = (key: string, user: UserId, units: bigint) =>
  posting(key, move(house('custody'), available(user), units, btc))

test('a lasting break above the bound stops withdrawals; others do not', async (t) => {
  const { db, user, compare, goes, stops, breaks } = await start(t)
  await post(db, credit('a', user, 100_000_000_00n))
  await compare(16)
  assert.equal(await goes(), true, 'it is at the bound, and not above')
  await post(db, credit('b', user, 1n))
  await compare()
  assert.equal(await goes(), false)
  const subject = 'critical: Withdrawals were stopped: IDR at payx differs by IDR 100,000,000.01'
  await eventually('the alert', async () => (await stops()).join() === subject)
  assert.notEqual((await breaks())[0]?.stoppedAt, null)
})

test('withdrawals are also stopped if the comparison with another provider fails', async (t) => {
  const { db, ctx, user, compare, goes } = await start(t)
  await post(db, credit('a', user, 100_000_000_01n))
  await compare()
  assert.equal(await goes(), true, 'it may be a short difference')
  await sql`update breaks set since = since - interval '16 minutes'`.execute(db.read)
  const custody = { ...ctx.custody, holdings: () => Promise.reject(new Error('an odd response')) }
  await assert.rejects(reconcile({ ...ctx, custody }), { message: 'an odd response' })
  assert.equal(await goes(), false)
})

test('forged payments that are not looked up yet stop withdrawals by their sum', async (t) => {
  const { tukar, db, compare, goes } = await start(t)
  await sql`update settings set value = '2999997' where key = 'break.stop_idr'`.execute(db.read)
  await sql`
    update settings set value = '9000000' where key = 'payx.unconfirmed_account_idr'`.execute(
    db.read,
  )
  const account = await makeAccount(db)
  for (const at of [1, 2, 3]) {
    await reportPayx(tukar, 'deposit-paid', paidInto(account, `forged-${at}`, 999_999))
  }
  await compare(14)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'forged-4', 999_999))
  await compare()
  assert.equal(await goes(), true, 'what is younger than its grace may be under way')
  await compare(2)
  assert.equal(await goes(), false)
})

test('one break stops withdrawals once, and again when it has grown by the bound', async (t) => {
  const { db, user, compare, goes, begin, stops } = await start(t)
  await post(db, credit('a', user, 150_000_000_00n))
  await compare(16)
  assert.equal(await goes(), false)
  assert.equal((await begin()).status, 200)
  await compare()
  assert.equal(await goes(), true, 'an operator has looked')
  await post(db, credit('b', user, 100_000_000_00n))
  await compare()
  assert.equal(await goes(), true)
  await post(db, credit('c', user, 1n))
  await compare()
  assert.equal(await goes(), false)
  await eventually('two alerts', async () => (await stops()).length === 2)
})

test('neither closing nor owning a part restarts the time of a break', async (t) => {
  const { tukar, db, user, operator, compare, goes, breaks } = await start(t)
  await post(db, credit('a', user, 300_000_000_00n))
  await compare(14)
  const [found] = await breaks()
  const decide = (by: SignedInOperator, action: string, body: object) =>
    tukar.call('POST', `/operator/api/breaks/${found?.id}/${action}`, { token: by.token, body })
  const reason = 'looked at it'
  assert.equal((await decide(operator, 'close', { reason })).status, 400)
  for (let time = 0; time < 2; time += 1) {
    const by = await makeOperator(tukar, 'finance', operator)
    const part = { direction: 'out', amount: '1', reason }
    assert.equal((await decide(by, 'own', part)).status, 200)
  }
  await compare()
  const [rest] = await breaks()
  assert.deepEqual([rest?.id, rest?.since], [found?.id, found?.since])
  assert.equal(await goes(), true)
  await compare(2)
  assert.equal(await goes(), false)
})

test('coins count by their worth, and without a price in any amount', async (t) => {
  const priced = await start(t)
  await pricesSeen(priced.db, { BTC_IDR: '1600000000' }, 3_600)
  await post(priced.db, coins('a', priced.user, 6_250_000n))
  await priced.compare(16)
  assert.equal(await priced.goes(), true)
  await post(priced.db, coins('b', priced.user, 1n))
  await priced.compare()
  assert.equal(await priced.goes(), false)
  const unpriced = await start(t)
  await post(unpriced.db, coins('a', unpriced.user, 1n))
  await unpriced.compare(16)
  assert.equal(await unpriced.goes(), false)
})

test('a break that stopped without a price stops again above the bound', async (t) => {
  const { db, user, compare, goes, begin } = await start(t)
  await post(db, coins('a', user, 1n))
  await compare(16)
  assert.equal(await goes(), false)
  assert.equal((await begin()).status, 200)
  await pricesSeen(db, { BTC_IDR: '1600000000' }, 3_600)
  await post(db, coins('b', user, 6_249_999n))
  await compare()
  assert.equal(await goes(), true, 'an operator has looked, and it is at the bound')
  await post(db, coins('c', user, 1n))
  await compare()
  assert.equal(await goes(), false)
})

test('an unsolicited coin without a price stops nothing', async (t) => {
  const { tukar, compare, goes, breaks } = await start(t)
  const address = '0xdefa017000000000000000000000000000000000'
  await depositCoins(tukar, { address, assetId: 'HOT1', amount: '5' })
  await compare(16)
  assert.deepEqual(
    (await breaks()).map(({ subject, theirs }) => [subject, theirs]),
    [['HOT', '5']],
  )
  assert.equal(await goes(), true)
})
