import { z } from 'zod'
import { type Answer, type OutboundCall, outbound, type Tools } from '../outbound.ts'
import { reportedDecimal } from '../reported-decimal.ts'
import type { PayxSettings } from './payx-settings.ts'

/** Most pages of the provider's manual use `message`, some `error_message`. */
const refusal = z
  .object({
    error_code: z.string(),
    message: z.string().optional(),
    error_message: z.string().optional(),
  })
  .transform((body) => ({
    code: body.error_code,
    message: body.message ?? body.error_message ?? '',
  }))

/** One call with our key; callers may add the headers of an interface. */
export type PayxCall = <Schema extends z.ZodType>(
  call: Omit<OutboundCall<Schema>, 'refusal'>,
) => Promise<Answer<z.output<Schema>>>

export type PayxAccess = Pick<PayxSettings, 'baseUrl' | 'secretKey'>

export function payxLine(config: PayxAccess, tools: Tools): PayxCall {
  const line = outbound('payx', config.baseUrl, tools)
  const authorization = `Basic ${Buffer.from(`${config.secretKey}:`).toString('base64')}`
  return (call) => line({ ...call, headers: { ...call.headers, authorization }, refusal })
}

/** A provider's id is safe in a path; any other text cannot be an id. */
export const sentId = /^[A-Za-z0-9_-]{1,100}$/
export const invalidId = {
  kind: 'rejected',
  code: 'INVALID_ID',
  message: 'not an id of this provider',
  status: 404,
} as const

/** An amount in the provider's digits, without an exponent. */
export const amountDigits = reportedDecimal.pipe(z.string().regex(/^\d{1,20}(?:\.\d{1,20})?$/))
