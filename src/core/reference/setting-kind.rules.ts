import { isPhoneCountry } from '../../base/values/phone.ts'
import { isPlainLine } from '../../base/values/plain-line.ts'

const wholeNumber = (most: bigint) => (value: string) =>
  /^(?:0|[1-9][0-9]{0,14})$/.test(value) && BigInt(value) <= most

const isLink = (value: string): boolean =>
  value.length <= 500 && URL.canParse(value) && new URL(value).protocol === 'https:'

const areCountries = (value: string): boolean => {
  const codes = value.split(',')
  return codes.every(isPhoneCountry) && new Set(codes).size === codes.length
}

const isVersion = (value: string): boolean =>
  /^(?:0|[1-9][0-9]{0,4})(?:\.(?:0|[1-9][0-9]{0,4})){2}$/.test(value)

const hostName = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z]$/

const areHosts = (value: string): boolean => {
  const hosts = value.split(',')
  return value.length <= 1_000 && hosts.every((host) => hostName.test(host))
}

/** A calendar day of this century, or `none`. */
function isDay(value: string): boolean {
  if (value === 'none') return true
  const at = /^20[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(value) ? new Date(value) : null
  // JavaScript reads the 30th of February as a day in March.
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

const kinds: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['text', (value: string) => value.length <= 1_000 && isPlainLine(value)],
  ['rupiah', wholeNumber(999_999_999_999_999n)],
  ['ppm', wholeNumber(1_000_000n)],
  ['flag', (value: string) => value === 'true' || value === 'false'],
  ['hours', wholeNumber(8_760n)],
  ['seconds', wholeNumber(31_622_400n)],
  ['count', wholeNumber(99_999_999n)],
  ['url', isLink],
  ['email', (value: string) => /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@]{2,63}$/.test(value)],
  ['countries', areCountries],
  ['version', isVersion],
  ['hosts', areHosts],
  // Whether the tax office knows us as a domestic trader, and how coins are valued in rupiah.
  ['collector', (value: string) => value === 'domestic' || value === 'foreign'],
  ['valuation', (value: string) => value === 'last' || value === 'median'],
  ['day', isDay],
])

/** Whether a value is valid for a setting of this kind. */
export const fitsKind = (kind: string, value: string): boolean => kinds.get(kind)?.(value) ?? false
