import type { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { type OperatorId, operatorId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import type { Facts } from '../../core/operators/operator-audit.sql.ts'
import {
  findOperator,
  type KnownOperator,
  lockAdmins,
  lockOperator,
  type Operator,
} from '../../core/operators/operators.sql.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../core/outbox/notices.ts'
import { withOperatorStepUp } from '../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { type OperatorView, shownOperator } from './operator-contracts.ts'

export type Changing = Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>

/** Locks the admins until the transaction ends; refuses if the caller is no longer one. */
export async function lockAdmin(tx: Tx, { operator }: OperatorOperation): Promise<void> {
  const admins = await lockAdmins(tx)
  if (!admins.includes(operator.id)) refuse('api.operator_not_permitted')
}

/** Alerts all operators to what one of them did to another. */
export const alertOf = (
  { random }: Pick<Context, 'random'>,
  { operator: by, ip }: OperatorOperation,
  { id, email: address }: Pick<Operator, 'id' | 'email'>,
  did: string,
): OperatorNotice => ({
  to: 'operator',
  kind: 'operator-changed',
  key: `operator-changed:${id}:${random.bytes(16).toString('hex')}`,
  severity: 'warning',
  subject: `${by.email} ${did}`,
  data: { operatorId: String(id), email: address, byId: String(by.id), byEmail: by.email, ip },
})

export type View = z.input<typeof OperatorView>
type Changed = Readonly<{ before: Facts; after: Facts; did: string }>
type OperatorChange = (tx: Tx, target: KnownOperator) => Promise<Changed>
export type WithCode = Readonly<{ id: number; otpCode?: string | undefined }>

/**
 * Changes another operator, and alerts all of them. The caller must be another operator and an
 * admin, and stays an admin until the transaction ends; so if two admins disable each other at
 * once, one remains.
 */
export function changeOther(
  ctx: Changing,
  id: OperatorId,
  by: OperatorOperation,
  change: OperatorChange,
): Promise<Audited<View>> {
  if (id === by.operator.id) return refuse('api.operator_oneself')
  return ctx.db.inTransaction((tx) => changeIn(tx, ctx, id, by, change))
}

/** The same for changes of access or approvals: consumes a code of the caller's authenticator. */
export function changeOtherWithCode(
  ctx: Changing,
  { id, otpCode }: WithCode,
  by: OperatorOperation,
  change: OperatorChange,
): Promise<Audited<View>> {
  if (id === by.operator.id) return refuse('api.operator_oneself')
  return withOperatorStepUp(ctx, by, otpCode, (tx) => changeIn(tx, ctx, operatorId(id), by, change))
}

async function changeIn(
  tx: Tx,
  ctx: Changing,
  id: OperatorId,
  by: OperatorOperation,
  change: OperatorChange,
): Promise<Audited<View>> {
  await lockAdmin(tx, by)
  const target = await lockOperator(tx, id)
  if (target === null) return refuse('api.operator_not_found')
  const { did, ...changed } = await change(tx, target)
  enqueueAll(tx, [alertOf(ctx, by, target, did)])
  const now = (await findOperator(tx, id)) ?? target
  return audited(tx, by, { subject: { kind: 'operator', id }, ...changed }, shownOperator(now))
}
