import { texts } from '../../../ui/texts.ts'

export const listingTexts = texts({
  listings: ['Pencatatan', 'Listings'],
  holders: ['Pemegang', 'Holders'],
  pair: ['pasangan', 'pair'],
  planned: ['Direncanakan', 'Planned'],
  allowed: ['Yang terbuka', 'What is open'],
  nothing: ['hanya penarikan', 'withdrawals only'],
  buy: ['beli', 'buy'],
  sell: ['jual', 'sell'],
  deposit: ['deposit', 'deposit'],
  openProposals: ['Usulan', 'Proposals'],
  plan: ['Rencanakan status', 'Plan a state'],
  planHint: [
    'Operator lain yang independen harus setuju. Lalu para pemegang diberi tahu, dan pada ' +
      'waktunya order yang tidak lagi diizinkan dibatalkan. Rencana yang mulai pada waktu ini ' +
      'atau sesudahnya diganti, begitu pula usulan yang masih menunggu.',
    'An independent operator must agree. Holders are then told, and at the time orders that ' +
      'are no longer allowed are cancelled. Plans that begin at this time or later are replaced, ' +
      'and so is a proposal that still waits.',
  ],
  state: ['Status', 'State'],
  from: ['Mulai', 'From'],
  fromHint: [
    'Waktu Jakarta (WIB). Kosongkan agar statusnya ikut berlaku begitu usulan berlaku.',
    'Jakarta time (WIB). Leave it empty to apply it once the proposal takes effect.',
  ],
  user: ['Pengguna', 'User'],
  total: ['Jumlah', 'Total'],
  available: ['Tersedia', 'Available'],
  locked: ['Terkunci', 'Locked'],
  states: {
    announced: ['Diumumkan', 'Announced'],
    trading: ['Diperdagangkan', 'Trading'],
    'sell-only': ['Hanya jual', 'Sell only'],
    'withdraw-only': ['Hanya tarik', 'Withdraw only'],
    delisted: ['Dihapus', 'Delisted'],
  },
  means: {
    announced: ['deposit dan penarikan', 'deposits and withdrawals'],
    trading: ['semuanya', 'everything'],
    'sell-only': ['tanpa pembelian', 'no buying'],
    'withdraw-only': ['tanpa perdagangan dan deposit', 'no trading, no deposits'],
    delisted: ['penarikan hanya dengan operator', 'withdrawals only with an operator'],
  },
})
