import type { Answer, Rejected } from '../outbound.ts'

/**
 * Why the venue refuses orders of the house, whatever users order. The venue has one error for a
 * wrong key, an address that is not allowed and a missing permission.
 */
export type HouseFault = 'funds' | 'key' | 'key, IP or permission' | 'IP' | 'permission'

/** A refusal that only the house can cure, with the venue's code and words. */
export type HouseRefusal = Readonly<{ fault: HouseFault; message: string }>

const byCode: ReadonlyMap<string, HouseFault> = new Map([
  ['-1002', 'permission'],
  ['-1022', 'key'],
  ['-2014', 'key'],
  ['-2015', 'key, IP or permission'],
  // The server in front of the venue gives no code.
  ['HTTP_401', 'key'],
  ['HTTP_403', 'IP'],
])

const byMessage: readonly (readonly [RegExp, HouseFault])[] = [
  [/insufficient balance/i, 'funds'],
  [/disabled on this account|may not place or cancel orders/i, 'permission'],
  [/(?:not permitted|restricted) for this account|API trading is not enabled/i, 'permission'],
]

const faultOf = ({ code, message }: Pick<Rejected, 'code' | 'message'>): HouseFault | null =>
  byCode.get(code) ?? byMessage.find(([words]) => words.test(message))?.[1] ?? null

/** Returns null if the venue accepted a call, or refused it for any other reason. */
export function houseRefusalOf(answer: Answer<unknown>): HouseRefusal | null {
  if (answer.kind === 'accepted') return null
  const refused = answer.kind === 'rejected' ? answer : answer.refusal
  const fault = refused === undefined ? null : faultOf(refused)
  if (refused === undefined || fault === null) return null
  return { fault, message: `${refused.code} ${refused.message}`.trim() }
}

type PlacedAs = Readonly<{ symbol: string; side: 'BUY' | 'SELL' }>

/** Counts in a row what only the house can cure: funds by symbol and side, all else together. */
export type HouseRefusals = Readonly<{
  /**
   * Returns null if the answer to placing an order is no such refusal. `consecutive` counts them
   * since an order was accepted.
   */
  count: (
    order: PlacedAs,
    answer: Answer<unknown>,
  ) => (HouseRefusal & Readonly<{ consecutive: number }>) | null
}>

export function houseRefusals(): HouseRefusals {
  const funds = new Map<string, number>()
  let access = 0
  return {
    count({ symbol, side }, answer) {
      const spent = `${symbol} ${side}`
      if (answer.kind === 'accepted') {
        funds.delete(spent)
        access = 0
        return null
      }
      const refusal = houseRefusalOf(answer)
      if (refusal === null) return null
      const isOfFunds = refusal.fault === 'funds'
      const consecutive = isOfFunds ? (funds.get(spent) ?? 0) + 1 : access + 1
      if (isOfFunds) funds.set(spent, consecutive)
      else access = consecutive
      return { ...refusal, consecutive }
    },
  }
}
