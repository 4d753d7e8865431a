import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { listAlerts } from '../../../core/outbox/alerts.sql.ts'
import { comparePairs } from './compare-pairs.ts'

const alerts = async (tukar: Tukar) => {
  const filter = { kind: 'pair-differs-from-venue' }
  const page = { limit: 10, cursor: null, sort: 'desc' } as const
  return (await listAlerts(tukar.service.ctx.db, { ...filter, ...page })).data
}

const change = (tukar: Tukar, values: Readonly<Record<string, string>>) =>
  tukar.service.ctx.db.read
    .updateTable('pairs')
    .set(values)
    .where('tx_pair', '=', 'BTC_IDR')
    .execute()

test('the pairs as they are delivered have the bounds of the venue', async (t) => {
  const tukar = await startTukar(t)
  assert.equal(await comparePairs(tukar.service.ctx), 0)
  assert.deepEqual(await alerts(tukar), [])
})

test('operators get one alert of orders that we accept and the venue refuses', async (t) => {
  const tukar = await startTukar(t)
  await change(tukar, { lot_step: '1500', min_notional: '1000000' })
  assert.equal(await comparePairs(tukar.service.ctx), 1)
  assert.equal(await comparePairs(tukar.service.ctx), 1)
  const alert = await eventually('an alert', async () => {
    const all = await alerts(tukar)
    return all.length > 0 && all
  })
  assert.equal(alert.length, 1)
  const [{ severity, data } = { severity: '', data: null }] = alert
  assert.deepEqual(
    [severity, data],
    ['warning', { pair: 'BTC_IDR', volumeStep: '0.00001', minAmount: '20000.00' }],
  )
})

test('bounds that are only tighter than those of the venue raise no alert', async (t) => {
  const tukar = await startTukar(t)
  await change(tukar, { lot_step: '2000', max_notional: '800000000000' })
  assert.equal(await comparePairs(tukar.service.ctx), 1)
  const [alert] = await eventually('an alert', async () => {
    const all = await alerts(tukar)
    return all.length > 0 && all
  })
  assert.equal(alert?.severity, 'info')
})

test('a pair that the venue does not trade is reported', async (t) => {
  const tukar = await startTukar(t)
  await change(tukar, { venue_symbol: 'DOGEIDR' })
  assert.equal(await comparePairs(tukar.service.ctx), 1)
  const [alert] = await eventually('an alert', async () => {
    const all = await alerts(tukar)
    return all.length > 0 && all
  })
  assert.deepEqual(alert?.data, { pair: 'BTC_IDR', status: 'not traded' })
})

test('while the venue is away nothing is compared', async (t) => {
  const tukar = await startTukar(t)
  await change(tukar, { lot_step: '500' })
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-500' })
  assert.equal(await comparePairs(tukar.service.ctx), 0)
})
