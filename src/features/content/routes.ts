import { z } from 'zod'
import { signedIn } from '../../access/signed-in.ts'
import { limits } from '../../base/limits.ts'
import { anyone, endpoint } from '../../http/endpoint.ts'
import { success, withHeaders } from '../../http/envelope.ts'
import { ListBanners, listBanners } from './banners/list-banners.ts'
import {
  Bank,
  Banner,
  Category,
  Country,
  DictionaryEntry,
  NewsArticle,
  NewsItem,
} from './content-contracts.ts'
import { ListDictionary, listDictionary } from './dictionaries/list-dictionary.ts'
import { ListNews, ListNewsByTag, listNews, listNewsByTag, NewsTag } from './news/list-news.ts'
import { ListNewsCategories, listNewsCategories } from './news/list-news-categories.ts'
import { NewsSlug, ShowNews, showNews } from './news/show-news.ts'
import { listBanks } from './reference/list-banks.ts'
import { ListCountries, listCountries } from './reference/list-countries.ts'
import { listDisbursementBanks } from './reference/list-disbursement-banks.ts'
import { listFees } from './reference/list-fees.ts'
import {
  listSettings,
  SettingKey,
  SettingKeys,
  showSetting,
  showSettings,
} from './reference/read-settings.ts'
import {
  AssetInformation,
  CashOrderPrice,
  DisbursementBanks,
  ExchangeRate,
  Fees,
  PairCategory,
  PaymentMethodTerms,
  PublicTransaction,
  Setting,
  VirtualAccountTerms,
  WalletStatus,
} from './reference/reference-contracts.ts'
import { AskAsset, AssetSymbol, showAsset } from './reference/show-asset.ts'
import {
  PaymentMethod,
  showPaymentMethod,
  showVirtualAccountMethod,
  VirtualAccountMethod,
} from './reference/show-payment-method.ts'
import {
  AskCategories,
  AskRate,
  listCategories,
  showCashOrderPrice,
  showExchangeRate,
} from './reference/show-prices.ts'
import { showWalletStatus } from './reference/show-wallet-status.ts'
import { AskTransaction, showTransaction } from './show-transaction.ts'

const tag = 'Public content'

/** News is read often and changes seldom; countries and banks change only with a release. */
const briefly = { seconds: 30 }
const long = { seconds: 3_600 }

/** Endpoints of specification 4.9 for content, and the dictionaries of 4.10. */
export const contentEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/news',
    tag,
    summary: 'Published news, of all categories or of one',
    access: anyone,
    query: ListNews,
    run: listNews,
    reply: success('api.news_retrieved', z.array(NewsItem).readonly()),
    shared: briefly,
  }),
  endpoint({
    method: 'GET',
    path: '/api/news-categories',
    tag,
    summary: 'The categories of news',
    access: anyone,
    query: ListNewsCategories,
    run: listNewsCategories,
    reply: success('api.news_categories_retrieved', z.array(Category).readonly()),
    shared: briefly,
  }),
  endpoint({
    method: 'GET',
    path: '/api/news/{slug}',
    tag,
    summary: 'One item of the news with its body',
    access: anyone,
    params: NewsSlug,
    query: ShowNews,
    run: showNews,
    reply: success('api.news_item_retrieved', NewsArticle),
    refusals: ['api.news_not_found'],
    shared: briefly,
  }),
  endpoint({
    method: 'GET',
    path: '/api/news/tag/{tag}',
    tag,
    summary: 'Published news with a tag, newest first',
    access: anyone,
    params: NewsTag,
    query: ListNewsByTag,
    run: listNewsByTag,
    reply: success('api.news_retrieved', z.array(NewsItem).readonly()),
    shared: briefly,
  }),
  endpoint({
    method: 'GET',
    path: '/api/banner',
    tag,
    summary: 'The active banners',
    access: anyone,
    query: ListBanners,
    run: listBanners,
    reply: success('api.banners_retrieved', z.array(Banner).readonly()),
    shared: briefly,
  }),
  endpoint({
    method: 'GET',
    path: '/api/country',
    tag,
    summary: 'Every country, by name',
    access: anyone,
    query: ListCountries,
    run: listCountries,
    reply: success('api.countries_retrieved', z.array(Country).readonly()),
    shared: long,
  }),
  endpoint({
    method: 'GET',
    path: '/api/banks',
    tag,
    summary: 'Banks and wallets of Indonesia, with their clearing codes',
    access: anyone,
    run: listBanks,
    reply: success('api.banks_retrieved', z.array(Bank).readonly()),
    shared: long,
  }),
]

/** A stop of withdrawals or deposits must be visible to all apps within seconds. */
const seconds = { seconds: 5 }
const aMoment = { seconds: 2 }
const halfAMinute = { seconds: 30 }
const aMinute = { seconds: 60 }
const minutes = { seconds: 300 }

const bankList = withHeaders(
  success('api.disbursement_banks_retrieved', DisbursementBanks),
  ({ fetchedAt }) => ({ 'last-modified': fetchedAt.toUTCString() }),
)

/** Endpoints of specification 4.9 for the configuration of apps, and for costs. */
export const referenceEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/asset-information/{symbol}',
    tag,
    summary: 'What an asset is, and how it comes in and goes out',
    access: anyone,
    params: AssetSymbol,
    query: AskAsset,
    run: showAsset,
    reply: success('api.asset_retrieved', AssetInformation),
    refusals: ['api.asset_not_found'],
    shared: aMinute,
  }),
  endpoint({
    method: 'GET',
    path: '/api/setting/get-value/{key}',
    tag,
    summary: 'The value of a public setting',
    access: anyone,
    params: SettingKey,
    run: showSetting,
    reply: success('api.setting_retrieved', Setting),
    refusals: ['api.setting_not_found'],
    shared: halfAMinute,
  }),
  endpoint({
    method: 'GET',
    path: '/api/setting/get-all',
    tag,
    summary: 'Every public setting',
    access: anyone,
    run: listSettings,
    reply: success('api.settings_retrieved', z.array(Setting).readonly()),
    shared: halfAMinute,
  }),
  endpoint({
    method: 'GET',
    path: '/api/setting/get-multiple-values',
    tag,
    summary: 'The values of several public settings, by their keys',
    access: anyone,
    query: SettingKeys,
    run: showSettings,
    reply: success('api.settings_retrieved', z.array(Setting).readonly()),
    refusals: ['api.setting_not_found'],
    shared: halfAMinute,
  }),
  endpoint({
    method: 'GET',
    path: '/api/currency/exchange-rate',
    tag,
    summary: 'What one currency is worth in another',
    access: anyone,
    query: AskRate,
    run: showExchangeRate,
    reply: success('api.exchange_rate_retrieved', ExchangeRate),
    refusals: ['api.price_unavailable'],
    shared: aMoment,
  }),
  endpoint({
    method: 'GET',
    path: '/api/price/get-category',
    tag,
    summary: 'The categories of trading pairs, with the prices of each pair',
    access: anyone,
    query: AskCategories,
    run: listCategories,
    reply: success('api.price_categories_retrieved', z.array(PairCategory).readonly()),
    shared: aMoment,
  }),
  endpoint({
    method: 'GET',
    path: '/api/fee-list',
    tag,
    summary: 'What deposits, withdrawals and trades cost, and the taxes on them',
    access: anyone,
    run: listFees,
    reply: success('api.fees_retrieved', Fees),
    shared: aMinute,
  }),
  endpoint({
    method: 'GET',
    path: '/api/transaction/{provider}/{txId}',
    tag,
    summary: "How a transaction stands, by its provider's id",
    access: anyone,
    params: AskTransaction,
    throttle: [
      {
        name: 'transaction-lookup',
        points: limits.transactionIds.lookupsAMinute,
        windowSeconds: 60,
        key: ({ ip }) => ip,
      },
    ],
    run: showTransaction,
    reply: success('api.transaction_retrieved', PublicTransaction),
    refusals: ['api.transaction_not_found'],
  }),
  endpoint({
    method: 'GET',
    path: '/api/cashOrder/get-price',
    tag,
    summary: 'What a USDT costs in rupiah',
    access: anyone,
    run: showCashOrderPrice,
    reply: success('api.price_retrieved', CashOrderPrice),
    refusals: ['api.price_unavailable'],
    shared: aMoment,
  }),
  endpoint({
    method: 'GET',
    path: '/api/payx/payment-method/{type}',
    tag,
    summary: 'What deposits to virtual accounts or by QRIS cost, and where they are taken',
    access: anyone,
    params: PaymentMethod,
    run: showPaymentMethod,
    reply: success('api.payment_method_retrieved', PaymentMethodTerms),
    shared: aMinute,
  }),
  endpoint({
    method: 'GET',
    path: '/api/payment-methods/va/{code}/{lang}',
    tag,
    summary: 'How a deposit to a virtual account is made, step by step',
    access: anyone,
    params: VirtualAccountMethod,
    run: showVirtualAccountMethod,
    reply: success('api.payment_method_retrieved', VirtualAccountTerms),
    refusals: ['api.payment_method_not_found'],
    shared: aMinute,
  }),
  endpoint({
    method: 'GET',
    path: '/api/payd/disbursement/list-bank',
    tag,
    summary: 'The banks and wallets payd sends money to; Last-Modified says how old the list is',
    access: anyone,
    run: listDisbursementBanks,
    reply: bankList,
    refusals: ['api.bank_list_unavailable'],
    shared: minutes,
  }),
  endpoint({
    method: 'GET',
    path: '/api/wallet-status',
    tag,
    summary: 'Whether withdrawals and deposits are active',
    access: anyone,
    run: showWalletStatus,
    reply: success('api.wallet_status_success', WalletStatus),
    refusals: ['api.wallet_status_failed'],
    shared: seconds,
  }),
]

export const dictionaryEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/dicts',
    tag: 'Utility',
    summary: 'What a form offers to choose from: the value to send, and its label',
    access: signedIn,
    query: ListDictionary,
    run: listDictionary,
    reply: success('api.dicts_retrieved', z.array(DictionaryEntry).readonly()),
    refusals: ['api.dict_not_found'],
  }),
]
