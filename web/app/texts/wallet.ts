import { texts } from '../../ui/language.tsx'

export const walletTexts = texts(
  {
    worth: 'Nilai aset Anda',
    inBitcoin: (amount: string) => `≈ ${amount}`,
    noPrice: 'Harga sedang tidak tersedia.',
    unpriced: (symbols: string) => `Tidak termasuk ${symbols}: harganya sedang tidak ada.`,
    balances: 'Saldo',
    search: 'Cari aset',
    hideSmall: 'Sembunyikan saldo kecil',
    noneFound: 'Tidak ada aset seperti ini.',
    lockedHint: 'Dana dalam order terbuka dan penarikan.',
    moves: 'Mutasi',
    allMoves: 'Semua mutasi',
    recent: 'Deposit dan penarikan',
    all: 'Semua',
  },
  {
    worth: 'Worth of your assets',
    inBitcoin: (amount: string) => `≈ ${amount}`,
    noPrice: 'No price is available at the moment.',
    unpriced: (symbols: string) => `Without ${symbols}: no price at the moment.`,
    balances: 'Balances',
    search: 'Search assets',
    hideSmall: 'Hide small balances',
    noneFound: 'No such asset.',
    lockedHint: 'Money in open orders and withdrawals.',
    moves: 'Moves',
    allMoves: 'All moves',
    recent: 'Deposits and withdrawals',
    all: 'All',
  },
)
