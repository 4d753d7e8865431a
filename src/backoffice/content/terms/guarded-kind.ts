import type { RefusalKey } from '../../../base/refusal.ts'
import type { UserId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { type Terms, termsText } from './terms-text.rules.ts'

export type Bounded = Pick<Context, 'clock' | 'config'>

/** The current value of a subject, and the proposed one. */
export type Weighed = Readonly<{
  before: string
  /** The value as it will be stored, and its write; null if the value is not allowed. */
  next: Readonly<{ value: string; write: () => Promise<void> }> | null
}>

/** How guarded changes of one kind are validated and written. */
export type GuardedSubject = Readonly<{
  unknown: RefusalKey
  unfit: RefusalKey
  /** Locks the subject and validates a new value; returns null if there is no such subject. */
  weigh: (tx: Tx, ctx: Bounded, subject: string, value: string) => Promise<Weighed | null>
  /** The users whose money the change moves; they do not decide about it as operators. */
  users?: (tx: Tx, subject: string, value: string) => Promise<readonly UserId[]>
}>

/** Weighs those terms of a subject that `names` lists; `is` has all its terms after the change. */
export function weighedTerms(
  { was, is, isAllowed }: Readonly<{ was: Terms; is: Terms; isAllowed: boolean }>,
  names: Iterable<string>,
  write: () => Promise<void>,
): Weighed {
  const listed = new Set(names)
  const textOf = (terms: Terms) =>
    termsText(Object.fromEntries(Object.entries(terms).filter(([name]) => listed.has(name))))
  return { before: textOf(was), next: isAllowed ? { value: textOf(is), write } : null }
}
