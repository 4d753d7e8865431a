import { textOf, unitsOf } from './amounts.ts'
import { type Books, holdings } from './books.ts'
import { isFinal, type Peer } from './transactions.ts'
import { type Wallet, walletKey } from './vaults.ts'

/** A wallet's balance in custody's format. */
export type VaultAsset = ReturnType<typeof written>

/** Amounts that wait to be broadcast, and incoming ones that are not confirmed. */
type Moving = Readonly<{ locked: bigint; pending: bigint }>
const still: Moving = { locked: 0n, pending: 0n }

const sumOf = (one: Moving, other: Moving): Moving => ({
  locked: one.locked + other.locked,
  pending: one.pending + other.pending,
})

/** A binary number in as few digits as tell it from others, as custody writes balances. */
const rounded = (units: bigint): string => Number(textOf(units)).toString()

const written = (id: string, total: bigint, { locked, pending }: Moving) => ({
  id,
  total: rounded(total),
  balance: rounded(total),
  available: rounded(total - locked),
  pending: rounded(pending),
  frozen: '0',
  lockedAmount: rounded(locked),
  staked: '0',
})

/** Returns a function for the balance of any wallet, from one pass over the books. */
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

/** Returns the sums of these accounts' wallets by asset, or of all accounts. */
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

/** Returns every unfinished transfer, for each of our wallets that it moves. */
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
