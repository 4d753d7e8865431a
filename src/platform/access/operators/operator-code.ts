import type { OperatorId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import type { CounterRule, Taken } from '../../../core/database/cluster/counters.ts'
import type { Reader, Tx } from '../../../core/database/database.ts'
import {
  findOperatorTotp,
  type OperatorSecret,
  spendOperatorStep,
} from '../../../core/operators/operator-totp.sql.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { type TotpMatch, totpCode, withCodeOf } from '../one-time-codes/totp.ts'
import { audited, type Operation, type OperatorOperation } from './operator-endpoint.ts'

export const operatorCode = totpCode

const wrongCodes: CounterRule = {
  name: 'operator-codes',
  points: 5,
  windowSeconds: 900,
  kept: true,
}

export const operatorPurpose = (operator: OperatorId): string => `operator-totp-secret ${operator}`

type OperatorCodeRequest = Readonly<{
  operator: Pick<Operator, 'id' | 'email'>
  code: string | undefined
  secret: OperatorSecret
  by: Operation
}>

type CodeContext = Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>

/**
 * Runs `work` in a transaction in which `spend` consumes an operator's code, as `withCodeOf` does.
 * Wrong and missing codes are audited; the fifth of a window raises an alert.
 *
 * @transactions a failed try is audited although the work is not done.
 */
function spendingCode<Done>(
  ctx: CodeContext,
  asked: OperatorCodeRequest,
  work: (tx: Tx, spend: () => Promise<void>) => Promise<Done>,
): Promise<Done> {
  const { operator, code, secret } = asked
  const owner = {
    purpose: operatorPurpose(operator.id),
    wrongCodes,
    counted: String(operator.id),
    find: (db: Reader) => findOperatorTotp(db, operator.id, secret),
    use: (tx: Tx, match: TotpMatch) => spendOperatorStep(tx, operator.id, secret, match),
    onFailure: (taken: Taken) => noteFailure(ctx, asked, taken),
  }
  return withCodeOf(ctx, owner, { code, refusal: 'auth.otp_failed' }, work)
}

/** Runs `work` in the transaction that consumes an operator's code. */
export const withOperatorCode = <Done>(
  ctx: CodeContext,
  asked: OperatorCodeRequest,
  work: (tx: Tx) => Promise<Done>,
): Promise<Done> =>
  spendingCode(ctx, asked, async (tx, spend) => {
    await spend()
    return work(tx)
  })

/** Consumes the operator's code within the transaction, once; refuses with `auth.otp_failed`. */
type Prove = () => Promise<void>

/**
 * Runs `work` in a transaction that consumes the operator's code after taking its locks. An
 * operator without an authenticator (possible outside production only) needs none.
 */
export function withProof<Done>(
  ctx: CodeContext,
  by: OperatorOperation,
  code: string | undefined,
  work: (tx: Tx, prove: Prove) => Promise<Done>,
): Promise<Done> {
  const { operator } = by
  if (!operator.bind2FA) return ctx.db.inTransaction((tx) => work(tx, async () => undefined))
  return spendingCode(ctx, { operator, code, secret: 'bound', by }, work)
}

/** Runs `work` in the transaction that consumes the code that `withProof` asks for. */
export const withOperatorStepUp = <Done>(
  ctx: CodeContext,
  by: OperatorOperation,
  code: string | undefined,
  work: (tx: Tx) => Promise<Done>,
): Promise<Done> =>
  withProof(ctx, by, code, async (tx, prove) => {
    await prove()
    return work(tx)
  })

async function noteFailure(
  ctx: Pick<Context, 'db' | 'random'>,
  { operator: { id, email }, code, by }: OperatorCodeRequest,
  { remaining }: Taken,
): Promise<void> {
  const entry = { ...by, action: 'operator.code-failed', operator: null }
  await ctx.db.inTransaction(async (tx) => {
    const after = { why: code === undefined ? 'no code' : 'wrong code' }
    await audited(tx, entry, { subject: { kind: 'operator', id }, after }, null)
    if (remaining > 0) return
    enqueueAll(tx, [
      {
        to: 'operator',
        kind: 'operator-guessed',
        key: `operator-guessed:${id}:${ctx.random.bytes(16).toString('hex')}`,
        severity: 'critical',
        subject: `Wrong codes after the correct password of ${email}: the password may be stolen`,
        data: { operatorId: String(id), ip: by.ip },
      },
    ])
  })
}
