import { texts } from '../../../ui/language.tsx'

export const listingTexts = texts(
  {
    listings: 'Pencatatan',
    holders: 'Pemegang',
    pair: 'pasangan',
    planned: 'Direncanakan',
    allowed: 'Yang terbuka',
    nothing: 'hanya penarikan',
    buy: 'beli',
    sell: 'jual',
    deposit: 'deposit',
    openProposals: 'Usulan',
    plan: 'Rencanakan status',
    planHint:
      'Operator lain yang independen harus setuju. Lalu para pemegang diberi tahu, dan pada ' +
      'waktunya order yang tidak lagi diizinkan dibatalkan. Rencana yang mulai pada waktu ini ' +
      'atau sesudahnya diganti.',
    state: 'Status',
    from: 'Mulai',
    fromHint: 'Waktu perangkat ini. Kosongkan agar berlaku begitu disetujui.',
    user: 'Pengguna',
    total: 'Jumlah',
    available: 'Tersedia',
    locked: 'Terkunci',
    states: {
      announced: 'Diumumkan',
      trading: 'Diperdagangkan',
      'sell-only': 'Hanya jual',
      'withdraw-only': 'Hanya tarik',
      delisted: 'Dihapus',
    },
    means: {
      announced: 'deposit dan penarikan',
      trading: 'semuanya',
      'sell-only': 'tanpa pembelian',
      'withdraw-only': 'tanpa perdagangan dan deposit',
      delisted: 'penarikan hanya dengan operator',
    },
  },
  {
    listings: 'Listings',
    holders: 'Holders',
    pair: 'pair',
    planned: 'Planned',
    allowed: 'What is open',
    nothing: 'withdrawals only',
    buy: 'buy',
    sell: 'sell',
    deposit: 'deposit',
    openProposals: 'Proposals',
    plan: 'Plan a state',
    planHint:
      'An independent operator must agree. Holders are then told, and at the time orders that ' +
      'are no longer allowed are cancelled. Plans that begin at this time or later are replaced.',
    state: 'State',
    from: 'From',
    fromHint: "This device's time. Leave it empty to apply it once it is agreed.",
    user: 'User',
    total: 'Total',
    available: 'Available',
    locked: 'Locked',
    states: {
      announced: 'Announced',
      trading: 'Trading',
      'sell-only': 'Sell only',
      'withdraw-only': 'Withdraw only',
      delisted: 'Delisted',
    },
    means: {
      announced: 'deposits and withdrawals',
      trading: 'everything',
      'sell-only': 'no buying',
      'withdraw-only': 'no trading, no deposits',
      delisted: 'withdrawals only with an operator',
    },
  },
)
