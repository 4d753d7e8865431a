import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { listLimits } from '../../base/values/list-limits.ts'
import { formatMoney, idr, money } from '../../base/values/money.ts'
import { percentOf } from '../../base/values/ratio.ts'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../core/database/database.ts'
import { historyLimits } from '../../core/histories/history-limits.ts'
import type { Stretch } from '../../core/histories/place.rules.ts'
import { readPage } from '../../core/histories/read-page.ts'
import { findPair } from '../../core/reference/pairs.sql.ts'
import { correctionNumber } from '../../core/taxes/tax-months.rules.ts'
import {
  countTradeTaxes,
  type ListedTax,
  listTradeTaxes,
  type TaxFilter,
  taxStatuses,
} from '../../core/taxes/trade-taxes.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { decimal, integer, oneOf, optional } from '../../platform/http/contracts/contracts.ts'
import { pageFields } from '../../platform/http/contracts/lists.ts'
import { pairName } from '../../platform/http/contracts/pair-contract.ts'
import { taxSpan } from './history.rules.ts'

const { firstTaxYear, lastTaxYear } = historyLimits

/** A month, `2` or `02`. */
const month = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/^\s*0(?=[1-9]\s*$)/, '') : value),
  integer({ min: 1, max: 12 }),
)

export const taxFilterFields = {
  pair: optional(pairName({ max: 25 })),
  side: optional(oneOf(['BUY', 'SELL'])),
  year: optional(integer({ min: firstTaxYear, max: lastTaxYear })),
  month: optional(month),
}

const TaxQuery = z.object(taxFilterFields)
export const ListTaxes = z.object({ ...taxFilterFields, ...pageFields })

/** Lists the taxes on the caller's trades, newest first. */
export async function listTaxes(
  ctx: Pick<Context, 'db' | 'log'>,
  input: z.output<typeof ListTaxes>,
  caller: Caller,
) {
  const filter = await taxFilter(ctx.db, input, caller)
  const { pair, side, from, until } = { ...input, ...filter }
  const reading = {
    list: ['taxes', pair, side, from?.toISOString(), until?.toISOString()].join('|'),
    read: async (tx: Tx, { after, ...stretch }: Stretch) =>
      (await listTradeTaxes(tx, filter, { ...stretch, after })).map((tax) => ({
        ...tax,
        place: { at: tax.at, kind: 0, id: tax.id },
      })),
    count: (tx: Tx) => countTradeTaxes(tx, filter, listLimits.countedItems),
  }
  return readPage(ctx, caller.id, input, reading, taxItem)
}

/**
 * Builds the filter of a tax query. Years and months are Jakarta's; a month without a year is
 * ignored.
 */
export async function taxFilter(
  db: Pick<Database, 'read'>,
  { pair, side, year, month }: z.output<typeof TaxQuery>,
  caller: Pick<Caller, 'id'>,
): Promise<TaxFilter> {
  const found = pair === undefined ? null : await findPair(db.read, pair)
  if (pair !== undefined && found === null) {
    return refuse('api.validation_failed', { text: 'The selected pair is invalid.' })
  }
  const span = taxSpan(year, month)
  return { user: caller.id, pairId: found?.id ?? null, side: side ?? null, ...span }
}

export const TaxItem = z
  .object({
    id: z.int(),
    txPair: z.string(),
    side: z.enum(['BUY', 'SELL']),
    orderNo: z.string(),
    amount: decimal,
    amountAsset: z.string(),
    value: decimal,
    valueAsset: z.string(),
    taxType: z.enum(['PPH', 'PPN']),
    ratePercent: decimal,
    rule: z.string(),
    tax: decimal,
    taxAsset: z.string(),
    valueIdr: decimal.meta({ description: 'The taxed value in rupiah.' }),
    taxIdr: decimal.meta({ description: 'The tax in rupiah, as it is paid to the treasury.' }),
    valuedBy: z.string().meta({
      description:
        'The source of the rupiah value: `trade`, its own price, or a price and its method.',
    }),
    valuedAt: z.iso.datetime(),
    status: z.enum(taxStatuses).meta({
      description: 'Whether a correction changes it since, or cancels it; the figures stay.',
    }),
    correction: z.string().nullable().meta({ description: 'The number of the last correction.' }),
    rightValueIdr: decimal.nullable().meta({ description: 'The base as corrected.' }),
    rightTaxIdr: decimal.nullable().meta({ description: 'The tax as corrected.' }),
    tradedAt: z.iso.datetime(),
  })
  .meta({ id: 'TaxedTrade' })

const inRupiah = (units: bigint): string => formatMoney(money(idr, units))

export const taxItem = ({ correction, ...tax }: ListedTax): z.output<typeof TaxItem> => ({
  id: tax.id,
  txPair: tax.txPair,
  side: tax.side,
  orderNo: tax.orderNo,
  amount: formatMoney(tax.amount),
  amountAsset: tax.amount.asset.symbol,
  value: formatMoney(tax.value),
  valueAsset: tax.value.asset.symbol,
  taxType: tax.kind,
  ratePercent: percentOf(tax.rate),
  rule: tax.rule,
  tax: formatMoney(tax.tax),
  taxAsset: tax.tax.asset.symbol,
  valueIdr: inRupiah(tax.rupiah.value),
  taxIdr: inRupiah(tax.rupiah.tax),
  valuedBy: tax.rupiah.source,
  valuedAt: tax.rupiah.at.toISOString(),
  status: tax.status,
  correction: correction && correctionNumber(correction.id),
  rightValueIdr: correction && inRupiah(correction.value),
  rightTaxIdr: correction && inRupiah(correction.tax),
  tradedAt: tax.tradedAt.toISOString(),
})
