import { sql } from 'kysely'
import { digestOfNumber } from '../../src/app/identity-records/identity-records.ts'
import type { Tukar } from '../harness.ts'
import { makeNik } from './identity.ts'
import type { SignedInOperator } from './operator.ts'
import { bindTotp } from './totp.ts'
import { makeTrader, type Trader } from './trader.ts'

/** A trader with a bound app, and the number of the card that proved their identity. */
export type Recoverable = Trader & Readonly<{ secret: string; cardNumber: string }>

export async function makeRecoverable(tukar: Tukar): Promise<Recoverable> {
  const { ctx } = tukar.service
  const trader = await makeTrader(tukar)
  const cardNumber = makeNik()
  await sql`
    with proven as (update users set identity_status = 'success' where id = ${trader.id})
    insert into identity_numbers (digest, user_id)
    values (${digestOfNumber(ctx, cardNumber)}, ${trader.id})`.execute(ctx.db.read)
  return { ...trader, secret: await bindTotp(tukar, trader), cardNumber }
}

/** An operator proposes to remove the trader's app, after a check of the identity. */
export const openRecovery = (
  tukar: Tukar,
  { token, otpCode }: SignedInOperator & Readonly<{ otpCode?: string }>,
  { id, cardNumber }: Pick<Recoverable, 'id' | 'cardNumber'>,
) =>
  tukar.call('POST', `/operator/api/users/${id}/recovery`, {
    token,
    body: { cardNumber, reason: 'video call: face and card match', otpCode },
  })
