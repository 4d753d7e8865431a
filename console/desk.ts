import type { El } from './elements.ts'
import type { Operator } from './page.ts'
import type { Place } from './place.ts'
import type { Service } from './service.ts'

/** What a view works with. */
export type Desk = Readonly<{
  el: El
  service: Service
  operator: Operator
  place: Place
  go: (place: Place) => void
  /** Shows the place anew, and says what was done. */
  refresh: (said: string) => void
  /** Adds something to what is shown. */
  add: (node: Node) => void
}>
