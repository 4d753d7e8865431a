import type { Tukar } from '@tukar/client'
import { saveFile } from '../../ui/save-file.ts'
import type { Period, TaxFilter } from '../money/money-data.ts'

type Format = 'pdf' | 'csv'
type Language = 'id' | 'en'
type Fetched = Readonly<{ data?: Blob | undefined; response: Response }>

/** Lets the browser save a fetched file under the name that the service gave it. */
function saveFetched({ data, response }: Fetched, otherName: string): void {
  if (data === undefined) return
  const named = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')
  saveFile(data, named?.[1] ?? otherName)
}

/** Fetches the tax report as a file, and lets the browser save it. */
export async function saveReport(
  tukar: Tukar,
  filter: TaxFilter,
  format: Format,
  lang: Language,
): Promise<void> {
  const fetched = await tukar.raw.GET('/api/users/history/tax/report', {
    params: { query: { ...filter, format, lang } },
    parseAs: 'blob',
  })
  saveFetched(fetched, `tukar-tax.${format}`)
}

/** Fetches the statement of a period as a file, and lets the browser save it. */
export async function saveStatement(
  tukar: Tukar,
  period: Period,
  format: Format,
  lang: Language,
): Promise<void> {
  const fetched = await tukar.raw.GET('/api/users/history/statement', {
    params: { query: { ...period, format, lang } },
    parseAs: 'blob',
  })
  saveFetched(fetched, `tukar-statement.${format}`)
}
