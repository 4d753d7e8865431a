import { load, type Page } from '../page.ts'

const group = 'trading'

export const pages: readonly Page[] = [
  {
    path: '/orders',
    title: { id: 'Order', en: 'Orders' },
    group,
    View: load(async () => (await import('./orders.tsx')).Orders),
  },
  {
    path: '/orders/:orderNo',
    title: { id: 'Order', en: 'Order' },
    View: load(async () => (await import('./order.tsx')).OrderPage),
  },
  {
    path: '/fills',
    title: { id: 'Eksekusi', en: 'Fills' },
    group,
    View: load(async () => (await import('./fills.tsx')).Fills),
  },
  {
    path: '/unmatched-trades',
    title: { id: 'Perdagangan tak cocok', en: 'Unmatched trades' },
    group,
    View: load(async () => (await import('./unmatched-trades.tsx')).UnmatchedTrades),
  },
  {
    path: '/venue-pairs',
    title: { id: 'Pasangan di bursa', en: 'Pairs at the venue' },
    group,
    View: load(async () => (await import('./venue-pairs.tsx')).VenuePairs),
  },
  {
    path: '/prices',
    title: { id: 'Harga', en: 'Prices' },
    group,
    View: load(async () => (await import('./prices.tsx')).Prices),
  },
]
