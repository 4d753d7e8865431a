import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { vaCodes } from '../content-contracts.ts'

test('anyone reads the fees and the banks of virtual accounts', async (t) => {
  const tukar = await startTukar(t)
  const answer = await tukar.call('GET', '/api/payx/payment-method/va')
  assert.deepEqual(messageOf(answer), [200, 'api.payment_method_retrieved'])
  const { banks, ...terms } = answer.body.data
  assert.deepEqual(terms, {
    type: 'va',
    symbol: 'IDR',
    fee: '4440',
    rate: '0',
    minimum: '10000',
    maximum: '50000000',
  })
  const codes: readonly string[] = banks.map(({ code }: { code: string }) => code)
  assert.deepEqual(codes.toSorted(), vaCodes.toSorted())
})

test('anyone reads the fees of QRIS', async (t) => {
  const tukar = await startTukar(t)
  assert.deepEqual((await tukar.call('GET', '/api/payx/payment-method/qris')).body.data, {
    type: 'qris',
    symbol: 'IDR',
    fee: '0',
    rate: '0.7',
    minimum: '1',
    maximum: '10000000',
    banks: [],
  })
})

test('an invalid type of payment is refused', async (t) => {
  const tukar = await startTukar(t)
  for (const type of ['VA', 'card', '..%2fva', '__proto__', 'va%00']) {
    const answer = await tukar.call('GET', `/api/payx/payment-method/${type}`)
    assert.deepEqual(messageOf(answer), [400, 'The selected type is invalid.'], type)
  }
})

test('every bank explains payment in both languages, for each channel', async (t) => {
  const tukar = await startTukar(t)
  for (const code of vaCodes) {
    for (const lang of ['id', 'en']) {
      const answer = await tukar.call('GET', `/api/payment-methods/va/${code}/${lang}`)
      assert.deepEqual(messageOf(answer), [200, 'api.payment_method_retrieved'])
      const { data } = answer.body
      assert.deepEqual([data.code, data.lang, data.fee], [code, lang, '4440'])
      const channels = data.instructions.map(({ channel }: { channel: string }) => channel)
      assert.deepEqual(channels, ['ATM', 'MOBILE_BANKING', 'INTERNET_BANKING'], code)
      for (const { steps } of data.instructions) assert.ok(steps.length >= 4, code)
    }
  }
})

test('an invalid bank or language is refused', async (t) => {
  const tukar = await startTukar(t)
  const request = (where: string) => tukar.call('GET', `/api/payment-methods/va/${where}`)
  for (const code of ['bca', 'DANAMON', '..%2f..%2fadmin', '%25']) {
    assert.deepEqual(
      messageOf(await request(`${code}/id`)),
      [400, 'The selected code is invalid.'],
      code,
    )
  }
  for (const lang of ['ID', 'fr', '%00', '..%2fen']) {
    assert.deepEqual(
      messageOf(await request(`BCA/${lang}`)),
      [400, 'The selected lang is invalid.'],
      lang,
    )
  }
})

test('a bank that was switched off is not a payment method', async (t) => {
  const tukar = await startTukar(t)
  const { db } = tukar.service.ctx
  await db.read.updateTable('banks').set({ active: false }).where('code', '=', '014').execute()
  const answer = await tukar.call('GET', '/api/payment-methods/va/BCA/id')
  assert.deepEqual(messageOf(answer), [400, 'api.payment_method_not_found'])
})
