import { Broken } from '../broken.ts'
import { atoms } from '../decimals.ts'
import type { Chapter, Play } from '../play.ts'
import { rupiah, senOf } from '../rupiah.ts'

/** The year's tax slip, whose rows add up on paper. */
export const taxSlip: Chapter = { title: 'The tax slip', run }

async function run(play: Play): Promise<void> {
  const { stage } = play
  const { slip, rows, totals } = await stage.step(
    'Read the tax slip of the year',
    () => slipOf(play),
    ({ slip: { number } }) => `Read the tax slip of the year: ${number}`,
  )
  stage.note(`collected by ${slip.collector.name}, NPWP ${slip.collector.npwp}`)
  stage.note(`paid by ${slip.payer?.name ?? ''}, NIK ${slip.payer?.taxNumber ?? ''}`)
  stage.table(
    [
      { head: 'Tax' },
      { head: 'Trade' },
      { head: 'Base', right: true },
      { head: 'Rate', right: true },
      { head: 'Tax due', right: true },
    ],
    rows.map(({ taxType, side, amount, amountAsset, valueIdr, ratePercent, taxIdr }) => [
      taxType,
      `${side} ${amount} ${amountAsset}`,
      rupiah(senOf(valueIdr)),
      `${ratePercent} %`,
      rupiah(senOf(taxIdr)),
    ]),
  )
  await stage.step(
    'The rows add up to its totals',
    async () => {
      const sum = (parts: readonly { taxIdr: string }[]) =>
        parts.reduce((total, { taxIdr }) => total + atoms(taxIdr), 0n)
      if (sum(rows) !== sum(totals)) throw new Broken('The rows of the slip do not add up.')
      return rows.length
    },
    (count) => `Its ${count} rows add up to its totals`,
  )
}

async function slipOf({ cast }: Play) {
  const { client } = cast.trader.get()
  // The year in Jakarta.
  const year = new Date(Date.now() + 7 * 3_600_000).getUTCFullYear()
  const report = await client.get('/api/users/history/tax/report', { params: { query: { year } } })
  if (report.slip.payer === null) throw new Broken('The slip must name its payer.')
  if (report.rows.length === 0) throw new Broken('A trade must be on the slip.')
  return report
}
