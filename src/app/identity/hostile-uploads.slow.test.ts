import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTukar } from '../../../tests/harness.ts'
import { type Fate, hiddenWords, hostileFiles, photo } from '../../../tests/make/hostile-files.ts'
import { hostileForms } from '../../../tests/make/hostile-forms.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { createVision, sendForm } from '../../../tests/make/vision.ts'
import { visionLimits } from './identity-limits.ts'

const { imageBytes } = visionLimits
const wrongType = 'The image field must be a file of type: jpeg, png, jpg.'
const tooLarge = `The image field must not be greater than ${imageBytes / 1024} kilobytes.`
const errorsOf: Readonly<Record<Exclude<Fate, 'taken'>, object>> = {
  'wrong type': { image: [wrongType] },
  unreadable: { image: [wrongType] },
  'too large': { image: [tooLarge] },
  'far too large': { body: ['The body is too large.'] },
  missing: { image: ['The image field is required.'] },
}
const refused = ['wrong type', 'unreadable', 'too large', 'far too large', 'missing'] as const

const files = await hostileFiles(imageBytes)
const fates = Object.groupBy(files, ({ fate }) => fate)

describe('a hostile file', () => {
  for (const fate of refused) {
    test(`that is ${fate} is refused, and the service goes on`, async (t) => {
      const tukar = await startTukar(t)
      const trader = await makeTrader(tukar)
      // Sends every fourth of these files; the storm test sends them all.
      const few = (fates[fate] ?? []).filter((_, index) => index % 4 === 0)
      assert.ok(few.length > 0)
      for (const { name, bytes } of few) {
        const { status, body } = await createVision(tukar, trader, { image: bytes })
        assert.deepEqual([status, body?.errors], [422, errorsOf[fate]], name)
      }
      assert.equal((await createVision(tukar, trader)).status, 201)
    })
  }

  test('that is also another file is stored without the hidden part', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    for (const { name, bytes } of fates.taken ?? []) {
      const { status, body } = await createVision(tukar, trader, { image: bytes })
      if (status === 422) assert.deepEqual(body.errors, { image: [wrongType] }, name)
      else {
        assert.equal(status, 201, name)
        const kept = Buffer.from(await (await fetch(body.data.image_url)).arrayBuffer())
        assert.ok(kept.length > 0 && !kept.includes(hiddenWords), name)
      }
    }
  })
})

test('a hostile form is refused with its key, or its unknown fields ignored', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const fields = { service: 'KTP', request_data: '{}', response_data: '{}' }
  for (const form of hostileForms('image', await photo(), fields)) {
    const { status, body } = await sendForm(tukar, '/api/vision/verification', form, trader.token)
    const wanted = form.key === null ? [201, 'Verification created'] : [422, form.key]
    assert.deepEqual([status, body?.message], wanted, form.name)
  }
  assert.equal((await createVision(tukar, trader)).status, 201)
})
