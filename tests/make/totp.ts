import { sql } from 'kysely'
import { generateSync } from 'otplib'
import type { Tukar } from '../harness.ts'
import { expectOk, type Trader } from './trader.ts'

/** The code of an app with the secret, this number of thirty-second steps from now. */
export const codeOf = (secret: string, stepsFromNow = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsFromNow * 30 })

/** A code that no step near the current time has. */
export function wrongCodeOf(secret: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)))
  const wrong = ['000000', '111111', '222222', '333333', '444444', '555555']
  return wrong.find((code) => !near.has(code)) ?? '666666'
}

/** Resets the used steps of a user, as if some minutes had passed. */
export const forgetSteps = ({ service }: Tukar, { id }: Trader) =>
  sql`update totp_secrets set last_step = 0 where user_id = ${id}`.execute(service.ctx.db.read)

/** The secret that a trader is shown. */
export async function shownSecret(tukar: Tukar, { token }: Trader): Promise<string> {
  const shown = await tukar.call('GET', '/api/users/twofa-secret', { token })
  expectOk(shown)
  return shown.body.data.secret2FA
}

/** Binds an app with its code alone, so that it is provisional; returns its secret. */
export async function bindProvisionally(tukar: Tukar, trader: Trader): Promise<string> {
  const secret = await shownSecret(tukar, trader)
  const body = { otpCode: codeOf(secret) }
  expectOk(await tukar.call('POST', '/api/users/twofa-bind', { token: trader.token, body }))
  await forgetSteps(tukar, trader)
  return secret
}

/** Makes a bound app count, as if it had been bound two days ago. */
export const provisionOver = ({ service }: Tukar, { id }: Pick<Trader, 'id'>) =>
  sql`
    update users set twofa_provisional_until = twofa_provisional_until - interval '2 days'
    where id = ${id}`.execute(service.ctx.db.read)

/** Binds an authenticator app that counts; returns its secret. */
export async function bindTotp(tukar: Tukar, trader: Trader): Promise<string> {
  const secret = await bindProvisionally(tukar, trader)
  await provisionOver(tukar, trader)
  return secret
}
