import { z } from 'zod'
import { plainRefusal } from '../envelope.ts'

const Failure = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string()).readonly()).optional(),
})

/** The errors of push-token and vision endpoints: validation errors list sentences by field. */
export const plainFailure = plainRefusal(
  Failure,
  ({ key, details: { text, errors = {} } }): z.input<typeof Failure> =>
    key === 'api.validation_failed'
      ? { success: false, message: 'Validation failed', errors }
      : { success: false, message: text ?? key },
  ({ key, status }) => (key === 'api.validation_failed' ? 422 : status),
)
