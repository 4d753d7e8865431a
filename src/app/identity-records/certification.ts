import { z } from 'zod'
import { sealText, unsealText } from '../../base/secrets/app-keys.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'

/** Why a residence has no tax number: the country issues none, or does not require it. */
export const noNumberReasons = ['not-issued', 'not-required'] as const

const residence = z.object({
  country: z.string(),
  taxNumber: z.string().nullable(),
  noNumber: z.enum(noNumberReasons).nullable(),
})

/** What a user states about tax residence. Countries are ISO 3166 codes of two letters. */
export const CertifiedFacts = z.object({
  name: z.string(),
  address: z.string(),
  city: z.string(),
  /** The country of the address. */
  country: z.string(),
  /** As `yyyy-mm-dd`. */
  birthDate: z.string(),
  birthPlace: z.string(),
  residences: z.array(residence),
  explanation: z.string().nullable(),
})
export type CertifiedFacts = z.output<typeof CertifiedFacts>

/** Binds the statements to their user. */
export const certificationPurpose = (user: UserId): string => `self-certification ${user}`

export const sealCertification = (
  { config, random }: Pick<Context, 'config' | 'random'>,
  user: UserId,
  facts: CertifiedFacts,
): string => sealText(config, certificationPurpose(user), JSON.stringify(facts), random)

/** Opens a sealed certification; throws if none of our keys sealed it. */
export function openCertification(
  { config }: Pick<Context, 'config'>,
  user: UserId,
  sealed: string,
): CertifiedFacts {
  const text = unsealText(config, certificationPurpose(user), sealed)
  if (text === null) throw new Error('a self-certification cannot be decrypted with our key')
  return CertifiedFacts.parse(JSON.parse(text))
}
