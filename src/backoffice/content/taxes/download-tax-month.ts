import { Readable } from 'node:stream'
import type { z } from 'zod'
import {
  findTaxPayers,
  readCollector,
  type TaxPayer,
} from '../../../app/identity-records/tax-parties.ts'
import { refuse } from '../../../base/refusal.ts'
import { csvHead, csvLine } from '../../../base/values/csv.ts'
import { assetId, type UserId } from '../../../base/values/ids.ts'
import { formatMoney, idr, money } from '../../../base/values/money.ts'
import { percentOf } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import { partyColumns } from '../../../core/taxes/tax-columns.rules.ts'
import { closingIn, taxSources } from '../../../core/taxes/tax-months.rules.ts'
import { findMonth, horizonOf } from '../../../core/taxes/tax-months.sql.ts'
import { noteLook } from '../../../platform/access/operators/operator-endpoint.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { findOpenChange } from '../proposals/guarded-changes.sql.ts'
import { type ByMonth, scopeOf } from './manage-tax-months.ts'
import { findFirst, readItems, type TaxRecord, type TaxScope } from './tax-items.sql.ts'

/** Named as in a user's slip. */
const titles = [
  ...['number', 'status', 'corrects', 'period', 'at', 'taxType', 'asset', 'assetName', 'units'],
  ...['valueIdr', 'ratePercent', 'taxIdr', 'rightValueIdr', 'rightTaxIdr', 'rule', 'userId'],
  ...partyColumns.payer,
  ...partyColumns.collector,
]

type Reading = Pick<Context, 'config' | 'db' | 'log' | 'patientDb'>

/**
 * Streams every record of a month that is closed, or proposed to be, with the columns of the
 * monthly return; audits the access. A correction has differences, so that columns add up.
 */
export async function downloadTaxMonth(
  ctx: Reading,
  { month }: z.output<typeof ByMonth>,
  operator: Operator,
  request: HttpRequest,
) {
  const closed = await findMonth(ctx.db.read, month)
  const upto = closed === null ? await proposedHorizon(ctx, month) : horizonOf(closed)
  const scope = await scopeOf(ctx.db.read, month, upto)
  const subject = { kind: 'tax-month', id: month }
  await noteLook(ctx, { action: 'tax-month.download', operator, request }, subject)
  const stream = Readable.from(linesOf(ctx, month, scope), { objectMode: false })
  stream.once('error', (error) => ctx.log.warn({ err: error }, 'a tax month was interrupted'))
  return { fileName: `taxes-${month}.csv`, stream }
}

async function proposedHorizon({ db }: Reading, month: string) {
  const change = await findOpenChange(db.read, { kind: 'tax-month', subject: month })
  const closing = change === null ? null : closingIn(change.value)
  return closing?.upto ?? refuse('api.tax_month_not_found')
}

const pageRecords = 1_000
const rememberedPayers = 10_000

/** Formats the file of a month, line by line. */
export async function* linesOf(
  ctx: Reading,
  month: string,
  scope: TaxScope,
): AsyncGenerator<string> {
  const { name, address, npwp } = await readCollector(ctx)
  const known = new Map<UserId, TaxPayer | null>()
  yield csvHead(titles)
  for (const source of taxSources) {
    let after = await findFirst(ctx.patientDb.read, source, scope)
    for (;;) {
      const page = await readItems(ctx.patientDb.read, source, scope, { after, limit: pageRecords })
      await learnPayers(ctx, known, page)
      for (const item of page) {
        const payer = known.get(item.user) ?? null
        yield csvLine([...cellsOf(month, item), ...cellsOfPayer(payer), name, address, npwp])
        after = item.id
      }
      if (page.length < pageRecords) break
    }
  }
}

/** Adds the payers of a page that are not known yet, and then drops the oldest ones beyond it. */
async function learnPayers(
  ctx: Reading,
  known: Map<UserId, TaxPayer | null>,
  page: readonly TaxRecord[],
): Promise<void> {
  const asked = new Set(page.map(({ user }) => user))
  const unknown = [...asked].filter((user) => !known.has(user))
  if (unknown.length === 0) return
  const found = await findTaxPayers(ctx, unknown)
  for (const user of unknown) known.set(user, found.get(user) ?? null)
  for (const user of known.keys()) {
    if (known.size <= rememberedPayers) return
    if (!asked.has(user)) known.delete(user)
  }
}

const inRupiah = (units: bigint | null): string =>
  units === null ? '' : formatMoney(money(idr, units))

const cellsOf = (month: string, item: TaxRecord): readonly (string | number)[] => [
  item.number,
  item.status,
  item.corrects ?? '',
  month,
  item.at.toISOString(),
  item.kind,
  item.symbol,
  item.name,
  formatMoney(money({ id: assetId(0), symbol: item.symbol, scale: item.scale }, item.units)),
  inRupiah(item.base),
  item.ratePpm === null ? '' : percentOf({ ppm: BigInt(item.ratePpm) }),
  inRupiah(item.tax),
  inRupiah(item.newBase),
  inRupiah(item.newTax),
  item.rule ?? '',
  item.user,
]

const cellsOfPayer = (payer: TaxPayer | null): readonly string[] =>
  payer === null ? ['', '', ''] : [payer.name, payer.address, payer.taxNumber]
