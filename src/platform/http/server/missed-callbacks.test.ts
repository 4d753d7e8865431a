import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { inboxOf } from '../../../../tests/make/inbox-node.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import { alertsOf } from '../../../../tests/make/notices.ts'
import { leaderOf, makeAccount, paidInto } from '../../../../tests/make/payx.ts'

const paidPath = '/api/webhook/payx/handle-deposit-paid'

/** Posts bytes with payx's token. */
const post = (
  { url, config }: Tukar,
  path: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
) =>
  fetch(url + path, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-callback-token': config.payx.depositTokens[0],
      ...headers,
    },
  })

test('a callback may be called with a slash at the end of its address', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  const answer = await post(tukar, `${paidPath}/`, JSON.stringify(paidInto(account, 'slash')))
  assert.equal(answer.status, 200)
  assert.equal((await owned(db, account.user)).available, 245_560_00n)
  assert.equal((await fetch(`${tukar.url}${paidPath}/`)).status, 405)
  assert.equal((await post(tukar, `${paidPath}//`, '{}')).status, 404)
})

test('a compressed callback is read, and one that is broken or too large is kept', async (t) => {
  const tukar = await startTukar(t)
  const { db } = (await leaderOf(tukar)).ctx
  const account = await makeAccount(db)
  const compressed = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync }
  for (const [encoding, compress] of Object.entries(compressed)) {
    const body = compress(JSON.stringify(paidInto(account, encoding, 100_000)))
    const answer = await post(tukar, paidPath, body, { 'content-encoding': encoding })
    assert.equal(answer.status, 200, encoding)
  }
  assert.equal((await owned(db, account.user)).available, 3n * 95_560_00n)
  const zeros = gzipSync(Buffer.alloc(50_000_000))
  for (const body of [Buffer.from('not gzip'), zeros]) {
    const answer = await post(tukar, paidPath, body, { 'content-encoding': 'gzip' })
    assert.equal(answer.status, 400)
  }
  const parked = (await inboxOf(db)).filter(({ state }) => state === 'parked')
  assert.equal(parked.length, 2)
  const user = await post(tukar, '/api/inquiries', gzipSync('{}'), { 'content-encoding': 'gzip' })
  assert.equal(user.status, 415, 'of users nothing is decompressed')
})

test('a request that misses the address of a callback alerts operators, once', async (t) => {
  const tukar = await startTukar(t, { fresh: true })
  await leaderOf(tukar)
  const missed = ['/api/webhook/payx/handle-deposit', '/webhook/payx', '/api/webhooks/custody']
  for (const path of [...missed, ...missed]) {
    assert.equal((await post(tukar, `${path}?key=secret`, '{}')).status, 404, path)
  }
  assert.equal((await fetch(`${tukar.url}${paidPath}`)).status, 405)
  await eventually('the alerts', async () => (await alertsOf(tukar, 'callback-missed')) === 4)
  assert.deepEqual(
    (await subjects(tukar)).toSorted(),
    [
      'A callback got 404: POST /api/webhook/payx/handle-deposit',
      'A callback got 404: POST /api/webhooks/custody',
      'A callback got 404: POST /webhook/payx',
      `A callback got 405: GET ${paidPath}`,
    ].toSorted(),
  )
  await fetch(`${tukar.url}/api/nothing`)
  for (let more = 0; more < 30; more += 1) {
    await post(tukar, `/api/webhook/${'x'.repeat(500)}${more}`, '{}')
    await post(tukar, `/api/webhook/${more}`, '{}')
  }
  await eventually('more', async () => (await alertsOf(tukar, 'callback-missed')) === 10)
  assert.ok((await subjects(tukar)).every(({ length }) => length < 250))
})

async function subjects({ service }: Tukar): Promise<readonly string[]> {
  const rows = await service.ctx.db.read
    .selectFrom('operator_alerts')
    .select('subject')
    .where('kind', '=', 'callback-missed')
    .execute()
  return rows.map(({ subject }) => subject)
}
