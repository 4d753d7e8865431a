/**
 * All kinds of items that wait for operators. `queue` names them in the overview and its metrics,
 * `list` in the operators' stream and in paths. A decision has the role that may read it, and the
 * one that decides it.
 */
export const waitingKinds = [
  {
    kind: 'withdrawal',
    queue: 'withdrawals',
    list: 'withdrawals',
    reads: 'viewer',
    decides: 'finance',
  },
  { kind: 'claim', queue: 'claims', list: 'deposits', reads: 'viewer', decides: 'finance' },
  { kind: 'suspense', queue: 'suspense', list: 'suspense', reads: 'viewer', decides: 'finance' },
  { kind: 'break', queue: 'breaks', list: 'breaks', reads: 'viewer', decides: 'finance' },
  { kind: 'event', queue: 'parked-events', list: 'inbox' },
  { kind: 'order', queue: 'orders-in-doubt', list: 'orders' },
  { kind: 'inquiry', queue: 'inquiries', list: 'inquiries' },
  { kind: 'identity', queue: 'identities', list: 'identities' },
  { kind: 'proposal', queue: 'proposals', list: 'proposals', reads: 'finance', decides: 'admin' },
  { kind: 'operator', reads: 'admin', decides: 'admin' },
  { kind: 'recovery', reads: 'viewer', decides: 'finance' },
  { kind: 'carf-report', reads: 'finance', decides: 'finance' },
  { kind: 'subscription', reads: 'viewer', decides: 'admin' },
] as const

export type WaitingKind = (typeof waitingKinds)[number]['kind']

/** The kinds that the overview counts, and the stream follows. */
export const queuedKinds = waitingKinds.filter((one) => 'queue' in one)
export const queueNames = queuedKinds.map(({ queue }) => queue)
export const followedLists = queuedKinds.map(({ list }) => list)

/** The kinds that operators decide, in the order of items that are equally old. */
export const decisions = waitingKinds.filter((one) => 'decides' in one)
export const decisionKinds = decisions.map(({ kind }) => kind)
export type DecisionKind = (typeof decisionKinds)[number]
