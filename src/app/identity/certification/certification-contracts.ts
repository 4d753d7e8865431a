import { z } from 'zod'
import {
  field,
  isoTime,
  line,
  listOf,
  oneOf,
  optional,
} from '../../../platform/http/contracts/contracts.ts'
import { noNumberReasons } from '../../identity-records/certification.ts'
import { certificationLimits } from '../identity-limits.ts'

const { nameChars, addressChars, numberChars, residences, explanationChars } = certificationLimits

const country = field({ type: 'string', pattern: '^[A-Z]{2}$' }, (value, fail) =>
  typeof value === 'string' && /^[A-Z]{2}$/.test(value)
    ? value
    : fail('The :attribute field must be a country code of two letters.'),
)

const day = field({ type: 'string', format: 'date' }, (value, fail) => {
  const read = z.iso.date().safeParse(value)
  return read.success ? read.data : fail('The :attribute field must be a valid date.')
})

export const CertifyResidence = z.object({
  name: line({ max: nameChars }).meta({ description: 'As printed on the identity card.' }),
  address: line({ max: addressChars }),
  city: line({ max: nameChars }),
  country: country.meta({ description: 'Of the address: an ISO 3166 code of two letters.' }),
  birthDate: day,
  birthPlace: line({ max: nameChars }),
  residences: listOf(
    z.object({
      country,
      taxNumber: optional(line({ max: numberChars })).meta({
        description: 'In Indonesia the NIK or the NPWP.',
      }),
      noNumber: optional(oneOf(noNumberReasons)).meta({
        description: 'Why there is no number: the country issues none, or does not require it.',
      }),
    }),
    { max: residences },
  ).meta({ description: 'Every country in which the user is tax resident.' }),
  explanation: optional(line({ max: explanationChars })).meta({
    description: 'Why a citizen of Indonesia, or someone who lives there, is no resident there.',
  }),
})

const Residence = z
  .object({
    country: z.string(),
    taxNumber: z.string().nullable().meta({ description: 'Masked but for its last characters.' }),
    noNumber: z.enum(noNumberReasons).nullable(),
  })
  .meta({ id: 'TaxResidence' })

export const CertificationView = z
  .object({
    id: z.int(),
    name: z.string(),
    address: z.string(),
    city: z.string(),
    country: z.string(),
    birthDate: z.string(),
    birthPlace: z.string(),
    residences: z.array(Residence),
    explanation: z.string().nullable(),
    certifiedAt: isoTime,
  })
  .meta({ id: 'TaxCertification' })

export const CertificationState = z
  .object({
    requiredFrom: z.string().nullable().meta({
      description: 'The day in Jakarta from which orders and deposits require it; null: never.',
    }),
    isMissing: z.boolean().meta({ description: 'Whether orders and deposits are refused now.' }),
    certification: CertificationView.nullable(),
    card: z
      .object({
        name: z.string(),
        address: z.string(),
        city: z.string(),
        birthDate: z.string(),
        birthPlace: z.string(),
      })
      .meta({ id: 'CardForCertification' })
      .nullable()
      .meta({ description: 'What the form begins with. Null until an identity card was read.' }),
  })
  .meta({ id: 'TaxCertificationState' })
