import { z } from 'zod'
import { signedIn } from '../../access/signed-in.ts'
import { endpoint } from '../../http/endpoint.ts'
import { success } from '../../http/envelope.ts'
import { showMe } from './show-me.ts'

const tag = 'Account'

const Me = z.object({
  id: z.int(),
  email: z.string(),
  emailVerified: z.boolean(),
  phone: z.string().nullable(),
  language: z.string(),
  currency: z.string(),
  bind2FA: z.boolean(),
  identityStatus: z.string(),
  pin: z.object({
    status_pin: z.boolean(),
    pin_lock: z.boolean(),
    biometrics_lock: z.boolean(),
  }),
  createdAt: z.iso.datetime(),
})

/** Specification 4.1. */
export const accountEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/users/me',
    tag,
    summary: 'The profile of the caller',
    access: signedIn,
    run: showMe,
    reply: success('api.profile_retrieved', Me),
  }),
]
