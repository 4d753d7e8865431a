import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, send, startTukar, type Tukar } from '../harness.ts'
import { auditsClean } from '../make/audit.ts'
import { owned } from '../make/ledger.ts'
import { withinOneJakartaDay } from '../make/period.ts'
import { codeOf } from '../make/totp.ts'
import {
  btc,
  coinFields,
  type Fields,
  fund,
  later,
  mailedCode,
  makeWithdrawer,
  oneBtc,
  sentToCustody,
  type Withdrawer,
  withdrawalsOf,
  xrp,
} from '../make/withdrawal.ts'

async function start(t: TestContext) {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeWithdrawer(tukar)
  return { tukar, trader, db: tukar.service.ctx.db }
}

/** Sends a complete request to one of the two nodes. */
function requestAt({ nodes }: Tukar, { token }: Withdrawer, at: number, fields: Fields) {
  const url = nodes[at % nodes.length]?.url ?? ''
  return send(url, 'POST', '/api/withdraw/withdraw-coin', { token, body: coinFields(fields) })
}

const accepted = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200)

const keys = (answers: readonly Answer[]) =>
  new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.message))

test('of fifty concurrent withdrawals with the same codes, one is accepted', async (t) => {
  const { tukar, trader, db } = await start(t)
  const otpCode = await mailedCode(tukar, trader)
  const fields = { otpCode, twoFACode: codeOf(trader.secret) }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => requestAt(tukar, trader, at, fields)),
  )
  assert.equal(accepted(answers).length, 1, [...keys(answers)].join())
  assert.equal((await withdrawalsOf(tukar, trader)).length, 1)
  const { available, locked } = await owned(db, trader.id, btc)
  assert.ok(available === 10n * oneBtc - 500_000n && locked <= 500_000n)
  assert.ok((await sentToCustody(tukar)).length <= 1)
  await auditsClean(db)
})

test('one pair of codes sends one of two coins, from two devices at once', async (t) => {
  const { tukar, trader, db } = await start(t)
  await fund(tukar, trader, 100_000_000n, xrp)
  const other = {
    symbol: 'XRP',
    network: 'XRP',
    amount: '25',
    toAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    destination_tag: '7',
  }
  for (let round = 0; round < 3; round += 1) {
    await later(tukar, trader)
    const codes = {
      otpCode: await mailedCode(tukar, trader),
      twoFACode: codeOf(trader.secret),
    }
    const answers = await Promise.all([
      requestAt(tukar, trader, 0, codes),
      requestAt(tukar, trader, 1, { ...other, ...codes }),
    ])
    assert.equal(accepted(answers).length, 1)
    const [key] = keys(answers)
    assert.ok(key === 'api.email_otp_error' || key === 'api.two_fa_failed', key)
  }
  await auditsClean(db)
})

/** Sends two withdrawals at once, each with its own codes. */
async function twoAtOnce(tukar: Tukar, trader: Withdrawer, one: Fields, two: Fields) {
  const short = { otpCode: await mailedCode(tukar, trader), twoFACode: codeOf(trader.secret) }
  const long = {
    otpCode: await mailedCode(tukar, trader, 'email'),
    twoFACode: codeOf(trader.secret, 1),
  }
  const [first, second] = await Promise.all([
    requestAt(tukar, trader, 0, { ...one, ...short }),
    requestAt(tukar, trader, 1, { ...two, ...long }),
  ])
  await sql`update totp_secrets set last_step = 0 where user_id = ${trader.id}`.execute(
    tukar.service.ctx.db.read,
  )
  return [first, second]
}

const residentialAddress = 'Jalan Merdeka 1'

test('two withdrawals of the whole balance, on two nodes, leave nothing below zero', async (t) => {
  const { tukar, trader, db } = await start(t)
  await sql`update settings set value = '0' where key = 'withdrawal.gate_seconds'`.execute(db.read)
  await sql`update settings set value = '100000000000'
    where key = 'withdrawal.daily_limit_idr'`.execute(db.read)
  const everything = { amount: '10', residentialAddress }
  const answers = await twoAtOnce(tukar, trader, everything, everything)
  assert.ok(accepted(answers).length <= 1, [...keys(answers)].join())
  const { available } = await owned(db, trader.id, btc)
  assert.equal(available, accepted(answers).length === 1 ? 0n : 10n * oneBtc)
  await auditsClean(db)
})

test('the limit of a day is exact under withdrawals at once, of several coins', async (t) => {
  await withinOneJakartaDay()
  const { tukar, trader, db } = await start(t)
  await fund(tukar, trader, 100_000_000_000n, xrp)
  for (let round = 0; round < 4; round += 1) {
    await later(tukar, trader)
    await sql`delete from withdrawal_days`.execute(db.read)
    const answers = await twoAtOnce(
      tukar,
      trader,
      { amount: '0.3', residentialAddress },
      {
        symbol: 'XRP',
        network: 'XRP',
        amount: '6000',
        toAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
        destination_tag: '7',
        residentialAddress,
      },
    )
    assert.equal(accepted(answers).length, 1)
    const { rows } = await sql<{ worth: string; day: boolean }>`
      select worth_idr as worth, day = (now() at time zone 'Asia/Jakarta')::date as day
      from withdrawal_days`.execute(db.read)
    assert.ok(rows.every(({ worth, day }) => BigInt(worth) <= 50_000_000_000n && day))
    for (const key of keys(answers)) {
      assert.ok(
        ['api.exceed_system_daily_withdrawal_limit', 'api.two_fa_failed'].includes(key),
        key,
      )
    }
  }
  await auditsClean(db)
})

test('the limit of a coin in its own units is exact under withdrawals at once', async (t) => {
  const { tukar, trader, db } = await start(t)
  await sql`update settings set value = '0' where key = 'withdrawal.gate_seconds'`.execute(db.read)
  await sql`update assets set daily_withdrawal_limit = 900000 where symbol = 'BTC'`.execute(db.read)
  for (let round = 0; round < 4; round += 1) {
    await later(tukar, trader)
    await twoAtOnce(tukar, trader, {}, {})
    const { rows } = await sql<{ units: string }>`
      select coalesce(sum(amount), 0)::text as units from withdrawals`.execute(db.read)
    assert.equal(rows[0]?.units, '500000')
  }
  await auditsClean(db)
})

test('withdrawals of another day in Jakarta do not count for this one', async (t) => {
  await withinOneJakartaDay()
  const { tukar, trader, db } = await start(t)
  const used = (daysAgo: number) =>
    sql`
    insert into withdrawal_days
    select ${trader.id}, (now() at time zone 'Asia/Jakarta')::date - ${daysAgo}::int, 50000000000
    on conflict (user_id, day) do update set worth_idr = excluded.worth_idr`.execute(db.read)
  await used(1)
  await used(-1)
  const codes = async () => ({
    otpCode: await mailedCode(tukar, trader),
    twoFACode: codeOf(trader.secret),
  })
  assert.equal((await requestAt(tukar, trader, 0, await codes())).status, 200)
  await later(tukar, trader)
  await used(0)
  const full = await requestAt(tukar, trader, 1, await codes())
  assert.equal(full.body.message, 'api.exceed_system_daily_withdrawal_limit')
  await auditsClean(db)
})

test('the gate of a coin lets one of two withdrawals at once through', async (t) => {
  const { tukar, trader, db } = await start(t)
  for (let round = 0; round < 3; round += 1) {
    await later(tukar, trader)
    const answers = await twoAtOnce(tukar, trader, {}, {})
    assert.equal(accepted(answers).length, 1)
    const [key] = keys(answers)
    assert.ok(key === 'api.try_again_later' || key === 'api.two_fa_failed', key)
  }
  await auditsClean(db)
})

for (const [what, change, key] of [
  ['a suspension', 'suspended_at = now()', 'auth.account_suspended'],
  ['a lost proof', "identity_status = 'failed'", 'api.identity_verification_are_required'],
  [
    'a reset',
    "withdraw_locked_until = now() + interval '1 day'",
    'api.no_allow_to_withdraw_in_24_hours_after_changed_password',
  ],
] as const) {
  test(`${what} between the checks and the record counts`, async (t) => {
    const { tukar, trader, db } = await start(t)
    const fields = {
      otpCode: await mailedCode(tukar, trader),
      twoFACode: codeOf(trader.secret),
    }
    const answer = await db.inTransaction(async (tx) => {
      await sql`update users set ${sql.raw(change)} where id = ${trader.id}`.execute(tx)
      const requested = requestAt(tukar, trader, 1, fields)
      await new Promise((resolve) => setTimeout(resolve, 400))
      return { requested }
    })
    assert.equal((await answer.requested).body.message, key)
    assert.deepEqual(await withdrawalsOf(tukar, trader), [])
    await auditsClean(db)
  })
}
