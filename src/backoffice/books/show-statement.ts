import { z } from 'zod'
import { examinedPageOf } from '../../base/values/cursor.ts'
import { userId } from '../../base/values/ids.ts'
import { formatMoney, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import { accountKinds } from '../../core/ledger/accounts.ts'
import { actions } from '../../core/ledger/post.rules.ts'
import { readBalanceStatement } from '../../core/ledger/statement.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { listAssets, namedAsset } from '../../core/reference/assets.sql.ts'
import { noteLook } from '../../platform/access/operators/operator-endpoint.ts'
import {
  decimal,
  isoTime,
  oneOf,
  optional,
  text,
  wireId,
} from '../../platform/http/contracts/contracts.ts'
import { spanFields } from '../../platform/http/contracts/list-filters.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { causeKinds, causeOf } from './cause.rules.ts'

export const ReadStatement = z.object({
  user: wireId.transform(userId),
  asset: text({ max: 12 }),
  action: optional(oneOf(actions)),
  ...spanFields,
  ...cursorFields,
})

export const StatementEntry = z
  .object({
    postingId: z.int(),
    line: z.int(),
    key: z.string(),
    action: z.string(),
    cause: z.object({ kind: z.enum(causeKinds), id: z.string() }).meta({ id: 'CauseName' }),
    account: z.enum(['available', 'locked']),
    amount: decimal.meta({ description: 'Negative: out of the account.' }),
    balanceAfter: decimal,
    at: isoTime,
  })
  .meta({ id: 'StatementEntry' })

/** Lists the moves of a user's balance of one asset, each with the balance after it. */
export async function showStatement(
  ctx: Pick<Context, 'db'>,
  { user, asset: symbol, ...input }: z.output<typeof ReadStatement>,
  operator: Operator,
  request: HttpRequest,
) {
  const asset = namedAsset(await listAssets(ctx.db), symbol, 'asset')
  await noteLook(ctx, { action: 'ledger.statement', operator, request }, { kind: 'user', id: user })
  const filter = { ...input, user, assetId: asset.id }
  const found = await readBalanceStatement(ctx.db, filter, input)
  return examinedPageOf(
    found,
    input,
    ({ postingId, line, account }) => [postingId, line, accountKinds[account]],
    ({ assetId: _, other: __, units, balanceAfter, ...entry }) => ({
      ...entry,
      cause: causeOf(entry.key),
      amount: formatMoney(money(asset, units)),
      balanceAfter: formatMoney(money(asset, balanceAfter)),
    }),
  )
}
