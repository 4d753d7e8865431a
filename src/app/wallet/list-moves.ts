import { z } from 'zod'
import type { OrderNo, UserId } from '../../base/values/ids.ts'
import { formatMoney, money } from '../../base/values/money.ts'
import { pageBounds, pageOf } from '../../base/values/page.ts'
import type { Context } from '../../context.ts'
import { planOnce } from '../../core/database/driver/transactions.ts'
import { boundStatements } from '../../core/histories/read-page.ts'
import { actions } from '../../core/ledger/post.rules.ts'
import {
  countStatement,
  type Entry,
  readStatement,
  type StatementFilter,
} from '../../core/ledger/statement.ts'
import { listAssets, namedAsset } from '../../core/reference/assets.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import {
  flag,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../platform/http/contracts/contracts.ts'
import { pageFields, sortFields } from '../../platform/http/contracts/lists.ts'
import { findTradedOrders } from './traded-orders.sql.ts'

export const ListMoves = z.object({
  symbol: optional(text({ max: 12 })),
  action: optional(oneOf(actions)),
  /** Whether to list what only freezes money or releases it. */
  holds: withDefault(flag, true),
  ...pageFields,
  ...sortFields(['createdAt']),
})

/** Lists every move of the caller's accounts, with the balance after it. */
export async function listMoves(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListMoves>,
  caller: Caller,
) {
  const assets = new Map((await listAssets(ctx.db)).map((asset) => [asset.id, asset]))
  const { symbol } = input
  const wanted = symbol === undefined ? symbol : namedAsset([...assets.values()], symbol)
  const filter = { assetId: wanted?.id, action: input.action, withoutHolds: !input.holds }
  const page = { ...pageBounds(input), oldestFirst: input.sort === 'asc' }
  const { entries, total, orders } = await readPage(ctx, caller.id, filter, page)
  const items = entries.flatMap((entry) => {
    const asset = assets.get(entry.assetId)
    if (asset === undefined) return []
    return {
      id: `${entry.postingId}-${entry.line}-${entry.account}`,
      action: entry.action,
      orderNo: orders.get(entry.key) ?? null,
      symbol: asset.symbol,
      account: entry.account,
      amount: formatMoney(money(asset, entry.units)),
      balanceAfter: formatMoney(money(asset, entry.balanceAfter)),
      createdAt: entry.at.toISOString(),
    }
  })
  return pageOf(items, total, input)
}

type Statement = Readonly<{
  entries: readonly Entry[]
  total: number
  /** The orders of trades, by the keys of their postings. */
  orders: ReadonlyMap<string, OrderNo>
}>
type Page = Readonly<{ limit: number; offset: number; oldestFirst: boolean }>

const readPage = (
  { db }: Pick<Context, 'db'>,
  user: UserId,
  filter: StatementFilter,
  page: Page,
): Promise<Statement> =>
  db.inTransaction(async (tx) => {
    boundStatements(tx)
    planOnce(tx)
    const [entries, total] = await Promise.all([
      readStatement({ read: tx }, user, filter, page),
      countStatement({ read: tx }, user, filter),
    ])
    const keys = entries.filter(({ action }) => action === 'TRADE').map(({ key }) => key)
    return { entries, total, orders: await findTradedOrders(tx, [...new Set(keys)]) }
  })
