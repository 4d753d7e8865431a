import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { writeAgreement } from '../../../core/decisions/agreements.sql.ts'
import { withProof } from '../../../platform/access/operators/operator-code.ts'
import type {
  Audited,
  OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { afterCommit, type Writing } from '../content-writing.ts'
import { approvalOf, type GuardedChange, type GuardedKind } from './guarded-change.rules.ts'
import {
  endChange,
  findOpenChange,
  insertChange,
  lockChanges,
  readDelayMinutes,
} from './guarded-changes.sql.ts'
import { type Bounded, inSandbox, weighProposal } from './guarded-subjects.ts'
import { noteTransition } from './note-transition.ts'
import { proposalLimits } from './proposal-limits.ts'

export type ProposedChange = Readonly<{ kind: GuardedKind; subject: string; value: string }>

/**
 * Proposes a guarded change, and supersedes an open proposal for the same subject. The change takes
 * effect only after an independent operator approves it and the delay, as set now, has passed.
 */
export async function proposeChange(
  tx: Tx,
  ctx: Bounded,
  proposed: ProposedChange,
  by: OperatorOperation,
): Promise<Audited<GuardedChange>> {
  await lockChanges(tx)
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
    delayMinutes: await readDelayMinutes(tx, inSandbox(ctx)),
    expiresAfterMinutes: proposalLimits.expiresAfterMinutes,
  })
  await writeAgreement(tx, by.operator.id, approvalOf(change))
  return noteTransition(tx, change, by)
}

export type Proposing = Writing & Bounded & Pick<Context, 'counters' | 'log' | 'random'>

/**
 * Commits proposals, with whatever else `work` writes, under the operator's code. They are
 * validated first, so that an invalid one consumes no code.
 *
 * @transactions an invalid proposal must be refused before the code is consumed.
 */
export async function commitProposals<Result>(
  ctx: Proposing,
  by: OperatorOperation,
  {
    otpCode,
    proposed,
  }: Readonly<{ otpCode: string | undefined; proposed: readonly ProposedChange[] }>,
  work: (tx: Tx) => Promise<Audited<Result>>,
): Promise<Audited<Result>> {
  await ctx.db.inTransaction(async (tx) => {
    for (const one of proposed) await weighProposal(tx, ctx, one)
  })
  return afterCommit(ctx, () =>
    withProof(ctx, by, otpCode, async (tx, prove) => {
      // In the order of `agreeToProposal`, so that neither waits for the other.
      await lockChanges(tx)
      await prove(true)
      return work(tx)
    }),
  )
}
