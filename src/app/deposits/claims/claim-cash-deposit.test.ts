import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { claimCash, claimFields, makeClaim } from '../../../../tests/make/cash-deposit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import { allSent } from '../../../../tests/make/mails.ts'
import { withinOneJakartaDay } from '../../../../tests/make/period.ts'
import { jpegWith, pngWith } from '../../../../tests/make/picture.ts'
import { expectOk, makeTrader } from '../../../../tests/make/trader.ts'
import { openDetails } from './cash-details.ts'

const accepted = [200, 'api.cash_deposit_successful']

const deposits = ({ service }: Tukar) =>
  service.ctx.db.read.selectFrom('cash_deposits').selectAll().orderBy('id').execute()

const alerts = ({ service }: Tukar) =>
  service.ctx.db.read
    .selectFrom('operator_alerts')
    .selectAll()
    .where('kind', '=', 'cash-deposit-to-decide')
    .orderBy('id')
    .execute()

test('a claimed transfer waits for an operator and credits nothing', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const answer = await claimCash(tukar, trader, { payment: await jpegWith() })
  assert.deepEqual(messageOf(answer), accepted)
  const { id, createdAt, ...data } = answer.body.data
  assert.deepEqual(data, { symbol: 'IDR', amount: '250000', status: 'PENDING' })
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT.*Z$/)
  const [row, ...more] = await deposits(tukar)
  assert.ok(row !== undefined && more.length === 0)
  assert.deepEqual(
    [row.id, row.provider, row.method, row.status, row.amount, row.fee, row.user_id],
    [id, 'manual', 'MANUAL', 'PENDING', '25000000', '0', trader.id],
  )
  const { ctx } = tukar.service
  assert.ok(row.details !== null && !row.details.includes('Sri'))
  assert.deepEqual(openDetails(ctx, row.provider_ref, row.details), {
    fullName: 'Sri Rahayu',
    email: 'sri@example.com',
    phone: '+6281234567890',
    countryCode: 'ID',
    dialCode: '+62',
    bankName: 'SRI RAHAYU',
    bankNo: '0012345678',
    bankCompany: 'Bank BCA',
  })
  const file = await ctx.db.read.selectFrom('files').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual(
    [file.name, file.purpose, file.owner, file.state],
    [row.proof_object, 'transfer-proof', trader.id, 'stored'],
  )
  assert.deepEqual(await owned(ctx.db, trader.id), { available: 0n, locked: 0n })
  await allSent(tukar)
  assert.deepEqual(
    (await alerts(tukar)).map(({ severity, data: facts }) => [severity, facts]),
    [['info', { depositId: `${id}`, userId: `${trader.id}`, review: '' }]],
  )
  await auditsClean(ctx.db)
})

test('a human check claims one transfer, and so does an idempotency key', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const fields = claimFields()
  assert.deepEqual(messageOf(await claimCash(tukar, trader, fields)), accepted)
  const again = await claimCash(tukar, trader, { ...fields, payment: pngWith({ seed: 5 }) })
  assert.deepEqual(messageOf(again), [400, 'api.captcha_failed'])
  const keyed = () => claimCash(tukar, trader, { ...other }, { 'idempotency-key': 'claim-1' })
  const other = claimFields()
  const [first, ...replays] = [await keyed(), await keyed(), await keyed()]
  assert.deepEqual(messageOf(first), accepted)
  for (const replay of replays) {
    assert.equal(replay.text, first.text)
    assert.equal(replay.headers.get('idempotent-replayed'), 'true')
  }
  assert.equal((await deposits(tukar)).length, 2)
})

test('a proof used before is flagged, whoever used it', async (t) => {
  const tukar = await startTukar(t)
  const [first, second] = [await makeTrader(tukar), await makeTrader(tukar)]
  await makeClaim(tukar, first, { payment: pngWith({ seed: 7 }) })
  await makeClaim(tukar, first, { payment: pngWith({ seed: 8 }) })
  await makeClaim(tukar, first, { payment: pngWith({ seed: 7 }) })
  await makeClaim(tukar, second, { payment: pngWith({ seed: 7, comment: 'another' }) })
  const both = [pngWith({ seed: 9 }), pngWith({ seed: 9 })]
  await Promise.all(both.map((payment) => makeClaim(tukar, second, { payment })))
  const reviews = (await deposits(tukar)).map(({ review }) => review)
  const again = 'duplicate-proof'
  assert.deepEqual(reviews, [null, null, again, again, null, again])
  await allSent(tukar)
  const severities = (await alerts(tukar)).map(({ severity }) => severity)
  assert.equal(severities.filter((severity) => severity === 'warning').length, 3)
})

test('one user claims up to the configured number of transfers a day, also at once', async (t) => {
  await withinOneJakartaDay()
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const { read } = tukar.service.ctx.db
  await sql`update settings set value = '3' where key = 'deposit.cash_per_day'`.execute(read)
  const answers = await Promise.all(Array.from({ length: 4 }, () => claimCash(tukar, trader)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 3)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assert.deepEqual(messageOf(answer), [400, 'api.cash_deposit_limit'])
  }
  // The proof of a claim that was refused under the lock is not kept.
  const kept = await read.selectFrom('files').where('state', '=', 'stored').select('name').execute()
  const proofs = (await deposits(tukar)).map(({ proof_object: proof }) => proof)
  assert.deepEqual(kept.map(({ name }) => name).toSorted(), proofs.toSorted())
  assert.deepEqual(messageOf(await claimCash(tukar, other)), accepted)
  await sql`update cash_deposits set status = 'REJECTED'`.execute(read)
  assert.deepEqual(messageOf(await claimCash(tukar, trader)), [400, 'api.cash_deposit_limit'])
  await sql`
    update cash_deposits
    set created_at = date_trunc('day', now(), 'Asia/Jakarta') - interval '1 millisecond'
    where user_id = ${trader.id}`.execute(read)
  assert.deepEqual(messageOf(await claimCash(tukar, trader)), accepted)
})

test('nothing is claimed while deposits are switched off, or without a human check', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { read } = tukar.service.ctx.db
  for (const captchaToken of [null, '', 'robot']) {
    const answer = await claimCash(tukar, trader, { captchaToken })
    assert.deepEqual(messageOf(answer), [400, 'api.captcha_failed'])
  }
  await sql`update wallet_flags set value = 0 where type = 'DEPO'`.execute(read)
  assert.deepEqual(messageOf(await claimCash(tukar, trader)), [400, 'api.deposit_is_inactive'])
  await sql`delete from wallet_flags where type = 'DEPO'`.execute(read)
  assert.deepEqual(messageOf(await claimCash(tukar, trader)), [400, 'api.deposit_is_inactive'])
  assert.deepEqual(await deposits(tukar), [])
  assert.equal((await read.selectFrom('files').selectAll().execute()).length, 0)
})

test('a claim without its stored picture is not made', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const fault = { provider: 'storage', fault: 'error-500', times: 4 }
  await tukar.control('POST', '/faults', fault)
  assert.deepEqual(messageOf(await claimCash(tukar, trader)), [400, 'api.oss_upload_fail'])
  assert.deepEqual(await deposits(tukar), [])
})

test('each field is checked in its order, before the human check is spent', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const captchaToken = 'pass-of-many-tries'
  const whole = 'The amount field must be a whole number of rupiah.'
  const positive = 'The amount field must be greater than 0.'
  const number = 'The amount field must be a number.'
  const picture = 'The payment field must be a file of type: jpeg, png, jpg.'
  const phone = 'The phone field must be a valid phone number.'
  const address = 'The email field must be a valid email address.'
  const oneLine = 'The full name field must be one line, without control or direction marks.'
  const long = 'x'.repeat(256)
  const cases: readonly (readonly [string, string | Uint8Array | null, string])[] = [
    ['amount', null, 'The amount field is required.'],
    ['amount', '0', positive],
    ['amount', '-5', positive],
    ['amount', '0.5', whole],
    ['amount', '250000.001', whole],
    ['amount', '1e18', 'The amount field must be a number without an exponent.'],
    ['amount', '٢٥٠٠٠٠', number],
    ['amount', '１０００', number],
    ['amount', '1000000000000000000', 'The amount field must not be greater than 999999999999.'],
    ['payment', null, 'The payment field is required.'],
    ['payment', 'a text', 'The payment field must be a file.'],
    ['payment', Buffer.from('GIF89a'), picture],
    ['payment', pngWith().subarray(0, 60), picture],
    [
      'payment',
      Buffer.concat([pngWith(), Buffer.alloc(8 * 1024 * 1024)]),
      'The payment field must not be greater than 8192 kilobytes.',
    ],
    ['fullName', ' ', 'The full name field is required.'],
    ['fullName', long, 'The full name field must not be greater than 255 characters.'],
    ['fullName', 'A\r\nB', oneLine],
    ['fullName', '\u202eIDUB', oneLine],
    ['fullName', 'null', 'The full name field is required.'],
    ['bankCompany', 'undefined', 'The bank company field is required.'],
    ['email', 'sri', address],
    ['email', `${'a.'.repeat(120)}@b.co`, address],
    ['phone', '12', phone],
    ['phone', '+1 202 555 0100', phone],
    ['countryCode', 'IDN', 'The selected country code is invalid.'],
    ['dialCode', '+1', 'The selected dial code is invalid.'],
    ['bankName', null, 'The bank name field is required.'],
    ['bankNo', '12-34', 'The bank no field must be between 5 and 34 digits.'],
    ['bankCompany', '', 'The bank company field is required.'],
  ]
  for (const [name, value, sentence] of cases) {
    const answer = await claimCash(tukar, trader, { captchaToken, [name]: value })
    assert.deepEqual(messageOf(answer), [400, sentence], `${name} ${value?.slice(0, 20)}`)
  }
  assert.deepEqual(await deposits(tukar), [])
  expectOk(await claimCash(tukar, trader, { captchaToken }))
})

test('a user tries twenty times an hour', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const answers: number[] = []
  for (let time = 0; time < 22; time += 1) {
    answers.push((await claimCash(tukar, trader, { captchaToken: 'robot' })).status)
  }
  assert.equal(answers.filter((status) => status === 429).length, 2)
})
