import { z } from 'zod'
import { asPlainLine } from '../../base/values/plain-line.ts'
import type { Answer } from '../outbound.ts'
import { type GlairLine, type GlairPicture, imageForm } from './glair-line.ts'

/** The provider's names of the printed fields. */
const keys = {
  nik: 'nik',
  name: 'nama',
  birthPlace: 'tempatLahir',
  /** As printed: `dd-mm-yyyy`. */
  birthDate: 'tanggalLahir',
  gender: 'jenisKelamin',
  bloodType: 'golonganDarah',
  address: 'alamat',
  rtRw: 'rtRw',
  village: 'kelurahanDesa',
  district: 'kecamatan',
  city: 'kotaKabupaten',
  province: 'provinsi',
  religion: 'agama',
  maritalStatus: 'statusPerkawinan',
  job: 'pekerjaan',
  citizenship: 'kewarganegaraan',
  validUntil: 'berlakuHingga',
}

/** The printed fields of a card; unreadable ones are empty. */
export type KtpFields = Readonly<Record<keyof typeof keys, string>>

/** The provider's response, without the pictures that it cuts out of the card. */
export type KtpAnswer = z.output<typeof KtpAnswer>

export type KtpRead = Readonly<{
  /** Null if this is not a card, or if its number or name is unreadable. */
  fields: KtpFields | null
  raw: KtpAnswer
}>

const Read = z
  .object({
    value: z.string().max(300).nullable(),
    confidence: z.coerce.number().min(0).max(100).optional(),
  })
  .meta({ id: 'ReadField' })

/** `images`, the cut-out face and signature, is dropped, so that no second copy exists. */
export const KtpAnswer = z.object({
  status: z.string().max(100),
  reason: z.string().max(500).default(''),
  qualities: z.record(z.string().max(50), z.boolean()).optional(),
  read: z.record(z.string().max(50), Read).default({}),
})

/** Returns the fields under our names, or null if the response does not identify a person. */
export function fieldsIn({ status, read }: KtpAnswer): KtpFields | null {
  const of = (name: keyof KtpFields): string => asPlainLine(read[keys[name]]?.value ?? '')
  if (status !== 'SUCCESS' || !/^[0-9]{16}$/.test(of('nik')) || of('name') === '') return null
  return {
    nik: of('nik'),
    name: of('name'),
    birthPlace: of('birthPlace'),
    birthDate: of('birthDate'),
    gender: of('gender'),
    bloodType: of('bloodType'),
    address: of('address'),
    rtRw: of('rtRw'),
    village: of('village'),
    district: of('district'),
    city: of('city'),
    province: of('province'),
    religion: of('religion'),
    maritalStatus: of('maritalStatus'),
    job: of('job'),
    citizenship: of('citizenship'),
    validUntil: of('validUntil'),
  }
}

/** Reads cards: `POST /ocr/v1/ktp`. */
export function ktpReader(ask: GlairLine) {
  return async ({
    trxId,
    image,
  }: Readonly<{ trxId: string; image: GlairPicture }>): Promise<Answer<KtpRead>> => {
    const answer = await ask({
      trxId,
      path: ['ocr', 'v1', 'ktp'],
      multipart: imageForm(image),
      answer: KtpAnswer,
    })
    if (answer.kind !== 'accepted') return answer
    return { kind: 'accepted', value: { fields: fieldsIn(answer.value), raw: answer.value } }
  }
}
