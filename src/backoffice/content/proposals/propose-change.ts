import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { withStepUp } from '../../../platform/access/operators/operator-code.ts'
import type {
  Audited,
  OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { commitContent, type Writing } from '../content-writing.ts'
import type { GuardedChange, GuardedKind } from './guarded-change.rules.ts'
import {
  endChange,
  findOpenChange,
  insertChange,
  lockChanges,
  readDelayMinutes,
} from './guarded-changes.sql.ts'
import { inSandbox, weighProposal } from './guarded-subjects.ts'
import { noteTransition } from './note-transition.ts'
import { proposalLimits } from './proposal-limits.ts'

export type ProposedChange = Readonly<{ kind: GuardedKind; subject: string; value: string }>

/**
 * Proposes a guarded change, and supersedes an open proposal for the same subject. The change takes
 * effect only after an independent operator approves it and the delay, as set now, has passed.
 */
export async function proposeChange(
  tx: Tx,
  ctx: Pick<Context, 'config'>,
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
  return noteTransition(tx, change, by)
}

export type Proposing = Writing & Pick<Context, 'config' | 'counters' | 'log' | 'random'>

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
  return commitContent(ctx, work, (inside) => withStepUp(ctx, by, otpCode, inside))
}
