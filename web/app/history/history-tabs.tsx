import { useLocation } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { historyTexts } from '../texts/history.ts'

const lists = ['orders', 'transfers', 'moves', 'taxes', 'statement'] as const
const paths = {
  orders: '/history',
  transfers: '/history/transfers',
  moves: '/history/moves',
  taxes: '/history/taxes',
  statement: '/history/statement',
} as const

/** Leads from one history to another. */
export function HistoryTabs({ list }: Readonly<{ list: (typeof lists)[number] }>) {
  const t = useTexts(historyTexts)
  const [, navigate] = useLocation()
  const tabs = lists.map((key) => ({ key, title: t[key] }))
  return <Tabs label={t.lists} tabs={tabs} value={list} onChange={(key) => navigate(paths[key])} />
}
