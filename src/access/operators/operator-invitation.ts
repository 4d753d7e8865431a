import { sha256 } from '../../base/crypto.ts'
import type { OperatorId } from '../../base/ids.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/database.ts'
import { replaceInvitation } from '../../operators/invitations.sql.ts'
import { lockOperator, type Operator } from '../../operators/operators.sql.ts'
import { enqueueJob } from '../../outbox/enqueue.ts'

const tokenBytes = 32

export const digestOfInvitation = (token: string): Buffer => sha256(token)

/** Has an operator mailed a link that lets them choose a password. The job holds no token. */
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
 * Makes the one link that lets an invited operator choose a password; null for an operator who has
 * one by now, or is disabled. The token stands in the fragment, which no browser sends and no log
 * shows. Only its digest is stored.
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
