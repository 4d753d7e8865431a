import { Broken } from './broken.ts'

/** Rupiah in sen, as the wire's decimal text says it: no amount passes through a float. */
export function senOf(amount: string): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount)
  if (parts === null) throw new Broken(`"${amount}" was answered for an amount of rupiah.`)
  const [, sign, whole = '', decimals = ''] = parts
  const size = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
  return sign === '-' ? -size : size
}

/** Thousands in groups; sen only where there are any. */
export function grouped(sen: bigint): string {
  const size = sen < 0n ? -sen : sen
  const whole = (size / 100n).toString().replace(/\B(?=(?:\d{3})+$)/g, ',')
  const rest = (size % 100n).toString().padStart(2, '0')
  return `${sen < 0n ? '−' : ''}${whole}${rest === '00' ? '' : `.${rest}`}`
}

export const rupiah = (sen: bigint): string => `Rp ${grouped(sen)}`

export const senIn = (wholeRupiah: number): bigint => BigInt(wholeRupiah) * 100n
