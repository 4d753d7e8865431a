import type { RefusalKey } from '../../base/refusal.ts'

/** One refusal explained: to whoever writes an app, and in words the app can show its user. */
export type ErrorText = Readonly<{
  /** Why the service says no. */
  cause: string
  /** What an app should do about it. */
  action: string
  /** For people, in English. */
  en: string
  /** For people, in Indonesian. */
  id: string
}>

/** The refusals of one part of the interface. */
export type ErrorTexts = Readonly<Partial<Record<RefusalKey, ErrorText>>>
