import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { eventually, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  cardOf,
  identityBecomes,
  identityStatusOf,
  idpRequests,
  makeNik,
  makeProvenTrader,
  proveFace,
  readCard,
} from '../../../tests/make/identity.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import { makeFirstAdmin } from '../../../tests/make/operator.ts'
import { pngWith } from '../../../tests/make/picture.ts'
import { expectOk, makeTrader, type Trader } from '../../../tests/make/trader.ts'

const done = [200, 'api.idp_liveness_register_success']

type ServiceEntry = Readonly<{
  service: string
  status: string
  objects: number
  card: number | null
}>

const histories = async ({ service }: Tukar): Promise<readonly ServiceEntry[]> =>
  (
    await sql<ServiceEntry>`
      select service, status, cardinality(object_names) as objects, ocr_id as card
      from identity_histories order by id`.execute(service.ctx.db.read)
  ).rows

const outcomes = async (tukar: Tukar) =>
  (await histories(tukar)).map(({ service, status }) => `${service} ${status}`)

/** Makes a trader, and has their identity card with this number read. */
async function withCard(tukar: Tukar, nik = makeNik()): Promise<Trader> {
  const trader = await makeTrader(tukar)
  expectOk(await readCard(tukar, trader, { ktp_image: cardOf(nik) }))
  return trader
}

const pollNow = ({ service }: Tukar) =>
  sql`update identity_registrations set next_at = now()`.execute(service.ctx.db.read)

const registrations = async (tukar: Tukar) =>
  (await idpRequests(tukar)).filter(({ path }) => path === '/registry/kyc')

test('a face that fits the card registers its owner and notifies them', async (t) => {
  const tukar = await startTukar(t)
  const nik = makeNik()
  const trader = await withCard(tukar, nik)
  const answer = await proveFace(tukar, trader)
  assert.deepEqual(messageOf(answer), done)
  assert.equal(await identityStatusOf(tukar, trader), 'success')
  assert.deepEqual(await outcomes(tukar), [
    'OCR SUCCESS',
    'LIVENESS SUCCESS',
    'REGISTRATION SUCCESS',
  ])
  const [card, face, entry] = await histories(tukar)
  assert.deepEqual([card?.objects, face?.objects, entry?.objects], [1, 2, 0])
  assert.equal((await registrations(tukar))[0]?.nik, nik)
  const [mail] = await mailsArrived(tukar, trader.email, 1)
  assert.equal(mail?.subject, 'Your identity is verified')
  const inApp = await tukar.call('GET', '/api/user-messages', { token: trader.token })
  assert.match(inApp.text, /Your identity is verified/)
})

test('no face is checked before a card was read', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  assert.deepEqual(messageOf(await proveFace(tukar, trader)), [400, 'api.idp_ocr_fail'])
  await readCard(tukar, trader, { ktp_image: cardOf(makeNik('0001')) })
  assert.deepEqual(messageOf(await proveFace(tukar, trader)), [400, 'api.idp_ocr_fail'])
  assert.equal((await idpRequests(tukar)).length, 1)
})

test('only Indonesians register, and only themselves, before any paid query', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await withCard(tukar), await makeTrader(tukar)]
  const abroad = await proveFace(tukar, trader, { nationality: 'SG' })
  assert.deepEqual(messageOf(abroad), [400, 'api.only_for_indonesian'])
  const foreign = await proveFace(tukar, trader, { userId: other.id.toString() })
  assert.deepEqual(messageOf(foreign), [404, 'api.user_not_found'])
  assert.equal((await idpRequests(tukar)).length, 1)
})

test('every field is needed, in the order of the interface', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const names = ['userId', 'nationality', 'face1', 'face2', 'phone', 'email', 'selfie', 'ktp']
  const fieldNames = ['user id', 'nationality', 'face1', 'face2', 'phone', 'email', 'selfie', 'ktp']
  for (const [index, fieldName] of fieldNames.entries()) {
    const missing = Object.fromEntries(names.slice(index).map((name) => [name, null]))
    const answer = await proveFace(tukar, trader, missing)
    assert.deepEqual(messageOf(answer), [400, `The ${fieldName} field is required.`])
  }
  const letters = await proveFace(tukar, trader, { phone: 'call me' })
  assert.deepEqual(messageOf(letters), [400, 'The phone field must be a valid phone number.'])
})

test('a face that is not live gets the ordinary response, and registers no user', async (t) => {
  const tukar = await startTukar(t)
  const trader = await withCard(tukar, makeNik('0002'))
  assert.deepEqual(messageOf(await proveFace(tukar, trader)), done)
  assert.equal(await identityStatusOf(tukar, trader), 'failed')
  assert.deepEqual(await outcomes(tukar), ['OCR SUCCESS', 'LIVENESS FAILED', 'REGISTRATION FAILED'])
  assert.deepEqual(await registrations(tukar), [])
  const [mail] = await mailsArrived(tukar, trader.email, 1)
  assert.equal(mail?.subject, 'Your identity could not be verified')
})

test('either picture of a face may be the one that is not live', async (t) => {
  const tukar = await startTukar(t)
  const trader = await withCard(tukar)
  const face2 = pngWith({ seed: 12, comment: makeNik('0002') })
  assert.deepEqual(messageOf(await proveFace(tukar, trader, { face2 })), done)
  assert.equal(await identityStatusOf(tukar, trader), 'failed')
})

test('a rejected registration looks complete, and a later one may succeed', async (t) => {
  const tukar = await startTukar(t)
  const trader = await withCard(tukar)
  assert.deepEqual(messageOf(await proveFace(tukar, trader, { phone: '081234560004' })), done)
  assert.equal(await identityStatusOf(tukar, trader), 'failed')
  assert.deepEqual(messageOf(await proveFace(tukar, trader)), done)
  assert.equal(await identityStatusOf(tukar, trader), 'success')
})

test('a pending registration is polled until the provider decides', async (t) => {
  const tukar = await startTukar(t, { jobs: ['poll identity registrations'] })
  const trader = await withCard(tukar, makeNik('0003'))
  assert.deepEqual(messageOf(await proveFace(tukar, trader)), done)
  assert.equal(await identityStatusOf(tukar, trader), 'pending')
  assert.equal((await outcomes(tukar)).at(-1), 'REGISTRATION PENDING')
  const { db } = tukar.service.ctx
  const kept = await sql<{ parcel: boolean }>`
    select sealed_parcel is not null as parcel from identity_registrations`.execute(db.read)
  assert.deepEqual(kept.rows, [{ parcel: false }])
  assert.deepEqual(messageOf(await proveFace(tukar, trader)), done)
  const [requested, ...more] = await registrations(tukar)
  assert.equal(more.length, 0)
  await tukar.control('POST', `/idp/registrations/${requested?.requestId}`, { status: 'SUCCESS' })
  await pollNow(tukar)
  await identityBecomes(tukar, trader, 'success')
  assert.equal((await outcomes(tukar)).at(-1), 'REGISTRATION SUCCESS')
})

test('a registration with a lost response is queried by its id, and settled', async (t) => {
  const tukar = await startTukar(t, { jobs: ['poll identity registrations'] })
  const trader = await withCard(tukar, makeNik('0005'))
  assert.deepEqual(messageOf(await proveFace(tukar, trader)), done)
  assert.equal(await identityStatusOf(tukar, trader), 'pending')
  assert.equal((await outcomes(tukar)).at(-1), 'REGISTRATION UNKNOWN')
  await pollNow(tukar)
  await identityBecomes(tukar, trader, 'success')
  const requested = await registrations(tukar)
  assert.equal(requested.length, 2)
  assert.equal(new Set(requested.map(({ requestId }) => requestId)).size, 1)
})

test('after a bounded number of tries the user may restart; operators are notified', async (t) => {
  const tukar = await startTukar(t, { jobs: ['poll identity registrations'] })
  const trader = await withCard(tukar, makeNik('0003'))
  assert.deepEqual(messageOf(await proveFace(tukar, trader)), done)
  const { db } = tukar.service.ctx
  await sql`update identity_registrations set tries = 199, next_at = now()`.execute(db.read)
  await identityBecomes(tukar, trader, 'failed')
  await eventually('an alert', async () => {
    const found = await sql`
      select 1 from operator_alerts where kind = 'identity-undecided'`.execute(db.read)
    return found.rows.length === 1
  })
})

test('a provider that fails leaves the status alone; the same pictures go on later', async (t) => {
  const tukar = await startTukar(t)
  const trader = await withCard(tukar)
  for (const fault of ['error-500', 'bad-json', 'drop-response']) {
    await tukar.control('POST', '/faults', { provider: 'idp', fault, path: '/face/v1/match' })
    assert.deepEqual(messageOf(await proveFace(tukar, trader)), [400, 'api.idp_ocr_fail'], fault)
    assert.equal(await identityStatusOf(tukar, trader), 'none')
    await tukar.control('DELETE', '/faults')
  }
  assert.deepEqual(messageOf(await proveFace(tukar, trader)), done)
  assert.equal(await identityStatusOf(tukar, trader), 'success')
})

test('faces that could not be stored are not judged again', async (t) => {
  const tukar = await startTukar(t)
  const trader = await withCard(tukar)
  const judged = async () =>
    (await idpRequests(tukar)).filter(({ path }) => path.startsWith('/face')).length
  const method = 'PUT'
  await tukar.control('POST', '/faults', { provider: 'storage', fault: 'error-500', method })
  assert.deepEqual(messageOf(await proveFace(tukar, trader)), [400, 'api.oss_upload_fail'])
  await tukar.control('DELETE', '/faults')
  assert.equal(await judged(), 3)
  assert.equal(await identityStatusOf(tukar, trader), 'none')
  assert.deepEqual(messageOf(await proveFace(tukar, trader)), done)
  assert.equal(await judged(), 3)
  assert.equal(await identityStatusOf(tukar, trader), 'success')
})

test('many calls at once, on two nodes, register their user once', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await withCard(tukar)
  await tukar.control('POST', '/faults', { provider: 'idp', fault: 'latency', delayMs: 100 })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => {
      const url = tukar.nodes[index % 2]?.url ?? ''
      const call: Tukar['call'] = (method, to, sent) => send(url, method, to, sent)
      return proveFace({ ...tukar, call }, trader, { face1: pngWith({ seed: 100 + index }) })
    }),
  )
  assert.equal((await registrations(tukar)).length, 1)
  assert.equal((await idpRequests(tukar)).filter(({ path }) => path.endsWith('match')).length, 1)
  assert.ok(answers.some(({ status }) => status === 200))
  const busy = ['api.request_in_progress', 'api.too_many_requests']
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    assert.ok([409, 429].includes(status) && busy.includes(body?.message), body?.message)
  }
  assert.equal(await identityStatusOf(tukar, trader), 'success')
})

test('while the faces of one call are stored, other faces are not judged', async (t) => {
  const tukar = await startTukar(t)
  const trader = await withCard(tukar)
  const { objectStore } = tukar.service.ctx
  const { put } = objectStore
  const refused = Promise.withResolvers<void>()
  const { mock } = t.mock.method(objectStore, 'put', (...given: Parameters<typeof put>) =>
    refused.promise.then(() => put(...given)),
  )
  const first = proveFace(tukar, trader)
  await eventually('the faces to be judged', async () => mock.callCount() > 0)
  const second = await proveFace(tukar, trader, { face1: pngWith({ seed: 30 }) })
  assert.deepEqual(messageOf(second), [409, 'api.request_in_progress'])
  refused.resolve()
  assert.deepEqual(messageOf(await first), done)
  assert.equal((await registrations(tukar)).length, 1)
  assert.equal((await idpRequests(tukar)).filter(({ path }) => path.endsWith('match')).length, 1)
})

test('a card read while a face is judged does not replace the first', async (t) => {
  const tukar = await startTukar(t)
  const nik = makeNik()
  const trader = await withCard(tukar, nik)
  const slow = { provider: 'idp', fault: 'latency', path: '/face', delayMs: 400, times: 3 }
  await tukar.control('POST', '/faults', slow)
  const [proven, read] = await Promise.all([
    proveFace(tukar, trader),
    eventually('the face to be judged', async () =>
      (await outcomes(tukar)).includes('LIVENESS STARTED'),
    ).then(() => readCard(tukar, trader, { ktp_image: cardOf(makeNik()) })),
  ])
  assert.deepEqual(messageOf(proven), done)
  expectOk(read)
  assert.equal((await registrations(tukar))[0]?.nik, nik)
  const [first, ...others] = await histories(tukar)
  const cards = new Set(others.flatMap(({ card }) => (card === null ? [] : [card])))
  assert.equal(first?.service, 'OCR')
  assert.equal(cards.size, 1)
})

test('a verified user stays verified, and needs no further check', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeProvenTrader(tukar)
  const before = (await idpRequests(tukar)).length
  const face1 = pngWith({ seed: 20, comment: makeNik('0002') })
  assert.deepEqual(messageOf(await proveFace(tukar, trader, { face1 })), done)
  assert.equal((await idpRequests(tukar)).length, before)
  await readCard(tukar, trader, { ktp_image: cardOf(makeNik('0001')) })
  assert.equal(await identityStatusOf(tukar, trader), 'success')
})

test('an attempt whose node died is given up after a while', async (t) => {
  const tukar = await startTukar(t)
  const trader = await withCard(tukar)
  await tukar.control('POST', '/faults', { provider: 'idp', fault: 'error-500', path: '/face' })
  assert.equal((await proveFace(tukar, trader)).status, 400)
  await tukar.control('DELETE', '/faults')
  const { db } = tukar.service.ctx
  await sql`
    update identity_histories set status = 'STARTED' where service = 'LIVENESS'`.execute(db.read)
  const early = await proveFace(tukar, trader)
  assert.deepEqual(messageOf(early), [409, 'api.request_in_progress'])
  await sql`
    update identity_histories set updated_at = now() - interval '2 minutes'
    where service = 'LIVENESS'`.execute(db.read)
  assert.deepEqual(messageOf(await proveFace(tukar, trader)), done)
  assert.equal(await identityStatusOf(tukar, trader), 'success')
})

const duplicates = async ({ service }: Tukar) =>
  (
    await sql<{ data: unknown }>`
      select data from operator_alerts where kind = 'identity-duplicate'`.execute(
      service.ctx.db.read,
    )
  ).rows

test('a card that proves one account proves no other, and an operator is alerted', async (t) => {
  const tukar = await startTukar(t)
  const nik = makeNik()
  const first = await withCard(tukar, nik)
  assert.deepEqual(messageOf(await proveFace(tukar, first)), done)
  const second = await withCard(tukar, nik)
  assert.deepEqual(messageOf(await proveFace(tukar, second)), done)
  assert.equal(await identityStatusOf(tukar, second), 'failed')
  assert.equal(await identityStatusOf(tukar, first), 'success')
  assert.equal((await registrations(tukar)).length, 1)
  await eventually('an alert', async () => (await duplicates(tukar)).length === 1)
  const [alert] = await duplicates(tukar)
  const users = z.object({ userId: z.string(), otherUserId: z.string() }).parse(alert?.data)
  assert.deepEqual([users.userId, users.otherUserId], [`${second.id}`, `${first.id}`])
  assert.ok(!JSON.stringify(alert).includes(nik))
  const [mail] = await mailsArrived(tukar, second.email, 1)
  assert.equal(mail?.subject, 'Your identity could not be verified')
  const kept = await sql<{ row: string }>`
    select t::text as row from identity_numbers t`.execute(tukar.service.ctx.db.read)
  assert.ok(kept.rows.length === 1 && !kept.rows[0]?.row.includes(nik))
})

test('if accounts present the same card at once, one is verified', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const nik = makeNik()
  const traders: Trader[] = []
  for (let count = 0; count < 4; count += 1) traders.push(await withCard(tukar, nik))
  const answers = await Promise.all(traders.map((trader) => proveFace(tukar, trader)))
  for (const answer of answers) assert.deepEqual(messageOf(answer), done)
  const statuses = await Promise.all(traders.map((trader) => identityStatusOf(tukar, trader)))
  assert.deepEqual(statuses.toSorted(), ['failed', 'failed', 'failed', 'success'])
  assert.equal((await registrations(tukar)).length, 1)
})

test('a card with a failed registration may prove another account', async (t) => {
  const tukar = await startTukar(t)
  const nik = makeNik()
  const first = await withCard(tukar, nik)
  assert.deepEqual(messageOf(await proveFace(tukar, first, { phone: '081234560004' })), done)
  assert.equal(await identityStatusOf(tukar, first), 'failed')
  const second = await withCard(tukar, nik)
  assert.deepEqual(messageOf(await proveFace(tukar, second)), done)
  assert.equal(await identityStatusOf(tukar, second), 'success')
  assert.deepEqual(messageOf(await proveFace(tukar, first)), done)
  assert.equal(await identityStatusOf(tukar, first), 'failed')
})

test('a child, an expired card and an impossible number never reach the registry', async (t) => {
  const tukar = await startTukar(t)
  const cards = [
    [cardOf('3171051001151234'), 'the owner of the card is younger than 17 years'],
    [
      cardOf(makeNik(), 'kewarganegaraan=WNA;berlakuHingga=01-02-2020'),
      'the card expired on 2020-02-01',
    ],
    [cardOf('0071051001801234'), 'the number of the card is impossible'],
    [cardOf(makeNik(), 'tanggalLahir=02-01-1990'), 'the number of the card does not fit its owner'],
  ] as const
  for (const [ktp_image] of cards) {
    const trader = await makeTrader(tukar)
    expectOk(await readCard(tukar, trader, { ktp_image }))
    assert.deepEqual(messageOf(await proveFace(tukar, trader)), done)
    assert.equal(await identityStatusOf(tukar, trader), 'failed')
  }
  assert.deepEqual(await registrations(tukar), [])
  const reasons = cards.map(([, reason]) => reason)
  const { token } = await makeFirstAdmin(tukar)
  const read = async (path: string) =>
    (await tukar.call('GET', `/operator/api/${path}`, { token })).body.data
  const alerts = await eventually('the alerts', async () => {
    const { data } = await read('alerts?kind=identity-card-refused')
    return data.length === cards.length && data
  })
  const facts = alerts.map(({ data }: { data: Readonly<Record<string, string>> }) => data)
  assert.deepEqual(
    facts.map(({ reason }: { reason: string }) => reason).toSorted(),
    reasons.toSorted(),
  )
  for (const { history, reason } of facts) {
    const { outcome } = await read(`identities/${history}`)
    assert.equal(outcome.reason, reason)
  }
})

test('operators may raise the age that the owner of a card must have', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  await sql`update settings set value = '60' where key = 'identity.minimum_age'`.execute(db.read)
  const trader = await withCard(tukar)
  assert.deepEqual(messageOf(await proveFace(tukar, trader)), done)
  assert.equal(await identityStatusOf(tukar, trader), 'failed')
})
