import { z } from 'zod'
import { type Asset, parseMoney } from '../../../base/values/money.ts'
import { ceilingsOf } from '../../../core/reference/asset-bounds.rules.ts'
import {
  lockNetwork,
  type NetworkTerms as Terms,
  writeNetwork,
} from '../../../core/reference/assets.sql.ts'
import { moneyOrZero, optional } from '../../../platform/http/contracts/contracts.ts'
import { unitsInWords, unitsOf, yesOrNo } from '../reference-writing.ts'
import { type GuardedSubject, weighedTerms } from './guarded-kind.ts'
import { termsIn } from './terms-text.rules.ts'

export const NetworkTerms = z.object({
  depositActive: optional(yesOrNo),
  withdrawActive: optional(yesOrNo),
  withdrawalFee: optional(moneyOrZero),
  minWithdrawal: optional(moneyOrZero),
  maxWithdrawal: optional(moneyOrZero),
})

/** Applies changes to a network's terms; refuses an amount that the asset cannot represent. */
export function changedNetwork(
  asset: Asset,
  before: Terms,
  changes: z.output<typeof NetworkTerms>,
): Terms {
  const units = (sent: string | undefined, was: bigint) =>
    sent === undefined ? was : unitsOf(asset, sent)
  return {
    depositActive: changes.depositActive ?? before.depositActive,
    withdrawActive: changes.withdrawActive ?? before.withdrawActive,
    withdrawalFee: units(changes.withdrawalFee, before.withdrawalFee),
    minWithdrawal: units(changes.minWithdrawal, before.minWithdrawal),
    maxWithdrawal: units(changes.maxWithdrawal, before.maxWithdrawal),
  }
}

export const shownTerms = (asset: Asset, terms: Terms) => ({
  depositActive: terms.depositActive,
  withdrawActive: terms.withdrawActive,
  withdrawalFee: unitsInWords(asset, terms.withdrawalFee),
  minWithdrawal: unitsInWords(asset, terms.minWithdrawal),
  maxWithdrawal: unitsInWords(asset, terms.maxWithdrawal),
})

/** The name of an asset's network as the subject of a proposal and of the audit. */
export const networkSubject = (symbol: string, network: string): string => `${symbol}/${network}`

/** Whether the minimum withdrawal exceeds the fee, and the fee is within the asset's ceiling. */
function areAllowed(asset: Asset, { withdrawalFee, minWithdrawal, maxWithdrawal }: Terms): boolean {
  const most = parseMoney(asset, ceilingsOf(asset.symbol).withdrawalFee)
  const isBounded = most.ok && withdrawalFee <= most.money.units
  return isBounded && withdrawalFee < minWithdrawal && minWithdrawal <= maxWithdrawal
}

/** The fee and the limits of an asset on a network, and whether it takes deposits, withdrawals. */
export const networkTerms: GuardedSubject = {
  unknown: 'api.content_not_found',
  unfit: 'api.bounds_invalid',
  weigh: async (tx, _ctx, subject, value) => {
    const [symbol = '', network = ''] = subject.split('/', 2)
    const found = await lockNetwork(tx, { symbol }, network)
    if (found === null) return null
    const { asset, ...before } = found
    const terms = termsIn(value)
    const after = changedNetwork(asset, before, NetworkTerms.parse(terms))
    const [was, is] = [shownTerms(asset, before), shownTerms(asset, after)]
    const names = Object.keys(terms)
    // Terms that hold already are no reason to keep a network open.
    const isAllowed = names.every((name) => name.endsWith('Active')) || areAllowed(asset, after)
    return weighedTerms({ was, is, isAllowed }, names, () =>
      writeNetwork(tx, asset, network, after),
    )
  },
}
