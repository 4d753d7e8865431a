import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { bodyOf } from '../../../../tests/make/answers.ts'
import { makeTrader } from '../../../../tests/make/trader.ts'
import { makeVision, showVision, updateVision } from '../../../../tests/make/vision.ts'

const failed = (field: string, sentence: string) => [
  422,
  { success: false, message: 'Validation failed', errors: { [field]: [sentence] } },
]
const unknown = [404, { success: false, message: 'Verification not found' }]

describe('updating a vision verification', () => {
  test('replaces the findings, moves the status, and keeps everything else', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const id = await makeVision(tukar, trader)
    const before = (await showVision(tukar, trader, id)).body.data
    const { status, body } = await updateVision(tukar, trader, id, {
      response_data: [{ score: 0.5 }],
      status: 'processing',
    })
    assert.deepEqual([status, body.success, body.message], [200, true, 'Verification updated'])
    const { image_url, updated_at, ...rest } = body.data
    const { image_url: _, updated_at: updatedBefore, ...restBefore } = before
    assert.deepEqual(rest, {
      ...restBefore,
      response_data: [{ score: 0.5 }],
      status: 'processing',
    })
    assert.ok(updated_at > updatedBefore)
    assert.equal((await fetch(image_url)).status, 200)
    assert.deepEqual((await showVision(tukar, trader, id)).body.data.response_data, [
      { score: 0.5 },
    ])
  })

  test('keeps the status if none is given, and may skip steps', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const id = await makeVision(tukar, trader)
    const kept = await updateVision(tukar, trader, id, { response_data: { a: 1 } })
    assert.deepEqual([kept.status, kept.body.data.status], [200, 'pending'])
    const done = { response_data: { a: 2 }, status: 'completed' }
    for (let time = 0; time < 2; time += 1) {
      const moved = await updateVision(tukar, trader, id, done)
      assert.deepEqual([moved.status, moved.body.data.status], [200, 'completed'])
    }
  })

  test('never moves a status back, nor from one final status to the other', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const forbidden: readonly (readonly [string, string])[] = [
      ['processing', 'pending'],
      ['completed', 'pending'],
      ['completed', 'processing'],
      ['completed', 'failed'],
      ['failed', 'pending'],
      ['failed', 'completed'],
    ]
    for (const [from, to] of forbidden) {
      const id = await makeVision(tukar, trader, { status: from })
      const answer = await updateVision(tukar, trader, id, { response_data: ['x'], status: to })
      const sentence = `The status field can not move from ${from} to ${to}.`
      assert.deepEqual(bodyOf(answer), failed('status', sentence))
      const { data } = (await showVision(tukar, trader, id)).body
      assert.deepEqual([data.status, data.response_data], [from, []])
    }
  })

  test('ends in one final status, however many are requested at once', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const id = await makeVision(tukar, trader)
    const requests = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'completed' : 'failed'))
    const answers = await Promise.all(
      requests.map((status) =>
        updateVision(tukar, trader, id, { response_data: [status], status }),
      ),
    )
    const { status, response_data } = (await showVision(tukar, trader, id)).body.data
    assert.deepEqual(response_data, [status])
    for (const [at, answer] of answers.entries()) {
      assert.equal(answer.status, requests[at] === status ? 200 : 422)
    }
  })
})

describe('updating a vision verification is refused', () => {
  test('with 404 for an unknown one and for another user’s', async (t) => {
    const tukar = await startTukar(t)
    const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
    const id = await makeVision(tukar, trader)
    const change = { response_data: { forged: true }, status: 'completed' }
    for (const wanted of [id, '0'.repeat(32), 'x', '١', 'a'.repeat(900), '셀'.repeat(500)]) {
      assert.deepEqual(bodyOf(await updateVision(tukar, other, wanted, change)).at(0), 404, wanted)
    }
    assert.deepEqual(bodyOf(await updateVision(tukar, other, id, change)), unknown)
    assert.deepEqual((await showVision(tukar, trader, id)).body.data.response_data, [])
  })

  test('with 422 for data that is missing, no array, too deep or too large', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const id = await makeVision(tukar, trader)
    const update = (body: unknown) => updateVision(tukar, trader, id, body)
    const data = 'The response data field'
    assert.deepEqual(bodyOf(await update({})), failed('response_data', `${data} is required.`))
    const text = failed('response_data', `${data} must be an array.`)
    assert.deepEqual(bodyOf(await update({ response_data: 'text' })), text)
    assert.deepEqual(bodyOf(await update({ response_data: 1.5 })), text)
    const large = { response_data: ['x'.repeat(65_536)] }
    const tooLarge = failed('response_data', `${data} must not be greater than 64 kilobytes.`)
    assert.deepEqual(bodyOf(await update(large)), tooLarge)
    const wrong = failed('status', 'The selected status is invalid.')
    assert.deepEqual(bodyOf(await update({ response_data: [], status: 'lost' })), wrong)
    const deep: unknown = JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`)
    assert.deepEqual(bodyOf(await update({ response_data: deep })), [
      422,
      {
        success: false,
        message: 'api.malformed_request',
        errors: { body: ['The body can not be read.'] },
      },
    ])
  })

  test('before it is read is refused in the same shape', async (t) => {
    const tukar = await startTukar(t)
    const update = (id: string, raw: string, headers: Readonly<Record<string, string>> = {}) =>
      tukar.call('PUT', `/api/vision/verification/${id}`, { raw, headers })
    const large = await update('x', JSON.stringify({ response_data: 'x'.repeat(300_000) }))
    assert.deepEqual(bodyOf(large), [
      422,
      {
        success: false,
        message: 'api.payload_too_large',
        errors: { body: ['The body is too large.'] },
      },
    ])
    const refused = [
      [await update('x', '{}', { 'content-encoding': 'br' }), 'api.unsupported_media_type'],
      [await update('x'.repeat(2_000), '{}'), 'api.not_found'],
      [await tukar.call('GET', '/api/vision/nothing'), 'api.not_found'],
      [await tukar.call('POST', '/api/vision/statistics'), 'api.method_not_allowed'],
    ] as const
    for (const [answer, message] of refused) {
      assert.deepEqual(answer.body, { success: false, message })
    }
    assert.deepEqual(
      refused.map(([answer]) => answer.status),
      [415, 404, 404, 405],
    )
  })
})
