import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { z } from 'zod'
import { jpegWith, pngWith } from '../../tests/make/picture.ts'
import { call, type Rig, startRig, testSecrets } from '../test-rig.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const Card = z.looseObject({
  status: z.string(),
  read: z.record(z.string(), z.object({ value: z.string(), confidence: z.number() })),
})

const StatusBody = z.looseObject({ status: z.string() })

function headersWith(apiKey = testSecrets.idpApiKey) {
  const basic = Buffer.from(`anybody:${testSecrets.idpPassword}`).toString('base64')
  return { authorization: `Basic ${basic}`, 'x-api-key': apiKey, 'x-request-id': 'r-1' }
}

async function postPicture(path: string, bytes: Buffer | null, apiKey?: string) {
  const form = new FormData()
  if (bytes !== null) form.set('image', new Blob([Uint8Array.from(bytes)]), 'a.jpg')
  const url = `${rig.sandbox.url}/idp${path}`
  const answer = await fetch(url, { method: 'POST', headers: headersWith(apiKey), body: form })
  const json: unknown = await answer.json()
  return { status: answer.status, json, statusText: StatusBody.safeParse(json).data?.status }
}

const readCard = async (bytes: Buffer) => Card.parse((await postPicture('/ocr/v1/ktp', bytes)).json)

test('a card has the number in its text comment, in either kind of picture', async () => {
  const comment = 'NIK 3173010101905678 of nobody'
  for (const bytes of [pngWith({ comment }), await jpegWith({ comment })]) {
    assert.equal((await readCard(bytes)).read['nik']?.value, '3173010101905678')
  }
})

test('any picture is a valid card, and the same picture is the same card', async () => {
  const first = (await readCard(pngWith({ seed: 1 }))).read['nik']?.value
  assert.match(first ?? '', /^[0-9]{16}$/)
  assert.equal((await readCard(pngWith({ seed: 1 }))).read['nik']?.value, first)
  assert.notEqual((await readCard(pngWith({ seed: 2 }))).read['nik']?.value, first)
})

test('numbers control the text that is read and the verdict', async () => {
  const unreadable = await readCard(pngWith({ comment: '3173010101900001' }))
  assert.deepEqual([unreadable.status, unreadable.read], ['FAILED', {}])
  await readCard(pngWith({ comment: '3173010101900002' }))
  const face = await postPicture('/face/v1/passive-liveness', pngWith())
  assert.match(JSON.stringify(face.json), /"status":"HIGH"/)
})

test('two faces are compared as files of a form and as base64', async () => {
  const [card, face] = [pngWith({ comment: '3173010101905678' }), pngWith()]
  const form = new FormData()
  form.set('captured_image', new Blob([Uint8Array.from(face)]))
  form.set('stored_image', new Blob([Uint8Array.from(card)]))
  const json = {
    captured_image: face.toString('base64'),
    stored_image: card.toString('base64'),
  }
  const url = `${rig.sandbox.url}/idp/face/v1/match`
  const inForm = await fetch(url, { method: 'POST', headers: headersWith(), body: form })
  const inJson = await call(url, 'POST', json, headersWith())
  assert.equal(await inForm.text(), inJson.text)
  assert.match(inJson.text, /"match_percentage":0\.967,.*"match_status_code":"MATCH"/)
  form.delete('stored_image')
  const alone = await fetch(url, { method: 'POST', headers: headersWith(), body: form })
  assert.deepEqual([alone.status, StatusBody.parse(await alone.json()).status], [400, 'NO_FILE'])
})

test('unknown callers, empty forms and files that are no picture are refused', async () => {
  assert.equal((await postPicture('/ocr/v1/ktp', pngWith(), 'wrong')).status, 401)
  const none = await postPicture('/ocr/v1/ktp', null)
  assert.deepEqual([none.status, none.statusText], [400, 'NO_FILE'])
  const text = await postPicture('/ocr/v1/ktp', Buffer.from('a text'))
  assert.deepEqual([text.status, text.statusText], [400, 'FILE_INVALID_FORMAT'])
  const url = `${rig.sandbox.url}/idp/registry/kyc`
  assert.equal((await call(url, 'POST', {})).status, 401)
})

test('the state lists every request, and a reset clears the list', async () => {
  await readCard(pngWith({ comment: '3173010101905678' }))
  const State = z.object({ idp: z.object({ requests: z.array(z.looseObject({})) }) })
  const before = State.parse((await rig.control('GET', '/state')).json).idp.requests
  assert.equal(before[0]?.['nik'], '3173010101905678')
  assert.equal(before[0]?.['requestId'], 'r-1')
  await rig.control('POST', '/reset')
  assert.deepEqual(State.parse((await rig.control('GET', '/state')).json).idp.requests, [])
})
