import { z } from 'zod'
import { cursorPageOf, examinedPageOf } from '../../base/values/cursor.ts'
import { userId } from '../../base/values/ids.ts'
import { formatMoney, type Money, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../core/database/database.ts'
import { type Account, isUserAccount } from '../../core/ledger/accounts.ts'
import { type FoundPosting, listPostings } from '../../core/ledger/find-postings.sql.ts'
import { readHouseBalances } from '../../core/ledger/house.ts'
import { actions } from '../../core/ledger/post.rules.ts'
import type { Subject } from '../../core/operators/operator-audit.sql.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { listSupplyCaps } from '../../core/reference/assets.sql.ts'
import { noteLook } from '../../platform/access/operators/operator-endpoint.ts'
import {
  decimal,
  field,
  integer,
  isoTime,
  oneOf,
  optional,
  text,
  wireId,
  withDefault,
} from '../../platform/http/contracts/contracts.ts'
import { spanFields } from '../../platform/http/contracts/list-filters.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { parseCause, postingKeysOf } from './cause.rules.ts'
import { fillKeysOf } from './explain.sql.ts'
import { type ListedHold, listOpenHolds } from './open-holds.sql.ts'

const yearSeconds = 31_622_400

export const ListHolds = z.object({
  olderThan: withDefault(integer({ min: 0, max: yearSeconds }), 0).meta({
    description: 'In seconds.',
  }),
  user: optional(wireId.transform(userId)),
  ...cursorFields,
})

export const Hold = z
  .object({
    id: z.int(),
    userId: z.int(),
    email: z.string(),
    symbol: z.string(),
    initial: decimal,
    remaining: decimal,
    owner: z
      .object({
        kind: z.string(),
        id: z.string(),
        status: z.string().nullable().meta({ description: 'Null if no known record holds it.' }),
        incident: z.string().nullable(),
      })
      .meta({ id: 'HoldOwner' }),
    openedAt: isoTime,
    ageSeconds: z.int(),
  })
  .meta({ id: 'Hold' })

const shownHold = (hold: ListedHold): z.input<typeof Hold> => ({
  id: hold.id,
  userId: hold.user,
  email: hold.email,
  symbol: hold.initial.asset.symbol,
  initial: formatMoney(hold.initial),
  remaining: formatMoney(hold.remaining),
  owner: { ...hold.owner, status: hold.ownerStatus, incident: hold.ownerIncident },
  openedAt: hold.openedAt,
  ageSeconds: hold.ageSeconds,
})

/** Lists open holds, newest first by default; audits the access. */
export async function showHolds(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListHolds>,
  operator: Operator,
  request: HttpRequest,
) {
  const { olderThan, user = null } = input
  const all = { kind: 'holds', id: olderThan === 0 ? 'all' : `olderThan=${olderThan}` }
  const subject = user === null ? all : { kind: 'user', id: user }
  await noteLook(ctx, { action: 'hold.look', operator, request }, subject)
  const found = await listOpenHolds(ctx.db, { olderThan, user }, input)
  return cursorPageOf(found, input, ({ id }) => [id], shownHold)
}

export const House = z.array(
  z
    .object({
      symbol: z.string(),
      owed: decimal.meta({ description: 'The sum of the balances of all users.' }),
      supplyCap: decimal.meta({ description: 'The most that all users together may own.' }),
      accounts: z.array(
        z.object({ account: z.string(), balance: decimal }).meta({ id: 'HouseBalance' }),
      ),
    })
    .meta({ id: 'HouseAsset' }),
)

/** Returns the house's accounts, the amount owed to users and the supply cap of each asset. */
export async function showHouse(ctx: Pick<Context, 'db'>): Promise<z.input<typeof House>> {
  const caps = await listSupplyCaps(ctx.db.read)
  const balances = await ctx.db.inTransaction(readHouseBalances)
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

const cause = field(
  { type: 'string', description: 'All postings of one record, such as `order:TK-1`.' },
  (value, fail) =>
    (typeof value === 'string' ? parseCause(value) : null) ??
    fail('The selected :attribute is invalid.'),
)

export const ListPostings = z.object({
  user: optional(wireId.transform(userId)),
  key: optional(text({ max: 200 })),
  cause: optional(cause),
  action: optional(oneOf(actions)),
  ...spanFields,
  ...cursorFields,
})

const AccountView = z
  .object({
    account: z.string(),
    userId: z.int().nullable(),
    after: decimal
      .nullable()
      .meta({ description: 'The balance of the user afterwards; null for house accounts.' }),
  })
  .meta({ id: 'MoveEnd' })

export const PostingView = z
  .object({
    id: z.int(),
    key: z.string(),
    action: z.string(),
    at: isoTime,
    moves: z.array(
      z
        .object({ symbol: z.string(), amount: decimal, from: AccountView, to: AccountView })
        .meta({ id: 'PostingMove' }),
    ),
  })
  .meta({ id: 'Posting' })

const side = (account: Account, after: Money | null): z.input<typeof AccountView> =>
  isUserAccount(account)
    ? {
        account: `user.${account.kind}`,
        userId: account.user,
        after: after === null ? null : formatMoney(after),
      }
    : { account: `house.${account.kind}`, userId: null, after: null }

export const shownPosting = ({ moves, ...posting }: FoundPosting): z.input<typeof PostingView> => ({
  ...posting,
  moves: moves.map(({ amount, from, to, fromAfter, toAfter }) => ({
    symbol: amount.asset.symbol,
    amount: formatMoney(amount),
    from: side(from, fromAfter),
    to: side(to, toAfter),
  })),
})

/**
 * Lists postings, newest first by default. They explain a user's balance move by move, so the
 * access is audited.
 */
export async function showPostings(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListPostings>,
  operator: Operator,
  request: HttpRequest,
) {
  await noteLook(ctx, { action: 'ledger.look', operator, request }, subjectOf(input))
  const { user = null, action = null, from, to } = input
  const filter = { user, action, from, to, keys: await keysOf(ctx.db, input) }
  const found = await listPostings(ctx.db, filter, input)
  return examinedPageOf(found, input, ({ id }) => [id], shownPosting)
}

const subjectOf = ({ user, key, cause }: z.output<typeof ListPostings>): Subject => {
  if (user !== undefined) return { kind: 'user', id: user }
  return { kind: 'postings', id: key ?? (cause === undefined ? 'all' : cause.id) }
}

async function keysOf(
  db: Pick<Database, 'read'>,
  { key, cause }: z.output<typeof ListPostings>,
): Promise<readonly string[] | null> {
  if (cause === undefined) return key === undefined ? null : [key]
  const fills = cause.kind === 'order' ? await fillKeysOf(db, [cause.id]) : []
  const keys = [...postingKeysOf(cause), ...fills]
  return key === undefined ? keys : keys.filter((one) => one === key)
}
