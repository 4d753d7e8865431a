import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'

type ListedCountry = Readonly<{ iso2: string; name: string; dialCode: string | null }>

test('anyone reads every country of ISO 3166, by name, in Indonesian or English', async (t) => {
  const tukar = await startTukar(t)
  const answer = await tukar.call('GET', '/api/country')
  assert.deepEqual(messageOf(answer), [200, 'api.countries_retrieved'])
  const countries: readonly ListedCountry[] = answer.body.data
  assert.equal(countries.length, 249)
  assert.deepEqual(
    countries.find(({ iso2 }) => iso2 === 'ID'),
    { id: 360, iso2: 'ID', iso3: 'IDN', name: 'Indonesia', dialCode: '+62' },
  )
  assert.equal(countries.find(({ iso2 }) => iso2 === 'DE')?.name, 'Jerman')
  assert.equal(countries.find(({ iso2 }) => iso2 === 'AQ')?.dialCode, null)
  const english: readonly ListedCountry[] = (await tukar.call('GET', '/api/country?lang=en')).body
    .data
  const names = english.map(({ name }) => name)
  assert.deepEqual(names.slice(0, 3), ['Afghanistan', 'Åland Islands', 'Albania'])
  assert.equal(names.at(-1), 'Zimbabwe')
  assert.match(answer.headers.get('cache-control') ?? '', /^public, max-age=/)
})

test('anyone reads the banks and wallets, with the possible uses of each', async (t) => {
  const tukar = await startTukar(t)
  const answer = await tukar.call('GET', '/api/banks')
  assert.deepEqual(messageOf(answer), [200, 'api.banks_retrieved'])
  const banks: readonly { code: string }[] = answer.body.data
  const bank = (code: string) => banks.find((item) => item.code === code)
  assert.deepEqual(bank('014'), {
    id: 14,
    code: '014',
    name: 'Bank Central Asia',
    shortName: 'BCA',
    kind: 'BANK',
    virtualAccount: true,
    payout: true,
    accountMinDigits: 10,
    accountMaxDigits: 10,
  })
  assert.deepEqual(bank('1010'), {
    id: 1010,
    code: '1010',
    name: 'OVO',
    shortName: 'OVO',
    kind: 'WALLET',
    virtualAccount: false,
    payout: true,
    accountMinDigits: null,
    accountMaxDigits: null,
  })
  const codes = banks.map(({ code }) => code)
  for (const code of ['002', '008', '009', '011', '013', '022', '200', '451']) {
    assert.ok(codes.includes(code), code)
  }
})

test("a reader's current copy is not sent again, and a change has another tag", async (t) => {
  const tukar = await startTukar(t)
  for (const path of [
    '/api/country',
    '/api/banks',
    '/api/news',
    '/api/news-categories',
    '/api/banner',
  ]) {
    const first = await tukar.call('GET', path)
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"[A-Za-z0-9_-]+"$/, path)
    const again = await tukar.call('GET', path, { headers: { 'if-none-match': etag } })
    assert.deepEqual([again.status, again.text], [304, ''], path)
    const other = await tukar.call('GET', path, { headers: { 'if-none-match': '"other"' } })
    assert.equal(other.text, first.text, path)
  }
  const [id, en] = [
    await tukar.call('GET', '/api/country'),
    await tukar.call('GET', '/api/country?lang=en'),
  ]
  assert.notEqual(id.headers.get('etag'), en.headers.get('etag'))
})

test('a country or a bank that operators hide is gone in seconds', async (t) => {
  const tukar = await startTukar(t)
  for (const path of ['/api/country', '/api/banks']) {
    const { headers } = await tukar.call('GET', path)
    assert.equal(headers.get('cache-control'), 'public, max-age=30', path)
  }
})
