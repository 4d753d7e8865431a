import type { Tukar } from '@tukar/client'
import { saveFile } from '../../ui/save-file.ts'
import type { TaxFilter } from '../money/money-data.ts'

/** Fetches the tax report as a file, and lets the browser save it. */
export async function saveReport(
  tukar: Tukar,
  filter: TaxFilter,
  format: 'pdf' | 'csv',
  lang: 'id' | 'en',
): Promise<void> {
  const { data, response } = await tukar.raw.GET('/api/users/history/tax/report', {
    params: { query: { ...filter, format, lang } },
    parseAs: 'blob',
  })
  if (data === undefined) return
  const named = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')
  saveFile(data, named?.[1] ?? `tukar-tax.${format}`)
}
