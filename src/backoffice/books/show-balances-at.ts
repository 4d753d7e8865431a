import { z } from 'zod'
import { type CursorPage, examinedPageOf, pageOfAll } from '../../base/values/cursor.ts'
import { assetId, userId } from '../../base/values/ids.ts'
import { type Asset, formatMoney, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import { accountKinds, houseKind } from '../../core/ledger/accounts.ts'
import { refuseDetached, refuseOpenTime } from '../../core/ledger/balances-at/refuse-time.ts'
import { readSumsAt, type SumAt } from '../../core/ledger/balances-at/sums-at.sql.ts'
import { readUserBalancesAt } from '../../core/ledger/balances-at/user-balances-at.sql.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { listAssets, namedAsset } from '../../core/reference/assets.sql.ts'
import { noteLook } from '../../platform/access/operators/operator-endpoint.ts'
import {
  decimal,
  instant,
  isoTime,
  oneOf,
  optional,
  wireId,
  withDefault,
} from '../../platform/http/contracts/contracts.ts'
import { symbolField } from '../../platform/http/contracts/list-filters.ts'
import { placeFields } from '../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

export const ListBalancesAt = z.object({
  at: instant.meta({ description: 'All postings before this time count.' }),
  owner: withDefault(oneOf(['house', 'users']), 'house').meta({
    description: 'Of the house, with the sums of all users; or of each user.',
  }),
  user: optional(wireId.transform(userId)).meta({ description: 'Only of this user.' }),
  ...symbolField,
  ...placeFields,
})
type ListBalancesAt = z.output<typeof ListBalancesAt>

export const BalanceAt = z
  .object({
    at: isoTime,
    account: z.string().meta({ description: '`user`, `users` or, for example, `house.fees`.' }),
    userId: z.int().nullable(),
    symbol: z.string(),
    balance: decimal,
    locked: decimal.nullable().meta({ description: 'The part of it that holds have frozen.' }),
  })
  .meta({ id: 'BalanceAt' })

type BalancePage = CursorPage<z.input<typeof BalanceAt>>

/**
 * Lists the balances at a time, except those of zero. Only times to which no posting can be added
 * are read, so that the same query always has the same result.
 */
export async function showBalancesAt(
  ctx: Pick<Context, 'db'>,
  input: ListBalancesAt,
  operator: Operator,
  request: HttpRequest,
): Promise<BalancePage> {
  const { at, owner, user, symbol } = input
  const subject = user === undefined ? { kind: 'balances', id: owner } : { kind: 'user', id: user }
  await noteLook(ctx, { action: 'ledger.balances', operator, request }, subject)
  await refuseOpenTime(ctx.db.read, 'at', at)
  const all = await listAssets(ctx.db)
  const assets = symbol === undefined ? all : [namedAsset(all, symbol)]
  const byUser = owner === 'users' || user !== undefined
  return byUser ? usersPage(ctx, input, assets) : housePage(ctx, input, assets)
}

async function usersPage(
  { db }: Pick<Context, 'db'>,
  input: ListBalancesAt,
  assets: readonly Asset[],
): Promise<BalancePage> {
  const { at, user = null, cursor, limit, sort } = input
  const [only = null, ...others] = assets
  const filter = { at, user, assetId: others.length === 0 ? (only?.id ?? null) : null }
  const after =
    cursor === null ? null : { user: userId(cursor[0] ?? 0), assetId: assetId(cursor[1] ?? 0) }
  const found = await readUserBalancesAt(db.read, filter, { after, sort, limit: limit + 1 })
  if (found === null) return refuseDetached('at')
  const examined = found.slice(0, limit)
  const rows = examined.filter(({ available, locked }) => available !== 0n || locked !== 0n)
  const end = examined.at(-1)
  const last = found.length <= limit || end === undefined ? null : [end.user, end.assetId]
  return examinedPageOf(
    { rows, last },
    input,
    (row) => [row.user, row.assetId],
    ({ user: userOf, assetId, available, locked }) => ({
      at,
      account: 'user',
      userId: userOf,
      ...shown(assets, assetId, available + locked, locked),
    }),
  )
}

async function housePage(
  { db }: Pick<Context, 'db'>,
  input: ListBalancesAt,
  assets: readonly Asset[],
): Promise<BalancePage> {
  const { at } = input
  const sums = (await readSumsAt(db.read, at)) ?? refuseDetached('at')
  const rows = assets.flatMap(({ id }) => {
    const ofAsset = sums.filter(({ assetId }) => assetId === id)
    const ofUsers = ofAsset.filter(({ kind }) => isOfUsers(kind))
    const locked = netOf(ofUsers.filter(({ kind }) => kind === accountKinds.locked))
    const accounts = [
      { account: 'users', units: netOf(ofUsers), locked },
      ...ofAsset
        .filter(({ kind }) => !isOfUsers(kind))
        .map((sum) => ({ account: accountNameOf(sum.kind), units: netOf([sum]), locked: null })),
    ]
    return accounts
      .filter(({ units }) => units !== 0n)
      .map((one) => ({
        at,
        account: one.account,
        userId: null,
        ...shown(assets, id, one.units, one.locked),
      }))
  })
  return pageOfAll(input, rows)
}

const isOfUsers = (kind: number): boolean =>
  kind === accountKinds.available || kind === accountKinds.locked

const netOf = (sums: readonly SumAt[]): bigint =>
  sums.reduce((net, { into, out }) => net + into - out, 0n)

function shown(assets: readonly Asset[], id: Asset['id'], units: bigint, locked: bigint | null) {
  const asset = assets.find((one) => one.id === id)
  if (asset === undefined) throw new RangeError(`the asset ${id} is not known`)
  return {
    symbol: asset.symbol,
    balance: formatMoney(money(asset, units)),
    locked: locked === null ? null : formatMoney(money(asset, locked)),
  }
}

/** The name of an account; those of all users are one. */
export const accountNameOf = (kind: number): string => {
  if (kind === accountKinds.available) return 'users.available'
  return kind === accountKinds.locked ? 'users.locked' : `house.${houseKind(kind)}`
}
