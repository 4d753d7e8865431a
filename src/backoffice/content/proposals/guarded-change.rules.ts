import type { OperatorId } from '../../../base/values/ids.ts'
import { mayActAs, type Role } from '../../../core/operators/roles.ts'

/** What can be changed: settings, limits and prices of assets, states of pairs and assets. */
export const guardedKinds = [
  'setting',
  'daily-withdrawal-limit',
  'supply-cap',
  'reference-price',
  'pair-state',
  'asset-state',
] as const
export type GuardedKind = (typeof guardedKinds)[number]

/**
 * proposed → agreed → effective. Before it is effective it may be withdrawn by an operator,
 * superseded by a newer proposal, void if it is no longer allowed when due, or expired without an
 * agreement.
 */
export const proposalStates = [
  'proposed',
  'agreed',
  'effective',
  'withdrawn',
  'superseded',
  'expired',
  'void',
] as const
export type ProposalState = (typeof proposalStates)[number]

export const isOpen = (state: ProposalState): boolean => state === 'proposed' || state === 'agreed'

export type NamedOperator = Readonly<{ id: OperatorId; email: string }>

export type GuardedChange = Readonly<{
  id: number
  kind: GuardedKind
  subject: string
  before: string
  value: string
  state: ProposalState
  proposedBy: NamedOperator
  proposedAt: Date
  /** The earliest time it can take effect. */
  dueAt: Date
  /** When it expires unless an operator approves it before. */
  expiresAt: Date
  agreedBy: NamedOperator | null
  agreedAt: Date | null
  endedBy: NamedOperator | null
  endedAt: Date | null
}>

/** The statement by which an operator agrees to a change; proposing it is the first. */
export const approvalOf = ({ id }: Pick<GuardedChange, 'id'>) =>
  ({ kind: 'proposal', subject: id, statement: 'approved', note: null }) as const

const proposers: { readonly [Kind in GuardedKind]: Role } = {
  setting: 'admin',
  'daily-withdrawal-limit': 'finance',
  'supply-cap': 'finance',
  'reference-price': 'finance',
  'pair-state': 'finance',
  'asset-state': 'finance',
}

/** Whether an operator of this role may propose such a change. */
export const mayPropose = (role: Role, kind: GuardedKind): boolean =>
  mayActAs(role, proposers[kind])

/** The subject in words: the key of a setting, or the limit and its asset. */
export const nameOf = ({ kind, subject }: Pick<GuardedChange, 'kind' | 'subject'>): string => {
  switch (kind) {
    case 'setting':
      return subject
    case 'daily-withdrawal-limit':
      return `the daily withdrawal limit of ${subject}`
    case 'supply-cap':
      return `the supply cap of ${subject}`
    case 'reference-price':
      return `the reference price of ${subject}`
    case 'pair-state':
    case 'asset-state':
      return `the listing of ${subject}`
    default:
      return kind satisfies never
  }
}
