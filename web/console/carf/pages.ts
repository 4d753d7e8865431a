import { load, type Page } from '../page.ts'

export const pages: readonly Page[] = [
  {
    path: '/carf-reports',
    title: { id: 'Laporan tahunan (CARF)', en: 'Yearly reports (CARF)' },
    group: 'service',
    role: 'finance',
    View: load(async () => (await import('./carf-reports.tsx')).CarfReports),
  },
  {
    path: '/carf-reports/:id',
    title: { id: 'Laporan tahunan', en: 'Yearly report' },
    role: 'finance',
    View: load(async () => (await import('./carf-report.tsx')).CarfReportPage),
  },
]
