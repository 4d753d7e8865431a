import { texts } from '../../ui/texts.ts'

/** The words of values before and after a proposed change. */
export const proposedTexts = texts({
  none: ['belum ada', 'none yet'],
  open: ['belum ditutup', 'not closed'],
  yes: ['ya', 'yes'],
  no: ['tidak', 'no'],
  active: ['aktif', 'active'],
  stopped: ['dihentikan', 'stopped'],
  closing: (tax: string, vat: string, items: string) => [
    `Pajak ${tax}, PPN ${vat}, dari ${items} catatan`,
    `Tax ${tax}, VAT ${vat}, of ${items} records`,
  ],
  due: (tax: string, vat: string) => [
    `Terutang: pajak ${tax}, PPN ${vat}`,
    `Due: tax ${tax}, VAT ${vat}`,
  ],
  receipts: (tax: string, vat: string) => [
    `NTPN: pajak ${tax}, PPN ${vat}`,
    `NTPN: tax ${tax}, VAT ${vat}`,
  ],
  unpaid: ['belum dibayar', 'not paid'],
  figures: (base: string, tax: string) => [`DPP ${base}, pajak ${tax}`, `Base ${base}, tax ${tax}`],
  rate: (percent: string, part: string, day: string, rule: string) => [
    `${percent}%${part && ` dari ${part} nilainya`} sejak ${day} menurut ${rule}`,
    `${percent}%${part && ` of ${part} of the value`} from ${day} under ${rule}`,
  ],
  from: (state: string, at: string) => [`${state} sejak ${at}`, `${state} from ${at}`],
  price: (price: string, at: string) => [`${price}, per ${at}`, `${price}, of ${at}`],
  states: {
    announced: ['diumumkan', 'announced'],
    trading: ['diperdagangkan', 'trading'],
    'sell-only': ['hanya jual', 'sell only'],
    'withdraw-only': ['hanya tarik', 'withdraw only'],
    delisted: ['dihapus dari pencatatan', 'delisted'],
  },
  terms: {
    active: ['aktif', 'active'],
    depositActive: ['deposit dibuka', 'deposits open'],
    withdrawActive: ['penarikan dibuka', 'withdrawals open'],
    withdrawalFee: ['biaya penarikan', 'withdrawal fee'],
    minWithdrawal: ['penarikan terkecil', 'least withdrawal'],
    maxWithdrawal: ['penarikan terbesar', 'largest withdrawal'],
    priceTick: ['langkah harga', 'price step'],
    lotStep: ['langkah jumlah', 'quantity step'],
    minQuantity: ['jumlah terkecil', 'least quantity'],
    maxQuantity: ['jumlah terbesar', 'largest quantity'],
    maxMarketQuantity: ['jumlah terbesar order pasar', 'largest quantity of a market order'],
    minNotional: ['nilai terkecil', 'least value'],
    maxNotional: ['nilai terbesar', 'largest value'],
    buyFeePpm: ['biaya beli', 'fee of buys'],
    sellFeePpm: ['biaya jual', 'fee of sells'],
  },
})

export type ProposedWords = typeof proposedTexts.id
