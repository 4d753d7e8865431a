import type { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { CounterRule } from '../../../core/database/cluster/counters.ts'
import { listAllCountries } from '../../../core/reference/countries.sql.ts'
import { findCertification, insertCertification } from '../../../core/users/certifications.sql.ts'
import { lockSession } from '../../../platform/access/lock-session.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { sealCertification } from '../../identity-records/certification.ts'
import { findCardFields } from '../../identity-records/identity-card.ts'
import { digestOfNumber } from '../../identity-records/identity-records.ts'
import { lockApplicant } from '../identity-histories.sql.ts'
import { certificationLimits } from '../identity-limits.ts'
import { certificationFault } from './certification.rules.ts'
import type { CertificationView, CertifyResidence } from './certification-contracts.ts'
import { shownCertification } from './show-certification.ts'

export const certifications: CounterRule = {
  name: 'tax-certifications',
  points: certificationLimits.aDay,
  windowSeconds: 86_400,
}

/**
 * Stores what the caller states about tax residence, if it is plausible beside the identity card.
 * It replaces an earlier statement.
 */
export async function certifyResidence(
  ctx: Pick<Context, 'config' | 'db' | 'random'>,
  input: z.output<typeof CertifyResidence>,
  { id: user }: Caller,
  request: HttpRequest,
): Promise<z.input<typeof CertificationView>> {
  const card = await findCardFields(ctx, user)
  if (card === null) return refuse('api.identity_verification_are_required')
  const facts = {
    ...input,
    residences: input.residences.map(({ country, taxNumber, noNumber }) => ({
      country,
      taxNumber: taxNumber ?? null,
      noNumber: noNumber ?? null,
    })),
    explanation: input.explanation ?? null,
  }
  const countries = new Set((await listAllCountries(ctx.db)).map(({ iso2 }) => iso2))
  const fault = certificationFault(facts, card, countries)
  if (fault !== null) return refuse(fault)
  const stored = await ctx.db.inTransaction(async (tx) => {
    await lockApplicant(tx, user)
    await lockSession(tx, request)
    await insertCertification(tx, {
      user,
      sealed: sealCertification(ctx, user, facts),
      countries: facts.residences.map(({ country }) => country),
      cardNumber: digestOfNumber(ctx, card.nik),
      explained: facts.explanation !== null,
    })
    return findCertification(tx, user)
  })
  if (stored === null) throw new Error(`the certification of ${user} is missing`)
  return shownCertification(ctx, user, stored)
}
