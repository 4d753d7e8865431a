import { load, type Page } from '../page.ts'

export const pages: readonly Page[] = [
  {
    path: '/statement',
    title: { id: 'Mutasi saldo', en: 'Statement' },
    group: 'money',
    View: load(async () => (await import('./statement.tsx')).Statement),
  },
  {
    path: '/postings',
    title: { id: 'Pembukuan', en: 'Postings' },
    group: 'money',
    View: load(async () => (await import('./postings.tsx')).Postings),
  },
  {
    path: '/postings/:id',
    title: { id: 'Pembukuan', en: 'Posting' },
    View: load(async () => (await import('./posting.tsx')).Posting),
  },
  {
    path: '/holds',
    title: { id: 'Dana dibekukan', en: 'Holds' },
    group: 'money',
    begin: '?sort=asc',
    View: load(async () => (await import('./holds.tsx')).Holds),
  },
  {
    path: '/house',
    title: { id: 'Akun sendiri', en: 'House accounts' },
    group: 'money',
    View: load(async () => (await import('./house.tsx')).House),
  },
  {
    path: '/balances',
    title: { id: 'Saldo pada suatu waktu', en: 'Balances at a time' },
    group: 'money',
    View: load(async () => (await import('./balances-at.tsx')).BalancesAt),
  },
  {
    path: '/trial-balance',
    title: { id: 'Neraca saldo', en: 'Trial balance' },
    group: 'money',
    View: load(async () => (await import('./trial-balance.tsx')).TrialBalance),
  },
  {
    path: '/inbox/:id',
    title: { id: 'Pesan penyedia', en: 'Event' },
    View: load(async () => (await import('./event.tsx')).InboxEvent),
  },
]
