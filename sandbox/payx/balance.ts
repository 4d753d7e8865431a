import type { Saved } from '../saved.ts'

/** The merchant's rupiah at the provider; starts with enough for every payout of a test. */
export type Balance = { rupiah: bigint }

const atFirst = 100_000_000_000n

export const newBalance = (saved: Saved): Balance => {
  const balance: Balance = {
    rupiah: saved.part('payx.balance', () => balance.rupiah) ?? atFirst,
  }
  return balance
}

export const fillAgain = (balance: Balance): void => {
  balance.rupiah = atFirst
}

/** Ignores invalid amounts of rupiah; truncates to whole rupiah. */
export function receive(balance: Balance, amount: string): void {
  balance.rupiah += wholeRupiah(amount)
}

/** The same for money that goes back to its payer. */
export function payBack(balance: Balance, amount: string): void {
  balance.rupiah -= wholeRupiah(amount)
}

const wholeRupiah = (amount: string): bigint =>
  /^\d{1,40}(\.\d{1,20})?$/.test(amount) ? BigInt(amount.split('.', 1).join()) : 0n

export const inWire = ({ rupiah }: Balance): number => Number(rupiah)
