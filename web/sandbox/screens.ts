import type { ComponentType } from 'react'
import { Callbacks } from './callbacks.tsx'
import { Faults } from './faults.tsx'
import { Mailbox } from './mailbox.tsx'
import { Market } from './market.tsx'
import { MoneyIn } from './money-in.tsx'
import { MoneyOut } from './money-out.tsx'
import { StateBrowser } from './state.tsx'
import type { frameTexts } from './texts/frame.ts'
import { TimeScreen } from './time.tsx'
import { TraderScreen } from './trader.tsx'

export type Screen = Readonly<{
  path: string
  title: keyof typeof frameTexts.en & string
  View: ComponentType
}>

/** Every screen, in the order of the navigation. */
export const screens = [
  { path: '/', title: 'mailbox', View: Mailbox },
  { path: '/trader', title: 'trader', View: TraderScreen },
  { path: '/money-in', title: 'moneyIn', View: MoneyIn },
  { path: '/money-out', title: 'moneyOut', View: MoneyOut },
  { path: '/market', title: 'market', View: Market },
  { path: '/faults', title: 'faults', View: Faults },
  { path: '/callbacks', title: 'callbacks', View: Callbacks },
  { path: '/time', title: 'time', View: TimeScreen },
  { path: '/state', title: 'state', View: StateBrowser },
] as const satisfies readonly Screen[]
