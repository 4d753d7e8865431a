import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { certify, needCertification } from '../../../../tests/make/certification.ts'
import {
  cardOf,
  makeNik,
  makeProvenTrader,
  proveFace,
  readCard,
} from '../../../../tests/make/identity.ts'
import { expectOk, makeTrader, type Trader } from '../../../../tests/make/trader.ts'

const path = '/api/users/tax-certification'

async function stateOf(tukar: Tukar, { token }: Trader) {
  const answer = await tukar.call('GET', path, { token })
  expectOk(answer)
  return answer.body.data
}

test('a user certifies the tax residence with the data of the card, and sees it', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeProvenTrader(tukar)
  const before = await stateOf(tukar, trader)
  assert.deepEqual(
    [before.requiredFrom, before.isMissing, before.certification],
    [null, false, null],
  )
  const answer = await certify(tukar, trader)
  assert.deepEqual(messageOf(answer), [200, 'api.tax_certification_stored'])
  const { certification, card } = await stateOf(tukar, trader)
  assert.deepEqual(certification, answer.body.data)
  assert.equal(certification.name, card.name)
  const [residence] = certification.residences
  assert.match(residence.taxNumber, /^•{12}[0-9]{4}$/)
  const { rows } = await sql<{ sealed: string; countries: readonly string[] }>`
    select sealed, countries from self_certifications`.execute(tukar.service.ctx.db.read)
  assert.deepEqual(rows[0]?.countries, ['ID'])
  assert.ok(!rows[0]?.sealed.includes(card.name))
})

test('a new certification replaces the one before, and both are kept', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeProvenTrader(tukar)
  expectOk(await certify(tukar, trader))
  const elsewhere = { country: 'SG', taxNumber: 'S1234567D' }
  expectOk(await certify(tukar, trader, ({ residences }) => [...residences, elsewhere]))
  const { certification } = await stateOf(tukar, trader)
  assert.deepEqual(
    certification.residences.map(({ country }: { country: string }) => country),
    ['ID', 'SG'],
  )
  const { rows } = await sql<{ valid: boolean }>`
    select ended_at is null as valid from self_certifications
    order by id`.execute(tukar.service.ctx.db.read)
  assert.deepEqual(
    rows.map(({ valid }) => valid),
    [false, true],
  )
})

test('what contradicts the identity card is refused, and leaves nothing', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeProvenTrader(tukar)
  const refused = async (fields: object, key: string) =>
    assert.deepEqual(messageOf(await certify(tukar, trader, undefined, fields)), [400, key])
  const residence = (country: string, more: object = {}) => ({
    residences: [{ country, taxNumber: '3173010101901', ...more }],
  })
  await refused({ name: 'Another Person' }, 'api.tax_certification_differs')
  await refused({ birthDate: '1980-05-05' }, 'api.tax_certification_differs')
  await refused(residence('ID'), 'api.tax_residence_invalid')
  await refused(residence('ID', { taxNumber: makeNik() }), 'api.tax_residence_invalid')
  await refused(residence('ZZ'), 'api.tax_residence_invalid')
  await refused(residence('SG', { taxNumber: null }), 'api.tax_residence_invalid')
  await refused(residence('SG', { noNumber: 'not-issued' }), 'api.tax_residence_invalid')
  await refused(residence('SG'), 'api.tax_residence_unexplained')
  assert.equal((await stateOf(tukar, trader)).certification, null)
  const explanation = 'I have lived in Singapore since 2019.'
  expectOk(await certify(tukar, trader, undefined, { ...residence('SG'), explanation }))
  const npwp = residence('ID', { taxNumber: '09.254.294.3-407.000' })
  expectOk(await certify(tukar, trader, undefined, npwp))
})

test('marks without a letter or digit are no tax number of a residence', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeProvenTrader(tukar)
  const alsoIn = (taxNumber: string) =>
    certify(tukar, trader, ({ residences }) => [...residences, { country: 'SG', taxNumber }])
  for (const marks of ['-', '. - .', '—']) {
    assert.deepEqual(messageOf(await alsoIn(marks)), [400, 'api.tax_residence_invalid'], marks)
  }
  expectOk(await alsoIn('S1234567D'))
})

test('a certification needs a card, and ends if another card proves the user', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const none = await tukar.call('POST', path, {
    token: trader.token,
    body: {
      name: 'Siti',
      address: 'Jl. Melati 5',
      city: 'Jakarta',
      country: 'ID',
      birthDate: '1990-01-01',
      birthPlace: 'Jakarta',
      residences: [{ country: 'ID', taxNumber: makeNik() }],
    },
  })
  assert.deepEqual(messageOf(none), [400, 'api.identity_verification_are_required'])
  const first = makeNik()
  expectOk(await readCard(tukar, trader, { ktp_image: cardOf(first) }))
  expectOk(await certify(tukar, trader, undefined, {}, first))
  assert.notEqual((await stateOf(tukar, trader)).certification, null)
  expectOk(await readCard(tukar, trader))
  expectOk(await proveFace(tukar, trader))
  assert.equal((await stateOf(tukar, trader)).certification, null)
})

test('from the day of the setting it is missing, and no day means never', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeProvenTrader(tukar)
  await needCertification(tukar, '2099-01-01')
  const early = await stateOf(tukar, trader)
  assert.deepEqual([early.requiredFrom, early.isMissing], ['2099-01-01', false])
  await needCertification(tukar)
  assert.equal((await stateOf(tukar, trader)).isMissing, true)
  expectOk(await certify(tukar, trader))
  assert.equal((await stateOf(tukar, trader)).isMissing, false)
})
