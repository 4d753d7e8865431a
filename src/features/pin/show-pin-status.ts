import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { email } from '../../http/contracts.ts'
import { findPinState, type PinState } from '../../users/pins.sql.ts'

export const PinStatus = z.object({ email })

/** What an app needs to know before anyone has signed in: whether to ask for a PIN. */
export async function showPinStatus(
  ctx: Pick<Context, 'db'>,
  { email: address }: z.output<typeof PinStatus>,
): Promise<PinState> {
  return (await findPinState(ctx.db, address)) ?? refuse('api.pin_status_failed')
}
