import { type DecisionKind, decisions } from '../../core/decisions/waiting.rules.ts'
import { mayActAs, type Role } from '../../core/operators/roles.ts'

/** Why an operator's approval would be refused, or would not count. */
export const obstacles = [
  'role',
  'not-confirmed',
  'own-money',
  'own-account',
  'owner-suspended',
  'agreed-already',
  'not-independent',
] as const
export type Obstacle = (typeof obstacles)[number]

/** The kinds of decisions that an operator of this role may read. */
export const readableKinds = (role: Role): readonly DecisionKind[] =>
  decisions.filter(({ reads }) => mayActAs(role, reads)).map(({ kind }) => kind)

/** An approval or a proposal by an operator. */
export type Agreement = Readonly<{
  isOwn: boolean
  /** Whether its operator may still decide. */
  counts: boolean
  /** Whether its operator is independent of the caller. */
  independent: boolean
}>

type Standing = Readonly<{
  kind: DecisionKind
  /** The decision is about the caller's own money, or the caller's own account. */
  isOwn: boolean
  ownerSuspended: boolean
  /** Of an operator to confirm: whether the caller is independent of that operator. */
  independent: boolean
  agreements: readonly Agreement[]
}>

type Deciding = Readonly<{ role: Role; confirmed: boolean }>

/** Why this operator's approval would not bring the decision forward; null if it would. */
export function obstacleOf(
  { kind, isOwn, ownerSuspended, independent, agreements }: Standing,
  { role, confirmed }: Deciding,
): Obstacle | null {
  if (!decisions.some((one) => one.kind === kind && mayActAs(role, one.decides))) return 'role'
  if (isOwn) return kind === 'operator' || kind === 'recovery' ? 'own-account' : 'own-money'
  if (!confirmed) return 'not-confirmed'
  if (!independent) return 'not-independent'
  if (kind === 'withdrawal' && ownerSuspended) return 'owner-suspended'
  const counted = agreements.filter(({ counts }) => counts)
  if (counted.some((one) => one.independent)) return null
  if (counted.some((one) => one.isOwn)) return 'agreed-already'
  return counted.length > 0 ? 'not-independent' : null
}
