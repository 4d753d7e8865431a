import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { editItem } from '../../../../tests/make/edits.ts'
import { makeOperator } from '../../../../tests/make/operator.ts'
import { withinOneJakartaDay } from '../../../../tests/make/period.ts'
import { putAgreed } from '../../../../tests/make/proposals.ts'
import { jakartaDay } from '../../../base/clock.ts'
import { listTaxRates } from '../../../core/reference/fees.sql.ts'
import { ratesOn } from '../../../core/reference/tax-rates.rules.ts'

const dayMs = 86_400_000
const dayFromNow = (days: number) => jakartaDay(new Date(Date.now() + days * dayMs))

const seriesAt = async (tukar: Tukar, token: string, wanted: string) => {
  const { body } = await tukar.call('GET', '/operator/api/tax-rates', { token })
  assert.equal(body.message, 'api.content_retrieved')
  return body.data.find(({ code }: { code: string }) => code === wanted)
}

test('two operators plan a rate, which holds from its day and replaces a plan', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const rule = 'PMK 1/2027, pasal 12'
  const validFrom = dayFromNow(30)
  const raise = { ratePpm: 2_500, validFrom, rule }
  await putAgreed(tukar, finance, 'tax-rates/PPH-BUY-coin-domestic', raise)
  await putAgreed(tukar, finance, 'tax-rates/PPH-BUY-coin-domestic', { ...raise, ratePpm: 3_000 })
  const { rates, ...series } = await seriesAt(tukar, finance.token, 'PPH-BUY-coin-domestic')
  assert.deepEqual(
    [series.kind, series.side, series.pairClass, series.collector],
    ['PPH', 'BUY', 'coin', 'domestic'],
  )
  assert.deepEqual(rates, [
    {
      ratePpm: 2_100,
      baseNumerator: 1,
      baseDenominator: 1,
      validFrom: '2025-08-01',
      rule: 'PMK 50/2025',
    },
    { ratePpm: 3_000, baseNumerator: 1, baseDenominator: 1, validFrom, rule },
  ])
  const ours = await listTaxRates(tukar.service.ctx.db.read)
  const ppmOn = (day: number) =>
    ratesOn(ours, { side: 'BUY', pairClass: 'coin' }, new Date(Date.now() + day * dayMs))[0]?.rate
  assert.deepEqual([ppmOn(28)?.ppm, ppmOn(31)?.ppm], [2_100n, 3_000n])
})

test('the value-added tax of fees has a part of the value as its base', async (t) => {
  await withinOneJakartaDay()
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const change = { ratePpm: 130_000, baseNumerator: 11, baseDenominator: 12 }
  const plan = { ...change, validFrom: dayFromNow(1), rule: 'PMK 2/2027' }
  await putAgreed(tukar, finance, 'tax-rates/PPN-FEE-any-domestic', plan)
  const { rates } = await seriesAt(tukar, finance.token, 'PPN-FEE-any-domestic')
  assert.deepEqual(rates.at(-1), plan)
})

test('a rate that is not later, too high or of a part of a trade is refused', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const viewer = await makeOperator(tukar, 'viewer')
  const plan = { ratePpm: 2_500, validFrom: dayFromNow(1), rule: 'PMK 1/2027' }
  const put = (change: object, by = finance, code = 'PPH-SELL-rupiah-domestic') =>
    editItem(tukar, by, `tax-rates/${code}`, { ...plan, ...change })
  const unfit = [
    { validFrom: dayFromNow(0) },
    { validFrom: dayFromNow(800) },
    { validFrom: '2027-02-30' },
    { validFrom: 'tomorrow' },
    { baseNumerator: 11, baseDenominator: 12 },
    { baseNumerator: 2 },
    { rule: 'two\nlines' },
  ]
  for (const change of unfit) {
    const said = JSON.stringify(change)
    assert.equal((await put(change)).status, 400, said)
  }
  assert.equal((await put({ ratePpm: 200_001 })).status, 400)
  const unknown = await put({}, finance, 'PPH-SELL-gold-domestic')
  assert.deepEqual(messageOf(unknown), [404, 'api.content_not_found'])
  assert.deepEqual(messageOf(await put({}, viewer)), [403, 'api.operator_not_permitted'])
  const stale = await put({ version: 'unknown' })
  assert.equal(stale.body.message, 'api.version_conflict')
  const { rates } = await seriesAt(tukar, finance.token, 'PPH-SELL-rupiah-domestic')
  assert.equal(rates.length, 2)
})
