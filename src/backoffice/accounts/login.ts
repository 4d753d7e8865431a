import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { sha256 } from '../../base/secrets/crypto.ts'
import { networkOf } from '../../base/values/network.ts'
import type { Context } from '../../context.ts'
import type { CounterRule } from '../../core/database/cluster/counters.ts'
import type { Tx } from '../../core/database/database.ts'
import { listSignInAddresses } from '../../core/operators/operator-audit.sql.ts'
import { insertOperatorSession } from '../../core/operators/operator-sessions.sql.ts'
import {
  findOperatorByEmail,
  type KnownOperator,
  lockOperator,
} from '../../core/operators/operators.sql.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { countSignInFailure } from '../../core/users/sign-in-failures.ts'
import { operatorCode, withOperatorStepUp } from '../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type Operation,
} from '../../platform/access/operators/operator-endpoint.ts'
import {
  type CheckedPassword,
  checkPassword,
  typedPassword,
} from '../../platform/access/passwords/check-password.ts'
import { passwordLimits } from '../../platform/access/passwords/password-limits.ts'
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
 * password. A network that the operator signed in from of late is no stranger, so that strangers
 * who guess do not lock an operator out.
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
    isFamiliar: async () =>
      (await listSignInAddresses(ctx.db, address)).map(networkOf).includes(networkOf(request.ip)),
  }
  const checked = await checkPassword(ctx, request, account, password)
  const { user: operator } = checked
  if (operator === null || !checked.matches) {
    await noteFailure(ctx, by, { address, why: 'wrong password', ...checked })
    return refuse('auth.failed')
  }
  if (operator.disabledAt !== null) {
    await noteFailure(ctx, by, { address, why: 'disabled', ...checked })
    return refuse('auth.account_suspended')
  }
  return withOperatorStepUp(ctx, { ...by, operator }, otpCode, (tx) =>
    startSession(tx, ctx, operator, by),
  )
}

type LoginFailure = Pick<CheckedPassword<KnownOperator>, 'user' | 'strangersWrong'> &
  Readonly<{ address: string; why: 'wrong password' | 'disabled' }>

/** Audits a failure; alerts operators once a day if strangers guess one operator's password. */
async function noteFailure(
  ctx: Pick<Context, 'db' | 'random'>,
  by: Operation,
  { address, why, user, strangersWrong }: LoginFailure,
): Promise<void> {
  const reason = why === 'disabled' ? 'suspended' : 'wrong-password'
  countSignInFailure(ctx, { account: 'operator', reason })
  const entry = { ...by, action: 'operator.login-failed', operator: null }
  const subject = { kind: 'address', id: address }
  const after = { why, operatorId: user?.id ?? null }
  await ctx.db.inTransaction(async (tx) => {
    await audited(tx, entry, { subject, after }, null)
    if (user === null || strangersWrong !== passwordLimits.strangerGuesses) return
    enqueueAll(tx, [
      {
        to: 'operator',
        kind: 'operator-password-guessed',
        key: `operator-password-guessed:${user.id}:${ctx.random.bytes(16).toString('hex')}`,
        severity: 'warning',
        subject: `${strangersWrong} wrong passwords of ${user.email} within a day`,
        data: { operatorId: String(user.id), ip: by.ip },
      },
    ])
  })
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
