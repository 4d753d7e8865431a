import { z } from 'zod'
import { applyCustodyReports } from '../../app/custody-reports/apply-custody-reports.ts'
import { sha256 } from '../../base/secrets/crypto.ts'
import { withDigits } from '../../base/values/lenient.ts'
import type { Callback } from '../../core/inbox/callback.ts'
import { loosely, sentWord } from '../../platform/http/contracts/callback-contracts.ts'
import { field, textOrInteger } from '../../platform/http/contracts/contracts.ts'
import { type CustodyTransaction, TransactionObject } from '../../providers/custody/custody.ts'

const malformed = 'The :attribute field format is invalid.'
const decimal = /^(?:0|[1-9][0-9]{0,39})(?:\.[0-9]{1,40})?$/

/**
 * A transaction in the format of custody's API. Events about other things have other data and are
 * recognized by their type; for them this is null.
 */
const transaction = field({ type: 'object' }, (value, fail): CustodyTransaction | null => {
  // As in responses of custody's API.
  const read = TransactionObject.safeParse(withDigits(value))
  if (!read.success) return null
  return hasAmount(read.data) ? read.data : fail(malformed)
})

/**
 * An incoming transfer needs an amount from the stage `arriving` on; before that it may be unknown.
 */
function hasAmount({ externalTxId, stage, amount }: CustodyTransaction): boolean {
  const counts = externalTxId === null && (stage === 'arriving' || stage === 'arrived')
  return !counts || decimal.test(amount)
}

type CustodyEvent = Readonly<{ concerns: boolean; data: CustodyTransaction | null }>

const isReadable = ({ concerns, data }: CustodyEvent): boolean => !concerns || data !== null

const CustodyV1 = z
  .object({
    type: sentWord({ max: 100 }),
    timestamp: loosely(textOrInteger({ max: 20 })),
    data: transaction,
  })
  .refine(({ type, data }) => isReadable({ concerns: isOfTransaction(type), data }), {
    path: ['data'],
    message: malformed,
  })

const CustodyV2 = z
  .object({
    id: sentWord({ max: 100 }),
    eventType: sentWord({ max: 100 }),
    data: transaction,
  })
  .refine(({ eventType, data }) => isReadable({ concerns: processed.has(eventType), data }), {
    path: ['data'],
    message: malformed,
  })

/** The provider spells one of its event types both with and without an S. */
const isOfTransaction = (type: string): boolean => /^TRANSACTIONS?_/.test(type)

const processed: ReadonlySet<string> = new Set([
  'transaction.created',
  'transaction.status.updated',
  'transaction.approval_status.updated',
])

const keyChars = 200

/** Replaces a key that is too long by its digest. */
const short = (key: string): string =>
  key.length <= keyChars ? key : sha256(key).toString('base64url')

/** Events of the older webhook have no id: their facts form the key. */
export const custodyV1: Callback<typeof CustodyV1> = {
  source: 'custody.v1',
  body: CustodyV1,
  key: ({ type, timestamp, data }) =>
    data === null
      ? `${type}:${timestamp ?? ''}`
      : short([data.id, data.status, data.subStatus, data.lastUpdatedMs].join(':')),
  apply: (tx, notices, ctx) =>
    applyOf(
      tx,
      notices.map(({ type, data }) => ({ concerns: isOfTransaction(type), data })),
      ctx,
    ),
}

/** The key begins with the transaction, as that of the older webhook. */
export const custodyV2: Callback<typeof CustodyV2> = {
  source: 'custody.v2',
  body: CustodyV2,
  key: ({ id, data }) => (data === null ? id : short(`${data.id}:${id}`)),
  apply: (tx, notices, ctx) =>
    applyOf(
      tx,
      notices.map(({ eventType, data }) => ({ concerns: processed.has(eventType), data })),
      ctx,
    ),
}

type Apply = typeof applyCustodyReports

async function applyOf(
  tx: Parameters<Apply>[0],
  events: readonly CustodyEvent[],
  ctx: Parameters<Apply>[2],
): Promise<readonly string[]> {
  const transactions = events.flatMap(({ concerns, data }) =>
    concerns && data !== null ? [data] : [],
  )
  const outcomes = (await applyCustodyReports(tx, transactions, ctx)).values()
  return events.map(({ concerns, data }) =>
    concerns && data !== null ? (outcomes.next().value ?? 'repeated') : 'skipped: other-event',
  )
}
