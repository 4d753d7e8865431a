import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { sendVenueEvent } from '../../../../tests/make/venue-events.ts'

const heartbeat = { e: 'heartbeat' }

test('an event that is signed over its bytes and its time is admitted', async (t) => {
  const tukar = await startTukar(t)
  assert.equal((await sendVenueEvent(tukar, heartbeat)).status, 200)
  assert.equal((await sendVenueEvent(tukar, '{ "e" :\n"heartbeat" , "n": 1.10 }')).status, 200)
  for (const minutes of [-4, 4]) {
    const timestamp = (Date.now() + minutes * 60_000).toString()
    assert.equal((await sendVenueEvent(tukar, heartbeat, { timestamp })).status, 200)
  }
})

test('a signature that is missing, malformed, or of other bytes is refused with 401', async (t) => {
  const tukar = await startTukar(t)
  const now = Date.now().toString()
  const right = tukar.config.venue.webhookSecrets[0]
  const bent = [
    { signature: '' },
    { signature: 'x' },
    { signature: '0'.repeat(64) },
    { signature: '0'.repeat(63) },
    { signature: `${'0'.repeat(64)} ` },
    { secret: tukar.config.venue.apiSecret },
    { secret: `${right} ` },
    { timestamp: '' },
    { timestamp: '0' },
    { timestamp: `${now}.0` },
    { timestamp: `-${now}` },
    { timestamp: now.slice(0, -3) },
  ]
  for (const options of bent) {
    const answer = await sendVenueEvent(tukar, heartbeat, options)
    assert.equal(answer.status, 401, JSON.stringify(options))
    assert.equal(answer.body.message, 'api.callback_unauthorized')
  }
  const none = await tukar.call('POST', '/api/webhook/venue', { body: heartbeat })
  assert.equal(none.status, 401)
})

test('a signature older than five minutes, or from the future, is refused', async (t) => {
  const tukar = await startTukar(t)
  for (const minutes of [-6, 6, -1_440]) {
    const timestamp = (Date.now() + minutes * 60_000).toString()
    assert.equal((await sendVenueEvent(tukar, heartbeat, { timestamp })).status, 401)
  }
})
