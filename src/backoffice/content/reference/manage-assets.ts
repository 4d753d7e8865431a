import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Asset } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import {
  type AssetNetwork,
  lockAssetLimits,
  lockNetwork,
  type NetworkTerms,
  writeAssetActive,
  writeNetwork,
} from '../../../core/reference/assets.sql.ts'
import { writeBankActive } from '../../../core/reference/banks.sql.ts'
import { writeCountryActive } from '../../../core/reference/countries.sql.ts'
import { operatorCode } from '../../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { decimal, moneyOrZero, optional, text } from '../../../platform/http/contracts/contracts.ts'
import { commitContent, found, type Writing } from '../content-writing.ts'
import { commitProposals, type Proposing, proposeChange } from '../proposals/propose-change.ts'
import { ProposalView } from '../proposals/show-proposals.ts'
import { type Active, unitsInWords, unitsOf, yesOrNo } from '../reference-writing.ts'

const name = text({ max: 20 })

export const AssetByName = z.object({ symbol: name })
export const NetworkByName = z.object({ symbol: name, network: name })
export const BankByCode = z.object({ code: name })
export const CountryByCode = z.object({ iso2: name })

export const Activity = z.object({ id: z.string(), active: z.boolean() }).meta({ id: 'Activity' })
type Activity = z.output<typeof Activity>
type Switched = z.output<typeof Active>

/** Enables or disables a named thing with an `active` flag. */
const switched = (
  ctx: Writing,
  subject: Readonly<{ kind: string; id: string }>,
  active: boolean,
  by: OperatorOperation,
  write: (tx: Tx) => Promise<boolean | null>,
): Promise<Audited<Activity>> =>
  commitContent(ctx, async (tx) => {
    const before = { active: found(await write(tx)) }
    return audited(tx, by, { subject, before, after: { active } }, { id: subject.id, active })
  })

export const WriteAsset = z.object({
  active: optional(yesOrNo),
  dailyWithdrawalLimit: optional(moneyOrZero).meta({
    description: 'The daily withdrawal limit of one user, in the asset itself. Becomes a proposal.',
  }),
  supplyCap: optional(moneyOrZero).meta({
    description: 'The most that all users together may own. Becomes a proposal.',
  }),
  referencePrice: optional(moneyOrZero).meta({
    description: 'The price in rupiah of a coin that no market of ours prices. Becomes a proposal.',
  }),
  otpCode: optional(operatorCode).meta({
    description: 'The code of the authenticator app, if a limit or a price is given.',
  }),
})

export const WrittenAsset = Activity.extend({ proposals: z.array(ProposalView) }).meta({
  id: 'ChangedAsset',
})

/** Opens or closes an asset at once, and proposes changes of its limits and price. */
export function editAsset(
  ctx: Proposing,
  {
    symbol,
    active,
    dailyWithdrawalLimit,
    supplyCap,
    referencePrice,
    otpCode,
  }: z.output<typeof AssetByName> & z.output<typeof WriteAsset>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WrittenAsset>>> {
  const proposed = [
    { kind: 'daily-withdrawal-limit' as const, value: dailyWithdrawalLimit },
    { kind: 'supply-cap' as const, value: supplyCap },
    { kind: 'reference-price' as const, value: referencePrice },
  ].flatMap(({ kind, value }) => (value === undefined ? [] : [{ kind, subject: symbol, value }]))
  const work = async (tx: Tx) => {
    let done: Audited<unknown> | null = null
    const proposals: ProposalView[] = []
    for (const one of proposed) {
      const made = await proposeChange(tx, ctx, one, by)
      proposals.push(made.result)
      done = made
    }
    const { active: was } = found(await lockAssetLimits(tx, { symbol }))
    if (active !== undefined) {
      await writeAssetActive(tx, { symbol }, active)
      const subject = { kind: 'asset', id: symbol }
      done = await audited(tx, by, { subject, before: { active: was }, after: { active } }, null)
    }
    if (done === null) return refuse('api.nothing_to_change')
    return done.with(() => ({ id: symbol, active: active ?? was, proposals }))
  }
  return proposed.length === 0
    ? commitContent(ctx, work)
    : commitProposals(ctx, by, { otpCode, proposed }, work)
}

export const switchBank = (
  ctx: Writing,
  { code, active }: z.output<typeof BankByCode> & Switched,
  by: OperatorOperation,
) =>
  switched(ctx, { kind: 'bank', id: code }, active, by, (tx) => writeBankActive(tx, code, active))

export const switchCountry = (
  ctx: Writing,
  { iso2, active }: z.output<typeof CountryByCode> & Switched,
  by: OperatorOperation,
) =>
  switched(ctx, { kind: 'country', id: iso2 }, active, by, (tx) =>
    writeCountryActive(tx, iso2, active),
  )

export const WriteNetwork = z.object({
  depositActive: optional(yesOrNo),
  withdrawActive: optional(yesOrNo),
  withdrawalFee: optional(moneyOrZero),
  minWithdrawal: optional(moneyOrZero),
  maxWithdrawal: optional(moneyOrZero),
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
  })
  .meta({ id: 'StoredNetwork' })

/** Changes the given terms of an asset's network; the minimum withdrawal must exceed the fee. */
export const editNetwork = (
  ctx: Writing,
  { symbol, network, ...changes }: z.output<typeof NetworkByName> & z.output<typeof WriteNetwork>,
  by: OperatorOperation,
): Promise<Audited<z.output<typeof StoredNetwork>>> =>
  commitContent(ctx, async (tx) => {
    const { asset, ...before } = found(await lockNetwork(tx, { symbol }, network))
    const after = changed(asset, before, changes)
    const { withdrawalFee, minWithdrawal, maxWithdrawal } = after
    if (withdrawalFee >= minWithdrawal || minWithdrawal > maxWithdrawal)
      refuse('api.bounds_invalid')
    await writeNetwork(tx, asset, network, after)
    const [was, is] = [shownTerms(asset, before), shownTerms(asset, after)]
    const subject = { kind: 'network', id: `${symbol}/${network}` }
    return audited(tx, by, { subject, before: was, after: is }, { symbol, network, ...is })
  })

function changed(
  asset: Asset,
  before: NetworkTerms,
  changes: z.output<typeof WriteNetwork>,
): NetworkTerms {
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

const shownTerms = (asset: Asset, terms: NetworkTerms) => ({
  depositActive: terms.depositActive,
  withdrawActive: terms.withdrawActive,
  withdrawalFee: unitsInWords(asset, terms.withdrawalFee),
  minWithdrawal: unitsInWords(asset, terms.minWithdrawal),
  maxWithdrawal: unitsInWords(asset, terms.maxWithdrawal),
})

export const shownNetwork = (asset: Asset, { network, ...terms }: AssetNetwork) => ({
  symbol: asset.symbol,
  network,
  ...shownTerms(asset, terms),
})
