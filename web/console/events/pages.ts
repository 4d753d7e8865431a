import { load, type Page } from '../page.ts'
import { eventTexts } from './texts.ts'

const { id, en } = eventTexts

export const pages: readonly Page[] = [
  {
    path: '/subscriptions',
    title: { id: id.subscriptions, en: en.subscriptions },
    group: 'service',
    View: load(async () => (await import('./subscriptions.tsx')).Subscriptions),
  },
  {
    path: '/subscriptions/:id',
    title: { id: id.subscription, en: en.subscription },
    View: load(async () => (await import('./subscription.tsx')).SubscriptionPage),
  },
]
