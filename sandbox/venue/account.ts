import { least, textOf, units } from './amounts.ts'
import { no, wordsOf } from './requests/refusal.ts'

type Balance = Readonly<{ free: bigint; locked: bigint }>

/** The balances of the one pooled account. */
export type Account = Map<string, Balance>

const beginning = {
  IDR: '100000000000000',
  USDT: '1000000000',
  BTC: '10000',
  ETH: '100000',
  XRP: '100000000',
  SOL: '1000000',
  TRX: '100000000',
} as const

export function fillAccount(account: Account): void {
  account.clear()
  for (const [asset, free] of Object.entries(beginning)) {
    account.set(asset, { free: units(free), locked: 0n })
  }
}

const balanceOf = (account: Account, asset: string): Balance =>
  account.get(asset) ?? { free: 0n, locked: 0n }

export function setFree(account: Account, asset: string, free: bigint): void {
  account.set(asset, { ...balanceOf(account, asset), free })
}

export function lock(account: Account, asset: string, amount: bigint): void {
  const { free, locked } = balanceOf(account, asset)
  if (free < amount) throw no(-2010, wordsOf.insufficient)
  account.set(asset, { free: free - amount, locked: locked + amount })
}

/** Unlocks `kept`, and subtracts `spent` from the free balance. */
export function release(account: Account, asset: string, kept: bigint, spent = 0n): void {
  const { free, locked } = balanceOf(account, asset)
  const freed = least(kept, locked)
  account.set(asset, { free: free + freed - spent, locked: locked - freed })
}

export function receive(account: Account, asset: string, amount: bigint): void {
  setFree(account, asset, balanceOf(account, asset).free + amount)
}

/** Balances as the account call lists them. */
export const balanceObjects = (account: Account) =>
  [...account].map(([asset, { free, locked }]) => ({
    asset,
    free: textOf(free),
    locked: textOf(locked),
  }))
