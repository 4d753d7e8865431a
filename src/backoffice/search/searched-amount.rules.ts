import { type Asset, type Money, parseMoney } from '../../base/values/money.ts'

const amountText = /^(?:([a-z]{1,10})\.?\s*)?([0-9][0-9.,]*)(?:\s*([a-z][a-z0-9]{0,9}))?$/i

/**
 * The amounts that a text may be: `Rp 1.500.000`, `1,500,000.50`, `0,05 BTC`. Without a symbol it
 * is an amount of any asset.
 */
export function amountsIn(text: string, assets: readonly Asset[]): readonly Money[] {
  const [, before, digits, after] = amountText.exec(text.trim()) ?? []
  if (digits === undefined) return []
  const name = (before ?? after)?.toUpperCase()
  const symbol = name === 'RP' ? 'IDR' : name
  return assets
    .filter((asset) => symbol === undefined || asset.symbol === symbol)
    .flatMap((asset) => {
      const read = readingsOf(digits).flatMap((reading) => {
        const parsed = parseMoney(asset, reading)
        return parsed.ok && parsed.money.units > 0n ? [parsed.money] : []
      })
      return read.filter(({ units }, at) => read.findIndex((one) => one.units === units) === at)
    })
}

const indonesian = /^([0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+)(?:,([0-9]+))?$/
const english = /^([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]+))?$/

/** As Indonesians write a number, and as others do: `1.500` is both. */
const readingsOf = (digits: string): readonly string[] =>
  [indonesian, english].flatMap((form) => {
    const [, whole, fraction] = form.exec(digits) ?? []
    if (whole === undefined) return []
    return [whole.replaceAll(/[.,]/g, '') + (fraction === undefined ? '' : `.${fraction}`)]
  })
