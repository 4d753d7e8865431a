import { isPositive, type Money, subtract } from '../../base/values/money.ts'
import { shownMoney } from '../../base/values/shown-amount.ts'
import { type HouseKind, house } from '../../core/ledger/accounts.ts'
import type { Move, Posting } from '../../core/ledger/post.rules.ts'
import type { OperatorNotice } from '../../core/outbox/notices.ts'
import type { Direction } from './custody-direction.rules.ts'
import type { HouseTransfer } from './custody-report.rules.ts'

/** The house accounts between which a transfer moves coins; null if all stay in our vault. */
const ends: Partial<Record<Direction, Readonly<{ from: HouseKind; to: HouseKind }>>> = {
  // A place that holds our coins has a negative balance, so what it receives moves out of it.
  'from-venue': { from: 'custody', to: 'venue' },
  'from-treasury': { from: 'custody', to: 'treasury' },
  'to-venue': { from: 'venue', to: 'custody' },
  'to-treasury': { from: 'treasury', to: 'custody' },
  'sent-by-hand': { from: 'treasury', to: 'custody' },
}

/**
 * Books a transfer of the house's own coins once, by custody's id, with the fee that its sender
 * paid; null if it changed no balance. It changes no user's balance.
 */
export function transferPosting(
  { transaction, direction, amount, deducted }: HouseTransfer,
  networkFee: Money | null,
): Posting | null {
  const accounts = ends[direction]
  const moves: Move[] = []
  if (accounts !== undefined && isPositive(amount)) {
    const arrived = subtract(amount, deducted)
    moves.push({ from: house(accounts.from), to: house(accounts.to), amount: arrived })
  }
  // What our vault deducts is its network fee, which custody reports of each transfer.
  const fee = transaction.from === 'vault' ? (networkFee ?? deducted) : deducted
  const sender = transaction.from === 'vault' ? 'custody' : accounts?.to
  if (sender !== undefined && isPositive(fee)) {
    moves.push({ from: house('fees'), to: house(sender), amount: fee })
  }
  if (moves.length === 0) return null
  return { key: keyOfTransfer(transaction), action: 'ADJUSTMENT', moves }
}

export const keyOfTransfer = ({ id }: Readonly<{ id: string }>): string => `custody-transfer:${id}`

/** Alerts operators of coins that staff moved out of our vault, or between places of ours. */
export function transferAlert({
  transaction,
  direction,
  amount,
}: HouseTransfer): OperatorNotice | null {
  if (direction === 'within-vault' || !isPositive(amount)) return null
  const isOut = direction === 'sent-by-hand'
  const { id, address, txHash, from, to } = transaction
  const coins = shownMoney(amount)
  return {
    to: 'operator',
    kind: 'treasury-transfer',
    key: `treasury-transfer:${id}`.slice(0, 600),
    severity: isOut ? 'critical' : 'info',
    subject: isOut
      ? `${coins} left our vault at custody without a withdrawal`
      : `${coins} moved between our own accounts at custody`,
    data: { custodyId: id, from, to, address, txHash },
  }
}
