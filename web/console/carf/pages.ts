import { load, type Page } from '../page.ts'
import { carfTexts } from './texts.ts'

const { id, en } = carfTexts

export const pages: readonly Page[] = [
  {
    path: '/carf-reports',
    title: { id: id.reports, en: en.reports },
    group: 'service',
    role: 'finance',
    View: load(async () => (await import('./carf-reports.tsx')).CarfReports),
  },
  {
    path: '/carf-reports/:id',
    title: { id: id.report, en: en.report },
    role: 'finance',
    View: load(async () => (await import('./carf-report.tsx')).CarfReportPage),
  },
]
