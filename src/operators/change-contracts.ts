import { z } from 'zod'
import { limits } from '../base/limits.ts'
import { text, wireId } from '../http/contracts.ts'

/** What an operator changes, by the number in its path. */
export const ById = z.object({ id: wireId })

/** Why an operator does something, for those who read the audit. */
export const reason = text({ max: limits.operators.reasonChars })
