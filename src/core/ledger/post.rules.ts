import type { AssetId, UserId } from '../../base/values/ids.ts'
import type { Money } from '../../base/values/money.ts'
import { type Account, accountKinds, isUserAccount } from './accounts.ts'

/** The type of a posting, which users' histories show and audits group by. */
export const actions = [
  'DEPOSIT',
  'WITHDRAWAL',
  'HOLD',
  'RELEASE',
  'TRADE',
  'FEE',
  'TAX',
  'ADJUSTMENT',
] as const
export type Action = (typeof actions)[number]

/** Takes an amount out of one account and puts it into another. Nothing else moves money. */
export type Move = Readonly<{ from: Account; to: Account; amount: Money }>

/** One business fact. Its key names the fact, so a repeated report changes nothing. */
export type Posting = Readonly<{
  key: string
  action: Action
  moves: readonly Move[]
  /** How a deposit was paid, for the totals of its day. */
  paidBy?: string
  /** What a fill executed, in the quote asset, for the totals of its day. */
  trade?: Trade
}>

export type Trade = Readonly<{ side: 'buy' | 'sell'; amount: Money }>

export type Balance = Readonly<{ available: bigint; locked: bigint }>

/** Map key of a user's balance of one asset. */
export const balanceKey = (user: UserId, assetId: AssetId): string => `${user}:${assetId}`

/** A move as stored, with the balances after it. */
export type Line = Readonly<{
  key: string
  line: number
  assetId: AssetId
  fromKind: number
  fromUser: UserId | null
  fromAfter: bigint | null
  toKind: number
  toUser: UserId | null
  toAfter: bigint | null
  units: bigint
}>

export type Planned = Readonly<{
  /** Keys of the postings whose users own enough. */
  sufficient: ReadonlySet<string>
  lines: readonly Line[]
  /** Balances of the touched accounts after all postings. */
  balances: ReadonlyMap<string, Balance>
}>

export type TouchedBalance = Readonly<{ user: UserId; assetId: AssetId }>

export function touchedBalances(postings: readonly Posting[]): readonly TouchedBalance[] {
  const touched: TouchedBalance[] = []
  for (const posting of postings) {
    for (const { from, to, amount } of movesOf(posting)) {
      const assetId = amount.asset.id
      if (isUserAccount(from)) touched.push({ user: from.user, assetId })
      if (isUserAccount(to)) touched.push({ user: to.user, assetId })
    }
  }
  return distinctBalances(touched)
}

export const distinctBalances = (rows: readonly TouchedBalance[]): readonly TouchedBalance[] => [
  ...new Map(
    rows.map(({ user, assetId }) => [balanceKey(user, assetId), { user, assetId }]),
  ).values(),
]

/**
 * Computes what postings do to the balances, in order. A posting that would take an account below
 * zero is left out as a whole; the next ones go on without it.
 */
export function planPostings(
  start: ReadonlyMap<string, Balance>,
  postings: readonly Posting[],
): Planned {
  const balances = new Map<string, Balance>()
  const sufficient = new Set<string>()
  const lines: Line[] = []
  for (const posting of postings) {
    const attempt = new Map<string, Balance>()
    const balanceOf = (key: string) => attempt.get(key) ?? balances.get(key) ?? start.get(key)
    const planned = planMoves(posting, attempt, balanceOf)
    if (planned === null) continue
    for (const [key, balance] of attempt) balances.set(key, balance)
    sufficient.add(posting.key)
    lines.push(...planned)
  }
  return { sufficient, lines, balances }
}

function planMoves(
  posting: Posting,
  attempt: Map<string, Balance>,
  balanceOf: (key: string) => Balance | undefined,
): Line[] | null {
  const lines: Line[] = []
  for (const [index, { from, to, amount }] of movesOf(posting).entries()) {
    const shift = (account: Account, units: bigint): bigint | null => {
      if (!isUserAccount(account)) return null
      const key = balanceKey(account.user, amount.asset.id)
      const before = balanceOf(key) ?? { available: 0n, locked: 0n }
      const after = before[account.kind] + units
      attempt.set(key, { ...before, [account.kind]: after })
      return after
    }
    const fromAfter = shift(from, -amount.units)
    if (fromAfter !== null && fromAfter < 0n) return null
    const toAfter = shift(to, amount.units)
    lines.push({
      key: posting.key,
      line: index,
      assetId: amount.asset.id,
      fromKind: accountKinds[from.kind],
      fromUser: isUserAccount(from) ? from.user : null,
      fromAfter,
      toKind: accountKinds[to.kind],
      toUser: isUserAccount(to) ? to.user : null,
      toAfter,
      units: amount.units,
    })
  }
  return lines
}

/** Drops moves of zero; throws on a negative amount, which is a programming error. */
export function movesOf(posting: Posting): readonly Move[] {
  if (posting.moves.every(({ amount }) => amount.units > 0n)) return posting.moves
  for (const { amount } of posting.moves) {
    if (amount.units < 0n) throw new RangeError(`posting ${posting.key} moves a negative amount`)
  }
  return posting.moves.filter(({ amount }) => amount.units > 0n)
}

export type StoredMove = Readonly<{
  assetId: AssetId
  fromKind: number
  fromUser: UserId | null
  toKind: number
  toUser: UserId | null
  units: bigint
}>

export const storedMove = ({ from, to, amount }: Move): StoredMove => ({
  assetId: amount.asset.id,
  fromKind: accountKinds[from.kind],
  fromUser: isUserAccount(from) ? from.user : null,
  toKind: accountKinds[to.kind],
  toUser: isUserAccount(to) ? to.user : null,
  units: amount.units,
})

/** Compares a stored posting with a repeated one of the same key. */
export function sameMoves(posting: Posting, stored: readonly StoredMove[]): boolean {
  const moves = movesOf(posting).map(storedMove)
  return (
    moves.length === stored.length &&
    moves.every((move, index) => {
      const other = stored[index]
      return (
        other !== undefined &&
        other.assetId === move.assetId &&
        other.units === move.units &&
        other.fromKind === move.fromKind &&
        other.fromUser === move.fromUser &&
        other.toKind === move.toKind &&
        other.toUser === move.toUser
      )
    })
  )
}
