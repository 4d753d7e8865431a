/** How a pair is written for people: `BTC/IDR`. */
export const pairName = (txPair: string): string => txPair.replace('_', '/')
