import type { ErrorTexts } from './error-text.ts'

/** News, settings, prices, payment methods, dictionaries and the watchlist. */
export const contentErrors = {
  'api.news_not_found': {
    cause: 'No published item of the news has this slug. The message reads `News not found`.',
    action: 'Show the list again; the item was withdrawn or its address is mistyped.',
    en: 'This article was not found.',
    id: 'Berita ini tidak ditemukan.',
  },
  'api.dict_not_found': {
    cause: 'There is no dictionary of this type. The message reads `Dict list not found`.',
    action: 'Ask for one of the documented types.',
    en: 'This list was not found.',
    id: 'Daftar ini tidak ditemukan.',
  },
  'api.watched_pair_not_found': {
    cause: 'There is no trading pair of this name. The message reads `txPair not exist!`.',
    action: 'Send a pair as the list of pairs spells it, such as `BTC_IDR`.',
    en: 'This trading pair does not exist.',
    id: 'Pasangan perdagangan ini tidak ada.',
  },
  'api.content_not_found': {
    cause: 'There is no such item to change.',
    action: 'Operators only: list what there is; somebody else may have deleted it.',
    en: 'This item was not found.',
    id: 'Item ini tidak ditemukan.',
  },
  'api.content_exists': {
    cause: 'Another item has this slug, or another entry of the dictionary this value.',
    action: 'Operators only: choose another, or change the one there is.',
    en: 'There is an item of this name already.',
    id: 'Item dengan nama ini sudah ada.',
  },
  'api.news_category_not_found': {
    cause: 'There is no category of news with this id.',
    action: 'Operators only: create the category first.',
    en: 'This category was not found.',
    id: 'Kategori ini tidak ditemukan.',
  },
  'api.news_category_in_use': {
    cause: 'There are items of the news in the category, drafts included.',
    action: 'Operators only: move or delete them first.',
    en: 'This category still has news in it.',
    id: 'Kategori ini masih berisi berita.',
  },
  'api.setting_not_found': {
    cause: 'No public setting has this key; where several were asked for, one of them.',
    action: 'Ask for keys that the list of all settings has, spelled exactly so.',
    en: 'This setting was not found.',
    id: 'Pengaturan ini tidak ditemukan.',
  },
  'api.setting_value_invalid': {
    cause: "The value is not of the setting's kind, or not between its floor and its ceiling.",
    action: 'Operators only: the list of settings has the kind, the floor and the ceiling.',
    en: 'This value does not fit the setting.',
    id: 'Nilai ini tidak sesuai dengan pengaturannya.',
  },
  'api.bounds_invalid': {
    cause:
      'The bounds exclude each other, an amount has more decimals than its asset, or a limit is' +
      ' above its ceiling.',
    action: 'Check the least, the most, the step and the fee against each other.',
    en: 'These values do not fit together.',
    id: 'Nilai-nilai ini tidak cocok satu sama lain.',
  },
  'api.price_unavailable': {
    cause: 'There is no price, or none that is young enough to be told.',
    action: 'Show no price, and ask again in a few seconds.',
    en: 'The price is not available right now.',
    id: 'Harga belum tersedia saat ini.',
  },
  'api.asset_not_found': {
    cause: 'There is no asset of this symbol.',
    action: 'Send a symbol as the list of fees spells it, such as `BTC`.',
    en: 'This asset does not exist.',
    id: 'Aset ini tidak ada.',
  },
  'api.transaction_not_found': {
    cause: 'We know no transaction of this provider by this id.',
    action: 'Check the id; a transaction that has just been made may take a minute to be seen.',
    en: 'This transaction was not found.',
    id: 'Transaksi ini tidak ditemukan.',
  },
  'api.payment_method_not_found': {
    cause: 'No virtual accounts are offered at this bank right now.',
    action: 'Offer another bank of the list of payment methods.',
    en: 'This way to pay is not available.',
    id: 'Metode pembayaran ini tidak tersedia.',
  },
  'api.bank_list_unavailable': {
    cause: 'The provider did not give its list of banks, and no copy of it is young enough.',
    action: 'Ask again in a few minutes.',
    en: 'The list of banks is not available right now.',
    id: 'Daftar bank belum tersedia saat ini.',
  },
  'api.wallet_status_failed': {
    cause: 'Whether withdrawals and deposits are active could not be read.',
    action: 'Take neither for active, and ask again in a few seconds.',
    en: 'The status of the wallet is not available right now.',
    id: 'Status dompet belum tersedia saat ini.',
  },
} as const satisfies ErrorTexts
