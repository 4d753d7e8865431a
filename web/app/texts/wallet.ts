import { texts } from '../../ui/texts.ts'

export const walletTexts = texts({
  worth: ['Nilai aset Anda', 'Worth of your assets'],
  inBitcoin: (amount: string) => [`≈ ${amount}`, `≈ ${amount}`],
  noPrice: ['Harga sedang tidak tersedia.', 'No price is available at the moment.'],
  unpriced: (symbols: string) => [
    `Tidak termasuk ${symbols}: harganya sedang tidak ada.`,
    `Without ${symbols}: no price at the moment.`,
  ],
  balances: ['Saldo', 'Balances'],
  search: ['Cari aset', 'Search assets'],
  hideSmall: ['Sembunyikan saldo kecil', 'Hide small balances'],
  noneFound: ['Tidak ada aset seperti ini.', 'No such asset.'],
  lockedHint: ['Dana dalam order terbuka dan penarikan.', 'Money in open orders and withdrawals.'],
  moves: ['Mutasi', 'Moves'],
  allMoves: ['Semua mutasi', 'All moves'],
  recent: ['Deposit dan penarikan', 'Deposits and withdrawals'],
  all: ['Semua', 'All'],
})
