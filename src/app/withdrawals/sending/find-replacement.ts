import type { Custody, CustodyTransaction } from '../../../providers/custody/custody.ts'
import { transactionPages } from '../../../providers/custody/transaction-pages.ts'

/**
 * The transaction that stands in the place of a dropped one. `none`: custody's list has no such
 * transaction. `unknown`: the list was not read to its end, or one of its transactions may be it.
 */
export type FoundReplacement = CustodyTransaction | 'none' | 'unknown'

/**
 * Reads custody's list from a dropped transaction on for the last one of those that replaced it,
 * each by the hash of the one before. One with its nonce but no such hash leaves a doubt.
 */
export async function findReplacement(
  custody: Pick<Custody, 'listTransactions'>,
  dropped: CustodyTransaction,
): Promise<FoundReplacement> {
  const hashes = new Set([dropped.txHash])
  let last: CustodyTransaction | null = null
  let isInDoubt = false
  for await (const page of transactionPages(custody, dropped.createdAtMs)) {
    for (const { transaction } of page?.listed ?? []) {
      if (transaction !== null && hashes.has(transaction.replacedTxHash)) {
        hashes.add(transaction.txHash)
        last = transaction
      } else if (transaction === null || isSameNonce(dropped, transaction)) {
        isInDoubt = true
      }
    }
    if (page?.then === 'stuck') return 'unknown'
    if (page?.then === 'end') return last ?? (isInDoubt ? 'unknown' : 'none')
  }
  return 'unknown'
}

const isSameNonce = (dropped: CustodyTransaction, other: CustodyTransaction): boolean =>
  other.id !== dropped.id && other.nonce !== null && other.nonce === dropped.nonce
