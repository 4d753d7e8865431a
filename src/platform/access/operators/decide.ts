import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import {
  closeAgreements,
  findAgreed,
  type Statement,
  writeAgreement,
} from '../../../core/decisions/agreements.sql.ts'
import { readStanding } from '../../../core/operators/approvers.sql.ts'
import { withProof } from './operator-code.ts'
import type { OperatorOperation } from './operator-endpoint.ts'

/**
 * Stores what the operator states, and returns whether enough operators agree: then the decision
 * takes effect. Each operator enters a code; two must be independent. Refuses an operator who was
 * disabled meanwhile, one whose confirmation is pending, and one who adds nothing to earlier
 * statements.
 */
export type Agree = (stated: Statement & Readonly<{ needed: number }>) => Promise<boolean>

/**
 * Runs `work` in one transaction. It locks its subject first, and then reads it and how many
 * operators must agree: what was read before the lock may have changed.
 */
export const decide = <Done>(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  by: OperatorOperation,
  otpCode: string | undefined,
  work: (tx: Tx, agree: Agree) => Promise<Done>,
): Promise<Done> =>
  withProof(ctx, by, otpCode, (tx, prove) =>
    work(tx, async ({ needed, ...stated }) => {
      const { id } = by.operator
      await prove()
      const { enabled, confirmed } = await readStanding(tx, id)
      if (!enabled) return refuse('auth.unauthenticated')
      if (!confirmed) return refuse('api.operator_not_confirmed')
      const { independent, own } = await findAgreed(tx, id, stated)
      const settled = independent || needed < 2
      if (own && !settled) return refuse('api.second_operator_needed')
      await writeAgreement(tx, id, stated)
      if (settled) await closeAgreements(tx, stated)
      return settled
    }),
  )
