import type { ErrorTexts } from './error-text.ts'

/** News, dictionaries and the watchlist. */
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
} as const satisfies ErrorTexts
