import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { type Answer, send, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { bodyOf, messageOf } from '../../../../tests/make/answers.ts'
import { makeKey, signature } from '../../../../tests/make/api-key.ts'
import { withinOneJakartaDay } from '../../../../tests/make/period.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import { readToday } from '../../../core/histories/today.sql.ts'
import { takeDepositNumber } from './deposit-digits.sql.ts'

const path = '/api/deposit/get-digit-transfer'

const requestDigit = (tukar: Tukar, { token }: Trader, node = 0): Promise<Answer> =>
  send(tukar.nodes[node]?.url ?? '', 'GET', path, { token })

const setMaxDigits = (tukar: Tukar, value: string) =>
  sql`update settings set value = ${value} where key = 'deposit.manual_max_digits'`.execute(
    tukar.service.ctx.db.read,
  )

const failed = {
  code: 400,
  title: 'Bad Request',
  message: 'api.manual_deposit_digits_failed',
  result: false,
  auth_required: true,
}

test('each caller gets the next digit of the day', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const answer = await requestDigit(tukar, one)
  assert.deepEqual(answer.body, {
    code: 200,
    title: 'OK',
    message: 'api.manual_deposit_digits_success',
    result: true,
    data: { digit: 1 },
  })
  assert.equal((await requestDigit(tukar, other)).body.data.digit, 2)
  assert.equal((await requestDigit(tukar, one)).body.data.digit, 3)
})

test('no two callers get the same digit until it wraps', async (t) => {
  await withinOneJakartaDay()
  const tukar = await startTukar(t, { nodes: 2 })
  const traders = [await makeTrader(tukar), await makeTrader(tukar)]
  await setMaxDigits(tukar, '1')
  const answers = await Promise.all(
    Array.from({ length: 18 }, (_, index) => {
      const trader = traders[index % 2]
      assert.ok(trader)
      return requestDigit(tukar, trader, index % 2)
    }),
  )
  const digits = answers.map(({ body }) => body.data.digit).toSorted((a, b) => a - b)
  assert.deepEqual(
    digits,
    Array.from({ length: 18 }, (_, index) => Math.floor(index / 2) + 1),
  )
})

test('a number of digits that is 0, too large, invalid or missing fails', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (const value of ['0', '10', '-1', 'three', '']) {
    await setMaxDigits(tukar, value)
    const answer = await requestDigit(tukar, trader)
    assert.deepEqual(bodyOf(answer), [400, failed], value)
  }
  await setMaxDigits(tukar, '3')
  assert.equal((await requestDigit(tukar, trader)).body.data.digit, 1)
  await sql`delete from settings where key = 'deposit.manual_max_digits'`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual((await requestDigit(tukar, trader)).body, failed)
})

test('one user cannot use up the numbers of a day, and a read key takes none', async (t) => {
  await withinOneJakartaDay()
  const tukar = await startTukar(t)
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  for (let taken = 0; taken < 20; taken += 1)
    assert.equal((await requestDigit(tukar, one)).status, 200)
  const refused = await requestDigit(tukar, one)
  assert.deepEqual(messageOf(refused), [429, 'api.too_many_requests'])
  const key = await makeKey(tukar, other, { permissions: ['read'] })
  const headers = signature(key, { method: 'GET', path })
  assert.equal((await tukar.call('GET', path, { headers })).status, 403)
  assert.equal((await requestDigit(tukar, other)).body.data.digit, 21)
})

test('the day of digits ends at midnight in Jakarta', async (t) => {
  const { db } = await testDatabase(t)
  const take = (day: string) => db.inTransaction((tx) => takeDepositNumber(tx, day))
  assert.deepEqual([await take('2026-03-09'), await take('2026-03-09')], [1, 2])
  assert.equal(await take('2026-03-10'), 1)
  assert.equal(await take('2026-03-09'), 3)
  const { rows } = await sql<{ day: string }>`
    select (now() + interval '7 hours')::date::text as day`.execute(db.read)
  const today = await db.inTransaction(async (tx) => {
    await sql`set local time zone 'America/Los_Angeles'`.execute(tx)
    return readToday(tx)
  })
  assert.equal(today, rows[0]?.day)
})

test('deposits without a request count: the manual ones of that day', async (t) => {
  const { db } = await testDatabase(t)
  const deposit = (provider: string, at: string) =>
    sql`insert into cash_deposits (provider, provider_ref, method, status, amount, created_at)
      values (${provider}, ${at}, 'MANUAL', 'PENDING', 1, ${at}::timestamptz)`.execute(db.read)
  await deposit('manual', '2026-03-09T16:59:59.999Z')
  await deposit('manual', '2026-03-09T17:00:00Z')
  await deposit('manual', '2026-03-10T16:59:59.999Z')
  await deposit('payx', '2026-03-10T00:00:00Z')
  await deposit('manual', '2026-03-10T17:00:00Z')
  const take = () => db.inTransaction((tx) => takeDepositNumber(tx, '2026-03-10'))
  assert.deepEqual([await take(), await take()], [3, 4])
})
