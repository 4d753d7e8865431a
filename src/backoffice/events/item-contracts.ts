import { z } from 'zod'
import type { ItemKind } from '../../core/facts/fact-types.ts'
import { decimal } from '../../platform/http/contracts/contracts.ts'

const facts = z.record(z.string(), z.unknown()).nullable()

/** Forms of items that the fact itself carries; the others are those of a room's list. */
export const ownItems = {
  account: z.object({ userId: z.int() }).meta({ id: 'AccountEventItem' }),
  adjustment: z
    .object({
      key: z.string().meta({ description: 'The key of the posting.' }),
      moves: z.array(
        z
          .object({
            from: z.string(),
            fromUser: z.int().nullable(),
            to: z.string(),
            toUser: z.int().nullable(),
            symbol: z.string(),
            amount: decimal,
          })
          .meta({ id: 'AdjustmentMove' }),
      ),
    })
    .meta({ id: 'AdjustmentEventItem' }),
  decision: z
    .object({
      operatorId: z.int().nullable(),
      action: z.string(),
      subject: z.object({
        kind: z.string(),
        id: z.string().meta({
          description:
            'A mail address, a phone or a text that was searched for only with personal data; ' +
            'else empty.',
        }),
      }),
      before: facts.meta({ description: 'Only with personal data; else null.' }),
      after: facts.meta({ description: 'Only with personal data; else null.' }),
    })
    .meta({ id: 'DecisionEventItem' }),
  'suspended-deposit': z
    .object({
      deposit: z.string().meta({ description: 'The key of the deposit.' }),
      reason: z.string(),
    })
    .meta({ id: 'SuspendedDepositEventItem' }),
} as const satisfies Partial<Record<ItemKind, z.ZodType>>

const Decision = ownItems.decision

/** Subjects of the audit whose id is a mail address, a phone or a text that was searched for. */
const personalSubjects: ReadonlySet<string> = new Set(['address', 'phone', 'search', 'users'])

/** The item of a fact that carries it, with and without personal data. */
export function ownItem(kind: ItemKind, item: object) {
  if (kind !== 'decision') return { item }
  const { subject, ...decision } = Decision.parse(item)
  const id = personalSubjects.has(subject.kind) ? '' : subject.id
  const impersonal = { ...decision, subject: { ...subject, id }, before: null, after: null }
  return { item: impersonal, whole: item }
}
