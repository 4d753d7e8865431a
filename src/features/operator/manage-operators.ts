import { z } from 'zod'
import { type Audited, audited, type OperatorOperation } from '../../access/operator-endpoint.ts'
import { hashPassword } from '../../access/passwords.ts'
import { type OperatorId, operatorId } from '../../base/ids.ts'
import { pageBounds, pageOf } from '../../base/page.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/database.ts'
import { email, oneOf } from '../../http/contracts.ts'
import { pageFields } from '../../http/lists.ts'
import { type ById, reason } from '../../operators/change-contracts.ts'
import type { Facts } from '../../operators/operator-audit.sql.ts'
import { deleteOperatorSessions } from '../../operators/operator-sessions.sql.ts'
import { clearTotp } from '../../operators/operator-totp.sql.ts'
import {
  countOperators,
  findOperator,
  insertOperator,
  type KnownOperator,
  listOperators,
  lockAdmins,
  lockOperator,
  type Operator,
  resetPassword,
  updateDisabled,
  updateRole,
} from '../../operators/operators.sql.ts'
import { roles } from '../../operators/roles.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import type { OperatorNotice } from '../../outbox/notices.ts'
import { type OperatorView, shownOperator, type WithPassword } from './operator-contracts.ts'

type View = z.input<typeof OperatorView>
type Changing = Pick<Context, 'db' | 'random'>

export const ListOperators = z.object(pageFields)

export async function showOperators(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListOperators>,
) {
  const found = await listOperators(ctx.db.read, pageBounds(input))
  return pageOf(found.map(shownOperator), await countOperators(ctx.db.read), input)
}

export const CreateOperator = z.object({ email, role: oneOf(roles) })

const initialBytes = 18

/** Makes a password nobody need remember for long, and its hash. */
async function initialPassword(ctx: Pick<Context, 'random'>) {
  const password = ctx.random.bytes(initialBytes).toString('base64url')
  return { password, passwordHash: await hashPassword(ctx.random, password) }
}

/** A new operator, whose first password is shown this once and opens only the way to another. */
export async function createOperator(
  ctx: Changing,
  { email: address, role }: z.output<typeof CreateOperator>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WithPassword>>> {
  const { password, passwordHash } = await initialPassword(ctx)
  return ctx.db.inTransaction(async (tx) => {
    await holdAdmin(tx, by)
    const first = { passwordHash, passwordInitial: true, credentialsBy: by.operator.id }
    const id = await insertOperator(tx, { email: address, role, ...first })
    const operator = id === null ? null : await findOperator(tx, id)
    if (operator === null) return refuse('api.operator_exists')
    enqueueAll(tx, [alertOf(ctx, by, operator, `made the operator ${address}, ${role}`)])
    const change = {
      subject: { kind: 'operator', id: operator.id },
      after: { email: address, role },
    }
    return audited(tx, by, change, { ...shownOperator(operator), password })
  })
}

/** The caller is an admin still, and stays one until the transaction ends. */
async function holdAdmin(tx: Tx, { operator }: OperatorOperation): Promise<void> {
  const admins = await lockAdmins(tx)
  if (!admins.includes(operator.id)) refuse('api.operator_not_permitted')
}

/** Tells operators what one of them did to another, so that none of it happens unseen. */
const alertOf = (
  { random }: Pick<Context, 'random'>,
  { operator: by, ip }: OperatorOperation,
  { id, email: address }: Operator,
  did: string,
): OperatorNotice => ({
  to: 'operator',
  kind: 'operator-changed',
  key: `operator-changed:${id}:${random.bytes(16).toString('hex')}`,
  severity: 'warning',
  subject: `${by.email} ${did}`,
  data: { operatorId: String(id), email: address, byId: String(by.id), byEmail: by.email, ip },
})

type Changed = Readonly<{ before: Facts; after: Facts; did: string }>

/**
 * Changes another operator, and tells all of them. Nobody changes themselves, and whoever changes
 * is an admin and stays one meanwhile; so of two admins who turn on each other one remains, and
 * there is always one.
 */
function changeOther(
  ctx: Changing,
  id: OperatorId,
  by: OperatorOperation,
  change: (tx: Tx, target: KnownOperator) => Promise<Changed>,
): Promise<Audited<View>> {
  if (id === by.operator.id) return refuse('api.operator_oneself')
  return ctx.db.inTransaction(async (tx) => {
    await holdAdmin(tx, by)
    const target = await lockOperator(tx, id)
    if (target === null) return refuse('api.operator_not_found')
    const { did, ...changed } = await change(tx, target)
    enqueueAll(tx, [alertOf(ctx, by, target, did)])
    const now = (await findOperator(tx, id)) ?? target
    return audited(tx, by, { subject: { kind: 'operator', id }, ...changed }, shownOperator(now))
  })
}

export const ChangeRole = z.object({ role: oneOf(roles) })

export const changeRole = (
  ctx: Changing,
  { id, role }: z.output<typeof ById> & z.output<typeof ChangeRole>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  changeOther(ctx, operatorId(id), by, async (tx, target) => {
    if (target.role === role) return refuse('api.nothing_to_change')
    await updateRole(tx, target.id, role)
    const did = `made ${target.email} ${role}, who was ${target.role}`
    return { before: { role: target.role }, after: { role }, did }
  })

export const DisableOperator = z.object({ reason })

/** Shuts an operator out, at once and on every node. */
export const disableOperator = (
  ctx: Changing,
  input: z.output<typeof ById> & z.output<typeof DisableOperator>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  changeOther(ctx, operatorId(input.id), by, async (tx, target) => {
    if (target.disabledAt !== null) return refuse('api.nothing_to_change')
    await updateDisabled(tx, target.id, true)
    await deleteOperatorSessions(tx, target.id)
    const after = { disabled: true, reason: input.reason }
    return { before: { disabled: false }, after, did: `disabled ${target.email}` }
  })

export const enableOperator = (
  ctx: Changing,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  changeOther(ctx, operatorId(id), by, async (tx, target) => {
    if (target.disabledAt === null) return refuse('api.nothing_to_change')
    await updateDisabled(tx, target.id, false)
    const did = `enabled ${target.email}`
    return { before: { disabled: true }, after: { disabled: false }, did }
  })

/** A new first password, and no authenticator app, for somebody who lost them. */
export async function resetOperator(
  ctx: Changing,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WithPassword>>> {
  const { password, passwordHash } = await initialPassword(ctx)
  const done = await changeOther(ctx, operatorId(id), by, async (tx, target) => {
    await resetPassword(tx, target.id, { passwordHash, by: by.operator.id })
    await clearTotp(tx, target.id)
    await deleteOperatorSessions(tx, target.id)
    const did = `reset ${target.email}`
    return { before: { bind2FA: target.bind2FA }, after: { bind2FA: false }, did }
  })
  return done.with((view) => ({ ...view, password }))
}
