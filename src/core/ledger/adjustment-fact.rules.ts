import { formatMoney } from '../../base/values/money.ts'
import type { Fact } from '../facts/fact.ts'
import { type Account, isUserAccount } from './accounts.ts'
import { movesOf, type Posting } from './post.rules.ts'

/** The fact that a posting adjusted accounts; none of any other posting. */
export function adjustmentFact(posting: Posting): readonly Fact[] {
  if (posting.action !== 'ADJUSTMENT') return []
  const { key } = posting
  const moves = movesOf(posting)
  const owners = new Set(moves.flatMap(({ from, to }) => [...ownerOf(from), ...ownerOf(to)]))
  const [user = null] = owners.size === 1 ? owners : []
  const item = {
    key,
    moves: moves.map(({ from, to, amount }) => ({
      from: from.kind,
      fromUser: ownerOf(from)[0] ?? null,
      to: to.kind,
      toUser: ownerOf(to)[0] ?? null,
      symbol: amount.asset.symbol,
      amount: formatMoney(amount),
    })),
  }
  return [{ type: 'ledger.adjusted', user, subject: key, key, item }]
}

const ownerOf = (account: Account) => (isUserAccount(account) ? [account.user] : [])
