import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { deleteOperatorSessions } from '../../core/operators/operator-sessions.sql.ts'
import {
  bindOffered,
  findOperatorTotp,
  offerSecret,
} from '../../core/operators/operator-totp.sql.ts'
import { newSecret } from '../../platform/access/one-time-codes/totp.ts'
import { enrolmentOf } from '../../platform/access/one-time-codes/totp-codes.ts'
import {
  operatorCode,
  operatorPurpose,
  withOperatorCode,
  withOperatorStepUp,
} from '../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { operatorSessionOf } from '../../platform/access/operators/operator-signed-in.ts'
import { typedPassword } from '../../platform/access/passwords/check-password.ts'
import { optional } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { provenSelf } from './own-password.ts'

export const EnrolTwofa = z.object({ password: typedPassword, otpCode: optional(operatorCode) })

export const Enrolment = z
  .object({
    secret2FA: z.string(),
    otpauthUrl: z.string(),
    qrCode: z.string().meta({ description: 'The address as a picture: a PNG in a data URL.' }),
  })
  .meta({ id: 'OperatorTwofaSecret' })

/**
 * Offers a new secret. Requires the password, and a code of the app in use if there is one. The
 * secret takes effect only with `confirmTwofa`, so an interrupted enrolment locks no operator out.
 */
export async function enrolTwofa(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { password, otpCode }: z.output<typeof EnrolTwofa>,
  by: OperatorOperation,
  request: HttpRequest,
): Promise<Audited<z.input<typeof Enrolment>>> {
  const { operator } = by
  const known = await provenSelf(ctx, password, by, request)
  const { secret, sealed } = newSecret(ctx, operatorPurpose(operator.id))
  const enrolment = await enrolmentOf(operator.email, secret)
  return withOperatorStepUp(ctx, { ...by, operator: known }, otpCode, async (tx) => {
    await offerSecret(tx, operator.id, sealed)
    return audited(tx, by, { subject: { kind: 'operator', id: operator.id } }, enrolment)
  })
}

export const ConfirmTwofa = z.object({ otpCode: operatorCode })

/** Binds the offered secret if the code proves that the caller's app holds it. */
export async function confirmTwofa(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { otpCode }: z.output<typeof ConfirmTwofa>,
  by: OperatorOperation,
  request: HttpRequest,
): Promise<Audited<void>> {
  const { operator } = by
  const offered = await findOperatorTotp(ctx.db.read, operator.id, 'offered')
  if (offered === null) return refuse('api.operator_twofa_not_offered')
  return withOperatorCode(ctx, { operator, code: otpCode, secret: 'offered', by }, async (tx) => {
    await bindOffered(tx, operator.id)
    await deleteOperatorSessions(tx, operator.id, operatorSessionOf(request))
    const change = { before: { bind2FA: operator.bind2FA }, after: { bind2FA: true } }
    const subject = { kind: 'operator', id: operator.id }
    return audited(tx, by, { subject, ...change }, undefined)
  })
}
