import { z } from 'zod'
import type { DropLeftovers } from '../../access/end-access.ts'
import { messagesAndAccounts } from '../../access/one-time-codes/otp-requests.ts'
import type { StartedSession } from '../../access/sessions/tokens.ts'
import { signedIn, signedInByToken } from '../../access/signed-in.ts'
import { deviceKeyHeader } from '../../http/device-key.ts'
import { anyone, endpoint } from '../../http/endpoint.ts'
import { type Reply, success, withHeaders } from '../../http/envelope.ts'
import {
  EndMailedSession,
  endMailedSession,
  endOtherSessions,
  endSession,
  SessionById,
} from './end-session.ts'
import { listSessions, SessionView } from './list-sessions.ts'
import { Login, login } from './login.ts'
import { logout } from './logout.ts'
import { RefreshToken, refreshToken } from './refresh-token.ts'
import { Register, register } from './register.ts'
import { RequestPasswordReset, requestPasswordReset } from './request-password-reset.ts'
import { ResendVerification, resendVerification } from './resend-verification.ts'
import { ResetPassword, resetPassword } from './reset-password.ts'
import { refreshes, resends, sessionEnds } from './session-contracts.ts'
import { VerifyEmail, verifyEmail } from './verify-email.ts'

const tag = 'Session security'

const Tokens = z.object({
  xToken: z.object({ token: z.string(), expiresAt: z.iso.datetime() }),
  refreshToken: z.string(),
})

/** The tokens as the specification has them, and the device's key in its own header. */
const SignedIn: Reply<StartedSession> = {
  ...success('auth.logged_in', Tokens),
  answer: ({ tokens, deviceKey }) => {
    const answer = success('auth.logged_in', Tokens).answer(tokens)
    return { ...answer, headers: { ...answer.headers, [deviceKeyHeader]: deviceKey } }
  },
}

const endpoints = [
  endpoint({
    method: 'POST',
    path: '/api/auth/register',
    tag,
    summary: 'Open an account; a verification link is mailed',
    access: anyone,
    body: Register,
    throttle: [{ ...messagesAndAccounts, key: ({ ip }) => ip }],
    slowRefusals: true,
    run: register,
    reply: success('auth.registered'),
  }),
  endpoint({
    method: 'GET',
    path: '/api/auth/email-verify/{email}',
    tag,
    summary: 'Verify an email address with the mailed link',
    access: anyone,
    params: VerifyEmail,
    run: verifyEmail,
    reply: success('auth.email_verified'),
    refusals: [
      'auth.email_not_found',
      'auth.email_verification_link_expired',
      'api.too_many_requests',
    ],
  }),
  endpoint({
    method: 'GET',
    path: '/api/auth/email-resend',
    tag,
    summary: 'Mail the verification link again; the answer is the same for every address',
    access: anyone,
    query: ResendVerification,
    queryOrBody: true,
    deviceKey: 'read',
    throttle: [
      {
        ...resends,
        key: ({ ip, input, bringsDeviceKey }) => (bringsDeviceKey ? null : `${ip} ${input.email}`),
      },
      { ...messagesAndAccounts, key: ({ ip, bringsDeviceKey }) => (bringsDeviceKey ? null : ip) },
    ],
    run: resendVerification,
    reply: success('auth.resend_successfully'),
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/password-token',
    tag,
    summary: 'Mail a link that resets the password; the answer is the same for every address',
    access: anyone,
    body: RequestPasswordReset,
    deviceKey: 'read',
    throttle: [
      { ...messagesAndAccounts, key: ({ ip, bringsDeviceKey }) => (bringsDeviceKey ? null : ip) },
    ],
    run: requestPasswordReset,
    reply: success('passwords.sent'),
    refusals: ['passwords.throttled'],
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/login',
    tag,
    summary: 'Sign in',
    access: anyone,
    body: Login,
    deviceKey: 'given',
    slowRefusals: true,
    run: login,
    reply: SignedIn,
    refusals: [
      'auth.failed',
      'auth.otp_failed',
      'auth.throttle',
      'auth.account_suspended',
      'api.too_many_requests',
    ],
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/refresh-token',
    tag,
    summary: 'Exchange a refresh token for new tokens',
    access: anyone,
    body: RefreshToken,
    throttle: [{ ...refreshes, key: ({ ip }) => ip }],
    run: refreshToken,
    reply: success('auth.token_refreshed', Tokens),
    refusals: ['api.invalid_token'],
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/auth',
    tag,
    summary: 'Sign out everywhere',
    access: signedIn,
    run: logout,
    reply: withHeaders(success('auth.logged_out'), {
      'clear-site-data': '"cache", "storage"',
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/api/user/sessions',
    tag,
    summary: 'The sessions of the account that have not ended, and which of them is this one',
    access: signedInByToken,
    run: listSessions,
    reply: success('auth.sessions_retrieved', z.array(SessionView)),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    tag,
    summary: 'End one session and forget its device',
    access: signedInByToken,
    params: SessionById,
    run: endSession,
    reply: success('auth.session_ended'),
    refusals: ['auth.session_not_found'],
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/user/sessions',
    tag,
    summary: 'End every other session and forget their devices',
    access: signedInByToken,
    run: endOtherSessions,
    reply: success('auth.other_sessions_ended'),
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/end-session/{session}',
    tag,
    summary: 'End the session that the mail of a sign-in told of, with its link',
    access: anyone,
    params: EndMailedSession,
    throttle: [{ ...sessionEnds, key: ({ ip }) => ip }],
    run: endMailedSession,
    reply: success('auth.session_ended'),
    refusals: ['api.invalid_token'],
  }),
]

const passwordReset = (leftovers: readonly DropLeftovers[]) =>
  endpoint({
    method: 'POST',
    path: '/api/auth/password-reset',
    tag,
    summary: 'Set a new password with a mailed link',
    access: anyone,
    body: ResetPassword,
    slowRefusals: true,
    run: (ctx, input, _caller, request) => resetPassword(ctx, input, leftovers, request),
    reply: success('passwords.reset'),
    refusals: ['api.invalid_token', 'api.reset_password_throttle', 'api.too_many_requests'],
  })

/** Endpoints of specification 4.8, and the sign-in. `leftovers` belong to other rooms. */
export const sessionEndpoints = (leftovers: readonly DropLeftovers[]) => [
  ...endpoints,
  passwordReset(leftovers),
]
