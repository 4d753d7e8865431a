import type { Money } from '../../base/money.ts'

/** Money that nobody can be given yet. Of an asset that is none of ours there are only words. */
export type Suspended = Readonly<{
  source: string
  /** The provider's name for it: it is listed once. */
  reference: string
  reason: string
  data: Readonly<Record<string, string | null>>
}> &
  (Readonly<{ amount: Money; inWords: null }> | Readonly<{ amount: null; inWords: string }>)
