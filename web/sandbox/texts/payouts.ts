import { texts } from '../../ui/texts.ts'

export const payoutTexts = texts({
  payouts: ['Pembayaran keluar payx', 'Payouts of payx'],
  noPayouts: ['Belum ada pembayaran keluar.', 'There are no payouts yet.'],
  withdrawals: ['Penarikan koin', 'Withdrawals of coins'],
  noWithdrawals: ['Belum ada penarikan koin.', 'There are no withdrawals of coins yet.'],
  autoPayouts: ['Pembayaran keluar berjalan sendiri', 'Payouts advance by themselves'],
  autoWithdrawals: ['Penarikan koin berjalan sendiri', 'Withdrawals advance by themselves'],
  ended: ['Tampilkan yang sudah selesai', 'Show those that have ended'],
  replaces: ['menggantikan transaksi lain', 'replaces another transaction'],
  boost: ['Percepat', 'Boost'],
  drop: ['Batalkan di jaringan', 'Drop on the chain'],
  replaced: ['Transaksi pengganti sudah dikirim.', 'The replacement has been sent.'],
  byHand: ['Kirim dari konsol…', 'Send by hand…'],
  byHandTitle: ['Kirim koin dari akun kita', 'Send coins from our vault'],
  asset: ['Aset', 'Asset'],
  amount: ['Jumlah', 'Amount'],
  place: ['Tujuan', 'Destination'],
  to: ['Alamat atau id', 'Address or id'],
  send: ['Kirim', 'Send'],
  sentByHand: [
    'Transfer dibuat tanpa id layanan; webhook sedang dikirim.',
    'The transfer has no id of ours; its webhook is on its way.',
  ],
  places: {
    ONE_TIME_ADDRESS: ['Alamat luar', 'An outside address'],
    EXCHANGE_ACCOUNT: ['Akun bursa kita', 'Our account at an exchange'],
    INTERNAL_WALLET: ['Dompet dingin kita', 'Our cold wallet'],
    VAULT_ACCOUNT: ['Akun kustodian lain', 'Another vault account'],
  },
  received: ['Pembayaran masuk payx', 'Payments of payx'],
  noneReceived: ['Belum ada pembayaran masuk.', 'There are no payments yet.'],
  refund: ['Kembalikan', 'Refund'],
  refunded: [
    'Uang dikembalikan; callback sedang dikirim.',
    'The payment is refunded; the callback is on its way.',
  ],
  moved: (status: string) => [
    `Status sekarang ${status}; callback sedang dikirim.`,
    `The status is ${status}; the callback is on its way.`,
  ],
})
