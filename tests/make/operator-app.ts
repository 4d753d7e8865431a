import { sql } from 'kysely'
import type { Tukar } from '../harness.ts'
import type { SignedInOperator } from './operator.ts'
import { codeOf } from './totp.ts'
import { expectOk } from './trader.ts'

/** Binds an authenticator app to an operator; returns a function that makes unused codes. */
export async function bindOperatorApp(
  tukar: Tukar,
  { id, password, token }: SignedInOperator,
): Promise<() => Promise<string>> {
  const post = (path: string, body: unknown) => tukar.call('POST', path, { token, body })
  const offered = await post('/operator/api/totp', { password })
  expectOk(offered)
  const secret: string = offered.body.data.secret2FA
  expectOk(await post('/operator/api/totp/confirm', { otpCode: codeOf(secret) }))
  return async () => {
    await sql`update operators set totp_last_step = 0 where id = ${id}`.execute(
      tukar.service.ctx.db.read,
    )
    return codeOf(secret)
  }
}
