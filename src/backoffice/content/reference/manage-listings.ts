import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { cursorPageOf } from '../../../base/values/cursor.ts'
import { formatMoney, money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import { searchHolders } from '../../../core/ledger/holders.sql.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import { listAssets } from '../../../core/reference/assets.sql.ts'
import {
  allowedIn,
  listedKinds,
  listingStates,
  plannedText,
} from '../../../core/reference/listing.rules.ts'
import { Listing, shownListing } from '../../../core/reference/listing-contract.ts'
import { plannedChanges, readListingTime } from '../../../core/reference/listings.sql.ts'
import { listPairs } from '../../../core/reference/pairs.sql.ts'
import {
  type Audited,
  noteLook,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import {
  decimal,
  instant,
  isoTime,
  oneOf,
  optional,
} from '../../../platform/http/contracts/contracts.ts'
import { cursorFields } from '../../../platform/http/contracts/lists.ts'
import { pairName } from '../../../platform/http/contracts/pair-contract.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { commitProposal, type Proposing, proposalFields } from '../proposals/propose-change.ts'
import { ProposalView } from '../proposals/show-proposals.ts'
import type { AssetByName } from './manage-assets.ts'

export const ListingByName = z.object({ kind: oneOf(listedKinds), name: pairName({ max: 30 }) })

export const WriteListing = z.object({
  state: oneOf(listingStates),
  from: optional(instant).meta({
    description: 'From when it holds; without it, from when the proposal takes effect.',
  }),
  ...proposalFields,
})

export const ProposedListing = z.object({ proposal: ProposalView }).meta({ id: 'ProposedListing' })

/** Proposes a state of a pair or an asset, which an independent admin must agree to. */
export async function proposeListing(
  ctx: Proposing,
  {
    kind,
    name,
    state,
    from,
    reason,
    otpCode,
  }: z.output<typeof ListingByName> & z.output<typeof WriteListing>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof ProposedListing>>> {
  const value = plannedText({ state, from: from ?? (await readListingTime(ctx.db.read)) })
  const proposed = { kind: `${kind}-state`, subject: name, value } as const
  return commitProposal(ctx, by, { reason, otpCode }, proposed, async (_tx, proposal) => ({
    proposal,
  }))
}

const yesOrNo = z.boolean()

export const StoredListing = z
  .object({
    kind: z.enum(listedKinds),
    name: z.string(),
    listing: Listing,
    planned: z.array(z.object({ state: z.enum(listingStates), from: isoTime })).readonly(),
    allowed: z
      .object({
        buy: yesOrNo,
        sell: yesOrNo,
        deposit: yesOrNo.nullable().meta({ description: 'Null for a pair.' }),
      })
      .meta({ id: 'AllowedByListing', description: 'By its state, with those of its assets.' }),
  })
  .meta({ id: 'StoredListing' })

/** Lists the states of all pairs and coins, with those that are planned. */
export async function listListings(
  ctx: Pick<Context, 'db'>,
): Promise<readonly z.input<typeof StoredListing>[]> {
  const [pairs, assets, planned] = await Promise.all([
    listPairs(ctx.db.read),
    listAssets(ctx.db),
    plannedChanges(ctx.db.read),
  ])
  const shown = (kind: 'pair' | 'asset', name: string) => ({
    kind,
    name,
    planned: planned
      .filter((one) => one.kind === kind && one.name === name)
      .map(({ state, from }) => ({ state, from })),
  })
  return [
    ...pairs.map((pair) => ({
      ...shown('pair', pair.txPair),
      listing: shownListing(pair, { kind: 'pair', name: pair.txPair }, planned),
      allowed: { buy: pair.open.BUY, sell: pair.open.SELL, deposit: null },
    })),
    ...assets
      .filter(({ kind }) => kind === 'COIN')
      .map((asset) => {
        const { buy, sell, deposit } = allowedIn(asset.state)
        return {
          ...shown('asset', asset.symbol),
          listing: shownListing(asset, { kind: 'asset', name: asset.symbol }, planned),
          allowed: { buy, sell, deposit },
        }
      }),
  ]
}

export const ListHolders = z.object(cursorFields)

export const AssetHolder = z
  .object({
    userId: z.int(),
    email: z.string(),
    available: decimal,
    locked: decimal,
    total: decimal,
  })
  .meta({ id: 'AssetHolder' })

/** Lists the users who hold some of an asset; audits the access. */
export async function showHolders(
  ctx: Pick<Context, 'db'>,
  { symbol, ...page }: z.output<typeof AssetByName> & z.output<typeof ListHolders>,
  operator: Operator,
  request: HttpRequest,
) {
  const asset = (await listAssets(ctx.db)).find((one) => one.symbol === symbol)
  if (asset === undefined) return refuse('api.content_not_found')
  await noteLook(ctx, { action: 'holders.look', operator, request }, { kind: 'asset', id: symbol })
  const found = await searchHolders(ctx.db.read, asset.id, page)
  const words = (units: bigint) => formatMoney(money(asset, units))
  return cursorPageOf(
    found,
    page,
    ({ userId }) => [userId],
    ({ userId, email, available, locked }) => ({
      userId,
      email,
      available: words(BigInt(available)),
      locked: words(BigInt(locked)),
      total: words(BigInt(available) + BigInt(locked)),
    }),
  )
}
