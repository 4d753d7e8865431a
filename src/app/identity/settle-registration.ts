import { jakartaDay } from '../../base/clock.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { Notice } from '../../core/outbox/notices.ts'
import { readCount } from '../../core/reference/settings.sql.ts'
import { endCertificationOfOtherCard } from '../../core/users/certifications.sql.ts'
import { updateIdentityStatus } from '../../core/users/users.sql.ts'
import type { Upload } from '../../platform/http/bodies/uploads.ts'
import { fieldsIn } from '../../providers/idp/ktp.ts'
import type { Registered } from '../../providers/idp/registration.ts'
import type { Answer } from '../../providers/outbound.ts'
import { unsealCard } from '../identity-records/identity-card.ts'
import {
  digestOfNumber,
  openParcel,
  picturesDigestOf,
  redacted,
  type SealedParcel,
  sealParcel,
  sealRecord,
} from '../identity-records/identity-records.ts'
import { digestsOfName } from '../identity-records/proven-names.ts'
import { cardFault } from './card.rules.ts'
import {
  type Card,
  insertRegistrationHistory,
  updateRegistrationHistory,
} from './identity-histories.sql.ts'
import { identityLimits } from './identity-limits.ts'
import { claimNumber, releaseNumber } from './identity-numbers.sql.ts'
import {
  deleteUndecided,
  insertUndecided,
  postpone,
  type Undecided,
} from './identity-registrations.sql.ts'
import { newTransactionId } from './transaction-id.ts'

type Applicant = Readonly<{
  user: UserId
  card: Card
  phone: string
  email: string
  selfie: Upload
  ktp: Upload
}>

type RecordContext = Pick<Context, 'clock' | 'config' | 'random'>

/** A registration before it is inserted: the card, and everything sealed. */
type Prepared = Readonly<{
  user: UserId
  card: Card
  transactionId: string
  digest: Buffer
  sealedRequest: string
  sealedParcel: SealedParcel
  nameWords: readonly string[]
  nik: string
  /** The fault of the card; null if it has none. */
  fault: string | null
}>

/** Prepares a registration. Call it before the transaction: it seals megabytes. */
export async function prepareRegistration(
  ctx: RecordContext & Pick<Context, 'db'>,
  { user, card, phone, email, selfie, ktp }: Applicant,
): Promise<Prepared> {
  const fields = fieldsIn(unsealCard(ctx, card.transactionId, card.sealedResponse))
  if (fields === null) throw new Error('a card that was read has no number and no name')
  const minimumAgeYears = await readCount(ctx.db.read, 'identity.minimum_age')
  const fault = cardFault(fields, { today: jakartaDay(ctx.clock.now()), minimumAgeYears })
  const transactionId = newTransactionId(ctx)
  const place = { service: 'REGISTRATION', part: 'request', transactionId } as const
  const request = { phone, email, selfie: redacted(selfie), ktp: redacted(ktp) }
  return {
    user,
    card,
    transactionId,
    digest: await picturesDigestOf(ctx, `registration by card ${card.id}`, [selfie, ktp]),
    sealedRequest: sealRecord(ctx, place, request),
    sealedParcel: await sealParcel(ctx, {
      trxId: transactionId,
      fields,
      phone,
      email,
      selfie: selfie.bytes,
      ktp: ktp.bytes,
      consentedAt: ctx.clock.now(),
    }),
    nameWords: digestsOfName(ctx, fields.name),
    nik: fields.nik,
    fault,
  }
}

/**
 * Inserts a registration to be sent to the provider, with the card's fields. Returns null if the
 * card has a fault, belongs to another account, or is claimed by one: then the provider is not
 * called and an operator is alerted.
 */
export async function beginRegistration(
  ctx: RecordContext,
  tx: Tx,
  prepared: Prepared,
): Promise<Undecided | null> {
  const { user, transactionId, sealedParcel } = prepared
  const historyId = await insertRegistrationHistory(tx, {
    ...entryOf(prepared),
    status: 'STARTED',
    sealedResponse: null,
  })
  const refused = { user, historyId, transactionId }
  if (prepared.fault !== null) {
    await refuseCard(ctx, tx, { ...refused, reason: prepared.fault })
    return null
  }
  const digest = digestOfNumber(ctx, prepared.nik)
  const owner = await claimNumber(tx, { digest, user, historyId })
  if (owner !== user) {
    const reason = 'the card belongs to another account'
    await refuseCard(ctx, tx, { ...refused, reason, owner })
    return null
  }
  await insertUndecided(tx, { user, historyId, sealedParcel })
  await updateIdentityStatus(tx, user, 'pending')
  return { user, historyId, transactionId, accountId: null, sealedParcel, tries: 0 }
}

type RefusedCard = About & Readonly<{ transactionId: string; reason: string; owner?: UserId }>

/** Fails the registration. Only operators learn the reason and the other owner of the card. */
async function refuseCard(
  ctx: RecordContext,
  tx: Tx,
  { transactionId, reason, owner, ...about }: RefusedCard,
): Promise<void> {
  const place = { service: 'REGISTRATION', part: 'response', transactionId } as const
  await updateRegistrationHistory(tx, about.historyId, {
    status: 'FAILED',
    sealedResponse: sealRecord(ctx, place, { asked: false, reason }),
  })
  await updateIdentityStatus(tx, about.user, 'failed')
  const subjects = {
    'identity-card-refused': 'A registration failed because of its identity card',
    'identity-duplicate': 'An identity card of one account was used for another',
  }
  const kind = owner === undefined ? 'identity-card-refused' : 'identity-duplicate'
  const more = owner === undefined ? { reason } : { otherUserId: String(owner) }
  enqueueAll(tx, [
    notifyUser('identity-failed', about),
    alertOperator(kind, subjects[kind], about, more),
  ])
}

/** Inserts a registration that failed without a call, because the face was rejected. */
export async function refuseRegistration(
  ctx: RecordContext,
  tx: Tx,
  prepared: Prepared,
): Promise<void> {
  const { user, transactionId } = prepared
  const place = { service: 'REGISTRATION', part: 'response', transactionId } as const
  const historyId = await insertRegistrationHistory(tx, {
    ...entryOf(prepared),
    status: 'FAILED',
    sealedResponse: sealRecord(ctx, place, { asked: false, reason: 'the face was not accepted' }),
  })
  await updateIdentityStatus(tx, user, 'failed')
  enqueueAll(tx, [notifyUser('identity-failed', { user, historyId })])
}

const entryOf = ({ user, card, transactionId, digest, nameWords, sealedRequest }: Prepared) => ({
  user,
  card: card.id,
  transactionId,
  digest,
  nameWords,
  sealedRequest,
})

/**
 * Queries the provider about a registration and records the result. Unknown and pending ones are
 * polled again, a bounded number of times; if the provider may not have received it, it is sent
 * again under the same id.
 */
export async function settleRegistration(
  ctx: Pick<Context, 'clock' | 'config' | 'db' | 'idp' | 'random'>,
  undecided: Undecided,
): Promise<void> {
  const { accountId, sealedParcel } = undecided
  const answer =
    accountId === null && sealedParcel !== null
      ? await ctx.idp.registerAccount(await openParcel(ctx, sealedParcel))
      : await ctx.idp.findRegistration(accountId ?? '')
  await ctx.db.inTransaction((tx) => recordOutcome(ctx, tx, undecided, answer))
}

async function recordOutcome(
  ctx: RecordContext,
  tx: Tx,
  undecided: Undecided,
  answer: Answer<Registered>,
): Promise<void> {
  const { transactionId } = undecided
  const registration = answer.kind === 'accepted' ? answer.value : null
  const place = { service: 'REGISTRATION', part: 'response', transactionId } as const
  const sealedResponse = registration === null ? null : sealRecord(ctx, place, registration)
  if (registration !== null && registration.status !== 'pending') {
    return decide(tx, undecided, registration.status, sealedResponse)
  }
  const { tries, firstMs, longestMs } = identityLimits.askAgain
  if (undecided.tries + 1 >= tries) return giveUp(tx, undecided, sealedResponse)
  const pauseMs = Math.min(longestMs, firstMs * 2 ** Math.min(undecided.tries, 30))
  const accountId = registration?.accountId ?? null
  if (!(await postpone(tx, undecided, { accountId, pauseMs }))) return
  const pending = accountId !== null || undecided.accountId !== null
  const status = pending ? 'PENDING' : 'UNKNOWN'
  await updateRegistrationHistory(tx, undecided.historyId, { status, sealedResponse })
}

/** Applies the final decision; a second decision changes nothing. */
async function decide(
  tx: Tx,
  undecided: Undecided,
  outcome: 'registered' | 'rejected' | 'duplicate',
  sealedResponse: string | null,
): Promise<void> {
  if (!(await deleteUndecided(tx, undecided))) return
  const registered = outcome === 'registered'
  const status = registered ? 'SUCCESS' : 'FAILED'
  await updateRegistrationHistory(tx, undecided.historyId, { status, sealedResponse })
  await updateIdentityStatus(tx, undecided.user, registered ? 'success' : 'failed')
  if (registered) await endCertificationOfOtherCard(tx, undecided.user)
  else await releaseNumber(tx, undecided.historyId)
  const notices: Notice[] = [
    notifyUser(registered ? 'identity-verified' : 'identity-failed', undecided),
  ]
  if (outcome === 'duplicate') {
    const subject = 'The identity provider reports that an applicant is registered already'
    notices.push(alertOperator('identity-duplicate', subject, undecided))
  }
  enqueueAll(tx, notices)
}

/** Fails an undecided registration after the last poll, and alerts the operators. */
async function giveUp(tx: Tx, undecided: Undecided, sealedResponse: string | null): Promise<void> {
  if (!(await deleteUndecided(tx, undecided))) return
  await updateRegistrationHistory(tx, undecided.historyId, { status: 'UNKNOWN', sealedResponse })
  await updateIdentityStatus(tx, undecided.user, 'failed')
  await releaseNumber(tx, undecided.historyId)
  const subject = 'The identity provider never decided about a registration'
  enqueueAll(tx, [
    notifyUser('identity-failed', undecided),
    alertOperator('identity-undecided', subject, undecided),
  ])
}

type About = Pick<Undecided, 'user' | 'historyId'>

const notifyUser = (
  kind: 'identity-verified' | 'identity-failed',
  { user, historyId }: About,
): Notice => ({ to: 'account', kind, key: `${kind}:${historyId}`, user })

const alertOperator = (
  kind: 'identity-card-refused' | 'identity-duplicate' | 'identity-undecided',
  subject: string,
  { user, historyId }: About,
  more: Readonly<Record<string, string>> = {},
): Notice => ({
  to: 'operator',
  kind,
  key: `${kind}:${historyId}`,
  severity: 'warning',
  subject,
  data: { userId: String(user), history: String(historyId), ...more },
})
