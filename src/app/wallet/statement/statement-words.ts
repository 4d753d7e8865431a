import { languageOf } from '../../../core/outbox/texts/text.ts'
import type { StatementFact } from './statement-fact.rules.ts'

export type StatementWords = Readonly<{
  title: string
  issuer: string
  owner: string
  account: string
  period: string
  until: string
  madeAt: string
  times: string
  time: string
  fact: string
  reference: string
  available: string
  locked: string
  balance: string
  opening: string
  closing: string
  nothing: string
  facts: Readonly<Record<StatementFact, string>>
}>

const english: StatementWords = {
  title: 'Account statement',
  issuer: 'Issued by',
  owner: 'Owner',
  account: 'Account',
  period: 'Period',
  until: 'up to',
  madeAt: 'Made',
  times: 'Times are those of Jakarta (UTC+7).',
  time: 'Time',
  fact: 'Entry',
  reference: 'Reference',
  available: 'Available',
  locked: 'Frozen',
  balance: 'Balance',
  opening: 'Opening balance',
  closing: 'Closing balance',
  nothing: 'No balance and no entry in this period.',
  facts: {
    deposit: 'Deposit',
    withdrawal: 'Withdrawal',
    'order-hold': 'Order: amount frozen',
    'order-release': 'Order: rest released',
    'withdrawal-hold': 'Withdrawal: amount frozen',
    'withdrawal-release': 'Withdrawal: amount released',
    trade: 'Trade',
    fee: 'Fee',
    tax: 'Tax',
    adjustment: 'Adjustment',
  },
}

const indonesian: StatementWords = {
  title: 'Rekening koran',
  issuer: 'Diterbitkan oleh',
  owner: 'Pemilik',
  account: 'Akun',
  period: 'Periode',
  until: 'sampai',
  madeAt: 'Dibuat',
  times: 'Waktu dalam WIB (UTC+7).',
  time: 'Waktu',
  fact: 'Mutasi',
  reference: 'Referensi',
  available: 'Tersedia',
  locked: 'Dibekukan',
  balance: 'Saldo',
  opening: 'Saldo awal',
  closing: 'Saldo akhir',
  nothing: 'Tidak ada saldo dan mutasi pada periode ini.',
  facts: {
    deposit: 'Deposit',
    withdrawal: 'Penarikan',
    'order-hold': 'Order: dana dibekukan',
    'order-release': 'Order: sisa dilepas',
    'withdrawal-hold': 'Penarikan: dana dibekukan',
    'withdrawal-release': 'Penarikan: dana dilepas',
    trade: 'Transaksi',
    fee: 'Biaya',
    tax: 'Pajak',
    adjustment: 'Penyesuaian',
  },
}

export const statementWords = (language: string): StatementWords =>
  languageOf(language) === 'id' ? indonesian : english
