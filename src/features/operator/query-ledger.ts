import { z } from 'zod'
import { noteLook } from '../../access/operators/operator-endpoint.ts'
import { userId } from '../../base/ids.ts'
import { formatMoney, type Money, money } from '../../base/money.ts'
import { openBounds, openPageOf } from '../../base/page.ts'
import type { Context } from '../../context.ts'
import { integer, optional, text, wireId, withDefault } from '../../http/contracts.ts'
import type { HttpRequest } from '../../http/endpoint.ts'
import { openPage, pageFields } from '../../http/lists.ts'
import { type Account, isUserAccount } from '../../ledger/accounts.ts'
import {
  type FoundPosting,
  findPosting,
  listPostings,
  listPostingsOf,
} from '../../ledger/find-postings.sql.ts'
import { readHouseBalances } from '../../ledger/house.ts'
import type { Subject } from '../../operators/operator-audit.sql.ts'
import type { Operator } from '../../operators/operators.sql.ts'
import { listSupplyCaps } from '../../reference/assets.sql.ts'
import { type ListedHold, listOpenHolds } from './open-holds.sql.ts'

const yearSeconds = 31_622_400

export const ListHolds = z.object({
  olderThan: withDefault(integer({ min: 0, max: yearSeconds }), 0).meta({
    description: 'In seconds.',
  }),
  ...pageFields,
})

const Hold = z.object({
  id: z.int(),
  userId: z.int(),
  email: z.string(),
  symbol: z.string(),
  initial: z.string(),
  remaining: z.string(),
  owner: z.object({
    kind: z.string(),
    id: z.string(),
    status: z.string().nullable().meta({ description: 'Null: it is frozen for nothing we know.' }),
    incident: z.string().nullable(),
  }),
  openedAt: z.iso.datetime(),
  ageSeconds: z.int(),
})

export const Holds = openPage(Hold)

const shownHold = (hold: ListedHold): z.input<typeof Hold> => ({
  id: hold.id,
  userId: hold.user,
  email: hold.email,
  symbol: hold.initial.asset.symbol,
  initial: formatMoney(hold.initial),
  remaining: formatMoney(hold.remaining),
  owner: { ...hold.owner, status: hold.ownerStatus, incident: hold.ownerIncident },
  openedAt: hold.openedAt.toISOString(),
  ageSeconds: hold.ageSeconds,
})

/** Lists all open holds, oldest first, to reveal stuck ones. Audits the access to users' data. */
export async function showHolds(
  ctx: Pick<Context, 'db' | 'patientDb'>,
  input: z.output<typeof ListHolds>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof Holds>> {
  const { olderThan } = input
  const subject = { kind: 'holds', id: olderThan === 0 ? 'all' : `olderThan=${olderThan}` }
  await noteLook(ctx, { action: 'hold.look', operator, request }, subject)
  const found = await listOpenHolds(ctx.patientDb, olderThan, openBounds(input))
  return openPageOf(found.map(shownHold), input)
}

export const House = z.array(
  z.object({
    symbol: z.string(),
    owed: z.string().meta({ description: 'What all users together own.' }),
    supplyCap: z.string().meta({ description: 'The most that all users together may own.' }),
    accounts: z.array(z.object({ account: z.string(), balance: z.string() })),
  }),
)

/** Returns the house's accounts, the amount owed to users and the supply cap of each asset. */
export async function showHouse(ctx: Pick<Context, 'patientDb'>): Promise<z.input<typeof House>> {
  const caps = await listSupplyCaps(ctx.patientDb.read)
  const balances = await ctx.patientDb.inTransaction(readHouseBalances)
  return caps.map((cap) => {
    const { asset } = cap
    const held = balances.filter(({ assetId }) => assetId === asset.id)
    const owed = held.reduce((sum, { units }) => sum - units, 0n)
    const accounts = held.map(({ kind, units }) => ({
      account: `house.${kind}`,
      balance: formatMoney(money(asset, units)),
    }))
    const inWords = { owed: formatMoney(money(asset, owed)), supplyCap: formatMoney(cap) }
    return { symbol: asset.symbol, ...inWords, accounts }
  })
}

export const ListPostings = z.object({
  user: optional(wireId),
  key: optional(text({ max: 200 })),
  ...pageFields,
})

const AccountView = z.object({
  account: z.string(),
  userId: z.int().nullable(),
  after: z.string().nullable().meta({ description: 'What a user had left; null for the house.' }),
})

const PostingView = z.object({
  id: z.int(),
  key: z.string(),
  action: z.string(),
  at: z.iso.datetime(),
  moves: z.array(
    z.object({ symbol: z.string(), amount: z.string(), from: AccountView, to: AccountView }),
  ),
})

export const Postings = openPage(PostingView)

const side = (account: Account, after: Money | null): z.input<typeof AccountView> =>
  isUserAccount(account)
    ? {
        account: `user.${account.kind}`,
        userId: account.user,
        after: after === null ? null : formatMoney(after),
      }
    : { account: `house.${account.kind}`, userId: null, after: null }

const shownPosting = ({ moves, at, ...posting }: FoundPosting): z.input<typeof PostingView> => ({
  ...posting,
  at: at.toISOString(),
  moves: moves.map(({ amount, from, to, fromAfter, toAfter }) => ({
    symbol: amount.asset.symbol,
    amount: formatMoney(amount),
    from: side(from, fromAfter),
    to: side(to, toAfter),
  })),
})

/**
 * Lists postings, newest first: of one user, under one key, or all. They explain a user's balance
 * move by move, so the access is audited.
 */
export async function showPostings(
  ctx: Pick<Context, 'db' | 'patientDb'>,
  input: z.output<typeof ListPostings>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof Postings>> {
  await noteLook(ctx, { action: 'ledger.look', operator, request }, subjectOf(input))
  return openPageOf((await postingsOf(ctx, input)).map(shownPosting), input)
}

const subjectOf = ({ user, key }: z.output<typeof ListPostings>): Subject =>
  user === undefined ? { kind: 'postings', id: key ?? 'all' } : { kind: 'user', id: user }

async function postingsOf(
  { patientDb }: Pick<Context, 'patientDb'>,
  input: z.output<typeof ListPostings>,
): Promise<readonly FoundPosting[]> {
  const page = openBounds(input)
  if (input.key === undefined) {
    return input.user === undefined
      ? listPostings(patientDb, page)
      : listPostingsOf(patientDb, userId(input.user), page)
  }
  const posting = await findPosting(patientDb, input.key)
  if (posting === null || input.page > 1) return []
  const concerns = ({ from, to }: FoundPosting['moves'][number]) =>
    [from, to].some((account) => isUserAccount(account) && account.user === input.user)
  return input.user === undefined || posting.moves.some(concerns) ? [posting] : []
}
