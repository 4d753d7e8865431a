import { z } from 'zod'
import { findUsersNamed, namesFor } from '../../app/identity-records/proven-names.ts'
import type { UserId } from '../../base/values/ids.ts'
import { formatMoney, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { mayReadNames } from '../../core/operators/roles.ts'
import { listAssets } from '../../core/reference/assets.sql.ts'
import { type FoundUser, findUserDetails, searchUsers } from '../../core/users/find-users.sql.ts'
import { provenName } from '../../platform/access/operators/change-contracts.ts'
import { noteLook } from '../../platform/access/operators/operator-endpoint.ts'
import { decimal, isoTime, text } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import {
  type FoundMoney,
  findAccountOwners,
  findMoney,
  hitKinds,
  hitReasons,
  mostFound,
} from './search.sql.ts'
import { amountsIn } from './searched-amount.rules.ts'

export const SearchEverything = z.object({ q: text({ max: 255 }) })

const nullableText = z.string().nullable()

export const SearchHits = z
  .object({
    hits: z.array(
      z
        .object({
          kind: z.enum(hitKinds),
          id: z.string().meta({
            description: 'Of a deposit, what the filter `cause` of postings takes after its kind.',
          }),
          because: z.enum(hitReasons).meta({ description: 'What of it the text is.' }),
          at: isoTime,
          userId: z.int().nullable(),
          userEmail: nullableText,
          userName: provenName,
          symbol: nullableText,
          amount: decimal.nullable(),
          status: nullableText,
        })
        .meta({ id: 'SearchHit' }),
    ),
  })
  .meta({ id: 'SearchHits' })

type Hit = z.input<typeof SearchHits>['hits'][number]
type SearchContext = Pick<Context, 'config' | 'db'>
type Because = Hit['because']

/**
 * Finds what a text names: users by their name, mail, phone, id or accounts; withdrawals,
 * orders, deposits and suspense items by an id, a hash, an account or an amount. Audits the search;
 * of a text that is a user's name, only the users found are stored.
 */
export async function searchEverything(
  ctx: SearchContext,
  { q }: z.output<typeof SearchEverything>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof SearchHits>> {
  const [owners, assets] = await Promise.all([
    findUsersNamed(ctx, q, mostFound),
    listAssets(ctx.db),
  ])
  const named = mayReadNames(operator.role) ? owners : []
  const [users, found] = await Promise.all([
    usersOf(ctx, q, named),
    findMoney(ctx.db.read, q, amountsIn(q, assets)),
  ])
  const isNamed = owners.length > 0
  const subject = { kind: 'search', id: isNamed ? 'name' : q }
  const after = isNamed ? { found: users.map(({ user }) => user.id) } : null
  await noteLook(ctx, { action: 'search.look', operator, request }, subject, after)
  const names = await namesFor(ctx, operator, [
    ...users.map(({ user }) => user.id),
    ...found.map(({ userId }) => userId),
  ])
  const nameOf = (user: UserId | null) => names.get(user) ?? null
  const hits = [
    ...users.map((one) => userHit(one, nameOf(one.user.id))),
    ...found.map((one) => moneyHit(one, nameOf(one.userId))),
  ]
  return { hits: hits.toSorted((one, other) => placeOf(one) - placeOf(other)) }
}

const placeOf = ({ kind }: Hit): number => hitKinds.indexOf(kind)

type NamedUser = Readonly<{ user: FoundUser; because: Because }>

/** Users by what the text is of them, each once. */
async function usersOf(ctx: SearchContext, q: string, named: readonly UserId[]) {
  const page = { limit: mostFound, cursor: null, sort: 'desc' } as const
  const [found, owners] = await Promise.all([
    searchUsers(ctx.db, { text: q, named, suspended: null }, page),
    findAccountOwners(ctx.db.read, q),
  ])
  const users = new Map<UserId, NamedUser>()
  for (const user of found) users.set(user.id, { user, because: becauseOf(user, q, named) })
  for (const { userId, because } of owners) {
    const user = users.has(userId) ? null : await findUserDetails(ctx.db, userId)
    if (user !== null) users.set(userId, { user, because })
  }
  return [...users.values()]
}

function becauseOf({ id, email }: FoundUser, q: string, named: readonly UserId[]): Because {
  if (named.includes(id)) return 'name'
  if (String(id) === q) return 'id'
  return email.startsWith(q.toLowerCase()) ? 'email' : 'phone'
}

const userHit = ({ user, because }: NamedUser, userName: string | null): Hit => ({
  kind: 'user',
  id: String(user.id),
  because,
  at: user.createdAt,
  userId: user.id,
  userEmail: user.email,
  userName,
  symbol: null,
  amount: null,
  status: user.suspendedAt === null ? user.identityStatus : 'suspended',
})

const moneyHit = (
  { email, symbol, scale, asset, units, ...hit }: FoundMoney,
  userName: string | null,
): Hit => ({
  ...hit,
  userEmail: email,
  userName,
  symbol,
  amount: formatMoney(money({ id: asset, symbol, scale }, units)),
})
