import type { UserId } from '../../base/values/ids.ts'
import { factTypeNames } from '../../core/facts/fact-types.ts'

/** A type, the types with a prefix as `deposit.*`, or `*` for all. */
export const isKind = (kind: string): boolean =>
  kind === '*' ||
  factTypeNames.includes(kind) ||
  (kind.endsWith('.*') && factTypeNames.some((type) => type.startsWith(kind.slice(0, -1))))

/** Returns whether a subscription wants an event: one of its kinds, of its user if it has one. */
export const wantsEvent = (
  { kinds, user }: Readonly<{ kinds: readonly string[]; user: UserId | null }>,
  { type, owner }: Readonly<{ type: string; owner: number }>,
): boolean => wants(kinds, type) && (user === null || owner === user)

/** Returns whether a subscription to these kinds wants events of a type. */
export const wants = (kinds: readonly string[], type: string): boolean =>
  kinds.some(
    (kind) =>
      kind === '*' || kind === type || (kind.endsWith('.*') && type.startsWith(kind.slice(0, -1))),
  )
