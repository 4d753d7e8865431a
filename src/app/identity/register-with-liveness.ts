import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { toE164 } from '../../base/values/phone.ts'
import type { Context } from '../../context.ts'
import { findUser } from '../../core/users/users.sql.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { readFile } from '../../platform/files/read-file.ts'
import { keepFiles, storeFile } from '../../platform/files/store-file.ts'
import type { Upload } from '../../platform/http/bodies/uploads.ts'
import { email, field } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import type { Answer } from '../../providers/outbound.ts'
import {
  picturesDigestOf,
  redacted,
  sealRecord,
  unsealJudged,
} from '../identity-records/identity-records.ts'
import { admitApplicant, applicantFields, identityImage } from './applicant.ts'
import {
  type Attempt,
  beginAttempt,
  type Card,
  endAttempt,
  findLatestCard,
  leaveAttempt,
  lockApplicant,
  recordAnswer,
  recordObjects,
} from './identity-histories.sql.ts'
import { hasUndecided, type Undecided } from './identity-registrations.sql.ts'
import {
  beginRegistration,
  prepareRegistration,
  refuseRegistration,
  settleRegistration,
} from './settle-registration.ts'

const typed = /^\+?[0-9][0-9 ().-]{4,30}$/

/** An Indonesian phone number in E.164: `0812…`, `62812…` and `+62812…` are the same. */
const registrantPhone = field({ type: 'string', maxLength: 32 }, (value, fail): string => {
  const sent = typeof value === 'string' ? value : ''
  if (!typed.test(sent)) return fail('The :attribute field must be a valid phone number.')
  const known = toE164({ phone: sent, countryCode: 'ID', dialCode: '62' })
  if (known !== null) return known
  // The provider decides whether this number exists.
  const digits = sent.replaceAll(/[^0-9]/g, '')
  return sent.startsWith('0') ? `+62${digits.slice(1)}` : `+${digits}`
})

export const RegisterWithLiveness = z.object({
  ...applicantFields,
  face1: identityImage(),
  face2: identityImage(),
  phone: registrantPhone,
  email,
  selfie: identityImage(),
  ktp: identityImage(),
})

type LivenessRegistration = z.output<typeof RegisterWithLiveness>

type LivenessContext = Pick<
  Context,
  'clock' | 'config' | 'db' | 'idp' | 'log' | 'objectStore' | 'random'
>

/**
 * Compares a face with the card that was read last when the call began, and registers its owner.
 * The outcome is stored in the history and in the user's identity status; it is not in the
 * response. If the user is verified or a registration is undecided, nothing is done.
 *
 * @transactions each call of the identity provider stands between a transaction before and one
 * after it.
 */
export async function registerWithLiveness(
  ctx: LivenessContext,
  input: LivenessRegistration,
  caller: Caller,
  request: HttpRequest,
): Promise<void> {
  await admitApplicant(ctx, input, caller)
  const card = await findLatestCard(ctx.db, caller.id)
  if (card === null) return refuse('api.idp_ocr_fail')
  const begun = await begin(ctx, input, caller, card, request)
  if (begun === 'nothing to do') return
  if (begun === null) return refuse('api.request_in_progress')
  const undecided = await proveFace(ctx, begun, input, card, caller).finally(() =>
    leaveAttempt(ctx.db, begun.id),
  )
  if (undecided !== null) await settleRegistration(ctx, undecided)
}

/**
 * Returns the registration to send to the provider, or null if the face was rejected.
 *
 * @transactions each stored picture is recorded at once, the outcome after the last one.
 */
async function proveFace(
  ctx: LivenessContext,
  begun: Attempt,
  input: LivenessRegistration,
  card: Card,
  caller: Caller,
): Promise<Undecided | null> {
  const judged = await judgedOf(ctx, begun, input, card)
  if (judged === null) return refuse('api.idp_ocr_fail')
  const names = await keepFaces(ctx, begun, input, caller)
  if (names === null) return refuse('api.oss_upload_fail')
  const passed = judged.live && judged.matches === true
  const entry = await prepareRegistration(ctx, { user: caller.id, card, ...input })
  return ctx.db.inTransaction(async (tx) => {
    await lockApplicant(tx, caller.id)
    if (!(await endAttempt(tx, begun.id, passed ? 'SUCCESS' : 'FAILED', names))) return null
    if (passed) return beginRegistration(ctx, tx, entry)
    await refuseRegistration(ctx, tx, entry)
    return null
  })
}

async function begin(
  ctx: Pick<Context, 'config' | 'db' | 'random'>,
  { face1, face2 }: LivenessRegistration,
  { id }: Caller,
  card: Card,
  request: HttpRequest,
): Promise<Attempt | 'nothing to do' | null> {
  const { transactionId } = card
  const place = { service: 'LIVENESS', part: 'request', transactionId } as const
  const sealedRequest = sealRecord(ctx, place, {
    face1: redacted(face1),
    face2: redacted(face2),
    reference: card.objectName,
  })
  const digest = await picturesDigestOf(ctx, `face by card ${card.id}`, [face1, face2])
  return ctx.db.inTransaction(async (tx) => {
    await lockApplicant(tx, id)
    await lockSession(tx, request)
    const user = await findUser(tx, id)
    if (user?.identityStatus === 'success' || (await hasUndecided(tx, id))) return 'nothing to do'
    return beginAttempt(tx, {
      user: id,
      service: 'LIVENESS',
      transactionId,
      digest,
      sealedRequest,
      card: card.id,
    })
  })
}

type LivenessResult = Readonly<{ live: boolean; matches: boolean | null }>

/** Returns the provider's verdict about the face, or null if there is none. */
async function judgedOf(
  ctx: LivenessContext,
  { id, transactionId, sealedResponse }: Attempt,
  input: LivenessRegistration,
  card: Card,
): Promise<LivenessResult | null> {
  if (sealedResponse !== null) return unsealJudged(ctx, transactionId, sealedResponse)
  const answer = await askFaces(ctx, input, card)
  if (answer === null || answer.kind === 'unknown') return null
  const refused = { live: false, matches: null, raw: answer }
  const judged = answer.kind === 'accepted' ? answer.value : refused
  const place = { service: 'LIVENESS', part: 'response', transactionId } as const
  const sealed = sealRecord(ctx, place, judged)
  await recordAnswer(ctx.db, id, { status: 'STARTED', sealedResponse: sealed })
  return judged
}

/** Returns null if the card's image is gone, so that there is nothing to compare with. */
async function askFaces(
  ctx: LivenessContext,
  { face1, face2 }: LivenessRegistration,
  card: Card,
): Promise<Answer<LivenessResult> | null> {
  const reference = await readFile(ctx, card.objectName)
  if (reference === null) return null
  return ctx.idp.passiveLiveness({ trxId: card.transactionId, face1, face2, reference })
}

/** Stores the faces not stored yet; returns the names of both, or null if storing fails. */
async function keepFaces(
  ctx: LivenessContext,
  { id, objectNames }: Attempt,
  { face1, face2 }: LivenessRegistration,
  caller: Caller,
): Promise<readonly string[] | null> {
  const faces: readonly Upload[] = [face1, face2]
  const names = [...objectNames]
  for (const face of faces.slice(names.length)) {
    const owner = caller.id
    const stored = await storeFile(ctx, { owner, purpose: 'liveness', image: face.clean })
    if (stored === null) return null
    names.push(stored.name)
    await ctx.db.inTransaction(async (tx) => {
      await keepFiles(tx, [stored.name])
      if (!(await recordObjects(tx, id, names))) refuse('api.request_in_progress')
    })
  }
  return names
}
