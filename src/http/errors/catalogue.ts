import { z } from 'zod'
import { type RefusalKey, refusals } from '../../base/refusal.ts'
import { titleOf } from '../envelope.ts'
import { accessErrors } from './access-errors.ts'
import { accountErrors } from './account-errors.ts'
import { contentErrors } from './content-errors.ts'
import { decisionErrors } from './decision-errors.ts'
import type { ErrorText, ErrorTexts } from './error-text.ts'
import { identityErrors } from './identity-errors.ts'
import { moneyErrors } from './money-errors.ts'
import { operatorErrors } from './operator-errors.ts'
import { requestErrors } from './request-errors.ts'
import { tradingErrors } from './trading-errors.ts'

/** The parts of the catalogue; their keys do not overlap. */
export const errorAreas: readonly ErrorTexts[] = [
  requestErrors,
  accessErrors,
  accountErrors,
  moneyErrors,
  identityErrors,
  contentErrors,
  operatorErrors,
  decisionErrors,
  tradingErrors,
]

/**
 * One refusal as apps read it. Some endpoints send it in their own shape or with another status.
 */
export const CatalogueEntry = z.object({
  key: z.string(),
  status: z.int(),
  title: z.string(),
  cause: z.string(),
  action: z.string(),
  text: z.object({ en: z.string(), id: z.string() }),
})

export type CatalogueEntry = z.output<typeof CatalogueEntry>

/** All refusals of the service, sorted by key. */
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
