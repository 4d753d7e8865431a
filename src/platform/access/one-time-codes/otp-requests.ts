import type { CounterRule } from '../../../core/database/cluster/counters.ts'
import type { ThrottleRule } from '../../http/endpoint/throttle.ts'
import type { Caller } from '../signed-in.ts'

/** Limits, for one network, all requests that cost us a message or create an account. */
export const messagesAndAccounts: CounterRule = {
  name: 'otps-and-registrations',
  points: 300,
  windowSeconds: 3_600,
}

/** Limits the text messages one user may cause, to any phone and from any network. */
export const textsOfUser: ThrottleRule<Caller> = {
  name: 'phone-otps-per-user',
  points: 20,
  windowSeconds: 3_600,
  key: ({ caller }) => `user:${caller.id}`,
  refusal: 'api.otp_code_request_throttle',
}

/** Limits the codes for one address from all networks, so that no mailbox or phone is flooded. */
const perAddress = (name: string): CounterRule => ({
  name: `${name}-per-address`,
  points: 10,
  windowSeconds: 3_600,
})

/** The codes that anyone requests for a mailbox. */
export const mailboxCodes = perAddress('email-otps')
/** Those that its owner requests, signed in or on a known device: strangers use up none of them. */
export const ownMailboxCodes = perAddress('own-email-otps')

const refusal = 'api.otp_code_request_throttle'

/** Limits the codes for one address from one network. */
export const otpRequests = <Input>(
  name: 'email-otps' | 'phone-otps',
  addressOf: (input: Input) => string,
): ThrottleRule<unknown, Input> => ({
  name,
  points: 3,
  windowSeconds: 300,
  key: ({ ip, input }) => `${ip} ${addressOf(input)}`,
  refusal,
})

/**
 * Limits the texts of one network. Codes that owners request for their own mailboxes are not
 * counted by network: any neighbour could use up the count, and with it all withdrawals.
 */
export const textsOfNetwork: ThrottleRule = {
  ...messagesAndAccounts,
  key: ({ ip }) => ip,
  refusal,
}

/** Limits the codes for one phone from all networks. */
export const codesOfPhone = <Input>(
  phoneOf: (input: Input) => string,
): ThrottleRule<unknown, Input> => ({
  ...perAddress('phone-otps'),
  key: ({ input }) => phoneOf(input),
  refusal,
})
