import type { ErrorTexts } from './error-text.ts'

/** The market and orders. */
export const tradingErrors = {
  'api.market_data_unavailable': {
    cause: 'The venue does not answer, and nothing that is young enough was kept.',
    action: 'Ask again in a few seconds; show what you had with its age.',
    en: 'Market data is not available right now. Please try again shortly.',
    id: 'Data pasar belum tersedia saat ini. Silakan coba lagi sebentar lagi.',
  },
  'api.market_depth_insufficient': {
    cause:
      'The venue has too little on offer, at prices that a market order may be executed at, for ' +
      'this volume. Nothing was placed or frozen.',
    action: 'Offer a smaller volume, or a limit order; the market may be deeper in a moment.',
    en: 'The market does not have enough on offer for this amount right now.',
    id: 'Pasar saat ini tidak memiliki cukup penawaran untuk jumlah ini.',
  },
  'api.trading_pair_does_not_exist': {
    cause: 'There is no pair of this name, or it is not traded at the moment.',
    action: 'Take the pair from GET /api/exchange/venue/config, such as `BTC_IDR`.',
    en: 'This trading pair is not available.',
    id: 'Pasangan perdagangan ini tidak tersedia.',
  },
  'api.order_filter_failed': {
    cause:
      'Volume or price is no multiple of the step or tick of the pair, or it, or their product, ' +
      'is out of bounds. Nothing is rounded.',
    action: 'Apply the bounds of GET /api/exchange/venue/config before sending.',
    en: 'The amount or price does not fit the rules of this pair.',
    id: 'Jumlah atau harga tidak sesuai dengan ketentuan pasangan ini.',
  },
  'api.limit_buy_price_too_high': {
    cause: 'A limit order to buy is priced above the market.',
    action: 'Lower the price to the market price or less, or send a market order.',
    en: 'The price of a limit buy may not be above the market price.',
    id: 'Harga limit beli tidak boleh di atas harga pasar.',
  },
  'api.limit_sell_price_too_low': {
    cause: 'A limit order to sell is priced below the market.',
    action: 'Raise the price to the market price or more, or send a market order.',
    en: 'The price of a limit sell may not be below the market price.',
    id: 'Harga limit jual tidak boleh di bawah harga pasar.',
  },
  'api.order_create_fail': {
    cause: 'The venue refuses the order.',
    action: 'Change the order; the same one will be refused again.',
    en: 'The order could not be placed.',
    id: 'Pesanan tidak dapat dibuat.',
  },
  'api.order_insufficient_funds': {
    cause: 'What the order would cost is more than the balance has available.',
    action: 'Show the available balance; a market order freezes a little more than the last price.',
    en: 'Your balance is too low for this order.',
    id: 'Saldo Anda tidak cukup untuk pesanan ini.',
  },
  'api.too_many_open_orders': {
    cause: 'The user has as many open orders as one user may have.',
    action: 'Cancel orders that are no longer wanted, then place the new one.',
    en: 'You have too many open orders.',
    id: 'Pesanan terbuka Anda terlalu banyak.',
  },
  'api.order_does_not_exist': {
    cause: 'No order that the caller may see has this number.',
    action: 'Read the open orders again.',
    en: 'There is no such order.',
    id: 'Pesanan tersebut tidak ada.',
  },
  'api.order_status_completed': {
    cause: 'The order was filled before it could be cancelled.',
    action: 'Show it as filled; read the order history again.',
    en: 'This order is already filled.',
    id: 'Pesanan ini sudah terpenuhi.',
  },
  'api.order_status_canceled': {
    cause: 'The order had ended before it could be cancelled.',
    action: 'Show it as cancelled; read the order history again.',
    en: 'This order is already cancelled.',
    id: 'Pesanan ini sudah dibatalkan.',
  },
  'api.order_cancel_fail': {
    cause: 'The venue has not confirmed that the order is cancelled.',
    action: 'Show it as open and read it again: the service goes on trying to cancel it.',
    en: 'The order could not be cancelled yet.',
    id: 'Pesanan belum dapat dibatalkan.',
  },
} as const satisfies ErrorTexts
