import { type ComponentType, useState } from 'react'
import { useTexts } from '../../ui/language.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { tradingTexts } from '../texts/trading.ts'
import { HistoryTabs } from './history-tabs.tsx'
import { OpenOrders, PastOrders } from './orders.tsx'

type View = 'open' | 'past'

const views: Readonly<Record<View, ComponentType>> = { open: OpenOrders, past: PastOrders }

/** What the user did: orders that are open, and all of them. */
export function History() {
  const t = useTexts(tradingTexts)
  const [view, setView] = useState<View>('open')
  const tabs = [
    { key: 'open', title: t.openOrders },
    { key: 'past', title: t.pastOrders },
  ] as const
  const Shown = views[view]
  return (
    <>
      <HistoryTabs list="orders" />
      <Tabs label={t.order} tabs={tabs} value={view} onChange={setView} />
      <Shown />
    </>
  )
}
