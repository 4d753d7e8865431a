import { z } from 'zod'
import { hastenQuery } from '../../app/identity/identity-registrations.sql.ts'
import { unsealCard } from '../../app/identity-records/identity-card.ts'
import { digestOfNumber, unsealOutcome } from '../../app/identity-records/identity-records.ts'
import { namedPage } from '../../app/identity-records/proven-names.ts'
import { refuse } from '../../base/refusal.ts'
import { userId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { mayActAs } from '../../core/operators/roles.ts'
import { type ById, provenName, reason } from '../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  noteLook,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { fileUrl } from '../../platform/files/file-url.ts'
import { isoTime, oneOf, optional, wireId } from '../../platform/http/contracts/contracts.ts'
import { spanFields } from '../../platform/http/contracts/list-filters.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { fieldsIn, type KtpFields } from '../../providers/idp/ktp.ts'
import {
  findDuplicates,
  findRegistration,
  listRegistrations,
  registrationStates,
} from './operator-identities.sql.ts'

export const ListIdentities = z.object({
  user: optional(wireId.transform(userId)),
  status: optional(oneOf(registrationStates)),
  undecided: optional(oneOf(['true'])),
  ...spanFields,
  ...cursorFields,
})

const IdentityView = z
  .object({
    id: z.int(),
    userId: z.int(),
    email: z.string(),
    status: z.enum(registrationStates),
    undecided: z.boolean().meta({ description: 'The provider is still asked about it.' }),
    tries: z.int().nullable(),
    nextAt: isoTime.nullable(),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: 'Identity' })

const nullableText = z.string().nullable()

export const IdentityDetails = IdentityView.extend({
  transactionId: z.string(),
  outcome: z
    .object({ status: nullableText, reason: nullableText })
    .meta({ id: 'IdentityOutcome', description: 'As the provider reported it.' })
    .nullable(),
  card: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: 'The fields of the card; null without the role support.' }),
  pictures: z
    .array(
      z
        .object({ kind: z.enum(['card', 'face']), url: z.string() })
        .meta({ id: 'IdentityPicture', description: 'Valid for five minutes.' }),
    )
    .nullable()
    .meta({ description: 'Null without the role support.' }),
  duplicates: z.array(
    z
      .object({
        userId: z.int(),
        email: z.string(),
        status: z.string(),
        why: z.enum(['number', 'alert']),
      })
      .meta({ id: 'IdentityDuplicate' }),
  ),
}).meta({ id: 'IdentityDetails' })

/** A registration with the name that its user proved. */
export const ListedIdentity = IdentityView.extend({ userName: provenName }).meta({
  id: 'ListedIdentity',
})

/** Lists registrations of identities; audits the access. */
export async function showIdentities(
  ctx: Pick<Context, 'config' | 'db'>,
  input: z.output<typeof ListIdentities>,
  operator: Operator,
  request: HttpRequest,
) {
  const { user } = input
  const subject =
    user === undefined ? { kind: 'identities', id: 'all' } : { kind: 'user', id: user }
  await noteLook(ctx, { action: 'identity.list', operator, request }, subject)
  const found = await listRegistrations(ctx.db, input)
  return namedPage(
    ctx,
    operator,
    found,
    input,
    ({ userId: of }) => of,
    (one) => one,
  )
}

/**
 * Returns one registration. Only operators who may act as support see the card and the pictures;
 * the audit records which view was opened.
 */
export async function showIdentity(
  ctx: Pick<Context, 'clock' | 'config' | 'db'>,
  { id }: z.output<typeof ById>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof IdentityDetails>> {
  const found = await findRegistration(ctx.db, id)
  if (found === null) return refuse('api.identity_not_found')
  const sees = mayActAs(operator.role, 'support')
  const action = sees ? 'identity.look-pictures' : 'identity.look'
  await noteLook(ctx, { action, operator, request }, { kind: 'user', id: found.userId })
  const { cardPictures, facePictures, sealedCard, cardTransactionId, sealedResponse, ...row } =
    found
  const card =
    sealedCard === null || cardTransactionId === null
      ? null
      : fieldsIn(unsealCard(ctx, cardTransactionId, sealedCard))
  const digest = card === null ? null : digestOfNumber(ctx, card.nik)
  const duplicates = await findDuplicates(ctx.db, { user: row.userId, historyId: id, digest })
  return {
    ...row,
    outcome: sealedResponse === null ? null : unsealOutcome(ctx, row.transactionId, sealedResponse),
    card: sees && card !== null ? shownCard(card) : null,
    pictures: sees
      ? [...picturesOf(ctx, 'card', cardPictures), ...picturesOf(ctx, 'face', facePictures)]
      : null,
    duplicates: [...duplicates],
  }
}

const shownCard = (card: KtpFields): Record<string, string> =>
  Object.fromEntries(Object.entries(card).filter(([, value]) => value !== ''))

const picturesOf = (
  ctx: Pick<Context, 'clock' | 'config'>,
  kind: 'card' | 'face',
  names: readonly string[],
) =>
  names.flatMap((name) => {
    const url = fileUrl(ctx, name)
    return url === null ? [] : [{ kind, url }]
  })

export const QueryIdentity = z.object({ reason })

/** Has the provider asked again soon about a registration that it has not decided. */
export const queryIdentity = (
  ctx: Pick<Context, 'db'>,
  { id, reason: why }: z.output<typeof ById> & z.output<typeof QueryIdentity>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    const found = await findRegistration({ read: tx }, id)
    if (found === null) return refuse('api.identity_not_found')
    if (!(await hastenQuery(tx, id))) return refuse('api.nothing_to_change')
    const subject = { kind: 'user', id: found.userId }
    return audited(tx, by, { subject, after: { registration: id, reason: why } }, undefined)
  })
