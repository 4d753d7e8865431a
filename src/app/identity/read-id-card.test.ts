import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  cardOf,
  identityStatusOf,
  idpRequests,
  makeNik,
  readCard,
} from '../../../tests/make/identity.ts'
import { jpegWith, pngWith } from '../../../tests/make/picture.ts'
import { makeTrader } from '../../../tests/make/trader.ts'

const read = [200, 'api.idp_ocr_success']
const notRead = [400, 'api.idp_ocr_fail']

const statuses = async ({ service }: Tukar) =>
  (
    await sql<{ status: string }>`select status from identity_histories order by id`.execute(
      service.ctx.db.read,
    )
  ).rows.map(({ status }) => status)

test('a card is read as its owner sent it; the stored copy opens by its address', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const nik = makeNik()
  const answer = await readCard(tukar, trader, { ktp_image: cardOf(nik) })
  assert.deepEqual(messageOf(answer), read)
  const { data } = answer.body
  assert.equal(data.read.nik.value, nik)
  assert.equal(data.read.nik.confidence, 99)
  assert.equal(data.status, 'SUCCESS')
  assert.equal(data.images, undefined)
  const shown = await fetch(data.image_ocr_url)
  assert.equal(shown.status, 200)
  assert.ok(!Buffer.from(await shown.arrayBuffer()).includes(nik))
  assert.equal(await identityStatusOf(tukar, trader), 'none')
})

test('any picture is accepted, also as JPEG', async (t) => {
  const tukar = await startTukar(t)
  const answer = await readCard(tukar, await makeTrader(tukar), { ktp_image: await jpegWith() })
  assert.match(answer.body.data.read.nik.value, /^[0-9]{16}$/)
})

test('Indonesia is found by id, code and name; other countries cost no query', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (const nationality of ['360', 'ID', 'idn', 'Indonesia', 'indonesia']) {
    assert.deepEqual(messageOf(await readCard(tukar, trader, { nationality })), read, nationality)
  }
  const before = (await idpRequests(tukar)).length
  const others = ['SG', '702', 'Malaysia', 'Atlantis', "ID' or '1'='1", '0', 'I%', '<ID>']
  for (const nationality of others) {
    const answer = await readCard(tukar, trader, { nationality })
    assert.deepEqual(messageOf(answer), [400, 'api.only_for_indonesian'], nationality)
  }
  assert.equal((await idpRequests(tukar)).length, before)
})

test('a user cannot have a card read for another user', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  for (const userId of [other.id.toString(), '999999', `0${trader.id}`, 'me']) {
    const answer = await readCard(tukar, trader, { userId })
    assert.deepEqual(messageOf(answer), [404, 'api.user_not_found'])
  }
  assert.deepEqual(await idpRequests(tukar), [])
})

test('missing fields and invalid pictures are reported in the order of the fields', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const cases: readonly (readonly [object, string])[] = [
    [{ userId: null, nationality: null }, 'The user id field is required.'],
    [{ nationality: null, ktp_image: null }, 'The nationality field is required.'],
    [{ ktp_image: null }, 'The ktp image field is required.'],
    [
      { ktp_image: Buffer.from('<svg/>') },
      'The ktp image field must be a file of type: jpeg, png, jpg.',
    ],
    [
      { ktp_image: pngWith().subarray(0, 60) },
      'The ktp image field must be a file of type: jpeg, png, jpg.',
    ],
    [
      { ktp_image: Buffer.concat([pngWith(), Buffer.alloc(5 * 1024 * 1024)]) },
      'The ktp image field must not be greater than 5120 kilobytes.',
    ],
  ]
  for (const [fields, sentence] of cases) {
    assert.deepEqual(messageOf(await readCard(tukar, trader, { ...fields })), [400, sentence])
  }
  assert.deepEqual(await idpRequests(tukar), [])
})

test('an unreadable card is reported, and is not paid for again', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const ktp_image = cardOf(makeNik('0001'))
  assert.deepEqual(messageOf(await readCard(tukar, trader, { ktp_image })), notRead)
  assert.deepEqual(messageOf(await readCard(tukar, trader, { ktp_image })), notRead)
  assert.equal((await idpRequests(tukar)).length, 1)
  assert.deepEqual(await statuses(tukar), ['FAILED'])
})

test('a failing provider counts as an unread card, under one transaction id', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const ktp_image = cardOf(makeNik())
  for (const fault of ['error-500', 'bad-json', 'drop-response', 'error-429']) {
    await tukar.control('POST', '/faults', { provider: 'idp', fault, times: 1 })
    assert.deepEqual(messageOf(await readCard(tukar, trader, { ktp_image })), notRead, fault)
  }
  assert.deepEqual(messageOf(await readCard(tukar, trader, { ktp_image })), read)
  const ids = new Set((await idpRequests(tukar)).map(({ requestId }) => requestId))
  assert.equal(ids.size, 1)
})

test('a failing storage costs no second reading, and the attempt is kept', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const ktp_image = cardOf(makeNik())
  await tukar.control('POST', '/faults', { provider: 'storage', fault: 'error-500' })
  const failed = await readCard(tukar, trader, { ktp_image })
  await tukar.control('DELETE', '/faults')
  assert.deepEqual(messageOf(failed), [400, 'api.oss_upload_fail'])
  const { db } = tukar.service.ctx
  assert.deepEqual(await statuses(tukar), ['ANSWERED'])
  assert.deepEqual(messageOf(await readCard(tukar, trader, { ktp_image })), read)
  assert.deepEqual(messageOf(await readCard(tukar, trader, { ktp_image })), read)
  assert.equal((await idpRequests(tukar)).length, 1)
  await sql`update identity_histories set created_at = now() - interval '11 minutes'`.execute(
    db.read,
  )
  assert.deepEqual(messageOf(await readCard(tukar, trader, { ktp_image })), read)
  assert.equal((await idpRequests(tukar)).length, 2)
})

test('a stored image without an address is reported', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const ktp_image = cardOf(makeNik())
  assert.deepEqual(messageOf(await readCard(tukar, trader, { ktp_image })), read)
  const { db } = tukar.service.ctx
  await sql`update identity_histories set object_names = '{lost}'`.execute(db.read)
  const answer = await readCard(tukar, trader, { ktp_image })
  assert.deepEqual(messageOf(answer), [400, 'api.url_oss_fail'])
})

test('the same card sent many times at once is read once', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeTrader(tukar)
  const ktp_image = cardOf(makeNik())
  await tukar.control('POST', '/faults', { provider: 'idp', fault: 'latency', delayMs: 300 })
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => {
      const url = tukar.nodes[index % 2]?.url ?? ''
      const there = { ...tukar, call: (...args: Sent) => send(url, ...args) }
      return readCard(there, trader, { ktp_image })
    }),
  )
  assert.equal((await idpRequests(tukar)).length, 1)
  assert.ok(answers.some(({ status }) => status === 200))
  const busy = ['api.request_in_progress', 'api.too_many_requests']
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    assert.ok([409, 429].includes(status) && busy.includes(body?.message), body?.message)
  }
})

test('no number of a card is in a clear column', async (t) => {
  const tukar = await startTukar(t)
  const nik = makeNik()
  const trader = await makeTrader(tukar)
  assert.deepEqual(messageOf(await readCard(tukar, trader, { ktp_image: cardOf(nik) })), read)
  const { rows } = await sql<{ row: string }>`
    select t::text as row from identity_histories t`.execute(tukar.service.ctx.db.read)
  assert.equal(rows.length, 1)
  assert.ok(!rows.some(({ row }) => row.includes(nik) || row.includes('JAKARTA')))
})

test('readings are bounded, since each may cost money', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const answers: Answer[] = []
  for (let time = 0; time < 21; time += 1) {
    answers.push(await readCard(tukar, trader, { nationality: 'SG' }))
  }
  assert.equal(answers.filter(({ status }) => status === 429).length, 1)
  const last = answers.at(-1)
  assert.equal(last?.body.message, 'api.too_many_requests')
  assert.ok(Number(last?.headers.get('retry-after')) > 0)
})

type Sent = [method: string, to: string, call?: Parameters<typeof send>[3]]
