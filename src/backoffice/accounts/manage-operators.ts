import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { operatorId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { insertHandling } from '../../core/operators/handlings.sql.ts'
import { deleteInvitation } from '../../core/operators/invitations.sql.ts'
import { deleteOperatorSessions } from '../../core/operators/operator-sessions.sql.ts'
import {
  findOperator,
  insertOperator,
  readOperators,
  updateDisabled,
  updateRole,
} from '../../core/operators/operators.sql.ts'
import { roles } from '../../core/operators/roles.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { type ById, reason } from '../../platform/access/operators/change-contracts.ts'
import { operatorCode, withOperatorStepUp } from '../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { enqueueInvitation } from '../../platform/access/operators/operator-invitation.ts'
import { refuseIfChanged, type Versioned } from '../../platform/access/operators/versions.ts'
import { email, flag, oneOf, optional } from '../../platform/http/contracts/contracts.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import {
  alertOf,
  type Changing,
  changeOther,
  changeOtherWithCode,
  lockAdmin,
  type View,
} from './change-other.ts'
import { shownOperator } from './operator-contracts.ts'

export const ListOperators = z.object({
  role: optional(oneOf(roles)),
  disabled: optional(flag),
  ...cursorFields,
})

export async function showOperators(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListOperators>,
) {
  const page = await readOperators(ctx.db.read, input)
  return { ...page, data: page.data.map(shownOperator) }
}

export async function showOperator(ctx: Pick<Context, 'db'>, { id }: z.output<typeof ById>) {
  const operator = await findOperator(ctx.db.read, operatorId(id))
  return shownOperator(operator ?? refuse('api.operator_not_found'))
}

/** Carries the caller's authenticator code; operators without an authenticator omit it. */
export const WithOperatorCode = z.object({ otpCode: optional(operatorCode) })

export const CreateOperator = WithOperatorCode.extend({ email, role: oneOf(roles) })

/** Makes an operator, who is mailed a link to choose a password that no other operator sees. */
export const createOperator = (
  ctx: Changing,
  { email: address, role, otpCode }: z.output<typeof CreateOperator>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  withOperatorStepUp(ctx, by, otpCode, async (tx) => {
    await lockAdmin(tx, by)
    const invited = { passwordHash: null, passwordInitial: false, confirmed: false }
    const id = await insertOperator(tx, { email: address, role, ...invited })
    if (id === null) return refuse('api.operator_exists')
    await insertHandling(tx, id, { by: by.operator.id, how: 'invited' })
    const operator = await findOperator(tx, id)
    if (operator === null) throw new Error('an inserted operator is missing')
    enqueueInvitation(tx, ctx, operator.id)
    enqueueAll(tx, [alertOf(ctx, by, operator, `made the operator ${address}, ${role}`)])
    const change = {
      subject: { kind: 'operator', id: operator.id },
      after: { email: address, role },
    }
    return audited(tx, by, change, shownOperator(operator))
  })

export const ChangeRole = WithOperatorCode.extend({ role: oneOf(roles) })

export const changeRole = (
  ctx: Changing,
  { role, version, ...input }: Versioned<z.output<typeof ById> & z.output<typeof ChangeRole>>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  changeOtherWithCode(ctx, input, by, async (tx, target) => {
    const before = { role: target.role }
    await refuseIfChanged(tx, version, { kind: 'operator', id: target.id }, before)
    if (target.role === role) return refuse('api.nothing_to_change')
    await updateRole(tx, target.id, role)
    const did = `made ${target.email} ${role}, who was ${target.role}`
    return { before, after: { role }, did }
  })

export const DisableOperator = z.object({ reason })

/** Disables an operator, at once and on every node. Requires no code, so that nothing delays it. */
export const disableOperator = (
  ctx: Changing,
  input: z.output<typeof ById> & z.output<typeof DisableOperator>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  changeOther(ctx, operatorId(input.id), by, async (tx, target) => {
    if (target.disabledAt !== null) return refuse('api.nothing_to_change')
    await updateDisabled(tx, target.id, true)
    await deleteOperatorSessions(tx, target.id)
    await deleteInvitation(tx, target.id)
    const after = { disabled: true, reason: input.reason }
    return { before: { disabled: false }, after, did: `disabled ${target.email}` }
  })

export const enableOperator = (
  ctx: Changing,
  input: z.output<typeof ById> & z.output<typeof WithOperatorCode>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  changeOtherWithCode(ctx, input, by, async (tx, target) => {
    if (target.disabledAt === null) return refuse('api.nothing_to_change')
    await updateDisabled(tx, target.id, false)
    const did = `enabled ${target.email}`
    return { before: { disabled: true }, after: { disabled: false }, did }
  })
