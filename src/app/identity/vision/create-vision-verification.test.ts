import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { startTukar } from '../../../../tests/harness.ts'
import { bodyOf } from '../../../../tests/make/answers.ts'
import { filePart, formOf, textPart } from '../../../../tests/make/forms.ts'
import { makeTrader } from '../../../../tests/make/trader.ts'
import {
  createVision,
  makeVision,
  sendForm,
  showVision,
  smallPicture,
  visionFields,
  visionForm,
} from '../../../../tests/make/vision.ts'

const to = '/api/vision/verification'
const failed = (field: string, sentence: string) => [
  422,
  { success: false, message: 'Validation failed', errors: { [field]: [sentence] } },
]

describe('creating a vision verification', () => {
  test('returns 201 with the record, and the image by a signed URL', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const { status, body } = await createVision(tukar, trader, {
      request_data: '{"mode":"fast","tries":[1,2]}',
      response_data: '{"score":0.87}',
      status: 'processing',
    })
    const { requestId, image_url, created_at, updated_at, ...data } = body.data
    assert.deepEqual(
      [status, { ...body, data }],
      [
        201,
        {
          success: true,
          message: 'Verification created',
          data: {
            service: 'KTP',
            request_data: { mode: 'fast', tries: [1, 2] },
            response_data: { score: 0.87 },
            status: 'processing',
          },
        },
      ],
    )
    assert.match(requestId, /^[0-9a-f]{32}$/)
    assert.equal(created_at, updated_at)
    const image = await fetch(image_url)
    assert.equal(image.headers.get('content-type'), 'image/png')
    const { width, height } = await sharp(await image.arrayBuffer()).metadata()
    assert.deepEqual([width, height], [16, 12])
    const forged = await fetch(image_url.replace(/expires=[0-9]+/, 'expires=99999999999'))
    assert.notEqual(forged.status, 200)
  })

  test('starts pending, takes every service, and any status', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const { body } = await createVision(tukar, trader)
    assert.equal(body.data.status, 'pending')
    for (const service of ['KTP', 'SELFIE', 'LIVENESS', 'TRANSFER_PROOF', 'DOCUMENT']) {
      const made = await createVision(tukar, trader, { service, status: 'completed' })
      assert.deepEqual([made.body.data.service, made.body.data.status], [service, 'completed'])
    }
  })

  test('takes data as brackets, as a list, and as JSON with every digit as sent', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const form = formOf(
      filePart('image', smallPicture),
      textPart('service', 'DOCUMENT'),
      textPart('request_data[nik]', '3171234567890123'),
      textPart('request_data[name][first]', 'Budi'),
      textPart('response_data[]', 'a'),
      textPart('response_data[]', 'b'),
    )
    const { status, body } = await sendForm(tukar, to, form, trader.token)
    assert.equal(status, 201)
    assert.deepEqual(body.data.request_data, { nik: '3171234567890123', name: { first: 'Budi' } })
    assert.deepEqual(body.data.response_data, ['a', 'b'])
    const digits = '{"nik":31712345678901234567,"score":0.10}'
    const requestId = await makeVision(tukar, trader, { request_data: digits })
    const { text } = await showVision(tukar, trader, requestId)
    assert.ok(text.includes(`"request_data":${digits}`), text)
  })

  test('keeps the data encrypted, and grants no right whatever its content', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const nik = '3171234567890123'
    await makeVision(tukar, trader, {
      request_data: `{"nik":"${nik}"}`,
      response_data: `{"identityStatus":"success","nik":"${nik}"}`,
      status: 'completed',
    })
    const { rows } = await sql<{ row: string }>`
      select vision_verifications::text as row from vision_verifications`.execute(
      tukar.service.ctx.db.read,
    )
    assert.equal(rows.length, 1)
    assert.ok(!rows[0]?.row.includes(nik) && !rows[0]?.row.includes('identityStatus'))
    const me = await tukar.call('GET', '/api/users/me', { token: trader.token })
    assert.equal(me.body.data.identityStatus, 'none')
  })
})

describe('creating a vision verification is refused', () => {
  test('with 422 and a sentence for every field that is missing or wrong', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const nothing = await sendForm(tukar, to, formOf(textPart('note', 'x')), trader.token)
    assert.deepEqual(bodyOf(nothing), [
      422,
      {
        success: false,
        message: 'Validation failed',
        errors: {
          image: ['The image field is required.'],
          service: ['The service field is required.'],
          request_data: ['The request data field is required.'],
          response_data: ['The response data field is required.'],
        },
      },
    ])
    const array = (name: string) => `The ${name} data field must be an array.`
    const wrong: readonly (readonly [string, string | Uint8Array, string])[] = [
      ['image', 'text', 'The image field must be a file.'],
      ['image', Buffer.from('GIF89a'), 'The image field must be a file of type: jpeg, png, jpg.'],
      ['service', 'PASSPORT', 'The selected service is invalid.'],
      ['service', 'ktp', 'The selected service is invalid.'],
      ['service', smallPicture, 'The selected service is invalid.'],
      ['request_data', 'text', array('request')],
      ['request_data', '"text"', array('request')],
      ['request_data', '12.5', array('request')],
      ['request_data', '{"a":1,"a":2}', array('request')],
      ['request_data', '{"a":', array('request')],
      ['response_data', smallPicture, array('response')],
      ['response_data[a]', smallPicture, array('response')],
      ['status', 'done', 'The selected status is invalid.'],
    ]
    for (const [name, value, sentence] of wrong) {
      const base = name.includes('[') ? { response_data: null } : {}
      const answer = await createVision(tukar, trader, { ...base, [name]: value })
      assert.deepEqual(bodyOf(answer), failed(name.replace(/\[.*/, ''), sentence), `${name}`)
    }
  })

  test('with 422 for data above 64 kB or deeper than 20 levels', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const sized = (bytes: number) => `["${'x'.repeat(bytes - 4)}"]`
    assert.equal((await createVision(tukar, trader, { request_data: nested(20) })).status, 201)
    assert.equal((await createVision(tukar, trader, { request_data: sized(65_536) })).status, 201)
    const deep = await createVision(tukar, trader, { request_data: nested(21) })
    assert.deepEqual(
      bodyOf(deep),
      failed('request_data', 'The request data field must be an array.'),
    )
    const large = await createVision(tukar, trader, { request_data: sized(65_537) })
    assert.deepEqual([large.status, large.body.success], [422, false])
    // A quotation mark takes two characters as JSON.
    const brackets = formOf(
      filePart('image', smallPicture),
      textPart('service', 'KTP'),
      textPart('request_data[a]', '"'.repeat(40_000)),
      textPart('response_data', '[]'),
    )
    assert.deepEqual(
      bodyOf(await sendForm(tukar, to, brackets, trader.token)),
      failed('request_data', 'The request data field must not be greater than 64 kilobytes.'),
    )
  })

  test('with 401 in the same shape for an anonymous caller, and stores nothing', async (t) => {
    const tukar = await startTukar(t)
    const answer = await sendForm(tukar, to, visionForm())
    assert.deepEqual(bodyOf(answer), [401, { success: false, message: 'auth.unauthenticated' }])
    const { rows } = await sql`select 1 from files`.execute(tukar.service.ctx.db.read)
    assert.equal(rows.length, 0)
  })

  test('with 500 in the same shape when the store does not take the picture', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    await tukar.control('POST', '/faults', { provider: 'storage', fault: 'error-500' })
    const answer = await createVision(tukar, trader)
    assert.deepEqual(bodyOf(answer), [500, { success: false, message: 'api.oss_upload_fail' }])
    const { db } = tukar.service.ctx
    await sql`drop table vision_verifications`.execute(db.read)
    const broken = await tukar.call('GET', '/api/vision/statistics', { token: trader.token })
    assert.deepEqual(bodyOf(broken), [500, { success: false, message: 'api.server_error' }])
  })

  test('with 429 after a hundred images of one user in an hour', async (t) => {
    const tukar = await startTukar(t)
    const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
    for (let made = 0; made < 100; made += 1) await makeVision(tukar, trader, visionFields)
    const answer = await createVision(tukar, trader)
    assert.deepEqual(bodyOf(answer), [429, { success: false, message: 'api.too_many_requests' }])
    assert.ok(answer.headers.has('retry-after'))
    assert.equal((await createVision(tukar, other)).status, 201)
  })
})
