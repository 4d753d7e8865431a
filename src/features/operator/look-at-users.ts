import { z } from 'zod'
import { noteLook } from '../../access/operators/operator-endpoint.ts'
import { userId } from '../../base/ids.ts'
import { formatMoney, money } from '../../base/money.ts'
import { openBounds, openPageOf } from '../../base/page.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { oneOf, optional, text, timeOf } from '../../http/contracts.ts'
import type { HttpRequest } from '../../http/endpoint.ts'
import { openPage, pageFields } from '../../http/lists.ts'
import { readBalances } from '../../ledger/balances.sql.ts'
import type { ById } from '../../operators/change-contracts.ts'
import type { Operator } from '../../operators/operators.sql.ts'
import { listAssets } from '../../reference/assets.sql.ts'
import { type FoundUser, findUserDetails, searchUsers } from '../../users/find-users.sql.ts'

export const SearchUsers = z.object({
  q: optional(text({ max: 255 })),
  suspended: optional(oneOf(['true', 'false'])),
  ...pageFields,
})

const UserView = z.object({
  id: z.int(),
  email: z.string(),
  emailVerified: z.boolean(),
  phone: z.string().nullable(),
  language: z.string(),
  bind2FA: z.boolean(),
  identityStatus: z.string(),
  suspendedAt: z.iso.datetime().nullable(),
  suspensionReason: z.string().nullable(),
  withdrawLockedUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})

/** Counting the matches of a search would read all users, so there is no total. */
export const FoundUsers = openPage(UserView)

export const UserDetails = UserView.extend({
  balances: z.array(z.object({ symbol: z.string(), available: z.string(), locked: z.string() })),
})

const shownUser = (user: FoundUser): z.input<typeof UserView> => ({
  ...user,
  emailVerified: user.emailVerifiedAt !== null,
  suspendedAt: timeOf(user.suspendedAt),
  withdrawLockedUntil: timeOf(user.withdrawLockedUntil),
  createdAt: user.createdAt.toISOString(),
})

/** Finds users by the beginning of their address, by phone or by id; audits the search. */
export async function lookForUsers(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof SearchUsers>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof FoundUsers>> {
  const subject = { kind: 'users', id: input.q ?? 'all' }
  await noteLook(ctx, { action: 'user.search', operator, request }, subject)
  const suspended = input.suspended === undefined ? null : input.suspended === 'true'
  const search = { text: input.q ?? null, suspended }
  const found = await searchUsers(ctx.db, search, openBounds(input))
  return openPageOf(found.map(shownUser), input)
}

/** Returns one user with balances; audits the access. */
export async function lookAtUser(
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof UserDetails>> {
  const user = await findUserDetails(ctx.db, userId(id))
  if (user === null) return refuse('api.user_not_found')
  await noteLook(ctx, { action: 'user.look', operator, request }, { kind: 'user', id })
  const assets = await listAssets(ctx.db)
  const balances = await readBalances(ctx.db, user.id)
  return {
    ...shownUser(user),
    balances: assets.flatMap((asset) => {
      const held = balances.get(asset.id)
      if (held === undefined) return []
      const inWords = (units: bigint) => formatMoney(money(asset, units))
      const { available, locked } = held
      return [{ symbol: asset.symbol, available: inWords(available), locked: inWords(locked) }]
    }),
  }
}
