import { texts } from '../../ui/language.tsx'

/** What a state means for the user, and what it will mean from a time on. */
export const listingTexts = texts(
  {
    now: {
      announced: 'Diumumkan: belum diperdagangkan.',
      trading: '',
      'sell-only': 'Hanya dapat dijual.',
      'withdraw-only': 'Tidak diperdagangkan lagi. Penarikan tetap dapat dilakukan.',
      delisted: 'Dihapus dari pencatatan. Operator memeriksa setiap penarikan.',
    },
    from: 'Mulai',
    next: {
      announced: 'diumumkan, belum diperdagangkan.',
      trading: 'diperdagangkan.',
      'sell-only': 'hanya dapat dijual. Order beli dibatalkan saat itu.',
      'withdraw-only': 'tidak diperdagangkan lagi. Order dibatalkan saat itu.',
      delisted: 'dihapus dari pencatatan. Order dibatalkan saat itu.',
    },
  },
  {
    now: {
      announced: 'Announced: not traded yet.',
      trading: '',
      'sell-only': 'It can only be sold.',
      'withdraw-only': 'No longer traded. You can still withdraw.',
      delisted: 'Delisted. An operator checks each withdrawal.',
    },
    from: 'From',
    next: {
      announced: 'announced, not traded yet.',
      trading: 'traded.',
      'sell-only': 'it can only be sold. Orders to buy are cancelled then.',
      'withdraw-only': 'no longer traded. Orders are cancelled then.',
      delisted: 'delisted. Orders are cancelled then.',
    },
  },
)
