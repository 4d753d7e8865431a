import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plannedText } from '../../src/core/reference/listing.rules.ts'
import { rateText } from '../../src/core/reference/tax-rates.rules.ts'
import {
  closingText,
  correctionText,
  dueText,
  figuresText,
  receiptsText,
} from '../../src/core/taxes/tax-months.rules.ts'
import './client-source.ts'

const { proposedInWords } = await import('../console/words/proposed-words.ts')

const upto = { tax: 3, correction: 0, 'trade-fee': 1, fee: 2 }
const rate = {
  rate: { ppm: 110_000n },
  base: { numerator: 11n, denominator: 12n },
  validFrom: '2025-08-01',
  rule: 'PMK 50/2025',
}

const said: readonly (readonly [text: string, en: string, id: string])[] = [
  ['none', 'none yet', 'belum ada'],
  ['open', 'not closed', 'belum ditutup'],
  [
    closingText({ tax: 672_050n, vat: 0n, items: 2_000, after: upto, upto }),
    'Tax IDR\u00a06,720.5, VAT IDR\u00a00, of 2,000 records',
    'Pajak Rp\u00a06.720,5, PPN Rp\u00a00, dari 2.000 catatan',
  ],
  [
    dueText({ tax: 672_000n, vat: -1_150n }),
    'Due: tax IDR\u00a06,720, VAT -IDR\u00a011.5',
    'Terutang: pajak Rp\u00a06.720, PPN -Rp\u00a011,5',
  ],
  [
    receiptsText({ tax: 'ABCDEF0123456789', vat: null }),
    'NTPN: tax ABCDEF0123456789, VAT not paid',
    'NTPN: pajak ABCDEF0123456789, PPN belum dibayar',
  ],
  [
    figuresText({ value: 100_000_000n, tax: 210_000n }),
    'Base IDR\u00a01,000,000, tax IDR\u00a02,100',
    'DPP Rp\u00a01.000.000, pajak Rp\u00a02.100',
  ],
  [
    correctionText({ value: 0n, tax: 0n, reason: 'a wrong trade' }),
    'Base IDR\u00a00, tax IDR\u00a00: a wrong trade',
    'DPP Rp\u00a00, pajak Rp\u00a00: a wrong trade',
  ],
  [
    rateText(rate),
    '11% of 11/12 of the value from 2025-08-01 under PMK 50/2025',
    '11% dari 11/12 nilainya sejak 2025-08-01 menurut PMK 50/2025',
  ],
  [
    plannedText({ state: 'sell-only', from: new Date('2027-01-01T00:00:00Z') }),
    'sell only from Jan\u00a01,\u00a02027, 7:00\u00a0AM\u00a0WIB',
    'hanya jual sejak 1\u00a0Jan\u00a02027, 07.00\u00a0WIB',
  ],
  [
    'active true, minNotional 25000',
    'active: yes, least value: 25,000',
    'aktif: ya, nilai terkecil: 25.000',
  ],
  ['buyFeePpm 7000', 'fee of buys: 0.7%', 'biaya beli: 0,7%'],
  ['stopped: no reason', 'stopped: no reason', 'dihentikan: no reason'],
  ['1234.5', '1,234.5', '1.234,5'],
  ['Open the app\nPay', 'Open the app\nPay', 'Open the app\nPay'],
]

test('values of proposals are said in words, in both languages', () => {
  for (const [text, en, id] of said) {
    assert.equal(proposedInWords(text, 'en'), en)
    assert.equal(proposedInWords(text, 'id'), id)
  }
})
