import { texts } from '../../ui/texts.ts'

/** What a state means for the user, and what it will mean from a time on. */
export const listingTexts = texts({
  now: {
    announced: ['Diumumkan: belum diperdagangkan.', 'Announced: not traded yet.'],
    trading: ['', ''],
    'sell-only': ['Hanya dapat dijual.', 'It can only be sold.'],
    'withdraw-only': [
      'Tidak diperdagangkan lagi. Penarikan tetap dapat dilakukan.',
      'No longer traded. You can still withdraw.',
    ],
    delisted: [
      'Dihapus dari pencatatan. Operator memeriksa setiap penarikan.',
      'Delisted. An operator checks each withdrawal.',
    ],
  },
  from: ['Mulai', 'From'],
  next: {
    announced: ['diumumkan, belum diperdagangkan.', 'announced, not traded yet.'],
    trading: ['diperdagangkan.', 'traded.'],
    'sell-only': [
      'hanya dapat dijual. Order beli dibatalkan saat itu.',
      'it can only be sold. Orders to buy are cancelled then.',
    ],
    'withdraw-only': [
      'tidak diperdagangkan lagi. Order dibatalkan saat itu.',
      'no longer traded. Orders are cancelled then.',
    ],
    delisted: [
      'dihapus dari pencatatan. Order dibatalkan saat itu.',
      'delisted. Orders are cancelled then.',
    ],
  },
})
