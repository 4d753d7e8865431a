import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { CounterRule } from '../../core/database/cluster/counters.ts'
import { findCountry } from '../../core/reference/countries.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { image } from '../../platform/http/bodies/uploads.ts'
import { textOrInteger } from '../../platform/http/contracts/contracts.ts'
import { identityLimits } from './identity-limits.ts'

/** The applicant's fields, which both endpoints require. */
export const applicantFields = {
  userId: textOrInteger({ max: 20 }),
  nationality: textOrInteger({ max: 100 }),
}

export const identityImage = () =>
  image({ maxBytes: identityLimits.imageBytes, types: ['image/jpeg', 'image/png'] })

/** Each call may cost money, whatever its result. */
export const cardReadings: CounterRule = {
  name: 'identity-cards',
  points: 20,
  windowSeconds: 3_600,
}

export const livenessChecks: CounterRule = {
  name: 'identity-faces',
  points: 20,
  windowSeconds: 3_600,
}

const served = 'ID'

/**
 * Refuses applicants other than the caller, and nationalities other than Indonesian, before any
 * provider is called.
 */
export async function admitApplicant(
  ctx: Pick<Context, 'db'>,
  { userId, nationality }: Readonly<{ userId: string; nationality: string }>,
  { id }: Caller,
): Promise<void> {
  if (userId !== id.toString()) refuse('api.user_not_found')
  const country = await findCountry(ctx.db, nationality)
  if (country?.iso2 !== served) refuse('api.only_for_indonesian')
}
