const english = {
  title: 'Tax report',
  period: 'Period',
  always: 'all trades',
  madeAt: 'Made',
  times: 'Times are those of Jakarta (UTC+7).',
  tradedAt: 'Traded',
  order: 'Order',
  pair: 'Pair',
  side: 'Side',
  amount: 'Amount',
  value: 'Value',
  tax: 'Tax',
  taken: 'Tax taken',
  rule: 'Rule',
  totals: 'Totals',
  trades: 'Trades',
  nothing: 'No trade was taxed.',
  sides: { BUY: 'Buy', SELL: 'Sell' },
  taxes: { PPH: 'PPh', PPN: 'PPN' },
} as const

type Words<Shape> = {
  readonly [Name in keyof Shape]: Shape[Name] extends string ? string : Words<Shape[Name]>
}
export type ReportWords = Words<typeof english>

const indonesian: ReportWords = {
  title: 'Laporan pajak',
  period: 'Periode',
  always: 'semua transaksi',
  madeAt: 'Dibuat',
  times: 'Waktu dalam WIB (UTC+7).',
  tradedAt: 'Waktu',
  order: 'Order',
  pair: 'Pasangan',
  side: 'Sisi',
  amount: 'Jumlah',
  value: 'Nilai',
  tax: 'Pajak',
  taken: 'Pajak dipotong',
  rule: 'Aturan',
  totals: 'Total',
  trades: 'Transaksi',
  nothing: 'Tidak ada transaksi yang dikenai pajak.',
  sides: { BUY: 'Beli', SELL: 'Jual' },
  taxes: { PPH: 'PPh', PPN: 'PPN' },
}

export const reportWords = (language: string): ReportWords =>
  language.startsWith('id') ? indonesian : english
