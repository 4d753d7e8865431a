import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { makeTrader } from '../../../tests/make/trader.ts'

test('a language and a currency are chosen, the currency in upper case', async (t) => {
  const tukar = await startTukar(t)
  const [{ token }, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const patch = (path: string, body: unknown) => tukar.call('PATCH', path, { token, body })
  const preferences = async (of: string) => {
    const { language, currency } = (await tukar.call('GET', '/api/users/me', { token: of })).body
      .data
    return [language, currency]
  }
  assert.deepEqual((await patch('/api/users/language', { language: ' id-ID ' })).body, {
    code: 200,
    title: 'OK',
    message: 'api.language_updated_successfully',
    result: true,
  })
  assert.deepEqual((await patch('/api/users/currency', { currency: 'usd' })).body, {
    code: 200,
    title: 'OK',
    message: 'api.currency_updated_successfully',
    result: true,
  })
  assert.deepEqual(await preferences(token), ['id-ID', 'USD'])
  assert.deepEqual(await preferences(other.token), ['en', 'IDR'])
})

test('an invalid language tag or an unknown currency changes nothing', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  const required = (name: string) => `The ${name} field is required.`
  const invalid = (name: string) => `The selected ${name} is invalid.`
  const odd = [
    '../../etc',
    '<script>',
    'e',
    'en_US',
    'x'.repeat(10_000),
    'İ',
    'ß',
    'uſd',
    ['en'],
    {},
    7,
    true,
  ]
  for (const name of ['language', 'currency']) {
    const patch = (body: unknown) => tukar.call('PATCH', `/api/users/${name}`, { token, body })
    for (const value of odd) {
      assert.deepEqual(messageOf(await patch({ [name]: value })), [400, invalid(name)], `${value}`)
    }
    for (const value of [undefined, null, '']) {
      assert.deepEqual(messageOf(await patch({ [name]: value })), [400, required(name)])
    }
  }
  const { language, currency } = (await tukar.call('GET', '/api/users/me', { token })).body.data
  assert.deepEqual([language, currency], ['en', 'IDR'])
})

test('other fields beside a preference change nothing', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  const before = (await tukar.call('GET', '/api/users/me', { token })).body.data
  const body = { language: 'en', bind2FA: true, bind_2fa: true, currency: 'USD', email: 'x@y.zz' }
  await tukar.call('PATCH', '/api/users/language', { token, body })
  assert.deepEqual((await tukar.call('GET', '/api/users/me', { token })).body.data, before)
})
