import { Refusal } from '@tukar/client'

type Profile = Readonly<{ data: Readonly<{ pin: Readonly<{ pin_lock: boolean }> }> | undefined }>

/** Whether the service refused a user whose email address is not confirmed yet. */
export const isUnverified = (error: unknown): boolean =>
  error instanceof Refusal && error.key === 'auth.email_not_verified'

/** Whether a lock must stay open: a user has no PIN before the address is confirmed. */
export const hasNoLock = ({ data, error }: Profile & Readonly<{ error: unknown }>): boolean =>
  data?.pin.pin_lock === false || isUnverified(error)
