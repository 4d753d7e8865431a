import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { listen } from '../../../tests/make/event-stream.ts'
import { startHttp } from '../../../tests/make/http-server.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { streamLimits } from '../../core/changes/stream-limits.ts'
import { messageChanges } from '../messaging/list-messages.ts'
import { marketFeed } from '../trading/live/market-feed.ts'
import type { StreamBounds } from './open-stream.ts'
import { streamEndpoints } from './routes.ts'

/** Serves streams with few slots, behind a proxy that reports the client's address. */
async function startStreams(t: TestContext, tukar: Tukar, bounds: Partial<StreamBounds>) {
  const own = { ...streamLimits, lookEveryMs: 20, ...bounds }
  const endpoints = streamEndpoints([messageChanges], marketFeed, own)
  const { ctx } = tukar.service
  const config = { ...ctx.config, trustProxy: ['127.0.0.1'] }
  const { port } = await startHttp(t, { ...ctx, config }, endpoints)
  const url = `http://127.0.0.1:${port}`
  return async (trader: Trader, from = '198.51.100.7') => {
    const stream = await listen(t, { url }, trader, { headers: { 'x-forwarded-for': from } })
    if (stream.status === 200) await stream.next('start')
    return stream
  }
}

/** Makes the trader's account verified and this old. */
async function makeKnown({ service }: Tukar, { id }: Trader, age = '30 days'): Promise<void> {
  await sql`update users set identity_status = 'success', created_at = now() - ${age}::interval
            where id = ${id}`.execute(service.ctx.db.read)
}

const statuses = async (opened: readonly Promise<Readonly<{ status: number }>>[]) =>
  (await Promise.all(opened)).map(({ status }) => status)

describe('permits of streams', () => {
  test('that new accounts take together leave permits for accounts that are known', async (t) => {
    const tukar = await startTukar(t)
    const [one, two, unproven, known] = await Promise.all(
      Array.from({ length: 4 }, () => makeTrader(tukar)),
    )
    assert.ok(one && two && unproven && known)
    await Promise.all([makeKnown(tukar, known), makeKnown(tukar, two, '1 day')])
    await sql`update users set created_at = now() - interval '30 days'
              where id = ${unproven.id}`.execute(tukar.service.ctx.db.read)
    const open = await startStreams(t, tukar, { streams: 6, streamsOfYoung: 3 })
    const first = await open(one)
    assert.deepEqual(await statuses([open(one), open(two)]), [200, 200])
    for (const young of [one, two, unproven]) assert.equal((await open(young)).status, 503)
    assert.deepEqual(await statuses([open(known), open(known)]), [200, 200])
    first.leave()
    await eventually('its permit', async () => (await open(unproven)).status === 200)
    assert.equal((await open(known)).status, 200)
    assert.equal((await open(known)).status, 503)
  })

  test('of new accounts of one network leave permits for new accounts elsewhere', async (t) => {
    const tukar = await startTukar(t)
    const [one, two, known] = await Promise.all(Array.from({ length: 3 }, () => makeTrader(tukar)))
    assert.ok(one && two && known)
    await makeKnown(tukar, known)
    const open = await startStreams(t, tukar, { streamsOfYoung: 3, streamsOfYoungNetwork: 2 })
    assert.deepEqual(await statuses([open(one), open(two)]), [200, 200])
    assert.equal((await open(one, '198.51.100.99')).status, 503)
    assert.equal((await open(two, '203.0.113.5')).status, 200)
    assert.equal((await open(known)).status, 200)
  })

  test('of one network are limited to its share, from any of its addresses', async (t) => {
    const tukar = await startTukar(t)
    const [one, two] = [await makeTrader(tukar), await makeTrader(tukar)]
    await Promise.all([makeKnown(tukar, one), makeKnown(tukar, two)])
    const open = await startStreams(t, tukar, { streamsOfNetwork: 2 })
    const first = await open(one, '198.51.100.7')
    assert.equal((await open(two, '198.51.100.99')).status, 200)
    assert.equal((await open(two, '198.51.100.200')).status, 503)
    assert.equal((await open(two, '203.0.113.5')).status, 200)
    assert.deepEqual(
      await statuses([open(one, '2001:db8:1:2::1'), open(two, '2001:db8:1:ffff::1')]),
      [200, 200],
    )
    assert.equal((await open(one, '2001:db8:1:3::9')).status, 503)
    first.leave()
    await eventually('its permit', async () => (await open(two, '198.51.100.200')).status === 200)
  })

  test('a bounded number of apps of one user; a closed one frees its slot', async (t) => {
    setLimits(t, streamLimits, { lookEveryMs: 50 })
    const tukar = await startTukar(t)
    const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
    const open = () => listen(t, tukar, trader)
    const streams = await Promise.all(Array.from({ length: 8 }, open))
    assert.ok(streams.every(({ status }) => status === 200))
    assert.equal((await open()).status, 429)
    assert.equal((await listen(t, tukar, other)).status, 200)
    streams[0]?.leave()
    await eventually('a free slot', async () => (await open()).status === 200)
  })

  test('are released when an app disconnects, even one that never read', async (t) => {
    const tukar = await startTukar(t)
    const trader = await makeTrader(tukar)
    const open = await startStreams(t, tukar, { streamsEach: 2 })
    for (let n = 0; n < 6; n += 1) {
      const stream = await eventually('a permit', async () => {
        const opened = await open(trader)
        return opened.status === 200 ? opened : null
      })
      stream.leave()
    }
  })
})
