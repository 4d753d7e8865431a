import type { Tx } from '../../../core/database/database.ts'
import type { Facts } from '../../../core/operators/operator-audit.sql.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../../core/outbox/notices.ts'
import {
  type Audited,
  audited,
  type Operation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { termsIn } from '../terms/terms-text.rules.ts'
import {
  auditSubject,
  type GuardedChange,
  hasTerms,
  nameOf,
  type ProposalState,
} from './guarded-change.rules.ts'

/** The actor of a transition: an operator, or null for the service itself. */
export type Mover = Omit<Operation, 'action'> &
  Readonly<{ operator: Pick<Operator, 'id' | 'email'> | null }>

export const theService: Mover = { operator: null, ip: 'service', requestId: 'service' }

const actions: { readonly [State in ProposalState]: string } = {
  proposed: 'proposal.make',
  agreed: 'proposal.agree',
  effective: 'proposal.apply',
  withdrawn: 'proposal.withdraw',
  superseded: 'proposal.supersede',
  expired: 'proposal.expire',
  void: 'proposal.void',
}

/** Audits a proposal's new state, and alerts every admin. */
export function noteTransition(
  tx: Tx,
  change: GuardedChange,
  by: Mover,
): Promise<Audited<GuardedChange>> {
  enqueueAll(tx, [alertOf(change, by)])
  const { id, kind, before, value, state, reason } = change
  const entry = {
    subject: auditSubject(change),
    before: factsIn(change, before),
    after: {
      ...factsIn(change, value),
      ...{ proposal: id, kind, state, reason, dueAt: change.dueAt.toISOString() },
    },
  }
  return audited(tx, { ...by, action: actions[state] }, entry, change)
}

/** The key makes one alert per state, however often it is enqueued. */
const alertOf = (change: GuardedChange, { operator, ip }: Mover): OperatorNotice => ({
  to: 'operator',
  kind: `guarded-change-${change.state}`,
  key: `guarded-change-${change.state}:${change.id}`,
  severity: 'critical',
  subject: `${subjects[change.state]({
    ...change,
    before: inShort(change.before),
    value: inShort(change.value),
  })}: ${nameOf(change)}`,
  data: {
    proposal: String(change.id),
    kind: change.kind,
    subject: change.subject,
    before: change.before,
    value: change.value,
    proposedBy: change.proposedBy.email,
    reason: change.reason ?? '',
    agreedBy: change.agreedBy?.email ?? '',
    dueAt: change.dueAt.toISOString(),
    byId: operator === null ? '' : String(operator.id),
    byEmail: operator?.email ?? '',
    ip,
  },
})

/** A value as the audit records it: terms that are in effect are facts of their own. */
const factsIn = ({ kind, state }: GuardedChange, value: string): Facts =>
  state === 'effective' && hasTerms(kind) ? termsIn(value) : { value }

const shownChars = 40

/** A value in the title of an alert, whose data has all of it. */
const inShort = (value: string): string =>
  value.length <= shownChars && !value.includes('\n')
    ? value
    : `${value.slice(0, shownChars).replaceAll('\n', ' ')}…`

const subjects: { readonly [State in ProposalState]: (change: GuardedChange) => string } = {
  proposed: ({ proposedBy, before, value }) =>
    `${proposedBy.email} proposes to change ${before} to ${value}`,
  agreed: ({ agreedBy, value }) => `${agreedBy?.email ?? ''} agrees to ${value}`,
  effective: ({ before, value }) => `In effect: ${value}, which was ${before}`,
  withdrawn: ({ endedBy, value }) => `${endedBy?.email ?? ''} withdrew the proposal of ${value}`,
  superseded: ({ value }) => `A newer proposal replaces that of ${value}`,
  expired: ({ value }) => `Expired without approval: ${value}`,
  void: ({ value }) => `Approved, but no longer allowed: ${value}`,
}
