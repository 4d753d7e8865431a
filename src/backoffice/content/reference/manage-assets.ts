import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Asset } from '../../../base/values/money.ts'
import {
  type AssetLimits,
  type AssetNetwork,
  lockAssetLimits,
  lockNetwork,
  writeAssetActive,
} from '../../../core/reference/assets.sql.ts'
import { lockBankActive } from '../../../core/reference/banks.sql.ts'
import { writeCountryActive } from '../../../core/reference/countries.sql.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import {
  itemVersion,
  refuseIfChanged,
  type Versioned,
} from '../../../platform/access/operators/versions.ts'
import { decimal, moneyOrZero, optional, text } from '../../../platform/http/contracts/contracts.ts'
import { commitContent, found, type Writing } from '../content-writing.ts'
import { commitGuarded, type Proposing, proposalFields } from '../proposals/propose-change.ts'
import { ProposalView } from '../proposals/show-proposals.ts'
import { Active, unitsInWords, yesOrNo } from '../reference-writing.ts'
import { changedNetwork, NetworkTerms, networkSubject, shownTerms } from '../terms/network-terms.ts'
import { termsText } from '../terms/terms-text.rules.ts'
import { editTerms, proposed } from './edit-terms.ts'

const name = text({ max: 20 })

export const AssetByName = z.object({ symbol: name })
export const NetworkByName = z.object({ symbol: name, network: name })
export const BankByCode = z.object({ code: name })
export const CountryByCode = z.object({ iso2: name })

export const Activity = z
  .object({ id: z.string(), active: z.boolean(), version: z.string() })
  .meta({ id: 'Activity' })

export const activityVersion = ({ active }: z.output<typeof Active>): string =>
  itemVersion({ active })

export const WriteAsset = z.object({
  active: optional(yesOrNo).meta({
    description: '`false` takes effect at once, `true` becomes a proposal.',
  }),
  dailyWithdrawalLimit: optional(moneyOrZero).meta({
    description: 'The daily withdrawal limit of one user, in the asset itself. Becomes a proposal.',
  }),
  supplyCap: optional(moneyOrZero).meta({
    description: 'The most that all users together may own. Becomes a proposal.',
  }),
  referencePrice: optional(moneyOrZero).meta({
    description: 'The price in rupiah of a coin that no market of ours prices. Becomes a proposal.',
  }),
  ...proposalFields,
})

export const WrittenAsset = Activity.extend({ proposals: z.array(ProposalView) }).meta({
  id: 'ChangedAsset',
})

/** Closes an asset at once; proposes to open it, and changes of its limits and price. */
export function editAsset(
  ctx: Proposing,
  {
    symbol,
    active,
    dailyWithdrawalLimit,
    supplyCap,
    referencePrice,
    reason,
    otpCode,
    version,
  }: Versioned<z.output<typeof AssetByName> & z.output<typeof WriteAsset>>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WrittenAsset>>> {
  const changes = [
    { kind: 'daily-withdrawal-limit' as const, value: dailyWithdrawalLimit },
    { kind: 'supply-cap' as const, value: supplyCap },
    { kind: 'reference-price' as const, value: referencePrice },
    { kind: 'asset-active' as const, value: active === true ? termsText({ active }) : undefined },
  ].flatMap(({ kind, value }) => (value === undefined ? [] : [{ kind, subject: symbol, value }]))
  return commitGuarded(ctx, by, { reason, otpCode }, async (tx, propose) => {
    const subject = { kind: 'asset', id: symbol }
    const limits = found(await lockAssetLimits(tx, { symbol }))
    const before = assetFacts(limits.asset, limits)
    // A stop must not fail because another operator was faster.
    if (changes.length > 0) await refuseIfChanged(tx, version, subject, before)
    let done: Audited<unknown> | null = null
    const proposals: ProposalView[] = []
    for (const one of changes) {
      const made = await propose(one)
      proposals.push(made.result)
      done = made
    }
    const after = { ...before, active: before.active && active !== false }
    if (active === false) {
      await writeAssetActive(tx, { symbol }, active)
      done = await audited(tx, by, { subject, before, after }, null)
    }
    if (done === null) return refuse('api.nothing_to_change')
    const shown = { id: symbol, active: after.active, version: itemVersion(after), proposals }
    return done.with(() => shown)
  })
}

/** What an edit of an asset replaces, as the audit records it. */
export const assetFacts = (
  asset: Asset,
  { active, dailyWithdrawalLimit: daily, supplyCap }: Omit<AssetLimits, 'asset'>,
) => ({
  active,
  dailyWithdrawalLimit: daily === null ? null : unitsInWords(asset, daily),
  supplyCap: unitsInWords(asset, supplyCap),
})

export const SwitchBank = Active.extend({
  ...proposalFields,
})
export const WrittenBank = Activity.extend(proposed).meta({ id: 'ChangedBank' })

/** Hides a bank at once, or proposes to offer it. */
export async function switchBank(
  ctx: Proposing,
  { code, active, ...edit }: Versioned<z.output<typeof BankByCode> & z.output<typeof SwitchBank>>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WrittenBank>>> {
  const edited = { kind: 'bank-active', subject: code } as const
  const done = await editTerms(ctx, by, edit, edited, async (tx) => ({
    was: { active: found(await lockBankActive(tx, code)) },
    is: { active },
  }))
  return done.with((terms) => ({ id: code, ...terms }))
}

/** Offers a country or hides it. */
export const switchCountry = (
  ctx: Writing,
  { iso2, active, version }: Versioned<z.output<typeof CountryByCode> & z.output<typeof Active>>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof Activity>>> =>
  commitContent(ctx, async (tx) => {
    const [before, after] = [
      { active: found(await writeCountryActive(tx, iso2, active)) },
      { active },
    ]
    const subject = { kind: 'country', id: iso2 }
    await refuseIfChanged(tx, version, subject, before)
    const shown = { id: iso2, active, version: activityVersion(after) }
    return audited(tx, by, { subject, before, after }, shown)
  })

export const WriteNetwork = NetworkTerms.extend({
  ...proposalFields,
})

export const StoredNetwork = z
  .object({
    symbol: z.string(),
    network: z.string(),
    depositActive: z.boolean(),
    withdrawActive: z.boolean(),
    withdrawalFee: decimal,
    minWithdrawal: decimal,
    maxWithdrawal: decimal,
    version: z.string(),
  })
  .meta({ id: 'StoredNetwork' })

export const WrittenNetwork = StoredNetwork.extend(proposed).meta({ id: 'ChangedNetwork' })

/** Disables transfers over a network at once; proposes to enable them, its fee and its limits. */
export async function editNetwork(
  ctx: Proposing,
  {
    symbol,
    network,
    reason,
    otpCode,
    version,
    ...changes
  }: Versioned<z.output<typeof NetworkByName> & z.output<typeof WriteNetwork>>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WrittenNetwork>>> {
  const edited = { kind: 'network-terms', subject: networkSubject(symbol, network) } as const
  const done = await editTerms(ctx, by, { reason, otpCode, version }, edited, async (tx) => {
    const { asset, ...before } = found(await lockNetwork(tx, { symbol }, network))
    const is = shownTerms(asset, changedNetwork(asset, before, changes))
    return { was: shownTerms(asset, before), is }
  })
  return done.with((terms) => ({ symbol, network, ...terms }))
}

export function shownNetwork(asset: Asset, { network, ...terms }: AssetNetwork) {
  const shown = shownTerms(asset, terms)
  return { symbol: asset.symbol, network, ...shown, version: itemVersion(shown) }
}
