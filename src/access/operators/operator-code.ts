import { seal, unseal } from '../../base/crypto.ts'
import type { OperatorId } from '../../base/ids.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { CounterRule } from '../../database/counters.ts'
import type { Tx } from '../../database/database.ts'
import { forgetTries, holdToRate } from '../../http/throttle.ts'
import { findOperatorTotp, spendOperatorStep } from '../../operators/operator-totp.sql.ts'
import type { Operator } from '../../operators/operators.sql.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { totpCode } from '../one-time-codes/totp.ts'
import { secretText, stepOfCode } from '../one-time-codes/totp-codes.ts'
import { audited, type Operation, type OperatorOperation } from './operator-endpoint.ts'

export const operatorCode = totpCode

const secretBytes = 20

/** Limits an operator's wrong codes, over all endpoints. */
const wrongCodes: CounterRule = {
  name: 'operator-codes',
  points: 5,
  windowSeconds: 900,
  kept: true,
}

const purposeOf = (operator: OperatorId): string => `operator-totp-secret ${operator}`

/** Generates a secret: as text for authenticator apps, and sealed for storage. */
export function newSecret(
  ctx: Pick<Context, 'config' | 'random'>,
  operator: OperatorId,
): Readonly<{ secret: string; sealed: string }> {
  const secret = secretText(ctx.random.bytes(secretBytes))
  return { secret, sealed: seal(ctx.config.appKey, purposeOf(operator), secret, ctx.random) }
}

type OperatorCodeRequest = Readonly<{
  operator: Pick<Operator, 'id' | 'email'>
  code: string | undefined
  /** Which secret the code must match: the bound one, or the one that waits for its first code. */
  secret: 'bound' | 'offered'
  by: Operation
}>

/**
 * Runs `work` in the transaction that consumes an operator's code: both are committed or neither. A
 * try is counted before it is compared, so parallel guesses get no more than five in fifteen
 * minutes; a correct code clears the count. Wrong and missing codes are audited; the last try of a
 * window raises an alert.
 *
 * @transactions a failed try is audited although its work is not done.
 */
export async function withOperatorCode<Done>(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  asked: OperatorCodeRequest,
  work: (tx: Tx) => Promise<Done>,
): Promise<Done> {
  const { operator, code } = asked
  const counted = String(operator.id)
  const { remaining } = await holdToRate(ctx, wrongCodes, counted)
  const done = code === undefined ? null : await spend(ctx, { ...asked, code }, work)
  if (done === null) {
    await noteFailure(ctx, asked, remaining === 0)
    return refuse('auth.otp_failed')
  }
  await forgetTries(ctx, wrongCodes, counted)
  return done.result
}

/**
 * Runs `work` in the transaction that consumes the operator's authenticator code, as actions that
 * guard money require. An operator without an authenticator (possible outside production only)
 * needs no code. A missing, wrong or already used code is refused with `auth.otp_failed`.
 */
export function withStepUp<Done>(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  by: OperatorOperation,
  code: string | undefined,
  work: (tx: Tx) => Promise<Done>,
): Promise<Done> {
  const { operator } = by
  if (!operator.bind2FA) return ctx.db.inTransaction(work)
  return withOperatorCode(ctx, { operator, code, secret: 'bound', by }, work)
}

/** Returns null if the code is wrong, or if another request used it first. */
async function spend<Done>(
  ctx: Pick<Context, 'config' | 'db'>,
  { operator: { id }, code, secret }: OperatorCodeRequest & Readonly<{ code: string }>,
  work: (tx: Tx) => Promise<Done>,
): Promise<Readonly<{ result: Done }> | null> {
  const stored = await findOperatorTotp(ctx.db, id)
  const sealed = stored?.[secret] ?? null
  if (stored === null || sealed === null) return null
  const opened = unseal(ctx.config.appKey, purposeOf(id), sealed)
  if (opened === null) throw new Error('a stored TOTP secret does not open with our key')
  const step = stepOfCode(opened, code, stored.epochSeconds)
  if (step === null) return null
  return ctx.db.inTransaction(async (tx) =>
    (await spendOperatorStep(tx, id, { secret, sealed, step })) ? { result: await work(tx) } : null,
  )
}

async function noteFailure(
  ctx: Pick<Context, 'db' | 'random'>,
  { operator: { id, email }, code, by }: OperatorCodeRequest,
  last: boolean,
): Promise<void> {
  const entry = { ...by, action: 'operator.code-failed', operator: null }
  await ctx.db.inTransaction(async (tx) => {
    const after = { why: code === undefined ? 'no code' : 'wrong code' }
    await audited(tx, entry, { subject: { kind: 'operator', id }, after }, null)
    if (!last) return
    enqueueAll(tx, [
      {
        to: 'operator',
        kind: 'operator-guessed',
        key: `operator-guessed:${id}:${ctx.random.bytes(16).toString('hex')}`,
        severity: 'critical',
        subject: `Somebody knows the password of ${email} and guesses codes`,
        data: { operatorId: String(id), ip: by.ip },
      },
    ])
  })
}
