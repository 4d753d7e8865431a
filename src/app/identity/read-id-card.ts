import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { fileUrl } from '../../platform/files/file-url.ts'
import { keepFiles, storeFile } from '../../platform/files/store-file.ts'
import type { Upload } from '../../platform/http/bodies/uploads.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { fieldsIn, type KtpAnswer } from '../../providers/idp/ktp.ts'
import { unsealCard } from '../identity-records/identity-card.ts'
import { picturesDigestOf, redacted, sealRecord } from '../identity-records/identity-records.ts'
import { admitApplicant, applicantFields, identityImage } from './applicant.ts'
import {
  type Attempt,
  beginAttempt,
  endAttempt,
  leaveAttempt,
  lockApplicant,
  recordAnswer,
} from './identity-histories.sql.ts'
import { newTransactionId } from './transaction-id.ts'

export const ReadIdCard = z.object({ ...applicantFields, ktp_image: identityImage() })

type CardContext = Pick<
  Context,
  'clock' | 'config' | 'db' | 'idp' | 'log' | 'objectStore' | 'random'
>

export type CardShown = KtpAnswer & Readonly<{ image_ocr_url: string }>

/**
 * Has a card read and stores its image; the same image within some minutes is paid for only once.
 *
 * @transactions the attempt is stored before the identity provider is called, its outcome after.
 */
export async function readIdCard(
  ctx: CardContext,
  input: z.output<typeof ReadIdCard>,
  caller: Caller,
  request: HttpRequest,
): Promise<CardShown> {
  await admitApplicant(ctx, input, caller)
  const image = input.ktp_image
  const attempt = await begin(ctx, caller, image, request)
  if (attempt === null) return refuse('api.request_in_progress')
  return readFrom(ctx, attempt, image, caller).finally(() => leaveAttempt(ctx.db, attempt.id))
}

async function readFrom(
  ctx: CardContext,
  attempt: Attempt,
  image: Upload,
  caller: Caller,
): Promise<CardShown> {
  const answer = await answerOf(ctx, attempt, image)
  if (answer === null || fieldsIn(answer) === null) return refuse('api.idp_ocr_fail')
  const name = attempt.objectNames[0] ?? (await keep(ctx, caller, attempt, image))
  if (name === null) return refuse('api.oss_upload_fail')
  const url = fileUrl(ctx, name)
  return url === null ? refuse('api.url_oss_fail') : { ...answer, image_ocr_url: url }
}

async function begin(
  ctx: Pick<Context, 'config' | 'db' | 'random'>,
  { id }: Caller,
  image: Upload,
  request: HttpRequest,
): Promise<Attempt | null> {
  const transactionId = newTransactionId(ctx)
  const place = { service: 'OCR', part: 'request', transactionId } as const
  const sealedRequest = sealRecord(ctx, place, { image: redacted(image) })
  const digest = await picturesDigestOf(ctx, 'card', [image])
  return ctx.db.inTransaction(async (tx) => {
    await lockApplicant(tx, id)
    await lockSession(tx, request)
    return beginAttempt(tx, {
      user: id,
      service: 'OCR',
      transactionId,
      digest,
      sealedRequest,
      card: null,
    })
  })
}

/** Returns the card's fields or the provider's rejection; null if the outcome is unknown. */
async function answerOf(
  ctx: CardContext,
  { id, transactionId, sealedResponse }: Attempt,
  image: Upload,
): Promise<KtpAnswer | null> {
  if (sealedResponse !== null) return unsealCard(ctx, transactionId, sealedResponse)
  const answer = await ctx.idp.ocrKtp({ trxId: transactionId, image })
  if (answer.kind === 'unknown') return null
  const place = { service: 'OCR', part: 'response', transactionId } as const
  const raw: KtpAnswer =
    answer.kind === 'accepted'
      ? answer.value.raw
      : { status: answer.code, reason: answer.message, read: {} }
  const status = fieldsIn(raw) === null ? 'FAILED' : 'STARTED'
  await recordAnswer(ctx.db, id, { status, sealedResponse: sealRecord(ctx, place, raw) })
  return raw
}

async function keep(
  ctx: CardContext,
  caller: Caller,
  attempt: Attempt,
  image: Upload,
): Promise<string | null> {
  const stored = await storeFile(ctx, { owner: caller.id, purpose: 'ocr', image: image.clean })
  if (stored === null) return null
  const { name } = stored
  await ctx.db.inTransaction(async (tx) => {
    await keepFiles(tx, [name])
    if (!(await endAttempt(tx, attempt.id, 'SUCCESS', [name]))) refuse('api.request_in_progress')
  })
  return name
}
