import type { CustodyTransaction } from '../../providers/custody/custody.ts'
import type { CustodySide } from '../../providers/custody/custody-sides.ts'

/** What a transfer means for our books. */
export type Direction =
  /** Coins from outside arrived in our vault: a user's, if the address is. */
  | 'deposit'
  /** Coins arrived in our vault, but custody's word for their source does not tell whose. */
  | 'unclear-arrival'
  /** Between accounts whose balances custody reports: only the network's fee leaves them. */
  | 'within-vault'
  /** From or to another place of our own. */
  | 'from-venue'
  | 'from-treasury'
  | 'to-venue'
  | 'to-treasury'
  /** From our vault to an outside address, without an id of ours: a person sent it at custody. */
  | 'sent-by-hand'
  /** Nothing that custody reports to hold for us has changed. */
  | 'elsewhere'
  | 'unclear'

/** The direction of what arrives in our vault, by its source. */
const arrivals = {
  vault: 'within-vault',
  venue: 'from-venue',
  treasury: 'from-treasury',
  outside: 'deposit',
  unclear: 'unclear-arrival',
  unnamed: 'deposit',
} as const satisfies Record<CustodySide, Direction>

/** The direction of what leaves our vault, by its destination. */
const departures = {
  vault: 'within-vault',
  venue: 'to-venue',
  treasury: 'to-treasury',
  outside: 'sent-by-hand',
  unclear: 'unclear',
  unnamed: 'within-vault',
} as const satisfies Record<CustodySide, Direction>

/**
 * Returns a transfer's direction by its two ends. Where custody names none, a source is outside
 * and a destination is our vault.
 */
export function directionOf({ from, to }: Pick<CustodyTransaction, 'from' | 'to'>): Direction {
  if (to === 'vault' || to === 'unnamed') return arrivals[from]
  if (from === 'vault') return departures[to]
  return from === 'unclear' || to === 'unclear' ? 'unclear' : 'elsewhere'
}
