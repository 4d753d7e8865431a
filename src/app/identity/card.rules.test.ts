import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardFault } from './card.rules.ts'

const terms = { today: '2026-11-27', minimumAgeYears: 17 }

const man = {
  nik: '3171052711091234',
  birthDate: '27-11-2009',
  gender: 'LAKI-LAKI',
  citizenship: 'WNI',
  validUntil: 'SEUMUR HIDUP',
}
const woman = { ...man, nik: '3171056711091234', gender: 'PEREMPUAN' }

const faultOf = (change: Partial<typeof man>, card = man) =>
  cardFault({ ...card, ...change }, terms)

test('a card whose owner is of age, and whose number fits the print, has no fault', () => {
  for (const card of [man, woman]) {
    for (const validUntil of ['SEUMUR HIDUP', 'SEUMUR H1DUP', '', '27-11-2026', '31-02-2020']) {
      assert.equal(faultOf({ validUntil }, card), null, validUntil)
    }
    assert.equal(faultOf({ gender: '' }, card), null)
  }
  assert.equal(faultOf({ nik: '9671054102801234', birthDate: '01-02-1980', gender: '' }), null)
})

test('an owner is too young until the day of the seventeenth birthday', () => {
  const young = 'the owner of the card is younger than 17 years'
  assert.equal(faultOf({ nik: '3171052811091234', birthDate: '28-11-2009' }), young)
  assert.equal(faultOf({ nik: '3171051001151234', birthDate: '10-01-2015' }), young)
  const leap = { ...man, nik: '3171052902081234', birthDate: '29-02-2008' }
  assert.equal(cardFault(leap, { ...terms, today: '2025-02-28' }), young)
  assert.equal(cardFault(leap, { ...terms, today: '2025-03-01' }), null)
})

test("a foreigner's card is refused from the day after its last one, a citizen's is not", () => {
  const foreign = { citizenship: 'WNA' }
  assert.equal(faultOf({ ...foreign, validUntil: '27-11-2026' }), null)
  const expired = 'the card expired on 2026-11-26'
  assert.equal(faultOf({ ...foreign, validUntil: '26-11-2026' }), expired)
  for (const citizenship of ['WNI', 'wni', 'INDONESIA', '']) {
    assert.equal(faultOf({ citizenship, validUntil: '05-03-2017' }), null, citizenship)
  }
})

test('a number with an area that does not exist is impossible', () => {
  for (const area of ['001705', '201705', '310005', '317100', '991705']) {
    const nik = `${area}${man.nik.slice(6)}`
    assert.equal(faultOf({ nik }), 'the number of the card is impossible', nik)
  }
  assert.equal(faultOf({ nik: '3171052711090000' }), 'the number of the card is impossible')
})

test('the date in the number is the printed one, plus forty days for women', () => {
  const other = 'the number of the card does not fit its owner'
  assert.equal(faultOf({ birthDate: '26-11-2009' }), other)
  assert.equal(faultOf({ birthDate: '27-10-2009' }), other)
  assert.equal(faultOf({ birthDate: '27-11-2008' }), other)
  assert.equal(faultOf({ gender: 'PEREMPUAN' }), other)
  assert.equal(faultOf({ gender: 'LAKI-LAKI' }, woman), other)
  assert.equal(faultOf({ nik: '3171059911091234', gender: '' }), other)
})

test('a card without a readable birth date, or with one that is no day, has a fault', () => {
  for (const birthDate of ['', '27-11', '31-02-1990', '2009-11-27', '27-13-2009']) {
    assert.equal(faultOf({ birthDate }), 'the birth date cannot be read', birthDate)
  }
})
