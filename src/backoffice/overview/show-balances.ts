import { z } from 'zod'
import { type Asset, parsePadded } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import { readHouseBalances } from '../../core/ledger/house.ts'
import { listSupplyCaps } from '../../core/reference/assets.sql.ts'
import { decimal, isoTime } from '../../platform/http/contracts/contracts.ts'
import { balanceSheet, type Reported, sheetPlaces } from './balance-sheet.rules.ts'
import { listReported } from './figures.sql.ts'

const Held = z
  .object({
    place: z.enum(sheetPlaces),
    books: decimal.meta({ description: 'By the ledger.' }),
    reported: decimal
      .nullable()
      .meta({ description: "The provider's own figure; null if it was not compared." }),
    comparedAt: isoTime.nullable(),
  })
  .meta({ id: 'HeldAt' })

export const Balances = z.array(
  z
    .object({
      symbol: z.string(),
      owed: decimal.meta({ description: 'The sum of the balances of all users.' }),
      held: z.array(Held),
      total: decimal.meta({ description: 'Held at all places, as reported where compared.' }),
      difference: decimal.meta({ description: 'The total less what is owed.' }),
      coverage: z
        .string()
        .nullable()
        .meta({ description: 'The total over what is owed; null if nothing is owed.' }),
    })
    .meta({ id: 'AssetBalanceSheet' }),
)

/** Returns of each asset what users are owed, what each place holds, and how well it covers. */
export async function showBalances({ db }: Pick<Context, 'db'>): Promise<z.input<typeof Balances>> {
  const caps = await listSupplyCaps(db.read)
  const balances = await db.inTransaction(readHouseBalances)
  const reported = await listReported(db)
  return caps.map(({ asset }) => balanceSheet(asset, balances, reportedOf(asset, reported)))
}

/** Reads the digits with the decimals they have, which may be more than the ledger's. */
const reportedOf = (
  asset: Asset,
  rows: Awaited<ReturnType<typeof listReported>>,
): readonly Reported[] =>
  rows.flatMap(({ assetId, place, theirs, comparedAt }): readonly Reported[] => {
    if (assetId !== asset.id) return []
    const scale = Math.max(asset.scale, theirs.split('.')[1]?.length ?? 0)
    const read = parsePadded({ ...asset, scale }, theirs.replace('-', ''))
    if (!read.ok) return []
    const { units } = read.money
    const balance = { ...read.money, units: theirs.startsWith('-') ? -units : units }
    return [{ place, balance, comparedAt }]
  })
