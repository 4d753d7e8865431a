import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { findPinState, type PinState } from '../../core/users/pins.sql.ts'
import { email } from '../../platform/http/contracts/contracts.ts'

export const PinStatus = z.object({ email })

/** Returns, before sign-in, whether an app must ask for a PIN and which locks are on. */
export async function showPinStatus(
  ctx: Pick<Context, 'db'>,
  { email: address }: z.output<typeof PinStatus>,
): Promise<PinState> {
  return (await findPinState(ctx.db, address)) ?? refuse('api.pin_status_failed')
}
