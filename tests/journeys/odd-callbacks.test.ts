import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Answer, eventually, send, startTukar } from '../harness.ts'
import { auditsClean } from '../make/audit.ts'
import { makeDepositAddress, transactionOf, unitsOf } from '../make/custody.ts'
import { inboxOf } from '../make/inbox-node.ts'
import { makeUser, owned } from '../make/ledger.ts'
import { noticesIn } from '../make/notices.ts'
import { fillOrder, makeOrderTrader, placeOrder, stillMarket, storedOrder } from '../make/order.ts'
import { makeOrder, paymentFields } from '../make/payd.ts'
import { noQuestions } from '../make/payd-books.ts'
import { leaderOf, makeAccount, paidInto } from '../make/payx.ts'
import { enveloped, makeCode, scanned } from '../make/qris.ts'
import { sendVenueEvent, tradeReport } from '../make/venue-events.ts'

const runs = 12

/** Stands for the value of an unused field until the bytes are put in its place. */
const place = '<odd>'

const bytesWithout = (...excluded: readonly string[]) =>
  fc
    .uint8Array({ maxLength: 30 })
    .map((bytes) =>
      Buffer.from(bytes.filter((byte) => !excluded.includes(String.fromCharCode(byte)))),
    )

const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
const oddWord = fc.constantFrom('NaN', '007', '[[1]]', '{"a":1,"a":2}', '1e999', 'null', '""')

/** A value in JSON: any bytes as a text, any text with its escapes, or what is hardly JSON. */
const jsonValue = fc.oneof(
  bytesWithout('"', '\\').map((bytes) =>
    Buffer.concat([Buffer.from('"'), bytes, Buffer.from('"')]),
  ),
  units.map((codes) => Buffer.from(JSON.stringify(String.fromCharCode(...codes)))),
  oddWord.map((word) => Buffer.from(word)),
)
const formValue = bytesWithout('&')

type Fields = Readonly<Record<string, unknown>>
const half = (text: string): Buffer => Buffer.from(text)

/** The body with a value at each place. */
function filled(text: string, values: readonly Buffer[]): Buffer {
  const parts = text.split(place)
  return Buffer.concat(
    parts.flatMap((part, at) => [half(part), values[at] ?? half('')]).slice(0, -1),
  )
}

const inJson = (fields: Fields, values: readonly Buffer[]): Buffer =>
  filled(JSON.stringify(fields).replaceAll(`"${place}"`, place), values)

const inForm = (fields: Fields, values: readonly Buffer[]): Buffer =>
  filled(
    Object.entries(fields)
      .map(
        ([name, value]) => `${name}=${value === place ? place : encodeURIComponent(String(value))}`,
      )
      .join('&'),
    values,
  )

/** Sends many bodies, each with other values in its unused fields. */
async function withOddValues(
  value: fc.Arbitrary<Buffer>,
  once: (values: readonly Buffer[], run: number) => Promise<void>,
): Promise<void> {
  const samples = fc.sample(fc.array(value, { minLength: 12, maxLength: 12 }), runs)
  for (const [run, values] of samples.entries()) await once(values, run)
}

const odd = (...names: readonly string[]): Fields =>
  Object.fromEntries([...names, 'unknown'].map((name) => [name, place]))

async function start(t: Parameters<typeof startTukar>[0]) {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const payx = (path: string, raw: Buffer, isForm = false): Promise<Answer> =>
    send(tukar.url, 'POST', `/api/webhook/payx/${path}`, {
      raw: new Uint8Array(raw),
      headers: {
        'x-callback-token':
          path === 'handle-withdrawal'
            ? tukar.config.payx.withdrawalTokens[0]
            : tukar.config.payx.depositTokens[0],
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      },
    })
  return { tukar, db, payx }
}

const shown = (raw: Buffer): string => raw.toString('latin1')

test('payx: whatever unused fields contain, a paid account is credited', async (t) => {
  const { db, payx } = await start(t)
  const unused = odd('owner_id', 'external_id', 'merchant_code', 'transaction_timestamp', 'remark')
  for (const [kind, value, write] of [
    ['json', jsonValue, inJson],
    ['form', formValue, inForm],
  ] as const) {
    await withOddValues(value, async (values, run) => {
      const account = await makeAccount(db)
      const { callback_virtual_account_id: _, ...fields } = paidInto(account, `${kind}-${run}`)
      const raw = write({ ...fields, ...unused }, values)
      assert.equal(
        (await payx('handle-deposit-paid', raw, kind === 'form')).status,
        200,
        shown(raw),
      )
      assert.equal((await owned(db, account.user)).available, 245_560_00n, shown(raw))
    })
  }
  assert.deepEqual(
    (await noticesIn(db)).filter((one) => one.kind === 'event-parked'),
    [],
  )
  await auditsClean(db)
})

test('payx: the same for both forms of a paid QR code, and for accounts and payouts', async (t) => {
  const { db, payx } = await start(t)
  await withOddValues(jsonValue, async (values, run) => {
    const codes = [await makeCode(db), await makeCode(db)] as const
    const flat = scanned(codes[0], `flat-${run}`)
    const { data, ...head } = enveloped(codes[1], `new-${run}`)
    const bodies = [
      { ...flat, payment_details: { ...odd('receipt_id', 'name', 'source') }, ...odd('updated') },
      { ...head, ...odd('business_id'), data: { ...data, ...odd('channel_code', 'metadata') } },
    ]
    for (const [at, body] of bodies.entries()) {
      const raw = inJson(body, values)
      assert.equal((await payx('handle-deposit-paid-qris', raw)).status, 200, shown(raw))
      const user = codes[at]?.user ?? codes[0].user
      assert.equal((await owned(db, user)).available, 14_895_00n, shown(raw))
    }
    const account = { id: `va-${run}`, status: 'ACTIVE', ...odd('name', 'updated', 'bank_code') }
    assert.equal((await payx('handle-created-va', inJson(account, values))).status, 200)
    const payout = { id: `p-${run}`, status: 'SUCCEEDED', ...odd('failure_code', 'description') }
    const moved = inJson({ ...odd('event', 'business_id'), data: payout }, values)
    assert.equal((await payx('handle-withdrawal', moved)).status, 200, shown(moved))
  })
  assert.ok((await inboxOf(db)).every(({ state }) => state === 'done'))
  await auditsClean(db)
})

test('payd: whatever unused fields contain, a paid order is credited', async (t) => {
  const { tukar, db } = await start(t)
  await noQuestions(db)
  const unused = odd(
    ...['productDetail', 'additionalParam', 'paymentCode', 'merchantUserId'],
    ...['reference', 'publisherOrderId', 'settlementDate'],
  )
  for (const [event, type, value, write] of [
    ['payd-deposit', 'x-www-form-urlencoded', formValue, inForm],
    ['payd-deposit', 'json', jsonValue, inJson],
    ['payd/notify', 'x-www-form-urlencoded', formValue, inForm],
  ] as const) {
    await withOddValues(value, async (values) => {
      const user = await makeUser(db)
      const order = await makeOrder(db, user)
      const fields = { ...paymentFields(tukar, { order, amount: '150000' }), ...unused }
      const raw = write(fields, values)
      const answer = await send(tukar.url, 'POST', `/api/webhook/${event}`, {
        raw: new Uint8Array(raw),
        headers: { 'content-type': `application/${type}` },
      })
      assert.equal(answer.status, 200, shown(raw))
      assert.equal((await owned(db, user)).available, 150_000_00n, shown(raw))
    })
  }
  await auditsClean(db)
})

test('custody: whatever unused fields contain, coins that arrive are credited', async (t) => {
  const { tukar, db } = await start(t)
  const unused = odd('note', 'createdBy', 'subStatus', 'feeCurrency', 'signedBy', 'networkRecords')
  for (const version of [1, 2] as const) {
    await withOddValues(jsonValue, async (values, run) => {
      const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
      const id = `odd-${version}-${run}`
      const data = transactionOf({ id, txHash: id, destinationAddress: address, ...unused })
      const type = version === 1 ? 'TRANSACTION_STATUS_UPDATED' : 'transaction.status.updated'
      const head = version === 1 ? { type, ...odd('tenantId') } : { id, eventType: type }
      const raw = inJson({ ...head, ...odd('workspaceId', 'createdAt', 'timestamp'), data }, values)
      const sent = { version, body: raw.toString('base64'), encoding: 'base64' }
      const { body } = await tukar.control('POST', '/custody/events', sent)
      assert.equal(body.status, 200, shown(raw))
      assert.equal(await unitsOf(db, user, 'ETH'), 10n ** 18n, shown(raw))
    })
  }
  await auditsClean(db)
})

test('venue: whatever unused fields contain, a trade is booked', async (t) => {
  const { tukar } = await start(t)
  await stillMarket(tukar)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'lose-callbacks' })
  const orderNo = await placeOrder(tukar, await makeOrderTrader(tukar))
  const { id } = await fillOrder(tukar, orderNo, '0.01')
  const report = { ...(await tradeReport(tukar, id)), ...odd('r', 'o', 'f', 'V', 'I', 'w', 'm') }
  await withOddValues(jsonValue, async (values, run) => {
    const raw = inJson(report, values)
    assert.equal((await sendVenueEvent(tukar, raw)).status, 200, shown(raw))
    if (run === 0) assert.equal((await storedOrder(tukar, orderNo)).status, 'DONE', shown(raw))
  })
})

test('report queue: whatever unused fields contain, a report gets its result', async (t) => {
  const { tukar, db } = await start(t)
  const { tokens, secrets } = tukar.config.reportQueue
  await withOddValues(jsonValue, async (values, run) => {
    const id = `report-${run}`
    await sql`insert into reports (request_id, kind, payload) values (${id}, 'A', '{}')`.execute(
      db.read,
    )
    const answer = { responseCode: '200', responseMessage: 'success', ...odd('data') }
    const sent = { request_id: id, client_secret: secrets.A[0], api_response: answer }
    const raw = inJson({ ...sent, ...odd('sent_at') }, values)
    const response = await send(tukar.url, 'POST', '/api/webhook/micro-queuing/report', {
      raw: new Uint8Array(raw),
      headers: { authorization: `Bearer ${tokens[0]}` },
    })
    assert.equal(response.status, 200, shown(raw))
    const row = await db.read
      .selectFrom('reports')
      .select('status')
      .where('request_id', '=', id)
      .executeTakeFirst()
    assert.equal(row?.status, 'SUCCESS', shown(raw))
  })
})

test('a provider may send odd texts with everything: the sandbox shows it', async (t) => {
  const { tukar, db } = await start(t)
  for (const provider of ['payx', 'custody']) {
    await tukar.control('POST', '/faults', { provider, fault: 'odd-texts' })
  }
  const account = await makeAccount(db)
  const paid = { accountNumber: account.accountNumber, bankCode: 'BCA', amount: 250_000 }
  await tukar.control('POST', '/payx/va-payments', paid)
  await eventually('the credit', async () => (await owned(db, account.user)).available > 0n)
  const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const versions = [1, 2]
  await tukar.control('POST', '/custody/deposits', {
    address,
    assetId: 'ETH',
    amount: '1',
    versions,
  })
  await eventually('the coins', async () => (await unitsOf(db, user, 'ETH')) === 10n ** 18n)
})

test('what is acknowledged of a payment is booked or waits in suspense', async (t) => {
  const { tukar, db, payx } = await start(t)
  await noQuestions(db)
  const digits = fc.stringMatching(/^-?[0-9]{1,25}(\.[0-9]{0,6})?([eE][+-]?[0-9]{1,3})?$/)
  const amount = fc.oneof(digits, fc.stringMatching(/^[1-9][0-9]{0,5}(\.0{0,9})?$/), fc.string())
  const samples = fc.sample(amount, 60)
  const known = async () => {
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from cash_deposits)::int
        + (select count(*) from suspense_items where units is null)::int
        + (select count(*) from payment_reports where state = 'ASKING')::int as count`.execute(
      db.read,
    )
    return rows[0]?.count ?? 0
  }
  for (const [run, sent] of samples.entries()) {
    const account = await makeAccount(db)
    const code = await makeCode(db)
    const order = await makeOrder(db, account.user)
    const fields = paymentFields(tukar, { order, amount: sent })
    const deliveries = [
      () => payx('handle-deposit-paid', half(JSON.stringify(paidInto(account, `va-${run}`, sent)))),
      () =>
        payx('handle-deposit-paid-qris', half(JSON.stringify(scanned(code, `qr-${run}`, sent)))),
      () => send(tukar.url, 'POST', '/api/webhook/payd-deposit', { raw: JSON.stringify(fields) }),
    ]
    for (const deliver of deliveries) {
      const before = await known()
      const { status } = await deliver()
      const after = await known()
      assert.ok(status !== 200 || after === before + 1, `${sent}: ${status}`)
    }
  }
  await auditsClean(db)
})
