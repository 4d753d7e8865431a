import { load, type Page } from '../page.ts'
import { tradingTexts } from './texts.ts'

const { id, en } = tradingTexts
const group = 'trading'

export const pages: readonly Page[] = [
  {
    path: '/orders',
    title: { id: id.orders, en: en.orders },
    group,
    View: load(async () => (await import('./orders.tsx')).Orders),
  },
  {
    path: '/orders/:orderNo',
    title: { id: id.order, en: en.order },
    View: load(async () => (await import('./order.tsx')).OrderPage),
  },
  {
    path: '/fills',
    title: { id: id.fills, en: en.fills },
    group,
    View: load(async () => (await import('./fills.tsx')).Fills),
  },
  {
    path: '/unmatched-trades',
    title: { id: id.unmatched, en: en.unmatched },
    group,
    View: load(async () => (await import('./unmatched-trades.tsx')).UnmatchedTrades),
  },
  {
    path: '/venue-pairs',
    title: { id: id.pairs, en: en.pairs },
    group,
    View: load(async () => (await import('./venue-pairs.tsx')).VenuePairs),
  },
  {
    path: '/prices',
    title: { id: id.prices, en: en.prices },
    group,
    View: load(async () => (await import('./prices.tsx')).Prices),
  },
]
