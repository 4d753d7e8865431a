import { z } from 'zod'
import { findUsersNamed, namesFor } from '../../app/identity-records/proven-names.ts'
import { refuse } from '../../base/refusal.ts'
import { cursorPageOf } from '../../base/values/cursor.ts'
import { type UserId, userId } from '../../base/values/ids.ts'
import { add, formatMoney, idr, type Money, money, zero } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import { readBalances } from '../../core/ledger/balances.sql.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { mayReadNames } from '../../core/operators/roles.ts'
import { listAssets } from '../../core/reference/assets.sql.ts'
import { worthsIn } from '../../core/reference/prices.sql.ts'
import { findCertification, type StoredCertification } from '../../core/users/certifications.sql.ts'
import { type FoundUser, findUserDetails, searchUsers } from '../../core/users/find-users.sql.ts'
import { type ById, provenName } from '../../platform/access/operators/change-contracts.ts'
import { noteLook } from '../../platform/access/operators/operator-endpoint.ts'
import { decimal, isoTime, oneOf, optional, text } from '../../platform/http/contracts/contracts.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import {
  findUserRegistration,
  listDevices,
  listUserSessions,
  readRisks,
  readUsedLimits,
} from './user-account.sql.ts'

export const SearchUsers = z.object({
  q: optional(text({ max: 255 })),
  suspended: optional(oneOf(['true', 'false'])),
  ...cursorFields,
})

export const UserView = z
  .object({
    id: z.int(),
    name: provenName,
    email: z.string(),
    emailVerified: z.boolean(),
    phone: z.string().nullable(),
    language: z.string(),
    bind2FA: z.boolean(),
    identityStatus: z.string(),
    suspendedAt: isoTime.nullable(),
    suspensionReason: z.string().nullable(),
    suspendedByService: z.boolean().meta({
      description: 'Whether two operators must agree to restore the account.',
    }),
    withdrawLockedUntil: isoTime.nullable(),
    createdAt: isoTime,
  })
  .meta({ id: 'FoundUser' })

const balances = z.array(
  z
    .object({
      symbol: z.string(),
      available: decimal,
      locked: decimal,
      worthIdr: decimal.nullable().meta({ description: 'Null if no price is recent enough.' }),
    })
    .meta({ id: 'UserBalance' }),
)

const devices = z.array(
  z
    .object({
      name: z.string().nullable(),
      network: z.string(),
      keyKept: z.boolean().meta({ description: 'Whether it has ever presented its key.' }),
      createdAt: isoTime,
      usedAt: isoTime,
    })
    .meta({ id: 'UserDevice' }),
)

const sessions = z.array(
  z
    .object({
      id: z.int(),
      device: z.string().nullable(),
      ip: z.string().nullable(),
      createdAt: isoTime,
      lastUsedAt: isoTime,
      expiresAt: isoTime,
    })
    .meta({ id: 'UserSession' }),
)

const limits = z.array(
  z
    .object({
      kind: z
        .enum(['withdrawals', 'withdrawals-of-asset', 'orders', 'open-orders', 'claims'])
        .meta({ description: 'Of the current day in Jakarta; open orders are of one pair.' }),
      symbol: z.string().nullable().meta({ description: 'Null if orders or claims count.' }),
      used: decimal,
      most: decimal,
    })
    .meta({ id: 'UsedLimit' }),
)

const risks = z.array(
  z
    .object({
      kind: z.string(),
      since: isoTime.nullable(),
      until: isoTime.nullable(),
      detail: z.string().nullable(),
    })
    .meta({ id: 'UserRisk' }),
)

export const UserDetails = UserView.extend({
  worthIdr: decimal.meta({ description: 'The worth of all balances that have a price.' }),
  balances,
  registration: z
    .object({
      id: z.int(),
      status: z.string(),
      createdAt: isoTime,
      updatedAt: isoTime,
      tries: z.int().nullable().meta({ description: 'Null once it is decided.' }),
    })
    .meta({ id: 'UserRegistration' })
    .nullable(),
  taxCertification: z
    .object({
      countries: z.array(z.string()),
      explained: z.boolean().meta({
        description: 'Whether the user explained a residence that the card does not suggest.',
      }),
      certifiedAt: isoTime,
    })
    .meta({ id: 'UserTaxCertification' })
    .nullable()
    .meta({ description: 'Where the user certified to be tax resident.' }),
  devices,
  sessions,
  limits,
  risks,
}).meta({ id: 'UserDetails' })

const shownUser = (user: FoundUser, name: string | undefined): z.input<typeof UserView> => ({
  ...user,
  name: name ?? null,
  emailVerified: user.emailVerifiedAt !== null,
})

/** If more users have a name, the last ones to prove it are found. */
const mostNamed = 1_000

/**
 * Finds users by the beginning of their address, by phone, by id or by the words of their proven
 * name; audits the search. A text that is a user's name is not stored: the users found are.
 */
export async function showUsers(
  ctx: Pick<Context, 'config' | 'db'>,
  input: z.output<typeof SearchUsers>,
  operator: Operator,
  request: HttpRequest,
) {
  const { q: text = null } = input
  const suspended = input.suspended === undefined ? null : input.suspended === 'true'
  const owners = text === null ? [] : await findUsersNamed(ctx, text, mostNamed)
  const named = mayReadNames(operator.role) ? owners : []
  const found = await searchUsers(ctx.db, { text, named, suspended }, input)
  const isNamed = owners.length > 0
  const subject = { kind: 'users', id: isNamed ? 'name' : (text ?? 'all') }
  const after = isNamed ? { found: found.map(({ id }) => id) } : null
  await noteLook(ctx, { action: 'user.search', operator, request }, subject, after)
  const names = await namesFor(
    ctx,
    operator,
    found.map(({ id }) => id),
  )
  return cursorPageOf(
    found,
    input,
    ({ id }) => [id],
    (user) => shownUser(user, names.get(user.id)),
  )
}

/** Returns one user with everything that bears on their money; audits the access. */
export async function showUser(
  ctx: Pick<Context, 'config' | 'db'>,
  { id }: z.output<typeof ById>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof UserDetails>> {
  const user = await findUserDetails(ctx.db, userId(id))
  if (user === null) return refuse('api.user_not_found')
  await noteLook(ctx, { action: 'user.look', operator, request }, { kind: 'user', id })
  const [names, held, registration, certified, devices, sessions, used, risks] = await Promise.all([
    namesFor(ctx, operator, [user.id]),
    balancesOf(ctx, user.id),
    findUserRegistration(ctx.db, user.id),
    findCertification(ctx.db.read, user.id),
    listDevices(ctx.db, user.id),
    listUserSessions(ctx.db, user.id),
    readUsedLimits(ctx.db, user.id),
    readRisks(ctx.db, user.id),
  ])
  return {
    ...shownUser(user, names.get(user.id)),
    ...held,
    registration,
    taxCertification: shownCertificate(certified),
    devices: [...devices],
    sessions: [...sessions],
    limits: used.map(({ kind, used, most }) => ({
      kind,
      symbol: typeof used === 'number' ? null : used.asset.symbol,
      used: inWords(used),
      most: inWords(most),
    })),
    risks: [...risks],
  }
}

const shownCertificate = (certified: StoredCertification | null) =>
  certified === null
    ? null
    : {
        countries: [...certified.countries],
        explained: certified.explained,
        certifiedAt: certified.createdAt,
      }

const inWords = (amount: Money | number): string =>
  typeof amount === 'number' ? amount.toString() : formatMoney(amount)

async function balancesOf({ db }: Pick<Context, 'db'>, user: UserId) {
  const [assets, balances] = await Promise.all([listAssets(db), readBalances(db, user)])
  const held = assets.flatMap((asset) => {
    const found = balances.get(asset.id)
    return found === undefined ? [] : [{ asset, ...found }]
  })
  const worths = await worthsIn(
    db.read,
    held.map(({ asset, available, locked }) => money(asset, available + locked)),
    idr,
  )
  const total = worths.flatMap((worth) => worth ?? []).reduce(add, zero(idr))
  return {
    worthIdr: formatMoney(total),
    balances: held.map(({ asset, available, locked }, at) => {
      const worth = worths[at] ?? null
      return {
        symbol: asset.symbol,
        available: formatMoney(money(asset, available)),
        locked: formatMoney(money(asset, locked)),
        worthIdr: worth === null ? null : formatMoney(worth),
      }
    }),
  }
}
