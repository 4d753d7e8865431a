import { z } from 'zod'

/** Whether a user has a PIN, and which locks of the app are on. */
export const PinState = z
  .object({ status_pin: z.boolean(), pin_lock: z.boolean(), biometrics_lock: z.boolean() })
  .meta({ id: 'PinState' })
