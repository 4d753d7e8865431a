import { inboxTexts } from '../inbox/texts.ts'
import { load, type Page } from '../page.ts'
import { reconciliationTexts } from '../reconciliation/texts.ts'
import { overviewTexts } from './texts.ts'

type Table = Readonly<Record<'id' | 'en', Readonly<Record<string, unknown>>>>

/** A page's title is one of the texts of its area. */
const titleOf = <T extends Table>(table: T, name: keyof T['id'] & keyof T['en']) => ({
  id: `${table.id[String(name)]}`,
  en: `${table.en[String(name)]}`,
})

export const pages: readonly Page[] = [
  {
    path: '/overview',
    title: titleOf(overviewTexts, 'overview'),
    group: 'watching',
    View: load(async () => (await import('./overview.tsx')).Overview),
  },
  {
    path: '/alerts',
    title: titleOf(overviewTexts, 'alerts'),
    group: 'watching',
    View: load(async () => (await import('./alerts.tsx')).Alerts),
  },
  {
    path: '/reconciliation',
    title: titleOf(reconciliationTexts, 'reconciliation'),
    group: 'watching',
    View: load(async () => (await import('../reconciliation/reconciliation.tsx')).Reconciliation),
  },
  {
    path: '/breaks',
    title: titleOf(reconciliationTexts, 'breaks'),
    group: 'watching',
    begin: '?state=open',
    View: load(async () => (await import('../reconciliation/breaks.tsx')).Breaks),
  },
  {
    path: '/breaks/:id',
    title: titleOf(reconciliationTexts, 'breakOf'),
    View: load(async () => (await import('../reconciliation/break.tsx')).Break),
  },
  {
    path: '/inbox',
    title: titleOf(inboxTexts, 'inbox'),
    group: 'watching',
    View: load(async () => (await import('../inbox/inbox.tsx')).Inbox),
  },
  {
    path: '/jobs',
    title: titleOf(inboxTexts, 'jobs'),
    group: 'watching',
    View: load(async () => (await import('../inbox/jobs.tsx')).Jobs),
  },
  {
    path: '/regulatory-reports',
    title: titleOf(inboxTexts, 'reports'),
    group: 'watching',
    View: load(async () => (await import('../inbox/reports.tsx')).Reports),
  },
  {
    path: '/regulatory-reports/:id',
    title: titleOf(inboxTexts, 'report'),
    View: load(async () => (await import('../inbox/report.tsx')).Report),
  },
]
