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

/**
 * Limits on code requests: for one address from one network, for one address from all networks (so
 * that no mailbox or phone is flooded), and from one network for all addresses.
 */
export const otpRequests = <Input>(
  name: 'email-otps' | 'phone-otps',
  addressOf: (input: Input) => string,
): readonly ThrottleRule<unknown, Input>[] => [
  {
    name,
    points: 3,
    windowSeconds: 300,
    key: ({ ip, input }) => `${ip} ${addressOf(input)}`,
    refusal: 'api.otp_code_request_throttle',
  },
  {
    name: `${name}-per-address`,
    points: 10,
    windowSeconds: 3_600,
    key: ({ input }) => addressOf(input),
    refusal: 'api.otp_code_request_throttle',
  },
  { ...messagesAndAccounts, key: ({ ip }) => ip, refusal: 'api.otp_code_request_throttle' },
]
