import { text } from './contracts.ts'

/** Returns our spelling of a pair: `btc_idr`, `BTC-IDR` and `BTC/IDR` are `BTC_IDR`. */
export const inOurSpelling = (pair: string): string => pair.toUpperCase().replace(/[-/]/g, '_')

/** A pair, in any spelling. */
export const pairName = (bounds: Readonly<{ max: number }>) => text(bounds).transform(inOurSpelling)
