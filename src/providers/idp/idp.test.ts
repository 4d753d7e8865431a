import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { pngWith } from '../../../tests/make/picture.ts'
import { systemClock } from '../../base/clock.ts'
import type { GlairPicture } from './glair-line.ts'
import { connectIdp, type Idp } from './idp.ts'
import type { KtpFields } from './ktp.ts'
import type { Registrant } from './registration.ts'

let rig: Rig
const open = new Set<Server>()
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(async () => {
  await rig.control('POST', '/reset')
  for (const server of open) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  open.clear()
})

type Given = Readonly<{
  root?: string
  tokenUrl?: string
  apiKey?: string
  clientSecret?: string
  timeoutMs?: number
}>

function connect({ root, tokenUrl, apiKey, clientSecret, timeoutMs = 10_000 }: Given = {}): Idp {
  const baseUrl = root ?? `${rig.sandbox.url}/idp`
  return connectIdp(
    {
      baseUrl,
      username: 'tukar',
      password: testSecrets.idpPassword,
      apiKey: apiKey ?? testSecrets.idpApiKey,
      registryUrl: `${baseUrl}/registry`,
      tokenUrl: tokenUrl ?? `${rig.sandbox.url}/idp/registry/token`,
      clientId: 'tukar',
      clientSecret: clientSecret ?? testSecrets.idpClientSecret,
    },
    { clock: systemClock, log: pino({ level: 'silent' }), timeoutMs },
  )
}

/** Starts a provider with the test's responses. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  open.add(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

const serveAnswer = (status: number, body: string, headers = {}) =>
  serve((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status, headers).end(body))
  })

const picture = (comment?: string, seed = 1): GlairPicture => ({
  bytes: pngWith(comment === undefined ? { seed } : { seed, comment }),
  mediaType: 'image/png',
})

const nik = '3173010101901234'
const fields: KtpFields = {
  nik,
  name: 'BUDI SANTOSO',
  birthPlace: 'JAKARTA',
  birthDate: '01-01-1990',
  gender: 'LAKI-LAKI',
  bloodType: 'O',
  address: 'JL. MERDEKA NO. 17',
  rtRw: '001/002',
  village: 'GAMBIR',
  district: 'GAMBIR',
  city: 'JAKARTA PUSAT',
  province: 'DKI JAKARTA',
  religion: 'ISLAM',
  maritalStatus: 'BELUM KAWIN',
  job: 'KARYAWAN SWASTA',
  citizenship: 'WNI',
  validUntil: 'SEUMUR HIDUP',
}

const registrant = (change: Partial<Registrant> = {}): Registrant => ({
  trxId: 'trx-1',
  fields,
  phone: '+6281234567890',
  email: 'budi@tukar.test',
  selfie: pngWith().toString('base64'),
  ktp: pngWith({ seed: 2 }).toString('base64'),
  consentedAt: new Date('2026-01-02T03:04:05.000Z'),
  ...change,
})

const readKtp = (idp: Idp) => idp.ocrKtp({ trxId: 'trx-1', image: picture(nik) })
const judge = (idp: Idp, trxId = 'trx-1') =>
  idp.passiveLiveness({
    trxId,
    face1: picture(undefined, 3),
    face2: picture(undefined, 4),
    reference: picture(nik),
  })

test("a card is read into its fields, and the provider's message is kept", async () => {
  const answer = await readKtp(connect())
  assert.ok(answer.kind === 'accepted', JSON.stringify(answer))
  assert.equal(answer.value.fields?.nik, nik)
  assert.equal(answer.value.fields?.birthDate, '01-01-1990')
  assert.equal(answer.value.raw.read['nik']?.confidence, 99)
  assert.ok(!('images' in answer.value.raw))
})

test('a card without a number or a name, and a picture of no card, has no fields', async () => {
  const idp = connect()
  const blurred = await idp.ocrKtp({ trxId: 'a', image: picture('3173010101900001') })
  assert.ok(blurred.kind === 'accepted')
  assert.equal(blurred.value.fields, null)
  assert.equal(blurred.value.raw.status, 'FAILED')
  const good = { nama: { value: 'BUDI' }, nik: { value: nik } }
  const bodies = [
    { status: 'SUCCESS', read: { ...good, nik: { value: '123' } } },
    { status: 'SUCCESS', read: { ...good, nama: { value: ' ' } } },
    { status: 'SUCCESS', read: { ...good, nama: { value: null } } },
    { status: 'FAILED', read: good },
    { status: 'SUCCESS' },
  ]
  for (const body of bodies) {
    const answer = await readKtp(connect({ root: await serveAnswer(200, JSON.stringify(body)) }))
    assert.ok(answer.kind === 'accepted' && answer.value.fields === null, JSON.stringify(body))
  }
})

test('a face that is present and matches the card is live and matches', async () => {
  const answer = await judge(connect())
  assert.ok(answer.kind === 'accepted')
  assert.deepEqual([answer.value.live, answer.value.matches], [true, true])
})

test('a face that is not live is compared with nothing', async () => {
  const idp = connect()
  await idp.ocrKtp({ trxId: 'spoof', image: picture('3173010101900002') })
  const answer = await judge(idp, 'spoof')
  assert.ok(answer.kind === 'accepted')
  assert.deepEqual([answer.value.live, answer.value.matches], [false, null])
  assert.ok(!(await rig.control('GET', '/state')).text.includes('/face/v1/match'))
})

type Judged = Readonly<{ status?: string; live?: object; match?: object }>

/** A provider with this verdict on every face; without `match` the face matches the card. */
const judging = ({ status = 'success', live, match }: Judged) =>
  serve((request, response) => {
    request.resume()
    const result =
      request.url?.endsWith('match') === true
        ? { match_percentage: 0.95, match_status: 'match', match_status_code: 'MATCH', ...match }
        : { spoof_percentage: 0.02, status: 'LOW', ...live }
    request.on('end', () => response.end(JSON.stringify({ status, result })))
  })

test('a face of another person does not match', async () => {
  for (const [match, matches] of [
    [{}, true],
    [{ match_percentage: 0.4 }, false],
    [{ match_status_code: 'NOT_MATCH' }, false],
    [{ match_status_code: 'NO_FACE_STORED_IMG' }, false],
  ] as const) {
    const answer = await judge(connect({ root: await judging({ match }) }))
    assert.ok(answer.kind === 'accepted')
    assert.deepEqual([answer.value.live, answer.value.matches], [true, matches])
  }
})

test('only a face with a low spoof probability is live', async () => {
  const live = ['HIGH', 'MODERATE', 'face not detected'].map((status) => ({ live: { status } }))
  for (const judged of [...live, { status: 'failed' }]) {
    const answer = await judge(connect({ root: await judging(judged) }))
    assert.ok(answer.kind === 'accepted')
    assert.equal(answer.value.live, false, JSON.stringify(judged))
  }
})

test('a score outside 0 to 1 is an invalid response', async () => {
  for (const score of ['NaN', '"NaN"', '1e999', '-1', '1.01', '96.7', 'null', '"high"']) {
    const body = `{"status":"success","result":{"spoof_percentage":${score},"status":"LOW"}}`
    const answer = await judge(connect({ root: await serveAnswer(200, body) }))
    assert.deepEqual(answer, { kind: 'unknown', why: 'unreadable' }, score)
  }
})

test('a failing, invalid, oversized, redirecting or missing response leaves it open', async () => {
  const elsewhere = { location: 'http://127.0.0.1:1/elsewhere' }
  const silent = await serve(() => undefined)
  const cases: readonly (readonly [string, string])[] = [
    [await serveAnswer(500, '{}'), 'server-error'],
    [await serveAnswer(200, '<html>ok</html>'), 'unreadable'],
    [await serveAnswer(200, `"${'x'.repeat(2 * 1024 * 1024)}"`), 'unreadable'],
    [await serveAnswer(302, '', elsewhere), 'redirected'],
    [await serveAnswer(429, '{}'), 'throttled'],
    [await serveAnswer(404, '<html>No such page</html>'), 'unreadable'],
    [silent, 'timeout'],
  ]
  const tried = cases.map(async ([root, why]) => {
    const idp = connect({ root, ...(why === 'timeout' ? { timeoutMs: 600 } : {}) })
    const answers = [readKtp(idp), judge(idp), idp.registerAccount(registrant())]
    for (const answer of await Promise.all(answers)) {
      assert.equal(answer.kind === 'unknown' && answer.why, why)
    }
  })
  await Promise.all(tried)
})

test('a token that does not come in time is not a refused login', async () => {
  const idp = connect({ tokenUrl: await serve(() => undefined), timeoutMs: 200 })
  assert.deepEqual(await idp.registerAccount(registrant()), { kind: 'unknown', why: 'timeout' })
})

test('refused credentials reveal nothing about a person', async () => {
  const wrongKey = connect({ apiKey: 'another', clientSecret: 'another' })
  const answers = [
    await readKtp(wrongKey),
    await judge(wrongKey),
    await wrongKey.registerAccount(registrant()),
  ]
  for (const answer of answers) assert.deepEqual(answer, { kind: 'unknown', why: 'login-refused' })
})

test('a registration repeated under the same id is the same', async () => {
  const idp = connect()
  const first = await idp.registerAccount(registrant())
  const second = await idp.registerAccount(registrant())
  assert.ok(first.kind === 'accepted' && second.kind === 'accepted')
  assert.equal(first.value.status, 'registered')
  assert.equal(first.value.accountId, second.value.accountId)
})

test("a pending registration is polled by the provider's id until it is decided", async () => {
  const idp = connect()
  const entered = await idp.registerAccount(registrant({ phone: '+6281234560003' }))
  assert.ok(entered.kind === 'accepted')
  assert.equal(entered.value.status, 'pending')
  const id = entered.value.accountId ?? ''
  for (const [status, ours] of [
    ['IN_PROGRESS', 'pending'],
    ['FAILED', 'rejected'],
    ['SUCCESS', 'registered'],
  ]) {
    await rig.control('POST', '/idp/registrations/trx-1', { status })
    const found = await idp.findRegistration(id)
    assert.equal(found.kind === 'accepted' && found.value.status, ours)
  }
})

test('a refusal is rejected, and that of a registered person is already registered', async () => {
  const rejected = await connect().registerAccount(registrant({ phone: '+6281234560004' }))
  assert.ok(rejected.kind === 'accepted')
  assert.equal(rejected.value.status, 'rejected')
  assert.match(rejected.value.reason ?? '', /^1003 /)
  const body = JSON.stringify({ errors: [{ code: '1007', detail: 'Already registered' }] })
  const known = await connect({ root: await serveAnswer(409, body) }).registerAccount(registrant())
  assert.equal(known.kind === 'accepted' && known.value.status, 'duplicate')
})

test('a registration with a lost response is found by a query', async () => {
  const idp = connect()
  const lost = registrant({ phone: '+6281234560005' })
  assert.equal((await idp.registerAccount(lost)).kind, 'unknown')
  const again = await idp.registerAccount(lost)
  assert.equal(again.kind === 'accepted' && again.value.status, 'registered')
})

test('no more than eight calls are under way', async () => {
  let most = 0
  let now = 0
  const root = await serve((request, response) => {
    now += 1
    most = Math.max(most, now)
    request.resume()
    setTimeout(() => {
      now -= 1
      response.end('{"status":"FAILED"}')
    }, 150)
  })
  const idp = connect({ root })
  const answers = await Promise.all(Array.from({ length: 20 }, () => readKtp(idp)))
  assert.equal(most, 8)
  const refused = answers.filter((one) => one.kind === 'unknown' && one.why === 'overloaded')
  assert.equal(refused.length, 12)
})
