import { z } from 'zod'
import { formatMoney, idr, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import { flows } from '../../core/ledger/day-flows.rules.ts'
import { decimal, integer, isoTime, withDefault } from '../../platform/http/contracts/contracts.ts'
import { findCountedAt, listDaySums, listDays } from './days.sql.ts'
import { overviewLimits } from './overview-limits.ts'

export const ListDays = z.object({
  days: withDefault(integer({ min: 1, max: overviewLimits.days }), overviewLimits.defaultDays),
})

const DayFlow = z
  .object({
    flow: z.enum(flows).meta({
      description:
        '`in`, `out`: money that came to or left our providers; `trade`: the quote amounts of ' +
        "fills; `fees`: our income, less the venue's commissions.",
    }),
    method: z.string().meta({
      description:
        'In: `va`, `qris`, `order`, `claim`, `coin`, `returned`; out: `payout`, `coin`, ' +
        '`returned`; trades: `buy`, `sell`; fees: `trade`, `deposit`, `withdrawal`; or `other`.',
    }),
    symbol: z.string(),
    amount: decimal,
    worth: decimal.meta({ description: 'In rupiah, at the prices when it was counted.' }),
    unpriced: decimal.meta({ description: 'The part of the amount that no price could value.' }),
    items: z.int(),
  })
  .meta({ id: 'DayFlow' })

export const Days = z
  .object({
    countedAt: isoTime.nullable(),
    days: z.array(
      z
        .object({
          day: z.string().meta({ format: 'date', description: 'In Jakarta.' }),
          signedUp: z.int(),
          verified: z.int(),
          flows: z.array(DayFlow),
        })
        .meta({ id: 'DayTotals' }),
    ),
  })
  .meta({ id: 'Days' })

/** Returns the totals of the last days in Jakarta, oldest first, today included. */
export async function showDays(
  { replicas }: Pick<Context, 'replicas'>,
  { days }: z.output<typeof ListDays>,
): Promise<z.input<typeof Days>> {
  const [listed, sums, countedAt] = await replicas.read((db) =>
    Promise.all([listDays(db, days), listDaySums(db, days), findCountedAt(db)]),
  )
  const byDay = Map.groupBy(sums, ({ day }) => day)
  return {
    countedAt,
    days: listed.map((one) => ({ ...one, flows: (byDay.get(one.day) ?? []).map(shownFlow) })),
  }
}

type DaySumRow = Awaited<ReturnType<typeof listDaySums>>[number]

function shownFlow(row: DaySumRow): z.input<typeof DayFlow> {
  const { flow, method, assetId: id, symbol, scale, items } = row
  const inWords = (units: bigint) => formatMoney(money({ id, symbol, scale }, units))
  return {
    flow,
    method,
    symbol,
    amount: inWords(row.units),
    worth: formatMoney(money(idr, row.worth)),
    unpriced: inWords(row.unpriced),
    items,
  }
}
