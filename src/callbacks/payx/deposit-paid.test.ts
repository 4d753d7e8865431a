import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { inboxOf, makeEventsDue } from '../../../tests/make/inbox-node.ts'
import { owned } from '../../../tests/make/ledger.ts'
import { leaderOf, makeAccount, paidInto, received, reportPayx } from '../../../tests/make/payx.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Database } from '../../core/database/database.ts'
import type { HouseKind } from '../../core/ledger/accounts.ts'
import { readHouseBalances } from '../../core/ledger/house.ts'

/** Returns a user's available balance in whole rupiah. */
const rupiah = async (db: Database, user: UserId) => (await owned(db, user)).available / 100n

/** Returns a house account's rupiah balance in units. */
async function houseUnits(db: Database, kind: HouseKind): Promise<bigint> {
  const balances = await db.inTransaction(readHouseBalances)
  return balances.find((balance) => balance.kind === kind)?.units ?? 0n
}

async function alerts(db: Database): Promise<readonly string[]> {
  const rows = await db.read
    .selectFrom('operator_alerts')
    .select('kind')
    .where('kind', '<>', 'deposit-completed')
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

const alerted = (db: Database, kinds: readonly string[]) =>
  eventually(`alerts ${kinds}`, async () => (await alerts(db)).join() === kinds.join())

test('a paid account is credited less the fee before the response, and once', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  const body = paidInto(account, 'payment-1')
  for (let delivery = 0; delivery < 3; delivery += 1) {
    const answer = await reportPayx(tukar, 'deposit-paid', body)
    assert.deepEqual([answer.status, answer.text], [200, received])
    assert.equal(await rupiah(db, account.user), 245_560n)
  }
  assert.equal(await houseUnits(db, 'fees'), 4_000_00n)
  assert.equal(await houseUnits(db, 'vat'), 440_00n)
  assert.equal(await houseUnits(db, 'payx'), -250_000_00n)
  const rows = await inboxOf(db)
  assert.deepEqual(rows, [{ key: 'payment-1', state: 'done', outcome: 'credited' }])
  await auditsClean(db)
})

test('the fee is the one of the settings, whatever the callback contains', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  await sql`update settings set value = '1000' where key = 'deposit.va_fee_idr'`.execute(db.read)
  const claims = { fee: 0, fees: [{ value: 0 }], va_fee: 0, user_id: 1, credited: 10 ** 9 }
  await reportPayx(tukar, 'deposit-paid', { ...paidInto(account, 'payment-1'), ...claims })
  assert.equal(await rupiah(db, account.user), 249_000n)
  await auditsClean(db)
})

test('a payment below its fee is all fee: nothing is credited, with an alert', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  await sql`update settings set value = '1' where key = 'deposit.va_minimum_idr'`.execute(db.read)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'equal', 4_440))
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'below', 4_439))
  assert.equal(await rupiah(db, account.user), 0n)
  const taken = (await houseUnits(db, 'fees')) + (await houseUnits(db, 'vat'))
  assert.equal(taken, 8_879_00n)
  await alerted(db, ['fee-exceeds-deposit'])
  await auditsClean(db)
})

test('a payment to an unknown account, or at another bank, goes to suspense', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db, { accountNumber: '0010766001' })
  const strange = [
    { ...account, accountNumber: '0010766002' },
    { ...account, accountNumber: '10766001' },
    { ...account, bankCode: 'BNI' },
    { ...account, bankCode: 'bca' },
  ]
  for (const [at, one] of strange.entries()) {
    const answer = await reportPayx(tukar, 'deposit-paid', paidInto(one, `payment-${at}`, 10_000))
    assert.deepEqual([answer.status, answer.text], [200, received])
  }
  assert.equal(await rupiah(db, account.user), 0n)
  assert.equal(await houseUnits(db, 'suspense'), 40_000_00n)
  assert.equal(await houseUnits(db, 'fees'), 0n, 'nobody is charged while in suspense')
  const items = await db.read.selectFrom('suspense_items').selectAll().orderBy('id').execute()
  assert.deepEqual(
    items.map(({ reason, units }) => [reason, units]),
    [
      ['unknown-account', '1000000'],
      ['unknown-account', '1000000'],
      ['account-at-another-bank', '1000000'],
      ['account-at-another-bank', '1000000'],
    ],
  )
  await alerted(
    db,
    Array.from({ length: 4 }, () => 'deposit-in-suspense'),
  )
  await auditsClean(db)
})

test('leading zeros belong to an account number, sent as text or as a number', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const zeros = await makeAccount(db, { accountNumber: '00887766' })
  const plain = await makeAccount(db, { accountNumber: '887766' })
  await reportPayx(tukar, 'deposit-paid', paidInto(zeros, 'a', 10_000))
  const asNumber = { ...paidInto(plain, 'b', 20_000), account_number: 887766 }
  await reportPayx(tukar, 'deposit-paid', asNumber)
  assert.equal(await rupiah(db, zeros.user), 5_560n)
  assert.equal(await rupiah(db, plain.user), 15_560n)
  await auditsClean(db)
})

async function suspendedInWords(db: Database): Promise<readonly (string | null)[]> {
  const items = await db.read
    .selectFrom('suspense_items')
    .select('in_words')
    .where('units', 'is', null)
    .orderBy('id')
    .execute()
  return items.map(({ in_words: words }) => words)
}

test('an amount is credited, put in suspense or only reported, by its digits', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const outcomes: readonly (readonly [sent: string, outcome: string, units: bigint])[] = [
    ['250000', 'credited', 250_000_00n],
    ['"250000"', 'credited', 250_000_00n],
    ['250000.00', 'credited', 250_000_00n],
    ['"250000.0"', 'credited', 250_000_00n],
    ['2.5e5', 'credited', 250_000_00n],
    ['25E+4', 'credited', 250_000_00n],
    ['250000000e-3', 'credited', 250_000_00n],
    ['" 250000 "', 'credited', 250_000_00n],
    ['250000.000000', 'credited', 250_000_00n],
    ['2500005e-1', 'suspense', 250_000_50n],
    ['999999999999999', 'reported', 0n],
    ['2000000.5', 'reported', 0n],
    ['99999.99', 'suspense', 99_999_99n],
    ['250000.5', 'suspense', 250_000_50n],
    ['0.01', 'suspense', 1n],
    ['250000.009', 'suspense', 250_000_00n],
    ['250000.000000000000000001', 'suspense', 250_000_00n],
    ['99999999999999999999', 'reported', 0n],
    ['0', 'unreadable-amount', 0n],
    ['0.00', 'unreadable-amount', 0n],
    ['0.001', 'unreadable-amount', 0n],
    ['-250000', 'unreadable-amount', 0n],
    ['-0', 'unreadable-amount', 0n],
    ['1e400', 'unreadable-amount', 0n],
    ['100000000000000000000', 'unreadable-amount', 0n],
    ['"00250000"', 'unreadable-amount', 0n],
    ['"+250000"', 'unreadable-amount', 0n],
    ['"250.000,00"', 'unreadable-amount', 0n],
    ['"0x10"', 'unreadable-amount', 0n],
    ['"NaN"', 'unreadable-amount', 0n],
    ['"٢٥٠٠٠٠"', 'unreadable-amount', 0n],
    ['"a lot"', 'unreadable-amount', 0n],
  ]
  for (const [at, [sent, outcome, units]] of outcomes.entries()) {
    const account = await makeAccount(db)
    const before = await houseUnits(db, 'payx')
    const body = JSON.stringify(paidInto(account, `payment-${at}`, '?')).replace('"?"', sent)
    const answer = await reportPayx(tukar, 'deposit-paid', body)
    assert.deepEqual([answer.status, answer.text], [200, received], sent)
    assert.equal((await inboxOf(db)).at(-1)?.outcome, outcome, sent)
    assert.equal(before - (await houseUnits(db, 'payx')), units, sent)
    assert.equal(await rupiah(db, account.user), outcome === 'credited' ? 245_560n : 0n, sent)
  }
  const unreadable = outcomes.filter(([, outcome]) => outcome === 'unreadable-amount')
  assert.deepEqual(
    await suspendedInWords(db),
    unreadable.map(([sent]) => `${sent.replaceAll('"', '')} IDR`),
    'what cannot be read waits in suspense in words',
  )
  await eventually('the alerts', async () => (await alerts(db)).length >= 20)
  await auditsClean(db)
})

test('the long form, and the old one without a payment id, mean the same', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  const long = {
    ...paidInto(account, 'long', 10_000),
    currency: 'IDR',
    country: 'ID',
    sender_name: 'A NAME',
    payment_detail: { remark: null, transfer_method: 'INTRABANK', more: [{ deep: [1, 2.5] }] },
  }
  const old = { ...paidInto(account, 'old', 10_000), payment_id: undefined }
  await reportPayx(tukar, 'deposit-paid', long)
  await reportPayx(tukar, 'deposit-paid', old)
  await reportPayx(tukar, 'deposit-paid', old)
  assert.equal(await rupiah(db, account.user), 11_120n)
  const { rows } = await sql`select provider_ref from cash_deposits order by id`.execute(db.read)
  assert.deepEqual(rows, [{ provider_ref: 'long' }, { provider_ref: 'object-old' }])
  await auditsClean(db)
})

test('a payment reported in another form is a repeat; with other facts it alerts', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const [account, other] = [await makeAccount(db), await makeAccount(db)]
  const body = paidInto(account, 'payment-1')
  await reportPayx(tukar, 'deposit-paid', body)
  const again = [
    { ...body, id: 'another-event' },
    { ...body, transaction_timestamp: '2031-01-01T00:00:00.000Z' },
    { ...body, amount: '250000.00' },
    { ...body, amount: 250_001 },
    { ...body, amount: 1 },
    { ...body, amount: '250000.5' },
    { ...body, account_number: other.accountNumber },
  ]
  for (const one of again) {
    const answer = await reportPayx(tukar, 'deposit-paid', one)
    assert.deepEqual([answer.status, answer.text], [200, received])
  }
  assert.deepEqual(
    (await inboxOf(db)).map(({ outcome }) => outcome),
    [
      'credited',
      'repeated',
      'repeated',
      'repeated',
      'conflict',
      'conflict',
      'conflict',
      'conflict',
    ],
  )
  assert.equal(await rupiah(db, account.user), 245_560n)
  assert.equal(await rupiah(db, other.user), 0n)
  assert.equal(await houseUnits(db, 'suspense'), 0n)
  await alerted(
    db,
    Array.from({ length: 4 }, () => 'deposit-conflict'),
  )
  await auditsClean(db)
})

test('a suspended owner is credited all the same', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  await sql`update users set suspended_at = now()`.execute(db.read)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1'))
  assert.equal(await rupiah(db, account.user), 245_560n)
  await auditsClean(db)
})

test('without a readable fee nothing is credited; with it, waiting payments are', async (t) => {
  const tukar = await startTukar(t, { jobs: ['sweep the inbox'] })
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'before', 10_000))
  for (const [at, value] of ['', '4,440', '4440.5', '-4440', 'free'].entries()) {
    await sql`update settings set value = ${value}`.execute(db.read)
    const answer = await reportPayx(
      tukar,
      'deposit-paid',
      paidInto(account, `payment-${at}`, 10_000),
    )
    assert.deepEqual([answer.status, answer.text], [200, received], value)
    assert.equal((await inboxOf(db)).at(-1)?.state, 'pending', value)
  }
  await sql`delete from settings`.execute(db.read)
  await reportPayx(tukar, 'deposit-paid', paidInto(account, 'none', 10_000))
  assert.equal(await rupiah(db, account.user), 5_560n)
  await sql`
    insert into settings (key, value) values ('deposit.va_fee_idr', '5000'),
      ('deposit.va_minimum_idr', '10000'), ('deposit.va_maximum_idr', '50000000'),
      ('payx.unconfirmed_account_idr', '2000000'), ('tax.collector', 'domestic'),
      ('tax.valuation', 'last'),
      ('payx.unconfirmed_house_idr', '500000000')`.execute(db.read)
  await eventually('the sweep', async () => {
    await makeEventsDue(db)
    return (await inboxOf(db)).every(({ state }) => state === 'done')
  })
  assert.equal(await rupiah(db, account.user), 5_560n + 6n * 5_000n)
  await auditsClean(db)
})

test('a credit above the supply cap stays in suspense, exactly', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  await sql`update assets set supply_cap = ${3n * 5_560_00n} where id = 1`.execute(db.read)
  const payments = Array.from({ length: 8 }, (_, at) =>
    reportPayx(tukar, 'deposit-paid', paidInto(account, `payment-${at}`, 10_000)),
  )
  assert.ok((await Promise.all(payments)).every(({ text }) => text === received))
  assert.equal(await rupiah(db, account.user), 3n * 5_560n)
  assert.equal(await houseUnits(db, 'suspense'), 5n * 10_000_00n)
  const reasons = await db.read.selectFrom('suspense_items').select('reason').execute()
  assert.deepEqual(new Set(reasons.map(({ reason }) => reason)), new Set(['supply-cap']))
  await alerted(
    db,
    Array.from({ length: 5 }, () => 'deposit-in-suspense'),
  )
  await auditsClean(db)
})

test('one bad payment in a burst waits by itself, and the 50 good ones are credited', async (t) => {
  const tukar = await startTukar(t, { jobs: ['sweep the inbox'] })
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  await sql`
    create function spoil() returns trigger language plpgsql as $$
    begin
      if new.provider_ref = 'payment-25' then raise exception 'spoilt'; end if;
      return new;
    end $$`.execute(db.read)
  await sql`create trigger spoil before insert on cash_deposits
    for each row execute function spoil()`.execute(db.read)
  const burst = Array.from({ length: 51 }, (_, at) =>
    reportPayx(tukar, 'deposit-paid', paidInto(account, `payment-${at}`, 10_000)),
  )
  assert.ok((await Promise.all(burst)).every(({ text }) => text === received))
  assert.equal(await rupiah(db, account.user), 50n * 5_560n)
  const waiting = (await inboxOf(db)).filter(({ state }) => state === 'pending')
  assert.deepEqual(
    waiting.map(({ key }) => key),
    ['payment-25'],
  )
  await sql`drop trigger spoil on cash_deposits`.execute(db.read)
  await eventually('the sweep', async () => {
    await makeEventsDue(db)
    return (await rupiah(db, account.user)) === 51n * 5_560n
  })
  await auditsClean(db)
})
