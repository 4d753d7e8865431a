import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { languageOf } from '../../../core/outbox/texts/text.ts'
import { findUser } from '../../../core/users/users.sql.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { optional, text } from '../../../platform/http/contracts/contracts.ts'
import { sortFields } from '../../../platform/http/contracts/lists.ts'
import { type DictionaryEntry, language } from '../content-contracts.ts'
import { contentLimits } from '../content-limits.ts'
import { dictionaryTypes } from '../writing-contracts.ts'
import { selectDictionary } from './dictionaries.sql.ts'

export const ListDictionary = z.object({
  type: text({ max: contentLimits.nameChars }),
  ...sortFields(['position', 'label', 'value', 'id'], 'asc'),
  lang: optional(language),
})

/** Lists one dictionary, in the requested language or, by default, in the caller's. */
export async function listDictionary(
  ctx: Pick<Context, 'db'>,
  { type: asked, lang, ...order }: z.output<typeof ListDictionary>,
  caller: Caller,
): Promise<readonly DictionaryEntry[]> {
  const type = dictionaryTypes.find((known) => known === asked)
  if (type === undefined) return refuse('api.dict_not_found', { text: 'Dict list not found' })
  const spoken = lang ?? languageOf((await findUser(ctx.db.read, caller.id))?.language ?? 'id')
  return selectDictionary(ctx.db, spoken, type, order)
}
