import { Refused } from '../refused.ts'
import { type Books, send } from './books.ts'
import { NewTransaction, type Transaction } from './transactions.ts'

const consoleUser = 'console-user'

/** A transfer that a member of the workspace makes in custody's console, without an id of ours. */
export const Transfer = NewTransaction.omit({ externalTxId: true })

export const transfer = (books: Books, asked: ReturnType<typeof Transfer.parse>): Transaction =>
  send(books, asked, consoleUser)

/**
 * Boosts a transaction: a new one with the same nonce and a higher fee replaces it, to the same
 * address.
 */
export function boost(books: Books, transaction: Transaction): Transaction {
  const { assetId, amountInfo, destinationAddress, txHash } = transaction
  return replace(books, transaction, {
    assetId,
    destination: { type: 'ONE_TIME_ADDRESS', oneTimeAddress: { address: destinationAddress } },
    amount: amountInfo.amount,
    replaceTxByHash: txHash,
  })
}

/** Drops a transaction: a transfer of nothing to ourselves takes its nonce. */
export function drop(books: Books, transaction: Transaction): Transaction {
  const { feeCurrency, source, txHash } = transaction
  return replace(books, transaction, {
    assetId: feeCurrency,
    destination: { type: 'VAULT_ACCOUNT', id: source.id ?? '' },
    amount: '0',
    replaceTxByHash: txHash,
  })
}

function replace(
  books: Books,
  { source, txHash }: Transaction,
  by: Readonly<Record<string, unknown>>,
): Transaction {
  if (txHash === '') throw new Refused(400, '1407', 'The transaction was not broadcast')
  return transfer(
    books,
    Transfer.parse({ ...by, source: { type: 'VAULT_ACCOUNT', id: source.id ?? '' } }),
  )
}
