import { z } from 'zod'
import type { Context } from '../../context.ts'
import { updatePreferences } from '../../core/users/users.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { currencyCode, languageTag } from '../../platform/http/contracts/preference-contracts.ts'

export const SetLanguage = z.object({ language: languageTag })
export const SetCurrency = z.object({ currency: currencyCode })

/** Sets the language of messages and mails. */
export const setLanguage = (
  ctx: Pick<Context, 'db'>,
  { language }: z.output<typeof SetLanguage>,
  caller: Caller,
): Promise<void> => updatePreferences(ctx.db.read, caller.id, { language })

/** Sets the currency that amounts are displayed in, stored in upper case. */
export const setCurrency = (
  ctx: Pick<Context, 'db'>,
  { currency }: z.output<typeof SetCurrency>,
  caller: Caller,
): Promise<void> => updatePreferences(ctx.db.read, caller.id, { currency })
