import type { Custody, Listed } from './custody.ts'
import { custodyLimits } from './custody-limits.ts'

export type TransactionPage = Readonly<{
  listed: readonly Listed[]
  /** When the newest of them was created; the next page begins there. */
  newestMs: number
  /** `stuck`: a full page within one millisecond, of which the rest cannot be read. */
  then: 'more' | 'end' | 'stuck'
}>

/**
 * Reads custody's transaction list from a moment on, oldest first, up to `pullPages` pages. Yields
 * null and ends if custody does not answer. Pages overlap by a millisecond: some transactions come
 * twice. After a stuck page the list is read on from the next millisecond.
 */
export async function* transactionPages(
  custody: Pick<Custody, 'listTransactions'>,
  fromMs: number,
): AsyncGenerator<TransactionPage | null, void> {
  const { listItems: limit, pullPages } = custodyLimits
  let createdAfterMs = Math.max(fromMs - 1, 0)
  for (let page = 0; page < pullPages; page += 1) {
    const answer = await custody.listTransactions({ createdAfterMs, limit })
    if (answer.kind !== 'accepted') return yield null
    const { value: listed } = answer
    const newestMs = Math.max(0, ...listed.map(({ createdAtMs }) => createdAtMs ?? 0))
    const isStuck = newestMs <= createdAfterMs + 1
    const then = listed.length < limit ? 'end' : isStuck ? 'stuck' : 'more'
    yield { listed, newestMs, then }
    if (then === 'end') return
    createdAfterMs = isStuck ? createdAfterMs + 1 : newestMs - 1
  }
}
