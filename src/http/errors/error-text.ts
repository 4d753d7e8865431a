import type { RefusalKey } from '../../base/refusal.ts'

/** The explanation of a refusal: for app developers, and as text to show to users. */
export type ErrorText = Readonly<{
  /** Why the service refuses. */
  cause: string
  /** The action an app should take. */
  action: string
  /** The text for users, in English. */
  en: string
  /** The text for users, in Indonesian. */
  id: string
}>

/** The refusals of one part of the API. */
export type ErrorTexts = Readonly<Partial<Record<RefusalKey, ErrorText>>>
