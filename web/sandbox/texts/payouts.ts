import { texts } from '../../ui/language.tsx'

export const payoutTexts = texts(
  {
    payouts: 'Pembayaran keluar payx',
    noPayouts: 'Belum ada pembayaran keluar.',
    withdrawals: 'Penarikan koin',
    noWithdrawals: 'Belum ada penarikan koin.',
    autoPayouts: 'Pembayaran keluar berjalan sendiri',
    autoWithdrawals: 'Penarikan koin berjalan sendiri',
    ended: 'Tampilkan yang sudah selesai',
    moved: (status: string) => `Status sekarang ${status}; callback sedang dikirim.`,
  },
  {
    payouts: 'Payouts of payx',
    noPayouts: 'There are no payouts yet.',
    withdrawals: 'Withdrawals of coins',
    noWithdrawals: 'There are no withdrawals of coins yet.',
    autoPayouts: 'Payouts advance by themselves',
    autoWithdrawals: 'Withdrawals advance by themselves',
    ended: 'Show those that have ended',
    moved: (status: string) => `The status is ${status}; the callback is on its way.`,
  },
)
