import { z } from 'zod'
import { type RefusalKey, refusals } from '../../../base/refusal.ts'
import { titleOf } from '../envelope.ts'

import access from './texts/access.json' with { type: 'json' }
import account from './texts/account.json' with { type: 'json' }
import content from './texts/content.json' with { type: 'json' }
import decision from './texts/decision.json' with { type: 'json' }
import identity from './texts/identity.json' with { type: 'json' }
import money from './texts/money.json' with { type: 'json' }
import operator from './texts/operator.json' with { type: 'json' }
import request from './texts/request.json' with { type: 'json' }
import trading from './texts/trading.json' with { type: 'json' }

/** The explanation of a refusal: for app developers, and as text to show to users. */
export const ErrorText = z.strictObject({
  /** Why the service refuses. */
  cause: z.string(),
  /** The action an app should take. */
  action: z.string(),
  /** The text for users, in English. */
  en: z.string(),
  /** The text for users, in Indonesian. */
  id: z.string(),
})

export type ErrorText = z.output<typeof ErrorText>

/** The refusals of one part of the API, by key. */
const ErrorTexts = z.record(z.string(), ErrorText)

type ErrorTexts = Readonly<z.output<typeof ErrorTexts>>

/** The parts of the catalogue; their keys do not overlap. */
export const errorAreas: readonly ErrorTexts[] = z
  .array(ErrorTexts)
  .parse([request, access, account, money, identity, content, operator, decision, trading])

/**
 * One refusal as apps read it. Some endpoints send it in their own shape or with another status.
 */
export const CatalogueEntry = z
  .object({
    key: z.string(),
    status: z.int(),
    title: z.string(),
    cause: z.string(),
    action: z.string(),
    text: z.object({ en: z.string(), id: z.string() }).meta({ id: 'ErrorTranslation' }),
  })
  .meta({ id: 'ErrorExplanation' })

export type CatalogueEntry = z.output<typeof CatalogueEntry>

export const errorCatalogue: readonly CatalogueEntry[] = catalogueOf(refusals, errorAreas)

export function catalogueOf(
  statuses: Readonly<Partial<Record<RefusalKey, number>>>,
  areas: readonly ErrorTexts[],
): readonly CatalogueEntry[] {
  const byKey = new Map<string, ErrorText>(areas.flatMap((area) => Object.entries(area)))
  return Object.entries(statuses)
    .flatMap(([key, status]) => {
      const found = byKey.get(key)
      if (found === undefined) return []
      const { cause, action, en, id } = found
      return [{ key, status, title: titleOf(status), cause, action, text: { en, id } }]
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}
