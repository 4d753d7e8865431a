import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsCountry, toE164 } from './phone.ts'

const indonesian = (phone: string, dialCode = '62') =>
  toE164({ phone, countryCode: 'ID', dialCode })

test('one phone has one spelling, however it is typed', () => {
  const typed = [
    '081234567890',
    '81234567890',
    '6281234567890',
    '+6281234567890',
    '+62 812-3456-7890',
    '62 812 3456 7890',
    '(0812) 3456 7890',
    '+62081234567890',
    '٠٨١٢٣٤٥٦٧٨٩٠',
    '０８１２３４５６７８９０',
  ]
  for (const phone of typed) assert.equal(indonesian(phone), '+6281234567890', phone)
  assert.equal(indonesian('081234567890', '+62'), '+6281234567890')
  const lower = toE164({ phone: '081234567890', countryCode: 'id', dialCode: '62' })
  assert.equal(lower, '+6281234567890')
})

test('digits that begin with the code of their country need no plus', () => {
  assert.equal(indonesian('62811810123'), '+62811810123')
  assert.equal(indonesian('62 811 810 123'), '+62811810123')
  assert.equal(indonesian('0811810123'), '+62811810123')
  assert.equal(indonesian('628118101234'), '+628118101234')
  const british = (phone: string) => toE164({ phone, countryCode: 'GB', dialCode: '44' })
  assert.equal(british('447400123456'), '+447400123456')
  assert.equal(british('62811810123'), null)
})

test('an invalid phone number of a country has no spelling', () => {
  const typed = [
    '',
    '0812',
    '08123456789012345',
    'phone',
    '0812abc34567',
    'call 081234567890',
    '081234567890 ext. 5',
    '081234567890;ext=5',
    '081234567890 081234567891',
    '+14155552671',
    '+6591234567',
  ]
  for (const phone of typed) assert.equal(indonesian(phone), null, phone)
})

test('premium numbers, and numbers that take no message, are refused', () => {
  const premium = '0809 123 4567'
  const tollFree = '0800 123 4567'
  const landline = '021 3456 7890'
  for (const phone of [premium, tollFree, landline]) assert.equal(indonesian(phone), null, phone)
  const british = (phone: string) => toE164({ phone, countryCode: 'GB', dialCode: '44' })
  const [personal, pager, voip, unified] = [
    '070 1234 5678',
    '076 1234 5678',
    '056 0000 0000',
    '055 1234 5678',
  ]
  for (const phone of [personal, pager, voip, unified, '020 7946 0018']) {
    assert.equal(british(phone ?? ''), null, phone)
  }
  assert.equal(british('07400 123456'), '+447400123456')
})

test('a dialling code fits its country only, and countries that share one stay apart', () => {
  assert.equal(indonesian('081234567890', '65'), null)
  assert.equal(indonesian('081234567890', '1'), null)
  assert.equal(fitsCountry({ countryCode: 'SG', dialCode: '65' }), true)
  for (const countryCode of ['XX', '', 'I', 'IDN', '__proto__', 'constructor']) {
    assert.equal(fitsCountry({ countryCode, dialCode: '62' }), false, countryCode)
  }
  for (const dialCode of ['', '+', '++62', '062', '6 2', '62a']) {
    assert.equal(fitsCountry({ countryCode: 'ID', dialCode }), false, dialCode)
  }
  const shared = { phone: '415 555 2671', dialCode: '1' }
  assert.equal(toE164({ ...shared, countryCode: 'US' }), '+14155552671')
  assert.equal(toE164({ ...shared, countryCode: 'CA' }), null)
})
