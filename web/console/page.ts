import type { LaterView } from '../ui/later.tsx'
import type { Texts } from '../ui/texts.ts'
import type { Role } from './roles.ts'

/** The groups of the navigation, in their order. */
export const groups = [
  'watching',
  'decisions',
  'people',
  'money',
  'trading',
  'content',
  'service',
] as const
export type Group = (typeof groups)[number]

/**
 * A page of the console. Each area exports its pages as `pages`; `pages.ts` collects them.
 */
export type Page = Readonly<{
  /** Below `/console`, in wouter's notation: `/users/:id`. */
  path: string
  title: Texts<string>
  /** Its place in the navigation; a page of one item has none. */
  group?: Group
  /** The filters that the navigation begins with: `?status=PENDING_APPROVAL`. */
  begin?: string
  /** The role that may read it; all operators by default. */
  role?: Role
  View: LaterView
}>

export { later as load } from '../ui/later.tsx'
