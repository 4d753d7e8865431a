import { z } from 'zod'
import { messagesAndAccounts } from '../../access/otp-requests.ts'
import { signedIn } from '../../access/signed-in.ts'
import { anyone, endpoint } from '../../http/endpoint.ts'
import { success, withHeaders } from '../../http/envelope.ts'
import { Login, login } from './login.ts'
import { logout } from './logout.ts'
import { RefreshToken, refreshToken } from './refresh-token.ts'
import { Register, register } from './register.ts'
import { RequestPasswordReset, requestPasswordReset } from './request-password-reset.ts'
import { ResendVerification, resendVerification } from './resend-verification.ts'
import { ResetPassword, resetPassword } from './reset-password.ts'
import { refreshes, resends } from './session-contracts.ts'
import { VerifyEmail, verifyEmail } from './verify-email.ts'

const tag = 'Session security'

const Tokens = z.object({
  xToken: z.object({ token: z.string(), expiresAt: z.iso.datetime() }),
  refreshToken: z.string(),
})

/** Specification 4.8, and the way into an account. */
export const sessionEndpoints = [
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
    throttle: [
      { ...resends, key: ({ ip, input }) => `${ip} ${input.email}` },
      { ...messagesAndAccounts, key: ({ ip }) => ip },
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
    throttle: [{ ...messagesAndAccounts, key: ({ ip }) => ip }],
    run: requestPasswordReset,
    reply: success('passwords.sent'),
    refusals: ['passwords.throttled'],
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/password-reset',
    tag,
    summary: 'Set a new password with a mailed link',
    access: anyone,
    body: ResetPassword,
    slowRefusals: true,
    run: resetPassword,
    reply: success('passwords.reset'),
    refusals: ['api.invalid_token', 'api.reset_password_throttle', 'api.too_many_requests'],
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/login',
    tag,
    summary: 'Sign in',
    access: anyone,
    body: Login,
    slowRefusals: true,
    run: login,
    reply: success('auth.logged_in', Tokens),
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
]
