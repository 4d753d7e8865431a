import { z } from 'zod'
import { operatorRead, operatorWrite } from '../../access/operators/operator-endpoint.ts'
import { operatorAs } from '../../access/operators/operator-signed-in.ts'
import { limits } from '../../base/limits.ts'
import { success } from '../../http/envelope.ts'
import { pageSchema } from '../../http/lists.ts'
import {
  createBanner,
  deleteBanner,
  editBanner,
  ListStoredBanners,
  listStoredBanners,
} from './banners/manage-banners.ts'
import {
  createEntry,
  deleteEntry,
  editEntry,
  ListStoredEntries,
  listStoredEntries,
} from './dictionaries/manage-dictionaries.ts'
import {
  createCategory,
  deleteCategory,
  editCategory,
  listStoredCategories,
} from './news/manage-categories.ts'
import {
  createNews,
  deleteNews,
  editNews,
  hideFromReaders,
  ListStoredNews,
  listStoredNews,
  PublishNews,
  showToReaders,
} from './news/manage-news.ts'
import {
  ById,
  StoredBanner,
  StoredCategory,
  StoredEntry,
  StoredNews,
  WriteBanner,
  WriteCategory,
  WriteDictionaryEntry,
  WriteNews,
} from './writing-contracts.ts'

const viewer = operatorAs('viewer')
const support = operatorAs('support')

const retrieved = 'api.content_retrieved'
const saved = 'api.content_saved'
const deleted = success('api.content_deleted')

const news = '/operator/api/news'
const newsSaved = success(saved, StoredNews)
const written = { access: support, bodyLimitBytes: limits.content.writtenBytes }

const newsEndpoints = [
  operatorRead({
    path: news,
    summary: 'All news, drafts included, written last first',
    access: viewer,
    query: ListStoredNews,
    run: listStoredNews,
    reply: success(retrieved, pageSchema(StoredNews)),
  }),
  operatorWrite({
    ...written,
    method: 'POST',
    path: news,
    action: 'news.create',
    summary: 'Write a draft in both languages; its bodies are HTML, made safe here',
    body: WriteNews,
    run: createNews,
    reply: newsSaved,
    refusals: ['api.content_exists', 'api.news_category_not_found'],
  }),
  operatorWrite({
    ...written,
    method: 'PUT',
    path: `${news}/{id}`,
    action: 'news.edit',
    summary: 'Put all of an item in the place of what was',
    params: ById,
    body: WriteNews,
    run: editNews,
    reply: newsSaved,
    refusals: ['api.content_not_found', 'api.content_exists', 'api.news_category_not_found'],
  }),
  operatorWrite({
    method: 'POST',
    path: `${news}/{id}/publish`,
    action: 'news.publish',
    summary: 'Show an item to readers, now or from a time on',
    access: support,
    params: ById,
    body: PublishNews,
    run: showToReaders,
    reply: newsSaved,
    refusals: ['api.content_not_found'],
  }),
  operatorWrite({
    method: 'POST',
    path: `${news}/{id}/unpublish`,
    action: 'news.unpublish',
    summary: 'Hide an item from readers; it is a draft again',
    access: support,
    params: ById,
    run: hideFromReaders,
    reply: newsSaved,
    refusals: ['api.content_not_found'],
  }),
  operatorWrite({
    method: 'DELETE',
    path: `${news}/{id}`,
    action: 'news.delete',
    summary: 'Delete an item',
    access: support,
    params: ById,
    run: deleteNews,
    reply: deleted,
    refusals: ['api.content_not_found'],
  }),
]

const categories = '/operator/api/news-categories'
const categorySaved = success(saved, StoredCategory)

const categoryEndpoints = [
  operatorRead({
    path: categories,
    summary: 'The categories of news in both languages',
    access: viewer,
    run: listStoredCategories,
    reply: success(retrieved, z.array(StoredCategory).readonly()),
  }),
  operatorWrite({
    method: 'POST',
    path: categories,
    action: 'news-category.create',
    summary: 'Make a category of news',
    access: support,
    body: WriteCategory,
    run: createCategory,
    reply: categorySaved,
    refusals: ['api.content_exists'],
  }),
  operatorWrite({
    method: 'PUT',
    path: `${categories}/{id}`,
    action: 'news-category.edit',
    summary: 'Change a category of news',
    access: support,
    params: ById,
    body: WriteCategory,
    run: editCategory,
    reply: categorySaved,
    refusals: ['api.content_not_found', 'api.content_exists'],
  }),
  operatorWrite({
    method: 'DELETE',
    path: `${categories}/{id}`,
    action: 'news-category.delete',
    summary: 'Delete a category that no news is in',
    access: support,
    params: ById,
    run: deleteCategory,
    reply: deleted,
    refusals: ['api.content_not_found', 'api.news_category_in_use'],
  }),
]

const banners = '/operator/api/banners'
const bannerSaved = success(saved, StoredBanner)

const bannerEndpoints = [
  operatorRead({
    path: banners,
    summary: 'All banners, active or not',
    access: viewer,
    query: ListStoredBanners,
    run: listStoredBanners,
    reply: success(retrieved, pageSchema(StoredBanner)),
  }),
  operatorWrite({
    method: 'POST',
    path: banners,
    action: 'banner.create',
    summary: 'Make a banner; an inactive one unless its status says otherwise',
    access: support,
    body: WriteBanner,
    run: createBanner,
    reply: bannerSaved,
  }),
  operatorWrite({
    method: 'PUT',
    path: `${banners}/{id}`,
    action: 'banner.edit',
    summary: 'Change a banner',
    access: support,
    params: ById,
    body: WriteBanner,
    run: editBanner,
    reply: bannerSaved,
    refusals: ['api.content_not_found'],
  }),
  operatorWrite({
    method: 'DELETE',
    path: `${banners}/{id}`,
    action: 'banner.delete',
    summary: 'Delete a banner',
    access: support,
    params: ById,
    run: deleteBanner,
    reply: deleted,
    refusals: ['api.content_not_found'],
  }),
]

const dictionaries = '/operator/api/dictionaries'
const entrySaved = success(saved, StoredEntry)

const dictionaryEndpoints = [
  operatorRead({
    path: dictionaries,
    summary: 'The entries of all dictionaries, or of one',
    access: viewer,
    query: ListStoredEntries,
    run: listStoredEntries,
    reply: success(retrieved, pageSchema(StoredEntry)),
  }),
  operatorWrite({
    method: 'POST',
    path: dictionaries,
    action: 'dictionary-entry.create',
    summary: 'Add an entry to a dictionary',
    access: support,
    body: WriteDictionaryEntry,
    run: createEntry,
    reply: entrySaved,
    refusals: ['api.content_exists'],
  }),
  operatorWrite({
    method: 'PUT',
    path: `${dictionaries}/{id}`,
    action: 'dictionary-entry.edit',
    summary: 'Change an entry of a dictionary',
    access: support,
    params: ById,
    body: WriteDictionaryEntry,
    run: editEntry,
    reply: entrySaved,
    refusals: ['api.content_not_found', 'api.content_exists'],
  }),
  operatorWrite({
    method: 'DELETE',
    path: `${dictionaries}/{id}`,
    action: 'dictionary-entry.delete',
    summary: 'Delete an entry of a dictionary',
    access: support,
    params: ById,
    run: deleteEntry,
    reply: deleted,
    refusals: ['api.content_not_found'],
  }),
]

/** The operators' endpoints for news, banners and dictionaries. */
export const contentOperatorEndpoints = [
  ...newsEndpoints,
  ...categoryEndpoints,
  ...bannerEndpoints,
  ...dictionaryEndpoints,
]
