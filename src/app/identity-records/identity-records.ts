import { z } from 'zod'
import { lookupOf, makeOwnKey, openOwnKey, sealText } from '../../base/secrets/app-keys.ts'
import { sealInSteps, sha256InSteps, unsealInSteps } from '../../base/secrets/crypto.ts'
import type { Context } from '../../context.ts'
import type { Upload } from '../../platform/http/bodies/uploads.ts'
import type { Registrant } from '../../providers/idp/registration.ts'
import {
  type CardService,
  identitySealPurpose,
  type Part,
  unsealResponse,
} from './identity-card.ts'

type Keys = Pick<Context, 'config' | 'random'>

export const sealRecord = (
  { config, random }: Keys,
  {
    service,
    part,
    transactionId,
  }: Readonly<{
    service: CardService
    part: Part
    transactionId: string
  }>,
  record: unknown,
): string =>
  sealText(
    config,
    identitySealPurpose(service, part, transactionId),
    JSON.stringify(record),
    random,
  )

const Judged = z.object({ live: z.boolean(), matches: z.boolean().nullable() })

/** Unseals the provider's verdict about a face. */
export const unsealJudged = (
  ctx: Pick<Context, 'config'>,
  transactionId: string,
  sealed: string,
): z.output<typeof Judged> => unsealResponse(ctx, 'LIVENESS', transactionId, sealed, Judged)

const Outcome = z.object({
  status: z.string().nullable().default(null),
  reason: z.string().nullable().default(null),
})

/** Unseals how a registration ended: as the provider reported it, or why it was not asked. */
export const unsealOutcome = (
  ctx: Pick<Context, 'config'>,
  transactionId: string,
  sealed: string,
): z.output<typeof Outcome> => unsealResponse(ctx, 'REGISTRATION', transactionId, sealed, Outcome)

/** What a history stores about an image: its type and size, without its content. */
export const redacted = ({ bytes, mediaType }: Upload) => ({ mediaType, bytes: bytes.length })

/** A digest of these pictures in this order, for this purpose. It reveals nothing about them. */
export async function picturesDigestOf(
  { config }: Pick<Context, 'config'>,
  purpose: string,
  uploads: readonly Upload[],
): Promise<Buffer> {
  const parts: string[] = []
  for (const { bytes } of uploads) parts.push((await sha256InSteps(bytes)).toString('hex'))
  return lookupOf(config, 'identity digest', [purpose, ...parts].join(' '))
}

/** The digest of a card's number, which reveals nothing without our key. */
export const digestOfNumber = ({ config }: Pick<Context, 'config'>, nik: string): Buffer =>
  lookupOf(config, 'identity number', nik)

export const parcelPurpose = 'identity parcel'

const text = z.string()
const ParcelWords = z.object({
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
  selfieBytes: z.int().nonnegative(),
  consentedAt: z.coerce.date(),
})

/** The data of a registration, with its pictures as they were uploaded. */
type Parcel = Omit<Registrant, 'selfie' | 'ktp'> & Readonly<{ selfie: Buffer; ktp: Buffer }>

/** A parcel, and the key that sealed it, sealed. */
export type SealedParcel = Readonly<{ bytes: Buffer; sealedKey: string }>

const lengthBytes = 4

/**
 * Seals the data of a registration, to be kept until the provider confirms its receipt. Format:
 * length of the JSON, the JSON, then the raw bytes of both pictures.
 */
export async function sealParcel(
  { config, random }: Keys,
  { selfie, ktp, ...about }: Parcel,
): Promise<SealedParcel> {
  const words = Buffer.from(JSON.stringify({ ...about, selfieBytes: selfie.length }))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(words.length)
  const { key, sealedKey } = makeOwnKey(config, parcelPurpose, random)
  return { bytes: await sealInSteps(key, [length, words, selfie, ktp], random), sealedKey }
}

export async function openParcel(
  ctx: Pick<Context, 'config'>,
  sealed: SealedParcel,
): Promise<Registrant> {
  const key = openOwnKey(ctx.config, parcelPurpose, sealed.sealedKey)
  const bytes = key === null ? null : await unsealInSteps(key, sealed.bytes)
  if (bytes === null) throw new Error('a registration cannot be decrypted with our key')
  const wordsEnd = lengthBytes + bytes.readUInt32BE(0)
  const words: unknown = JSON.parse(bytes.toString('utf8', lengthBytes, wordsEnd))
  const { selfieBytes, ...about } = ParcelWords.parse(words)
  const selfieEnd = wordsEnd + selfieBytes
  const selfie = bytes.toString('base64', wordsEnd, selfieEnd)
  return { ...about, selfie, ktp: bytes.toString('base64', selfieEnd) }
}
