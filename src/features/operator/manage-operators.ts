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
  updateDisabled,
  updatePassword,
  updateRole,
} from '../../operators/operators.sql.ts'
import { roles } from '../../operators/roles.ts'
import {
  type ById,
  type OperatorView,
  reason,
  shownOperator,
  type WithPassword,
} from './operator-contracts.ts'

type View = z.input<typeof OperatorView>
type Writing = Pick<Context, 'db'>
type Hashing = Pick<Context, 'db' | 'random'>

export const ListOperators = z.object(pageFields)

export async function showOperators(ctx: Writing, input: z.output<typeof ListOperators>) {
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
  ctx: Hashing,
  { email: address, role }: z.output<typeof CreateOperator>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WithPassword>>> {
  const { password, passwordHash } = await initialPassword(ctx)
  return ctx.db.inTransaction(async (tx) => {
    await holdAdmin(tx, by)
    const made = { email: address, role, passwordHash, passwordInitial: true }
    const id = await insertOperator(tx, made)
    const operator = id === null ? null : await findOperator(tx, id)
    if (operator === null) return refuse('api.operator_exists')
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

type Changed = Readonly<{ before: Facts; after: Facts }>

/**
 * Changes another operator. Nobody changes themselves, and whoever changes is an admin and stays
 * one meanwhile; so of two admins who turn on each other one remains, and there is always one.
 */
function changeOther(
  ctx: Writing,
  id: OperatorId,
  by: OperatorOperation,
  change: (tx: Tx, target: KnownOperator) => Promise<Changed>,
): Promise<Audited<View>> {
  if (id === by.operator.id) return refuse('api.operator_oneself')
  return ctx.db.inTransaction(async (tx) => {
    await holdAdmin(tx, by)
    const target = await lockOperator(tx, id)
    if (target === null) return refuse('api.operator_not_found')
    const changed = await change(tx, target)
    const now = (await findOperator(tx, id)) ?? target
    return audited(tx, by, { subject: { kind: 'operator', id }, ...changed }, shownOperator(now))
  })
}

export const ChangeRole = z.object({ role: oneOf(roles) })

export const changeRole = (
  ctx: Writing,
  { id, role }: z.output<typeof ById> & z.output<typeof ChangeRole>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  changeOther(ctx, operatorId(id), by, async (tx, target) => {
    if (target.role === role) return refuse('api.nothing_to_change')
    await updateRole(tx, target.id, role)
    return { before: { role: target.role }, after: { role } }
  })

export const DisableOperator = z.object({ reason })

/** Shuts an operator out, at once and on every node. */
export const disableOperator = (
  ctx: Writing,
  input: z.output<typeof ById> & z.output<typeof DisableOperator>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  changeOther(ctx, operatorId(input.id), by, async (tx, target) => {
    if (target.disabledAt !== null) return refuse('api.nothing_to_change')
    await updateDisabled(tx, target.id, true)
    await deleteOperatorSessions(tx, target.id)
    return { before: { disabled: false }, after: { disabled: true, reason: input.reason } }
  })

export const enableOperator = (
  ctx: Writing,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  changeOther(ctx, operatorId(id), by, async (tx, target) => {
    if (target.disabledAt === null) return refuse('api.nothing_to_change')
    await updateDisabled(tx, target.id, false)
    return { before: { disabled: true }, after: { disabled: false } }
  })

/** A new first password, and no authenticator app, for somebody who lost them. */
export async function resetOperator(
  ctx: Hashing,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WithPassword>>> {
  const { password, passwordHash } = await initialPassword(ctx)
  const done = await changeOther(ctx, operatorId(id), by, async (tx, target) => {
    await updatePassword(tx, target.id, { passwordHash, initial: true })
    await clearTotp(tx, target.id)
    await deleteOperatorSessions(tx, target.id)
    return { before: { bind2FA: target.bind2FA }, after: { bind2FA: false } }
  })
  return done.with((view) => ({ ...view, password }))
}
