import { z } from 'zod'
import { signedIn } from '../../access/signed-in.ts'
import { anyone, endpoint } from '../../http/endpoint.ts'
import { success } from '../../http/envelope.ts'
import {
  Bank,
  Banner,
  Category,
  Country,
  DictionaryEntry,
  NewsArticle,
  NewsItem,
} from './content-contracts.ts'
import { listBanks } from './list-banks.ts'
import { ListBanners, listBanners } from './list-banners.ts'
import { ListCountries, listCountries } from './list-countries.ts'
import { ListDictionary, listDictionary } from './list-dictionary.ts'
import { ListNews, ListNewsByTag, listNews, listNewsByTag, NewsTag } from './list-news.ts'
import { ListNewsCategories, listNewsCategories } from './list-news-categories.ts'
import { NewsSlug, ShowNews, showNews } from './show-news.ts'

const tag = 'Public content'

/** News is read often and changes seldom; countries and banks change with a release. */
const briefly = { seconds: 30 }
const long = { seconds: 3_600 }

/** Specification 4.9, what people read and choose from; and the dictionaries of 4.10. */
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
