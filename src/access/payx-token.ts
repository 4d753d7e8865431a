import { equalSecrets } from '../base/crypto.ts'
import { refuse } from '../base/refusal.ts'
import type { Context } from '../context.ts'
import type { Access } from '../http/endpoint.ts'

/** A callback of payx: the header X-CALLBACK-TOKEN equals the token configured for its kind. */
const payxToken = (
  name: string,
  tokenOf: (payx: Context['config']['payx']) => string,
): Access<null> => ({
  name,
  scheme: 'callbackToken',
  refusals: ['api.callback_unauthorized'],
  admit: (ctx, request) => {
    const given = request.headers['x-callback-token']
    const expected = tokenOf(ctx.config.payx)
    if (typeof given === 'string' && equalSecrets(given, expected)) return null
    return refuse('api.callback_unauthorized')
  },
})

export const payxDepositToken = payxToken('payx deposit token', ({ depositToken }) => depositToken)
export const payxWithdrawalToken = payxToken(
  'payx withdrawal token',
  ({ withdrawalToken }) => withdrawalToken,
)
