import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { formatMoney } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import { field, oneOf } from '../../platform/http/contracts/contracts.ts'
import { transactionIdLimits } from './content-limits.ts'
import { findTransaction } from './transactions.sql.ts'

const shape = new RegExp(`^[A-Za-z0-9_-]{1,${transactionIdLimits.chars}}$`)

const txId = field({ type: 'string', pattern: shape.source }, (value, fail) =>
  typeof value === 'string' && shape.test(value)
    ? value
    : fail('The :attribute field format is invalid.'),
)

export const AskTransaction = z.object({
  provider: oneOf(['custody', 'payx', 'payd', 'venue']),
  txId,
})

/**
 * Returns a transaction's status by its provider's id, from our own records: calls no provider and
 * reveals no owner.
 */
export async function showTransaction(
  ctx: Pick<Context, 'db'>,
  { provider, txId }: z.output<typeof AskTransaction>,
) {
  const found = await findTransaction(ctx.db, provider, txId)
  if (found === null) return refuse('api.transaction_not_found')
  const { amount, ...rest } = found
  return { provider, txId, ...rest, symbol: amount.asset.symbol, amount: formatMoney(amount) }
}
