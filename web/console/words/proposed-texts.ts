import type { Texts } from '../../ui/language.tsx'

type Names = Readonly<Record<string, string>>

/** The words of values before and after a proposed change. */
export type ProposedWords = Readonly<{
  none: string
  open: string
  yes: string
  no: string
  active: string
  stopped: string
  unpaid: string
  closing: (tax: string, vat: string, items: string) => string
  due: (tax: string, vat: string) => string
  receipts: (tax: string, vat: string) => string
  figures: (base: string, tax: string) => string
  /** A rate in per cent of a part of the value; of all of it if the part is empty. */
  rate: (percent: string, part: string, day: string, rule: string) => string
  from: (state: string, at: string) => string
  price: (price: string, at: string) => string
  states: Names
  terms: Names
}>

export const proposedTexts: Texts<ProposedWords> = {
  id: {
    none: 'belum ada',
    open: 'belum ditutup',
    yes: 'ya',
    no: 'tidak',
    active: 'aktif',
    stopped: 'dihentikan',
    closing: (tax, vat, items) => `Pajak ${tax}, PPN ${vat}, dari ${items} catatan`,
    due: (tax, vat) => `Terutang: pajak ${tax}, PPN ${vat}`,
    receipts: (tax, vat) => `NTPN: pajak ${tax}, PPN ${vat}`,
    unpaid: 'belum dibayar',
    figures: (base, tax) => `DPP ${base}, pajak ${tax}`,
    rate: (percent, part, day, rule) =>
      `${percent}%${part && ` dari ${part} nilainya`} sejak ${day} menurut ${rule}`,
    from: (state, at) => `${state} sejak ${at}`,
    price: (price, at) => `${price}, per ${at}`,
    states: {
      announced: 'diumumkan',
      trading: 'diperdagangkan',
      'sell-only': 'hanya jual',
      'withdraw-only': 'hanya tarik',
      delisted: 'dihapus dari pencatatan',
    },
    terms: {
      active: 'aktif',
      depositActive: 'deposit dibuka',
      withdrawActive: 'penarikan dibuka',
      withdrawalFee: 'biaya penarikan',
      minWithdrawal: 'penarikan terkecil',
      maxWithdrawal: 'penarikan terbesar',
      priceTick: 'langkah harga',
      lotStep: 'langkah jumlah',
      minQuantity: 'jumlah terkecil',
      maxQuantity: 'jumlah terbesar',
      maxMarketQuantity: 'jumlah terbesar order pasar',
      minNotional: 'nilai terkecil',
      maxNotional: 'nilai terbesar',
      buyFeePpm: 'biaya beli',
      sellFeePpm: 'biaya jual',
    },
  },
  en: {
    none: 'none yet',
    open: 'not closed',
    yes: 'yes',
    no: 'no',
    active: 'active',
    stopped: 'stopped',
    closing: (tax, vat, items) => `Tax ${tax}, VAT ${vat}, of ${items} records`,
    due: (tax, vat) => `Due: tax ${tax}, VAT ${vat}`,
    receipts: (tax, vat) => `NTPN: tax ${tax}, VAT ${vat}`,
    unpaid: 'not paid',
    figures: (base, tax) => `Base ${base}, tax ${tax}`,
    rate: (percent, part, day, rule) =>
      `${percent}%${part && ` of ${part} of the value`} from ${day} under ${rule}`,
    from: (state, at) => `${state} from ${at}`,
    price: (price, at) => `${price}, of ${at}`,
    states: {
      announced: 'announced',
      trading: 'trading',
      'sell-only': 'sell only',
      'withdraw-only': 'withdraw only',
      delisted: 'delisted',
    },
    terms: {
      active: 'active',
      depositActive: 'deposits open',
      withdrawActive: 'withdrawals open',
      withdrawalFee: 'withdrawal fee',
      minWithdrawal: 'least withdrawal',
      maxWithdrawal: 'largest withdrawal',
      priceTick: 'price step',
      lotStep: 'quantity step',
      minQuantity: 'least quantity',
      maxQuantity: 'largest quantity',
      maxMarketQuantity: 'largest quantity of a market order',
      minNotional: 'least value',
      maxNotional: 'largest value',
      buyFeePpm: 'fee of buys',
      sellFeePpm: 'fee of sells',
    },
  },
}
