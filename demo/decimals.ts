import { Broken } from './broken.ts'

const places = 18

/** A decimal text as a whole number of its 18th decimals: no amount passes through a float. */
export function atoms(amount: string): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(amount)
  if (parts === null) throw new Broken(`"${amount}" was answered for an amount.`)
  const [, sign, whole = '', decimals = ''] = parts
  const size = BigInt(whole + decimals.padEnd(places, '0'))
  return sign === '-' ? -size : size
}

/** The same back as the shortest text. */
export function inDecimals(count: bigint): string {
  const size = count < 0n ? -count : count
  const digits = size.toString().padStart(places + 1, '0')
  const decimals = digits.slice(-places).replace(/0+$/, '')
  const whole = digits.slice(0, -places)
  return `${count < 0n ? '−' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`
}
