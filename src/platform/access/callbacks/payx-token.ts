import { refuse } from '../../../base/refusal.ts'
import { equalSecrets } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import { callbackHeaders } from '../../../providers/callback-headers.ts'
import type { Access } from '../../http/endpoint/admit.ts'
import { comesFrom } from './callback-source.ts'

type Payx = Context['config']['payx']

/**
 * A callback of payx: it comes from one of payx's networks, if they are configured, and the header
 * X-CALLBACK-TOKEN equals one of the tokens configured for its kind. Nothing in the body is signed.
 */
const payxToken = (name: string, tokensOf: (payx: Payx) => readonly string[]): Access<null> => ({
  name,
  scheme: 'callbackToken',
  refusals: ['api.callback_unauthorized'],
  admit: (ctx, request) => {
    const { payx } = ctx.config
    const given = request.headers[callbackHeaders.callbackToken]
    const isRight =
      typeof given === 'string' && tokensOf(payx).some((expected) => equalSecrets(given, expected))
    if (isRight && comesFrom(ctx, payx.callbackSources, request)) return null
    return refuse('api.callback_unauthorized')
  },
})

export const payxDepositToken = payxToken('payx deposit token', (payx) => payx.depositTokens)
export const payxWithdrawalToken = payxToken(
  'payx withdrawal token',
  (payx) => payx.withdrawalTokens,
)
