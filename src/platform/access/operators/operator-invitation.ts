import { sha256 } from '../../../base/secrets/crypto.ts'
import type { OperatorId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { replaceInvitation } from '../../../core/operators/invitations.sql.ts'
import { lockOperator, type Operator } from '../../../core/operators/operators.sql.ts'
import { enqueueJob } from '../../../core/outbox/queue.ts'

const tokenBytes = 32

export const digestOfInvitation = (token: string): Buffer => sha256(token)

/** Enqueues the mail with an operator's link to choose a password. The job contains no token. */
export function enqueueInvitation(
  tx: Tx,
  { random }: Pick<Context, 'random'>,
  operator: OperatorId,
): void {
  const key = `operator-invitation:${operator}:${random.bytes(16).toString('hex')}`
  enqueueJob(tx, 'invite-operators', [{ operator, key }])
}

export type Invitation = Readonly<{ operator: Operator; link: string }>

/**
 * Creates the link that lets an invited operator choose a password, replacing any former one;
 * returns null if the operator has a password by now or is disabled. The token is in the fragment,
 * which browsers do not send and logs do not show. Only its digest is stored.
 */
export const mintInvitation = (
  ctx: Pick<Context, 'config' | 'db' | 'random'>,
  id: OperatorId,
): Promise<Invitation | null> =>
  ctx.db.inTransaction(async (tx) => {
    const operator = await lockOperator(tx, id)
    if (operator === null || !operator.invited || operator.disabledAt !== null) return null
    const token = ctx.random.bytes(tokenBytes).toString('base64url')
    await replaceInvitation(tx, id, digestOfInvitation(token))
    return { operator, link: `${ctx.config.consoleUrl}/console#/invitation/${token}` }
  })
