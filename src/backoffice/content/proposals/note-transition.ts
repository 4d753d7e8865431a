import type { Tx } from '../../../core/database/database.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../../core/outbox/notices.ts'
import {
  type Audited,
  audited,
  type Operation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import {
  type GuardedChange,
  type GuardedKind,
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
  const { id, kind, subject, before, value, state } = change
  const entry = {
    subject: { kind: kindOf(kind), id: subject },
    before: { value: before },
    after: { value, proposal: id, kind, state, dueAt: change.dueAt.toISOString() },
  }
  return audited(tx, { ...by, action: actions[state] }, entry, change)
}

const kindOf = (kind: GuardedKind): string =>
  kind === 'setting' ? 'setting' : kind === 'pair-state' ? 'pair' : 'asset'

/** The key makes one alert per state, however often it is enqueued. */
const alertOf = (change: GuardedChange, { operator, ip }: Mover): OperatorNotice => ({
  to: 'operator',
  kind: `guarded-change-${change.state}`,
  key: `guarded-change-${change.state}:${change.id}`,
  severity: 'critical',
  subject: `${subjects[change.state](change)}: ${nameOf(change)}`,
  data: {
    proposal: String(change.id),
    kind: change.kind,
    subject: change.subject,
    before: change.before,
    value: change.value,
    proposedBy: change.proposedBy.email,
    agreedBy: change.agreedBy?.email ?? '',
    dueAt: change.dueAt.toISOString(),
    byId: operator === null ? '' : String(operator.id),
    byEmail: operator?.email ?? '',
    ip,
  },
})

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
