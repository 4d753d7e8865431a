import { z } from 'zod'
import { limits } from '../base/limits.ts'
import { text, wireId } from '../http/contracts.ts'

/** The id of the changed thing, from the path. */
export const ById = z.object({ id: wireId })

/** The reason for an operator's action, for readers of the audit. */
export const reason = text({ max: limits.operators.reasonChars })
