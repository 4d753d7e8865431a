import { z } from 'zod'
import { signedIn } from '../../platform/access/signed-in.ts'
import { anyone } from '../../platform/http/endpoint/admit.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { success, withHeaders } from '../../platform/http/envelope.ts'
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
import { transactionIdLimits } from './content-limits.ts'
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

const utility = endpointsOf('Utility')

const { get } = endpointsOf('Public content')

/** News is read often and changes seldom; operators hide a country or a bank at once. */
const briefly = { seconds: 30, mayLag: true }

/** Endpoints of specification 4.9 for content, and the dictionaries of 4.10. */
export const contentEndpoints = [
  get('/api/news', {
    summary: 'Published news, of all categories or of one',
    access: anyone,
    query: ListNews,
    run: listNews,
    reply: success('api.news_retrieved', z.array(NewsItem).readonly()),
    shared: briefly,
  }),
  get('/api/news-categories', {
    summary: 'The categories of news',
    access: anyone,
    query: ListNewsCategories,
    run: listNewsCategories,
    reply: success('api.news_categories_retrieved', z.array(Category).readonly()),
    shared: briefly,
  }),
  get('/api/news/{slug}', {
    summary: 'One news item with its body',
    access: anyone,
    params: NewsSlug,
    query: ShowNews,
    run: showNews,
    reply: success('api.news_item_retrieved', NewsArticle),
    refusals: ['api.news_not_found'],
    shared: briefly,
  }),
  get('/api/news/tag/{tag}', {
    summary: 'Published news with a tag, newest first',
    access: anyone,
    params: NewsTag,
    query: ListNewsByTag,
    run: listNewsByTag,
    reply: success('api.news_retrieved', z.array(NewsItem).readonly()),
    shared: briefly,
  }),
  get('/api/banner', {
    summary: 'The active banners',
    access: anyone,
    query: ListBanners,
    run: listBanners,
    reply: success('api.banners_retrieved', z.array(Banner).readonly()),
    shared: briefly,
  }),
  get('/api/country', {
    summary: 'Every country, by name',
    access: anyone,
    query: ListCountries,
    run: listCountries,
    reply: success('api.countries_retrieved', z.array(Country).readonly()),
    shared: briefly,
  }),
  get('/api/banks', {
    summary: 'Banks and wallets of Indonesia, with their clearing codes',
    access: anyone,
    run: listBanks,
    reply: success('api.banks_retrieved', z.array(Bank).readonly()),
    shared: briefly,
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
  get('/api/asset-information/{symbol}', {
    summary: 'Information about an asset, with its deposit and withdrawal networks',
    access: anyone,
    params: AssetSymbol,
    query: AskAsset,
    run: showAsset,
    reply: success('api.asset_retrieved', AssetInformation),
    refusals: ['api.asset_not_found'],
    shared: aMinute,
  }),
  get('/api/setting/get-value/{key}', {
    summary: 'The value of a public setting',
    access: anyone,
    params: SettingKey,
    run: showSetting,
    reply: success('api.setting_retrieved', Setting),
    refusals: ['api.setting_not_found'],
    shared: halfAMinute,
  }),
  get('/api/setting/get-all', {
    summary: 'Every public setting',
    access: anyone,
    run: listSettings,
    reply: success('api.settings_retrieved', z.array(Setting).readonly()),
    shared: halfAMinute,
  }),
  get('/api/setting/get-multiple-values', {
    summary: 'The values of several public settings, by their keys',
    access: anyone,
    query: SettingKeys,
    run: showSettings,
    reply: success('api.settings_retrieved', z.array(Setting).readonly()),
    refusals: ['api.setting_not_found'],
    shared: halfAMinute,
  }),
  get('/api/currency/exchange-rate', {
    summary: 'The exchange rate between two currencies',
    access: anyone,
    query: AskRate,
    run: showExchangeRate,
    reply: success('api.exchange_rate_retrieved', ExchangeRate),
    refusals: ['api.price_unavailable'],
    shared: aMoment,
  }),
  get('/api/price/get-category', {
    summary: 'The categories of trading pairs, with the prices of each pair',
    access: anyone,
    query: AskCategories,
    run: listCategories,
    reply: success('api.price_categories_retrieved', z.array(PairCategory).readonly()),
    shared: aMoment,
  }),
  get('/api/fee-list', {
    summary: 'The fees of deposits, withdrawals and trades, and the taxes on trades',
    access: anyone,
    run: listFees,
    reply: success('api.fees_retrieved', Fees),
    shared: aMinute,
  }),
  get('/api/transaction/{provider}/{txId}', {
    summary: "The status of a transaction, by its provider's id",
    access: anyone,
    params: AskTransaction,
    throttle: [
      {
        name: 'transaction-lookup',
        points: transactionIdLimits.lookupsAMinute,
        windowSeconds: 60,
        key: ({ ip }) => ip,
      },
    ],
    run: showTransaction,
    reply: success('api.transaction_retrieved', PublicTransaction),
    refusals: ['api.transaction_not_found'],
  }),
  get('/api/cashOrder/get-price', {
    summary: 'The price of one USDT in rupiah',
    access: anyone,
    run: showCashOrderPrice,
    reply: success('api.price_retrieved', CashOrderPrice),
    refusals: ['api.price_unavailable'],
    shared: aMoment,
  }),
  get('/api/payx/payment-method/{type}', {
    summary: 'The fees and banks of deposits by virtual account or QRIS',
    access: anyone,
    params: PaymentMethod,
    run: showPaymentMethod,
    reply: success('api.payment_method_retrieved', PaymentMethodTerms),
    shared: aMinute,
  }),
  get('/api/payment-methods/va/{code}/{lang}', {
    summary: 'Step-by-step instructions for a deposit to a virtual account',
    access: anyone,
    params: VirtualAccountMethod,
    run: showVirtualAccountMethod,
    reply: success('api.payment_method_retrieved', VirtualAccountTerms),
    refusals: ['api.payment_method_not_found'],
    shared: aMinute,
  }),
  get('/api/payd/disbursement/list-bank', {
    summary: 'The banks and wallets that payd pays out to; Last-Modified is the age of the list',
    access: anyone,
    writes: true,
    run: listDisbursementBanks,
    reply: bankList,
    refusals: ['api.bank_list_unavailable'],
    shared: minutes,
  }),
  get('/api/wallet-status', {
    summary: 'Whether withdrawals and deposits are active',
    access: anyone,
    run: showWalletStatus,
    reply: success('api.wallet_status_success', WalletStatus),
    refusals: ['api.wallet_status_failed'],
    shared: seconds,
  }),
]

export const dictionaryEndpoints = [
  utility.get('/api/dicts', {
    summary: 'The choices of a form: the value to send, and its label',
    access: signedIn,
    query: ListDictionary,
    run: listDictionary,
    reply: success('api.dicts_retrieved', z.array(DictionaryEntry).readonly()),
    refusals: ['api.dict_not_found'],
  }),
]
