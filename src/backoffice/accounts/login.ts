import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { sha256 } from '../../base/secrets/crypto.ts'
import type { Context } from '../../context.ts'
import type { CounterRule } from '../../core/database/cluster/counters.ts'
import type { Tx } from '../../core/database/database.ts'
import { insertOperatorSession } from '../../core/operators/operator-sessions.sql.ts'
import {
  findOperatorByEmail,
  type KnownOperator,
  lockOperator,
} from '../../core/operators/operators.sql.ts'
import { operatorCode, withOperatorStepUp } from '../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type Operation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { checkPassword, typedPassword } from '../../platform/access/passwords/check-password.ts'
import { email, optional } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { OperatorView, shownOperator } from './operator-contracts.ts'

export const Login = z.object({
  email,
  password: typedPassword,
  otpCode: optional(operatorCode),
})

export const Session = z
  .object({
    token: z.string(),
    expiresAt: z.iso.datetime(),
    operator: OperatorView,
  })
  .meta({ id: 'OperatorSession' })

/** Limits a network over all addresses: a list of stolen passwords is longer than this. */
export const loginsOfNetwork: CounterRule = {
  name: 'operator-logins',
  points: 60,
  windowSeconds: 300,
}

const tokenBytes = 32

/**
 * One count of wrong passwords for all places where an operator types one, separate from users'.
 */
export const accountOf = (address: string) => `operator ${address}`

/**
 * Signs an operator in. An unknown address gets the answer of a wrong password, in the same time;
 * both are audited under the address that was tried, and so is a disabled operator's correct
 * password.
 */
export async function login(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { email: address, password, otpCode }: z.output<typeof Login>,
  by: Operation,
  request: HttpRequest,
): Promise<Audited<z.input<typeof Session>>> {
  const account = {
    email: accountOf(address),
    find: () => findOperatorByEmail(ctx.db.read, address),
  }
  const { user: operator, matches } = await checkPassword(ctx, request, account, password)
  if (operator === null || !matches) {
    await noteFailure(ctx, by, address, 'wrong password')
    return refuse('auth.failed')
  }
  if (operator.disabledAt !== null) {
    await noteFailure(ctx, by, address, 'disabled')
    return refuse('auth.account_suspended')
  }
  return withOperatorStepUp(ctx, { ...by, operator }, otpCode, (tx) =>
    startSession(tx, ctx, operator, by),
  )
}

async function noteFailure(
  ctx: Pick<Context, 'db'>,
  by: Operation,
  address: string,
  why: string,
): Promise<void> {
  const entry = { ...by, action: 'operator.login-failed', operator: null }
  const subject = { kind: 'address', id: address }
  await ctx.db.inTransaction((tx) => audited(tx, entry, { subject, after: { why } }, null))
}

/** Refuses if the password, the second factor or the account changed since the check. */
async function startSession(
  tx: Tx,
  ctx: Pick<Context, 'random'>,
  checked: KnownOperator,
  by: Operation,
): Promise<Audited<z.input<typeof Session>>> {
  const operator = await lockOperator(tx, checked.id)
  const same = operator?.passwordHash === checked.passwordHash
  if (operator === null || !same || operator.disabledAt !== null) return refuse('auth.failed')
  if (operator.bind2FA !== checked.bind2FA) return refuse('auth.failed')
  const token = `xot_${ctx.random.bytes(tokenBytes).toString('base64url')}`
  const expiresAt = await insertOperatorSession(tx, sha256(token), operator.id)
  return audited(
    tx,
    { ...by, operator },
    { subject: { kind: 'operator', id: operator.id } },
    { token, expiresAt: expiresAt.toISOString(), operator: shownOperator(operator) },
  )
}
