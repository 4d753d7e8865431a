import { z } from 'zod'
import { operatorLimits } from '../../../core/operators/operator-limits.ts'
import { text, wireId } from '../../http/contracts/contracts.ts'

/** The id of the changed thing, from the path. */
export const ById = z.object({ id: wireId })

/** An operator as responses name those who did or decided something. */
export const OperatorName = z
  .object({ id: z.int(), email: z.string() })
  .meta({ id: 'OperatorName' })

/** The reason for an operator's action, for readers of the audit. */
export const reason = text({ max: operatorLimits.reasonChars })

/** A user's name for operators who decide about users or money. */
export const provenName = z.string().nullable().meta({
  description: 'On the identity card; null without a proven identity, and for viewers.',
})
