import { z } from 'zod'
import {
  hmacSha256,
  keyFor,
  seal,
  sealBytes,
  sha256,
  unseal,
  unsealBytes,
} from '../../base/crypto.ts'
import type { Context } from '../../context.ts'
import type { Upload } from '../../http/uploads.ts'
import type { Registrant } from '../../providers/idp/registration.ts'
import { identitySealPurpose } from '../../users/identity-card.ts'

type Keys = Pick<Context, 'config' | 'random'>
type Service = 'OCR' | 'LIVENESS' | 'REGISTRATION'
type Part = 'request' | 'response'

export const sealRecord = (
  { config, random }: Keys,
  {
    service,
    part,
    transactionId,
  }: Readonly<{
    service: Service
    part: Part
    transactionId: string
  }>,
  record: unknown,
): string =>
  seal(
    config.appKey,
    identitySealPurpose(service, part, transactionId),
    JSON.stringify(record),
    random,
  )

function unsealRecord<Schema extends z.ZodType>(
  { config }: Pick<Context, 'config'>,
  service: Service,
  transactionId: string,
  sealed: string,
  schema: Schema,
): z.output<Schema> {
  const text = unseal(
    config.appKey,
    identitySealPurpose(service, 'response', transactionId),
    sealed,
  )
  if (text === null) throw new Error(`a ${service} answer can not be opened with our key`)
  return schema.parse(JSON.parse(text))
}

const Judged = z.object({ live: z.boolean(), matches: z.boolean().nullable() })

/** What the provider made of a face. */
export const unsealJudged = (
  ctx: Pick<Context, 'config'>,
  transactionId: string,
  sealed: string,
): z.output<typeof Judged> => unsealRecord(ctx, 'LIVENESS', transactionId, sealed, Judged)

/** What stands for an image in a history: enough to recognise it, nothing to see. */
export const redacted = ({ bytes, mediaType }: Upload) => ({ mediaType, bytes: bytes.length })

/** The same for the same pictures, in this order and for this purpose; tells nothing of them. */
export function digestOf(
  { config }: Pick<Context, 'config'>,
  purpose: string,
  uploads: readonly Upload[],
): Buffer {
  const parts = uploads.map(({ bytes }) => sha256(bytes).toString('hex'))
  return hmacSha256(keyFor(config.appKey, 'identity digest'), [purpose, ...parts].join(' '))
}

const parcelKey = ({ config }: Pick<Context, 'config'>): Buffer =>
  keyFor(config.appKey, 'identity parcel')

const text = z.string()
const Parcel = z.object({
  trxId: text,
  fields: z.object({
    nik: text,
    name: text,
    birthPlace: text,
    birthDate: text,
    gender: text,
    bloodType: text,
    address: text,
    rtRw: text,
    village: text,
    district: text,
    city: text,
    province: text,
    religion: text,
    maritalStatus: text,
    job: text,
    citizenship: text,
    validUntil: text,
  }),
  phone: text,
  email: text,
  selfie: text,
  ktp: text,
  consentedAt: z.coerce.date(),
})

/** All that a registration sends, to be kept until the provider has told that it has it. */
export const sealParcel = (ctx: Keys, registrant: Registrant): Buffer =>
  sealBytes(parcelKey(ctx), Buffer.from(JSON.stringify(registrant)), ctx.random)

export function openParcel(ctx: Pick<Context, 'config'>, sealed: Buffer): Registrant {
  const bytes = unsealBytes(parcelKey(ctx), sealed)
  if (bytes === null) throw new Error('a registration can not be opened with our key')
  return Parcel.parse(JSON.parse(bytes.toString('utf8')))
}
