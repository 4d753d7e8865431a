import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { writeAgreement } from '../../../core/decisions/agreements.sql.ts'
import { reason } from '../../../platform/access/operators/change-contracts.ts'
import { operatorCode, withProof } from '../../../platform/access/operators/operator-code.ts'
import type {
  Audited,
  OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { optional } from '../../../platform/http/contracts/contracts.ts'
import { afterCommit, type Writing } from '../content-writing.ts'
import type { Bounded } from '../terms/guarded-kind.ts'
import {
  approvalOf,
  type GuardedChange,
  type GuardedKind,
  resumes,
} from './guarded-change.rules.ts'
import {
  endChange,
  findOpenChange,
  insertChange,
  lockChanges,
  readDelayMinutes,
} from './guarded-changes.sql.ts'
import { inSandbox, refuseOwn, weighProposal } from './guarded-subjects.ts'
import { noteTransition } from './note-transition.ts'
import { proposalLimits } from './proposal-limits.ts'
import type { ProposalView } from './show-proposals.ts'

export type ProposedChange = Readonly<{ kind: GuardedKind; subject: string; value: string }>

/**
 * Proposes a guarded change, and supersedes an open proposal for the same subject. The change takes
 * effect only after an independent operator approves it and the delay, as set now, has passed.
 */
async function proposeChange(
  tx: Tx,
  ctx: Bounded,
  proposed: ProposedChange,
  reason: string,
  by: OperatorOperation,
): Promise<Audited<GuardedChange>> {
  const { before, value } = await weighProposal(tx, ctx, proposed)
  const older = await findOpenChange(tx, proposed)
  if (older !== null) {
    await noteTransition(tx, await endChange(tx, older.id, 'superseded', by.operator.id), by)
  }
  const change = await insertChange(tx, {
    ...proposed,
    before,
    value,
    proposer: by.operator.id,
    delayMinutes: resumes(proposed) ? 0 : await readDelayMinutes(tx, inSandbox(ctx)),
    expiresAfterMinutes: proposalLimits.expiresAfterMinutes,
  })
  await writeAgreement(tx, by.operator.id, approvalOf(change, reason))
  return noteTransition(tx, { ...change, reason }, by)
}

export type Proposing = Writing & Bounded & Pick<Context, 'counters' | 'log' | 'random'>

/** What a request that may propose states beside the change. */
export const proposalFields = {
  reason: optional(reason).meta({
    description: 'Why; required if something becomes a proposal. Other operators read it.',
  }),
  otpCode: optional(operatorCode).meta({
    description: 'The code of the authenticator app, if something becomes a proposal.',
  }),
}

type Stated = Readonly<{ reason?: string | undefined; otpCode?: string | undefined }>

const reasonMissing = 'The reason field is required.'

/** Proposes a change under the operator's code, once it is valid. */
type Propose = (proposed: ProposedChange) => Promise<Audited<GuardedChange>>

/**
 * Runs `work` in one transaction that consumes the operator's code with the first proposal. Locks
 * the proposals before anything else, as `agreeToProposal` does, so that the two never deadlock.
 */
export const commitGuarded = <Result>(
  ctx: Proposing,
  by: OperatorOperation,
  stated: Stated,
  work: (tx: Tx, propose: Propose) => Promise<Audited<Result>>,
): Promise<Audited<Result>> =>
  afterCommit(ctx, () =>
    withProof(ctx, by, stated.otpCode, async (tx, prove) => {
      let isProven = false
      await lockChanges(tx)
      return work(tx, async (proposed) => {
        await refuseOwn(tx, proposed, by)
        await weighProposal(tx, ctx, proposed)
        const why = stated.reason ?? refuse('api.validation_failed', { text: reasonMissing })
        if (!isProven) await prove()
        isProven = true
        return proposeChange(tx, ctx, proposed, why, by)
      })
    }),
  )

/** Commits a single proposal, which a request is always about. */
export const commitProposal = <Result>(
  ctx: Proposing,
  by: OperatorOperation,
  stated: Stated,
  proposed: ProposedChange,
  resultOf: (tx: Tx, change: GuardedChange) => Promise<Result>,
): Promise<Audited<Result>> =>
  commitGuarded(ctx, by, stated, async (tx, propose) => {
    const made = await propose(proposed)
    const result = await resultOf(tx, made.result)
    return made.with(() => result)
  })

/** The result of a request that only proposes. */
export const proposalItself = (_tx: unknown, proposal: ProposalView) => Promise.resolve(proposal)
