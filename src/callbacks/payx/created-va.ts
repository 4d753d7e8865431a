import { z } from 'zod'
import {
  type ReportedAccount,
  recordVirtualAccount,
} from '../../app/deposits/payx/virtual-accounts.sql.ts'
import type { Callback } from '../../core/inbox/callback.ts'
import { note, sentWord, wordOrInteger } from '../../platform/http/contracts/callback-contracts.ts'
import { optional, withDefault } from '../../platform/http/contracts/contracts.ts'

const CreatedVa = z.object({
  id: sentWord({ max: 100 }),
  external_id: optional(sentWord({ max: 100 })),
  account_number: optional(wordOrInteger({ max: 40 })),
  status: withDefault(sentWord({ max: 40 }), 'ACTIVE'),
  updated: note({ max: 40 }),
})

const statuses: ReadonlyMap<string, ReportedAccount['status']> = new Map([
  ['PENDING', 'PENDING'],
  ['ACTIVE', 'ACTIVE'],
  ['INACTIVE', 'INACTIVE'],
])

/**
 * payx reports the status of a virtual account. The status only moves forward, and unknown accounts
 * are ignored.
 */
export const createdVa: Callback<typeof CreatedVa> = {
  source: 'payx.created-va',
  body: CreatedVa,
  key: ({ id, status, updated }) => `${id}:${status}:${updated ?? ''}`,
  apply: async (tx, notices) => {
    const outcomes: string[] = []
    for (const notice of notices) {
      const status = statuses.get(notice.status)
      outcomes.push(
        status === undefined
          ? 'unknown-status'
          : await recordVirtualAccount(tx, {
              providerId: notice.id,
              externalId: notice.external_id ?? null,
              accountNumber: notice.account_number ?? null,
              status,
            }),
      )
    }
    return outcomes
  },
}
