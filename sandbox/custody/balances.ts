import { textOf, unitsOf } from './amounts.ts'
import { type Books, holdings } from './books.ts'
import { isFinal, type Peer } from './transactions.ts'
import { type Wallet, walletKey } from './vaults.ts'

/** What a wallet holds, as custody writes it. */
export type VaultAsset = ReturnType<typeof written>

/** What waits to be broadcast, and what comes in and is not confirmed. */
type Moving = Readonly<{ locked: bigint; pending: bigint }>
const still: Moving = { locked: 0n, pending: 0n }

const sumOf = (one: Moving, other: Moving): Moving => ({
  locked: one.locked + other.locked,
  pending: one.pending + other.pending,
})

const written = (id: string, total: bigint, { locked, pending }: Moving) => ({
  id,
  total: textOf(total),
  balance: textOf(total),
  available: textOf(total - locked),
  pending: textOf(pending),
  frozen: '0',
  lockedAmount: textOf(locked),
  staked: '0',
})

/** The balance of any wallet, from one look at the books. */
export function balancesNow(books: Books): (wallet: Wallet) => VaultAsset {
  const moving = new Map<string, Moving>()
  for (const { wallet, ...amounts } of movesIn(books)) {
    const key = walletKey(wallet)
    moving.set(key, sumOf(moving.get(key) ?? still, amounts))
  }
  return (wallet) => {
    const key = walletKey(wallet)
    return written(wallet.assetId, books.balances.get(key)?.units ?? 0n, moving.get(key) ?? still)
  }
}

/** The sums of these accounts' wallets by asset, or of all that custody holds. */
export function assetSums(
  books: Books,
  counts: (vaultId: string) => boolean = () => true,
): readonly VaultAsset[] {
  const moving = new Map<string, Moving>()
  for (const { wallet, ...amounts } of movesIn(books)) {
    if (!counts(wallet.vaultId)) continue
    moving.set(wallet.assetId, sumOf(moving.get(wallet.assetId) ?? still, amounts))
  }
  return Object.entries(holdings(books, counts)).map(([assetId, total]) =>
    written(assetId, unitsOf(total) ?? 0n, moving.get(assetId) ?? still),
  )
}

type Move = Moving & Readonly<{ wallet: Wallet }>

/** Every transfer that is not over, on the side of each wallet of ours. */
function movesIn({ transactions }: Books): readonly Move[] {
  return transactions
    .all()
    .filter(({ status }) => !isFinal(status))
    .flatMap(({ txHash, assetId, source, destination, amountInfo }) => {
      const units = unitsOf(amountInfo.amount) ?? 0n
      const wallet = (side: Peer) => ({ vaultId: side.id ?? '', assetId })
      const leaves = source.type === 'VAULT_ACCOUNT' && txHash === ''
      const arrives = destination.type === 'VAULT_ACCOUNT'
      return [
        ...(leaves ? [{ wallet: wallet(source), locked: units, pending: 0n }] : []),
        ...(arrives ? [{ wallet: wallet(destination), locked: 0n, pending: units }] : []),
      ]
    })
}
