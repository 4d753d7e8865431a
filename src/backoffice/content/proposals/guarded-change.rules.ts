import type { OperatorId } from '../../../base/values/ids.ts'
import type { Subject } from '../../../core/operators/operator-audit.sql.ts'
import { mayActAs, type Role } from '../../../core/operators/roles.ts'

/**
 * What can be changed: settings, limits and prices of assets, states and terms of pairs and assets,
 * trading fees, tax rates, instructions for payments, and what is resumed after a stop; and what
 * closes a month of taxes, pays it, corrects a tax or corrects the ledger.
 */
export const guardedKinds = [
  'setting',
  'daily-withdrawal-limit',
  'supply-cap',
  'reference-price',
  'pair-state',
  'asset-state',
  'pair-terms',
  'network-terms',
  'trading-fees',
  'tax-rate',
  'asset-active',
  'bank-active',
  'wallet-status',
  'payment-instructions',
  'tax-month',
  'tax-payment',
  'tax-correction',
  'ledger-correction',
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
  /** Why, in the words of the operator who proposed it; null of changes before it was kept. */
  reason: string | null
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

/**
 * The statement by which an operator agrees to a change; proposing it is the first, whose note is
 * the reason.
 */
export const approvalOf = ({ id }: Pick<GuardedChange, 'id'>, note: string | null = null) =>
  ({ kind: 'proposal', subject: id, statement: 'approved', note }) as const

type KindFacts = Readonly<{
  /** The role that may propose such a change. */
  proposer: Role
  /** The kind of its subject in the audit. */
  audited: string
  /** What is changed, in words before the subject; null if the subject says it. */
  noun: string | null
}>

const kinds: { readonly [Kind in GuardedKind]: KindFacts } = {
  setting: { proposer: 'admin', audited: 'setting', noun: null },
  'daily-withdrawal-limit': {
    proposer: 'finance',
    audited: 'asset',
    noun: 'the daily withdrawal limit of',
  },
  'supply-cap': { proposer: 'finance', audited: 'asset', noun: 'the supply cap of' },
  'reference-price': { proposer: 'finance', audited: 'asset', noun: 'the reference price of' },
  'pair-state': { proposer: 'finance', audited: 'pair', noun: 'the listing of' },
  'asset-state': { proposer: 'finance', audited: 'asset', noun: 'the listing of' },
  'pair-terms': { proposer: 'finance', audited: 'pair', noun: 'the terms of' },
  'network-terms': { proposer: 'finance', audited: 'network', noun: 'the terms of' },
  'trading-fees': { proposer: 'finance', audited: 'fees', noun: 'the trading fees of' },
  'tax-rate': { proposer: 'finance', audited: 'tax-rate', noun: 'the tax rate of' },
  'asset-active': { proposer: 'finance', audited: 'asset', noun: 'the asset' },
  'bank-active': { proposer: 'finance', audited: 'bank', noun: 'the bank' },
  'wallet-status': { proposer: 'finance', audited: 'wallet-status', noun: 'the switch' },
  'payment-instructions': {
    proposer: 'finance',
    audited: 'payment-instructions',
    noun: 'the payment instructions of',
  },
  'tax-month': { proposer: 'finance', audited: 'tax-month', noun: 'the taxes of' },
  'tax-payment': { proposer: 'finance', audited: 'tax-month', noun: 'the payment of the taxes of' },
  'tax-correction': { proposer: 'finance', audited: 'tax', noun: 'the tax' },
  'ledger-correction': { proposer: 'finance', audited: 'correction', noun: 'the correction' },
}

/** Whether an operator of this role may propose such a change. */
export const mayPropose = (role: Role, kind: GuardedKind): boolean =>
  mayActAs(role, kinds[kind].proposer)

/** The subject of a change, as the audit names it. */
export const auditSubject = ({
  kind,
  subject,
}: Pick<GuardedChange, 'kind' | 'subject'>): Subject => ({ kind: kinds[kind].audited, id: subject })

const termsKinds: readonly GuardedKind[] = [
  'pair-terms',
  'network-terms',
  'trading-fees',
  'asset-active',
  'bank-active',
]

/** Whether the values of a kind are texts of terms. */
export const hasTerms = (kind: GuardedKind): boolean => termsKinds.includes(kind)

/**
 * Whether a change only resumes what was stopped: it takes effect as soon as two operators agree,
 * and is void if the stop has another reason by then.
 */
export const resumes = ({ kind, value }: Pick<GuardedChange, 'kind' | 'value'>): boolean =>
  kind === 'wallet-status' || (hasTerms(kind) && /^\w+ true(?:, \w+ true)*$/.test(value))

/** The subject in words: the key of a setting, or the limit and its asset. */
export const nameOf = ({ kind, subject }: Pick<GuardedChange, 'kind' | 'subject'>): string =>
  [kinds[kind].noun ?? [], subject].flat().join(' ')
