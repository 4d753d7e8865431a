import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { equalSecrets } from '../../../base/secrets/crypto.ts'
import { readLeniently } from '../../../base/values/lenient.ts'
import type { Context } from '../../../context.ts'
import { paydSignature } from '../../../providers/payd/signature.ts'
import { rawText, sentNumber } from '../../http/contracts/contracts.ts'
import type { Access } from '../../http/endpoint/admit.ts'
import { comesFrom } from './callback-source.ts'

type Payd = Context['config']['payd']

const word = rawText({ max: 100 })

/** The signed fields, each exactly as sent. */
const Payment = z.object({
  merchantCode: word,
  amount: sentNumber,
  merchantOrderId: word,
  signature: word,
})

const Inquiry = z.object({
  merchantCode: word,
  action: word,
  vaNo: word,
  session: word,
  signature: word,
})

/**
 * A payment callback of payd: its own `signature` field covers merchant, amount and order,
 * concatenated without separators. Nothing else in the body is authenticated.
 */
export const paydPayment = signedBy('payd signature', Payment, (fields) => [
  fields.amount,
  fields.merchantOrderId,
])

export const paydInquiry = signedBy('payd inquiry signature', Inquiry, (fields) => [
  fields.action,
  fields.vaNo,
  fields.session,
])

type Signed = Readonly<{ merchantCode: string; signature: string }>

function signedBy<Fields extends z.ZodType<Signed>>(
  name: string,
  contract: Fields,
  wordsOf: (fields: z.output<Fields>) => readonly string[],
): Access<null> {
  return {
    name,
    scheme: 'signedFields',
    refusals: ['api.callback_unauthorized'],
    admit: (ctx, request) => {
      const { payd } = ctx.config
      const isPayds = comesFrom(ctx, payd.callbackSources, request)
      if (!isPayds) return refuse('api.callback_unauthorized')
      const read = contract.safeParse(readLeniently(request.raw))
      if (!read.success) return refuse('api.callback_unauthorized')
      const { merchantCode, signature } = read.data
      const words = [payd.merchantCode, ...wordsOf(read.data)]
      const expected = payd.apiKeys.map((apiKey) => paydSignature({ ...payd, apiKey }, ...words))
      const ours = equalSecrets(merchantCode, payd.merchantCode)
      const right = expected.some((one) => equalSecrets(signature, one))
      return ours && right && isInForm(payd, signature) ? null : refuse('api.callback_unauthorized')
    },
  }
}

/**
 * Requires lower-case hex of exactly the digest's length, so that each signature has one spelling.
 */
const isInForm = ({ signature: scheme }: Payd, given: string): boolean =>
  (scheme === 'md5' ? /^[0-9a-f]{32}$/ : /^[0-9a-f]{64}$/).test(given)
