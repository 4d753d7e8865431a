import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { httpContext } from '../../../tests/make/http-context.ts'
import { openParcel, sealParcel } from './identity-records.ts'

const fields = {
  nik: '3173010101901234',
  name: 'Siti Aminah',
  birthPlace: 'Yogyakarta',
  birthDate: '01-01-1990',
  gender: 'PEREMPUAN',
  bloodType: '',
  address: 'Jl. Melati № 5',
  rtRw: '001/002',
  village: 'Tebet',
  district: 'Tebet',
  city: 'Jakarta',
  province: 'DKI Jakarta',
  religion: '',
  maritalStatus: '',
  job: '',
  citizenship: 'WNI',
  validUntil: '',
}

test('a sealed registration is decrypted unchanged, pictures included', async (t) => {
  const ctx = httpContext(t)
  for (const [selfieBytes, ktpBytes] of [
    [700_001, 300_000],
    [1, 0],
  ] as const) {
    const [selfie, ktp] = [randomBytes(selfieBytes), randomBytes(ktpBytes)]
    const about = { trxId: 'a', phone: '+62', email: 'é@tukar.test', consentedAt: new Date(5) }
    const sealed = await sealParcel(ctx, { ...about, fields, selfie, ktp })
    const pictures = { selfie: selfie.toString('base64'), ktp: ktp.toString('base64') }
    assert.deepEqual(await openParcel(ctx, sealed), { ...about, fields, ...pictures })
    assert.ok(!sealed.bytes.includes('Siti'))
    await assert.rejects(openParcel(ctx, { ...sealed, bytes: sealed.bytes.subarray(1) }))
  }
})
