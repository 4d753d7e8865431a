import { load, type Page } from '../page.ts'
import { newsTexts } from './news/texts.ts'
import { listingTexts } from './reference/listing-texts.ts'
import { referenceTexts } from './reference/texts.ts'
import { inquiryTexts } from './service/inquiry-texts.ts'
import { operatorTexts } from './service/operator-texts.ts'
import { taxMonthTexts } from './service/tax-month-texts.ts'
import { serviceTexts } from './service/texts.ts'

const titleOf = (
  name: 'news' | 'item' | 'newItem' | 'categories' | 'banners' | 'dictionaries',
) => ({
  id: newsTexts.id[name],
  en: newsTexts.en[name],
})

type ReferencePage = 'assets' | 'pairs' | 'fees' | 'banks' | 'countries' | 'instructions'

const reference = (name: ReferencePage) => ({
  title: { id: referenceTexts.id[name], en: referenceTexts.en[name] },
  group: 'content' as const,
})

const service = (name: 'wallet' | 'settings' | 'reports' | 'audit') => ({
  title: { id: serviceTexts.id[name], en: serviceTexts.en[name] },
  group: 'service' as const,
})

export const pages: readonly Page[] = [
  {
    path: '/news',
    title: titleOf('news'),
    group: 'content',
    View: load(async () => (await import('./news/news-list.tsx')).NewsList),
  },
  {
    path: '/news/new',
    title: titleOf('newItem'),
    role: 'support',
    View: load(async () => (await import('./news/news-item.tsx')).NewNews),
  },
  {
    path: '/news/:id',
    title: titleOf('item'),
    View: load(async () => (await import('./news/news-item.tsx')).NewsItem),
  },
  {
    path: '/news-categories',
    title: titleOf('categories'),
    group: 'content',
    View: load(async () => (await import('./news/categories.tsx')).NewsCategories),
  },
  {
    path: '/banners',
    title: titleOf('banners'),
    group: 'content',
    View: load(async () => (await import('./news/banners.tsx')).Banners),
  },
  {
    path: '/dictionaries',
    title: titleOf('dictionaries'),
    group: 'content',
    View: load(async () => (await import('./news/dictionaries.tsx')).Dictionaries),
  },
  {
    ...reference('assets'),
    path: '/assets',
    View: load(async () => (await import('./reference/assets.tsx')).Assets),
  },
  {
    ...reference('pairs'),
    path: '/pair-bounds',
    View: load(async () => (await import('./reference/pairs.tsx')).PairBounds),
  },
  {
    path: '/listings',
    title: { id: listingTexts.id.listings, en: listingTexts.en.listings },
    group: 'content',
    View: load(async () => (await import('./reference/listings.tsx')).Listings),
  },
  {
    path: '/holders/:symbol',
    title: { id: listingTexts.id.holders, en: listingTexts.en.holders },
    role: 'finance',
    View: load(async () => (await import('./reference/holders.tsx')).Holders),
  },
  {
    ...reference('fees'),
    path: '/fees',
    View: load(async () => (await import('./reference/fees.tsx')).FeesAndRates),
  },
  {
    ...reference('banks'),
    path: '/banks',
    View: load(async () => (await import('./reference/banks.tsx')).Banks),
  },
  {
    ...reference('countries'),
    path: '/countries',
    View: load(async () => (await import('./reference/countries.tsx')).Countries),
  },
  {
    ...reference('instructions'),
    path: '/payment-instructions',
    View: load(async () => (await import('./reference/instructions.tsx')).PaymentInstructions),
  },
  {
    path: '/inquiries',
    title: { id: inquiryTexts.id.inquiries, en: inquiryTexts.en.inquiries },
    group: 'people',
    begin: '?state=open',
    View: load(async () => (await import('./service/inquiries.tsx')).Inquiries),
  },
  {
    path: '/inquiries/:id',
    title: { id: inquiryTexts.id.inquiry, en: inquiryTexts.en.inquiry },
    role: 'support',
    View: load(async () => (await import('./service/inquiry.tsx')).InquiryPage),
  },
  {
    ...service('wallet'),
    path: '/wallet-status',
    View: load(async () => (await import('./service/wallet-status.tsx')).WalletStatus),
  },
  {
    ...service('settings'),
    path: '/settings',
    role: 'finance',
    View: load(async () => (await import('./service/settings.tsx')).Settings),
  },
  {
    ...service('reports'),
    path: '/reports',
    View: load(async () => (await import('./service/reports.tsx')).Reports),
  },
  {
    path: '/tax-months',
    title: { id: taxMonthTexts.id.months, en: taxMonthTexts.en.months },
    group: 'service',
    role: 'finance',
    View: load(async () => (await import('./service/tax-months.tsx')).TaxMonths),
  },
  {
    ...service('audit'),
    path: '/audit',
    View: load(async () => (await import('./service/audit.tsx')).Audit),
  },
  {
    path: '/operators',
    title: { id: operatorTexts.id.operators, en: operatorTexts.en.operators },
    group: 'service',
    role: 'admin',
    View: load(async () => (await import('./service/operators.tsx')).Operators),
  },
  {
    path: '/operators/:id',
    title: { id: operatorTexts.id.operator, en: operatorTexts.en.operator },
    role: 'admin',
    View: load(async () => (await import('./service/operator.tsx')).OperatorPage),
  },
]
