import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { auditsClean } from '../../../tests/make/audit.ts'
import { exchange } from '../../../tests/make/http-server.ts'
import { inboxOf } from '../../../tests/make/inbox-node.ts'
import { owned } from '../../../tests/make/ledger.ts'
import { leaderOf, makeAccount, paidInto, received, reportPayx } from '../../../tests/make/payx.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { administer } from '../../../tests/server.ts'
import { receiveLimits } from '../../platform/access/callbacks/receive.ts'

const unauthorized =
  '{"response_code":401,"response_message":"invalid callback token","response_data":null}'

/** Sends the same callback with the given header lines. */
function raw(tukar: Tukar, body: string, ...headers: readonly string[]): Promise<string> {
  const { port } = new URL(tukar.url)
  const lines = [
    'POST /api/webhook/payx/handle-deposit-paid HTTP/1.1',
    'Host: tukar',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ]
  return exchange(Number(port), `${lines.join('\r\n')}\r\n\r\n${body}`)
}

test('a callback with another token is refused, and nothing is stored', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const body = JSON.stringify(paidInto(await makeAccount(db), 'payment-1'))
  const token = tukar.config.payx.depositTokens[0]
  const attempts = [
    [],
    ['X-Callback-Token:'],
    [`X-Callback-Token: ${token.toUpperCase()}`],
    [`X-Callback-Token: ${token}x`],
    [`X-Callback-Token: ${token.slice(1)}`],
    [`X-Callback-Token: ${'x'.repeat(7_000)}`],
    [`X-Callback-Token: ${token}`, `X-Callback-Token: ${token}`],
    [`X-Callback-Token: ${token}`, 'X-Callback-Token: another'],
    [`X-Callback-Token: ${tukar.config.payx.withdrawalTokens[0]}`],
    [`Authorization: Bearer ${token}`],
  ]
  for (const headers of attempts) {
    const answer = await raw(tukar, body, ...headers)
    assert.match(answer, /^HTTP\/1.1 401 /, headers.join())
    assert.ok(answer.endsWith(unauthorized), answer)
  }
  assert.deepEqual(await inboxOf(db), [])
  assert.match(await raw(tukar, 'not json', 'X-Callback-Token: wrong'), /^HTTP\/1.1 401 /)
  assert.deepEqual(await inboxOf(db), [], 'no word of a stranger is kept')
  const right = await raw(tukar, body, `x-CALLBACK-token:  ${token} `)
  assert.ok(right.endsWith(received), right)
  assert.ok(right.includes('success receive data'), right)
})

test("an unreadable body is stored, and refused in payx's shape", async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  const valid = JSON.stringify(paidInto(account, 'payment-1'))
  const bodies = [
    valid.replace('"amount"', '"amount":1,"amount"'),
    valid.replace('250000', '00250000'),
    valid.replace('250000', '[250000]'),
    valid.replace('250000', 'null'),
    valid.replace('250000', 'NaN'),
    valid.replace('"bank_code":"BCA",', ''),
    valid.slice(0, -1),
    `[${valid}]`,
    '{"__proto__":{"id":"x"}}',
    '{}',
  ]
  for (const body of bodies) {
    const answer = await reportPayx(tukar, 'deposit-paid', body)
    assert.equal(answer.status, 400, body)
    assert.deepEqual(Object.keys(answer.body), [
      'response_code',
      'response_message',
      'response_data',
    ])
    assert.equal(answer.body.response_code, 400)
    assert.equal(answer.body.response_data, null)
  }
  const missing = await reportPayx(tukar, 'deposit-paid', '{"id":"x"}')
  assert.equal(missing.body.response_message, 'The bank code field is required.')
  const list = await reportPayx(tukar, 'deposit-paid', '[]')
  assert.equal(list.body.response_message, 'api.malformed_request')
  const rows = await inboxOf(db)
  assert.equal(rows.length, bodies.length + 2)
  assert.ok(rows.every(({ state }) => state === 'parked'))
  assert.equal((await owned(db, account.user)).available, 0n)
  await auditsClean(db)
})

test('a form means the same as JSON', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  const { id, payment_id, bank_code, account_number } = paidInto(account, 'payment-1')
  const fields = { id, payment_id, bank_code, account_number, amount: '250000' }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const form = new URLSearchParams(fields).toString()
  assert.equal((await reportPayx(tukar, 'deposit-paid', form, { headers })).text, received)
  assert.equal((await owned(db, account.user)).available, 245_560_00n)
  await auditsClean(db)
})

test('while writes fail payx gets a retry response, and nothing is half done', async (t) => {
  setLimits(t, receiveLimits, { noLeaderWaitMs: 300 })
  const tukar = await startTukar(t, { jobs: ['sweep the inbox'] })
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  const body = paidInto(account, 'payment-1')
  await allowWrites(tukar, false)
  for (const one of [JSON.stringify(body), 'unreadable']) {
    const answer = await reportPayx(tukar, 'deposit-paid', one)
    assert.equal(answer.status, 503)
    assert.equal(answer.body.response_code, 503)
    assert.ok(Number(answer.headers.get('retry-after')) <= 5)
  }
  await allowWrites(tukar, true)
  const answer = await eventually('a database that writes', async () => {
    const answer = await reportPayx(tukar, 'deposit-paid', body)
    return answer.status === 200 && answer
  })
  assert.equal(answer.text, received)
  const credited = async () => (await owned(db, account.user)).available === 245_560_00n
  await eventually('the credit', credited)
  assert.deepEqual(
    (await inboxOf(db)).map(({ key }) => key),
    ['payment-1'],
  )
  await auditsClean(db)
})

/** Simulates a full disk: ends every session, and makes new ones read-only. */
function allowWrites({ config }: Tukar, allowed: boolean): Promise<void> {
  const url = config.databaseUrl ?? ''
  const name = new URL(url).pathname.slice(1)
  return administer(
    url,
    'set default_transaction_read_only = off',
    `alter database "${name}" set default_transaction_read_only = ${allowed ? 'off' : 'on'}`,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
}
