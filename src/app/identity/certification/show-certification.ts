import type { z } from 'zod'
import type { UserId } from '../../../base/values/ids.ts'
import { dateIn } from '../../../base/values/printed-day.ts'
import type { Context } from '../../../context.ts'
import {
  findCertification,
  readCertificationDay,
  type StoredCertification,
} from '../../../core/users/certifications.sql.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { openCertification } from '../../identity-records/certification.ts'
import { findCardFields } from '../../identity-records/identity-card.ts'
import { maskedNumber } from './certification.rules.ts'
import type { CertificationState, CertificationView } from './certification-contracts.ts'

/** Returns the caller's certification, whether one is needed, and the card for the form. */
export async function showCertification(
  ctx: Pick<Context, 'config' | 'db'>,
  _input: unknown,
  { id }: Caller,
): Promise<z.input<typeof CertificationState>> {
  const [{ day, hasCome }, stored, card] = await Promise.all([
    readCertificationDay(ctx.db.read),
    findCertification(ctx.db.read, id),
    findCardFields(ctx, id),
  ])
  return {
    requiredFrom: day,
    isMissing: hasCome && stored === null,
    certification: stored === null ? null : shownCertification(ctx, id, stored),
    card:
      card === null
        ? null
        : {
            name: card.name,
            address: [card.address, card.rtRw, card.village, card.district, card.province]
              .filter((part) => part !== '')
              .join(', '),
            city: card.city,
            birthDate: dateIn(card.birthDate) ?? '',
            birthPlace: card.birthPlace,
          },
  }
}

/** Opens a stored certification for its owner, with its numbers masked. */
export function shownCertification(
  ctx: Pick<Context, 'config'>,
  user: UserId,
  { id, sealed, createdAt }: StoredCertification,
): z.input<typeof CertificationView> {
  const facts = openCertification(ctx, user, sealed)
  const residences = facts.residences.map(({ taxNumber, ...one }) => ({
    ...one,
    taxNumber: taxNumber === null ? null : maskedNumber(taxNumber),
  }))
  return { ...facts, id, residences, certifiedAt: createdAt }
}
