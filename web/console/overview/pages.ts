import { load, type Page } from '../page.ts'

export const pages: readonly Page[] = [
  {
    path: '/overview',
    title: { id: 'Ringkasan', en: 'Overview' },
    group: 'watching',
    View: load(async () => (await import('./overview.tsx')).Overview),
  },
  {
    path: '/alerts',
    title: { id: 'Peringatan', en: 'Alerts' },
    group: 'watching',
    begin: '?severity=notable',
    View: load(async () => (await import('./alerts.tsx')).Alerts),
  },
  {
    path: '/reconciliation',
    title: { id: 'Rekonsiliasi', en: 'Reconciliation' },
    group: 'watching',
    View: load(async () => (await import('../reconciliation/reconciliation.tsx')).Reconciliation),
  },
  {
    path: '/breaks',
    title: { id: 'Selisih pembukuan', en: 'Breaks' },
    group: 'watching',
    begin: '?state=open',
    View: load(async () => (await import('../reconciliation/breaks.tsx')).Breaks),
  },
  {
    path: '/breaks/:id',
    title: { id: 'Selisih', en: 'Break' },
    View: load(async () => (await import('../reconciliation/break.tsx')).Break),
  },
  {
    path: '/proofs',
    title: { id: 'Bukti kewajiban', en: 'Proof of liabilities' },
    group: 'watching',
    View: load(async () => (await import('../proofs/proofs.tsx')).Proofs),
  },
  {
    path: '/inbox',
    title: { id: 'Peristiwa penyedia', en: "Providers' events" },
    group: 'watching',
    View: load(async () => (await import('../inbox/inbox.tsx')).Inbox),
  },
  {
    path: '/jobs',
    title: { id: 'Pekerjaan', en: 'Jobs' },
    group: 'watching',
    View: load(async () => (await import('../inbox/jobs.tsx')).Jobs),
  },
  {
    path: '/regulatory-reports',
    title: { id: 'Laporan ke regulator', en: 'Regulatory reports' },
    group: 'watching',
    View: load(async () => (await import('../inbox/reports.tsx')).Reports),
  },
  {
    path: '/regulatory-reports/:id',
    title: { id: 'Laporan', en: 'Report' },
    View: load(async () => (await import('../inbox/report.tsx')).Report),
  },
]
