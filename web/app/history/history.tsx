import { type ComponentType, useState } from 'react'
import { useTexts } from '../../ui/language.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { tradingTexts } from '../texts/trading.ts'
import { HistoryTabs } from './history-tabs.tsx'
import { OpenOrders, PastOrders } from './orders.tsx'

type View = 'open' | 'past'

const views: Readonly<Record<View, ComponentType>> = { open: OpenOrders, past: PastOrders }

/** What the user did: all orders, with what came of each, and those that are open. */
export function History() {
  const t = useTexts(tradingTexts)
  const [view, setView] = useState<View>('past')
  const tabs = [
    { key: 'past', title: t.pastOrders },
    { key: 'open', title: t.openOrders },
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
