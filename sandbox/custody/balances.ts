import { textOf, unitsOf } from './amounts.ts'
import { type Books, holdings } from './books.ts'
import { isFinal } from './transactions.ts'
import { type Wallet, walletKey } from './vaults.ts'

/** What a wallet holds, as custody writes it. */
export type VaultAsset = ReturnType<typeof written>

type Moving = Readonly<{ locked: bigint; pending: bigint }>
const still: Moving = { locked: 0n, pending: 0n }

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
  const moving = movingIn(books)
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
  const sums = new Map<string, Moving>()
  for (const [key, { locked, pending }] of movingIn(books)) {
    const [vaultId = '', assetId = ''] = key.split(' ')
    if (!counts(vaultId)) continue
    const { locked: lockedSoFar, pending: pendingSoFar } = sums.get(assetId) ?? still
    sums.set(assetId, { locked: lockedSoFar + locked, pending: pendingSoFar + pending })
  }
  return Object.entries(holdings(books, counts)).map(([assetId, total]) =>
    written(assetId, unitsOf(total) ?? 0n, sums.get(assetId) ?? still),
  )
}

/** By wallet: what waits to be broadcast, and what comes in and is not confirmed. */
function movingIn({ transactions }: Books): ReadonlyMap<string, Moving> {
  const moving = new Map<string, Moving>()
  for (const { status, txHash, assetId, source, destination, amountInfo } of transactions.all()) {
    if (isFinal(status)) continue
    const units = unitsOf(amountInfo.amount) ?? 0n
    const add = (vaultId: string | null, more: Moving) => {
      const key = walletKey({ vaultId: vaultId ?? '', assetId })
      const { locked, pending } = moving.get(key) ?? still
      moving.set(key, { locked: locked + more.locked, pending: pending + more.pending })
    }
    if (source.type === 'VAULT_ACCOUNT' && txHash === '') {
      add(source.id, { locked: units, pending: 0n })
    }
    if (destination.type === 'VAULT_ACCOUNT') add(destination.id, { locked: 0n, pending: units })
  }
  return moving
}
