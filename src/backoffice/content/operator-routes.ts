import { z } from 'zod'
import { contentLimits } from '../../app/content/content-limits.ts'
import {
  StoredBanner,
  StoredCategory,
  StoredEntry,
  StoredNews,
  WriteBanner,
  WriteCategory,
  WriteDictionaryEntry,
  WriteNews,
} from '../../app/content/writing-contracts.ts'
import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { conflictRefusals, editOf } from '../../platform/access/operators/versions.ts'
import { success } from '../../platform/http/envelope.ts'
import {
  createBanner,
  deleteBanner,
  editBanner,
  ListStoredBanners,
  listStoredBanners,
} from './manage-banners.ts'
import {
  createCategory,
  deleteCategory,
  editCategory,
  listStoredCategories,
} from './manage-categories.ts'
import {
  createEntry,
  deleteEntry,
  editEntry,
  ListStoredEntries,
  listStoredEntries,
} from './manage-dictionaries.ts'
import {
  createNews,
  deleteNews,
  editNews,
  hideFromReaders,
  ListStoredNews,
  listStoredNews,
  PublishNews,
  showStoredNews,
  showToReaders,
} from './manage-news.ts'
import { UploadedPicture, UploadPicture, uploadPicture } from './upload-picture.ts'

const viewer = operatorAs('viewer')
const support = operatorAs('support')

const retrieved = 'api.content_retrieved'
const saved = 'api.content_saved'
const deleted = success('api.content_deleted')

const news = '/operator/api/news'
const newsSaved = success(saved, StoredNews)
const written = { access: support, bodyLimitBytes: contentLimits.writtenBytes }

const newsEndpoints = [
  ...operatorList(news, {
    summary: 'News, drafts included, the last created first',
    access: viewer,
    query: ListStoredNews,
    run: listStoredNews,
    message: retrieved,
    item: StoredNews,
    exportedBy: 'support',
  }),
  operatorRead(`${news}/{id}`, {
    summary: 'One news item in both languages',
    access: viewer,
    params: ById,
    run: showStoredNews,
    reply: success(retrieved, StoredNews),
    refusals: ['api.content_not_found'],
  }),
  operatorWrite('POST', news, {
    ...written,
    action: 'news.create',
    summary: 'Create a draft in both languages; its HTML bodies are sanitized',
    body: WriteNews,
    run: createNews,
    reply: newsSaved,
    refusals: [
      'api.content_exists',
      'api.link_not_allowed',
      'api.news_body_empty',
      'api.news_category_not_found',
      'api.news_picture_not_allowed',
      'api.oss_upload_fail',
    ],
  }),
  operatorWrite('PUT', `${news}/{id}`, {
    ...written,
    action: 'news.edit',
    summary: 'Replace the whole content of a news item',
    params: ById,
    body: editOf(WriteNews),
    run: editNews,
    reply: newsSaved,
    refusals: [
      ...conflictRefusals,
      'api.content_not_found',
      'api.content_exists',
      'api.link_not_allowed',
      'api.news_body_empty',
      'api.news_category_not_found',
      'api.news_picture_not_allowed',
      'api.oss_upload_fail',
    ],
  }),
  operatorWrite('POST', `${news}/{id}/publish`, {
    action: 'news.publish',
    summary: 'Publish a news item, now or from a given time',
    access: support,
    params: ById,
    body: PublishNews,
    run: showToReaders,
    reply: newsSaved,
    refusals: ['api.content_not_found'],
  }),
  operatorWrite('POST', `${news}/{id}/unpublish`, {
    action: 'news.unpublish',
    summary: 'Unpublish a news item; it becomes a draft again',
    access: support,
    params: ById,
    run: hideFromReaders,
    reply: newsSaved,
    refusals: ['api.content_not_found'],
  }),
  operatorWrite('DELETE', `${news}/{id}`, {
    action: 'news.delete',
    summary: 'Delete a news item',
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
  operatorRead(categories, {
    summary: 'The categories of news in both languages',
    access: viewer,
    run: listStoredCategories,
    reply: success(retrieved, z.array(StoredCategory).readonly()),
  }),
  operatorWrite('POST', categories, {
    action: 'news-category.create',
    summary: 'Create a news category',
    access: support,
    body: WriteCategory,
    run: createCategory,
    reply: categorySaved,
    refusals: ['api.content_exists'],
  }),
  operatorWrite('PUT', `${categories}/{id}`, {
    action: 'news-category.edit',
    summary: 'Change a news category',
    access: support,
    params: ById,
    body: editOf(WriteCategory),
    run: editCategory,
    reply: categorySaved,
    refusals: [...conflictRefusals, 'api.content_not_found', 'api.content_exists'],
  }),
  operatorWrite('DELETE', `${categories}/{id}`, {
    action: 'news-category.delete',
    summary: 'Delete a news category that has no items',
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
  ...operatorList(banners, {
    summary: 'All banners, active or not',
    access: viewer,
    query: ListStoredBanners,
    run: listStoredBanners,
    message: retrieved,
    item: StoredBanner,
    exportedBy: 'support',
  }),
  operatorWrite('POST', banners, {
    action: 'banner.create',
    summary: 'Create a banner, inactive by default',
    access: support,
    body: WriteBanner,
    run: createBanner,
    reply: bannerSaved,
    refusals: ['api.link_not_allowed', 'api.oss_upload_fail'],
  }),
  operatorWrite('PUT', `${banners}/{id}`, {
    action: 'banner.edit',
    summary: 'Change a banner',
    access: support,
    params: ById,
    body: editOf(WriteBanner),
    run: editBanner,
    reply: bannerSaved,
    refusals: [
      ...conflictRefusals,
      'api.content_not_found',
      'api.link_not_allowed',
      'api.oss_upload_fail',
    ],
  }),
  operatorWrite('DELETE', `${banners}/{id}`, {
    action: 'banner.delete',
    summary: 'Delete a banner',
    access: support,
    params: ById,
    run: deleteBanner,
    reply: deleted,
    refusals: ['api.content_not_found'],
  }),
]

const pictureEndpoints = [
  operatorWrite('POST', '/operator/api/pictures', {
    action: 'picture.upload',
    summary: 'Upload a picture for a banner or a news item; unused, it is deleted after an hour',
    access: support,
    body: UploadPicture,
    run: uploadPicture,
    reply: success(saved, UploadedPicture),
    refusals: ['api.oss_upload_fail'],
  }),
]

const dictionaries = '/operator/api/dictionaries'
const entrySaved = success(saved, StoredEntry)

const dictionaryEndpoints = [
  ...operatorList(dictionaries, {
    summary: 'The entries of all dictionaries, or of one',
    access: viewer,
    query: ListStoredEntries,
    run: listStoredEntries,
    message: retrieved,
    item: StoredEntry,
    exportedBy: 'support',
  }),
  operatorWrite('POST', dictionaries, {
    action: 'dictionary-entry.create',
    summary: 'Add an entry to a dictionary',
    access: support,
    body: WriteDictionaryEntry,
    run: createEntry,
    reply: entrySaved,
    refusals: ['api.content_exists'],
  }),
  operatorWrite('PUT', `${dictionaries}/{id}`, {
    action: 'dictionary-entry.edit',
    summary: 'Change an entry of a dictionary',
    access: support,
    params: ById,
    body: editOf(WriteDictionaryEntry),
    run: editEntry,
    reply: entrySaved,
    refusals: [...conflictRefusals, 'api.content_not_found', 'api.content_exists'],
  }),
  operatorWrite('DELETE', `${dictionaries}/{id}`, {
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
  ...pictureEndpoints,
  ...dictionaryEndpoints,
]
