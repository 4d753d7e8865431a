import { z } from 'zod'
import { startOfJakartaDay } from '../../base/clock.ts'
import { type CursorPage, pageOfAll } from '../../base/values/cursor.ts'
import { type Asset, formatMoney, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import { refuseDetached, refuseOpenTime } from '../../core/ledger/balances-at/refuse-time.ts'
import { readSumsAt, type SumAt } from '../../core/ledger/balances-at/sums-at.sql.ts'
import { listAssets, namedAsset } from '../../core/reference/assets.sql.ts'
import { decimal } from '../../platform/http/contracts/contracts.ts'
import { calendarDay, symbolField } from '../../platform/http/contracts/list-filters.ts'
import { placeFields } from '../../platform/http/contracts/lists.ts'
import { accountNameOf } from './show-balances-at.ts'

export const OfDay = z.object({
  day: calendarDay.meta({ description: 'The day in Jakarta, such as 2026-03-31.' }),
  ...symbolField,
  ...placeFields,
})

export const TrialBalanceRow = z
  .object({
    day: z.string(),
    symbol: z.string(),
    account: z.string().meta({
      description: 'Such as `house.fees`; `users.available`, of all users; or `total`.',
    }),
    opening: decimal,
    into: decimal.meta({ description: 'What moves of the day took into the account.' }),
    outOf: decimal.meta({ description: 'What moves of the day took out of the account.' }),
    closing: decimal,
  })
  .meta({ id: 'TrialBalanceRow' })

const dayMs = 86_400_000

/**
 * Returns the trial balance of a day that is closed: of each asset every account, and their total,
 * which opens and closes at zero. It has the same figures for ever.
 */
export async function showTrialBalance(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof OfDay>,
): Promise<CursorPage<z.input<typeof TrialBalanceRow>>> {
  const { symbol } = input
  const from = startOfJakartaDay(input.day)
  const to = new Date(from.getTime() + dayMs)
  await refuseOpenTime(ctx.db.read, 'day', to)
  const opening = (await readSumsAt(ctx.db.read, from)) ?? refuseDetached('day')
  const closing = (await readSumsAt(ctx.db.read, to)) ?? refuseDetached('day')
  const all = await listAssets(ctx.db)
  const assets = symbol === undefined ? all : [namedAsset(all, symbol)]
  const rows = assets.flatMap((asset) => rowsOf(asset, opening, closing))
  return pageOfAll(input, rows, (row) => ({ day: input.day, ...row }))
}

type Figures = Readonly<{ opening: bigint; into: bigint; outOf: bigint; closing: bigint }>

const nothing: Figures = { opening: 0n, into: 0n, outOf: 0n, closing: 0n }

function rowsOf(asset: Asset, opening: readonly SumAt[], closing: readonly SumAt[]) {
  const accounts = closing
    .filter(({ assetId }) => assetId === asset.id)
    .map(({ kind, into, out }) => {
      const before = opening.find((one) => one.assetId === asset.id && one.kind === kind)
      const { into: intoBefore, out: outBefore } = before ?? { into: 0n, out: 0n }
      const figures: Figures = {
        opening: intoBefore - outBefore,
        into: into - intoBefore,
        outOf: out - outBefore,
        closing: into - out,
      }
      return { account: accountNameOf(kind), figures }
    })
  const total = accounts.reduce(
    (sum, { figures }) => ({
      opening: sum.opening + figures.opening,
      into: sum.into + figures.into,
      outOf: sum.outOf + figures.outOf,
      closing: sum.closing + figures.closing,
    }),
    nothing,
  )
  const all = accounts.length === 0 ? [] : [...accounts, { account: 'total', figures: total }]
  const inWords = (units: bigint) => formatMoney(money(asset, units))
  return all.map(({ account, figures }) => ({
    symbol: asset.symbol,
    account,
    opening: inWords(figures.opening),
    into: inWords(figures.into),
    outOf: inWords(figures.outOf),
    closing: inWords(figures.closing),
  }))
}
