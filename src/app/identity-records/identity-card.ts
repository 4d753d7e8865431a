import type { z } from 'zod'
import { unsealText } from '../../base/secrets/app-keys.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { fieldsIn, KtpAnswer, type KtpFields } from '../../providers/idp/ktp.ts'

export type CardService = 'OCR' | 'LIVENESS' | 'REGISTRATION'
export type Part = 'request' | 'response'

/** Binds data to its entry, so that one entry's data cannot replace another's. */
export const identitySealPurpose = (
  service: CardService,
  part: Part,
  transactionId: string,
): string => `identity ${service} ${part} ${transactionId}`

/** Decrypts a response of the provider; throws if our key does not open it. */
export function unsealResponse<Schema extends z.ZodType>(
  { config }: Pick<Context, 'config'>,
  service: CardService,
  transactionId: string,
  sealed: string,
  schema: Schema,
): z.output<Schema> {
  const text = unsealText(config, identitySealPurpose(service, 'response', transactionId), sealed)
  if (text === null) throw new Error(`a response of ${service} cannot be decrypted with our key`)
  return schema.parse(JSON.parse(text))
}

/** Decrypts what the provider read on a card. */
export const unsealCard = (
  ctx: Pick<Context, 'config'>,
  transactionId: string,
  sealed: string,
): KtpAnswer => unsealResponse(ctx, 'OCR', transactionId, sealed, KtpAnswer)

/**
 * Returns the fields of the card that each of these users was registered with, or else of the one
 * that was read last; users without any are missing.
 */
export async function findCards(
  ctx: Pick<Context, 'config' | 'db'>,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, KtpFields>> {
  const cards = await readRows(ctx.db.read, {
    user: 'userId',
    transactionId: 'text',
    sealed: 'text',
  })`
    select distinct on (card.user_id) card.user_id as "user",
      card.transaction_id as "transactionId", card.sealed_response as sealed
    from identity_histories card
    left join identity_histories registration on registration.ocr_id = card.id
      and registration.service = 'REGISTRATION' and registration.status = 'SUCCESS'
    where card.user_id = any(${users}) and card.service = 'OCR' and card.status = 'SUCCESS'
      and card.sealed_response is not null
    order by card.user_id, registration.id desc nulls last, card.updated_at desc, card.id desc`
  return new Map(
    cards.flatMap(({ user, transactionId, sealed }) => {
      const fields = fieldsIn(unsealCard(ctx, transactionId, sealed))
      return fields === null ? [] : [[user, fields]]
    }),
  )
}

/** Returns the fields of one user's card; null if there is none. */
export const findCardFields = async (
  ctx: Pick<Context, 'config' | 'db'>,
  user: UserId,
): Promise<KtpFields | null> => (await findCards(ctx, [user])).get(user) ?? null
