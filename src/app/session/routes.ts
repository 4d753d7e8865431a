import { z } from 'zod'
import type { DropLeftovers } from '../../platform/access/end-access.ts'
import { messagesAndAccounts } from '../../platform/access/one-time-codes/otp-requests.ts'
import type { StartedSession } from '../../platform/access/sessions/tokens.ts'
import { signedIn, signedInByToken } from '../../platform/access/signed-in.ts'
import { anyone } from '../../platform/http/endpoint/admit.ts'
import { deviceKeyHeader } from '../../platform/http/endpoint/device-key.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { type Reply, success, withHeaders } from '../../platform/http/envelope.ts'
import {
  EndMailedSession,
  endMailedSession,
  endOtherSessions,
  endSession,
  SessionById,
} from './end-session.ts'
import { FreezeAccount, freezeAccount } from './freeze-account.ts'
import { listSessions, SessionView } from './list-sessions.ts'
import { listSignIns, SignInView } from './list-sign-ins.ts'
import { Login, login } from './login.ts'
import { logout } from './logout.ts'
import { RefreshToken, refreshToken } from './refresh-token.ts'
import { Register, register } from './register.ts'
import { RequestPasswordReset, requestPasswordReset } from './request-password-reset.ts'
import { ResendVerification, resendVerification } from './resend-verification.ts'
import { ResetPassword, resetPassword } from './reset-password.ts'
import { changeUndos, freezes, refreshes, resends, sessionEnds } from './session-contracts.ts'
import { UndoChange, undoChange } from './undo-change.ts'
import { VerifyEmail, verifyEmail } from './verify-email.ts'

const { get, post, remove } = endpointsOf('Session security')

const Tokens = z
  .object({
    xToken: z
      .object({ token: z.string(), expiresAt: z.iso.datetime() })
      .meta({ id: 'AccessToken' }),
    refreshToken: z.string(),
  })
  .meta({ id: 'Tokens' })

/** The tokens as the specification has them, and the device's key in its own header. */
const SignedIn: Reply<StartedSession> = {
  ...success('auth.logged_in', Tokens),
  answer: ({ tokens, deviceKey }) => {
    const answer = success('auth.logged_in', Tokens).answer(tokens)
    return { ...answer, headers: { ...answer.headers, [deviceKeyHeader]: deviceKey } }
  },
}

const endpoints = [
  post('/api/auth/register', {
    summary: 'Open an account; a verification link is mailed',
    access: anyone,
    body: Register,
    throttle: [{ ...messagesAndAccounts, key: ({ ip }) => ip }],
    slowRefusals: true,
    run: register,
    reply: success('auth.registered'),
  }),
  get('/api/auth/email-verify/{email}', {
    summary: 'Verify an email address with the mailed link',
    access: anyone,
    params: VerifyEmail,
    writes: true,
    run: verifyEmail,
    reply: success('auth.email_verified'),
    refusals: [
      'auth.email_not_found',
      'auth.email_verification_link_expired',
      'api.too_many_requests',
    ],
  }),
  get('/api/auth/email-resend', {
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
    writes: true,
    run: resendVerification,
    reply: success('auth.resend_successfully'),
  }),
  post('/api/auth/password-token', {
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
  post('/api/auth/login', {
    summary: 'Sign in; an account that strangers guess at needs a captcha on an unknown device',
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
      'api.captcha_failed',
      'api.too_many_requests',
    ],
  }),
  post('/api/auth/refresh-token', {
    summary: 'Exchange a refresh token for new tokens',
    access: anyone,
    body: RefreshToken,
    throttle: [{ ...refreshes, key: ({ ip }) => ip }],
    run: refreshToken,
    reply: success('auth.token_refreshed', Tokens),
    refusals: ['api.invalid_token'],
  }),
  remove('/api/auth', {
    summary: 'Sign out everywhere',
    access: signedIn,
    run: logout,
    reply: withHeaders(success('auth.logged_out'), {
      'clear-site-data': '"cache", "storage"',
    }),
  }),
  get('/api/user/sessions', {
    summary: 'The live sessions of the account, and which of them is this one',
    access: signedInByToken,
    run: listSessions,
    reply: success('auth.sessions_retrieved', z.array(SessionView)),
  }),
  get('/api/user/sign-ins', {
    summary: 'The newest sign-ins to the account, also those that failed',
    access: signedInByToken,
    run: listSignIns,
    reply: success('auth.sign_ins_retrieved', z.array(SignInView)),
  }),
  remove('/api/user/sessions/{id}', {
    summary: 'End one session and forget its device',
    access: signedInByToken,
    params: SessionById,
    run: endSession,
    reply: success('auth.session_ended'),
    refusals: ['auth.session_not_found'],
  }),
  remove('/api/user/sessions', {
    summary: 'End every other session and forget their devices',
    access: signedInByToken,
    run: endOtherSessions,
    reply: success('auth.other_sessions_ended'),
  }),
  post('/api/auth/end-session/{session}', {
    summary: 'End a session with the link from its sign-in mail',
    access: anyone,
    params: EndMailedSession,
    throttle: [{ ...sessionEnds, key: ({ ip }) => ip }],
    run: endMailedSession,
    reply: success('auth.session_ended'),
    refusals: ['api.invalid_token'],
  }),
  post('/api/auth/undo-change/{change}', {
    summary: 'Undo a change of the factors with the link from its mail; every session ends',
    access: anyone,
    params: UndoChange,
    throttle: [{ ...changeUndos, key: ({ ip }) => ip }],
    run: undoChange,
    reply: success('auth.change_undone'),
    refusals: ['api.invalid_token', 'api.undo_too_late'],
  }),
  post('/api/auth/freeze-account/{account}', {
    summary: 'Freeze the account with the link from a mail; only an operator can lift it',
    access: anyone,
    params: FreezeAccount,
    throttle: [{ ...freezes, key: ({ ip }) => ip }],
    run: freezeAccount,
    reply: success('api.user_suspended'),
    refusals: ['api.invalid_token'],
  }),
]

const passwordReset = (leftovers: readonly DropLeftovers[]) =>
  post('/api/auth/password-reset', {
    summary: 'Set a new password with a mailed link',
    access: anyone,
    body: ResetPassword,
    slowRefusals: true,
    operationId: 'resetPassword',
    run: (ctx, input, _caller, request) => resetPassword(ctx, input, leftovers, request),
    reply: success('passwords.reset'),
    refusals: ['api.invalid_token', 'api.reset_password_throttle', 'api.too_many_requests'],
  })

/** Endpoints of specification 4.8, and the sign-in. `leftovers` belong to other rooms. */
export const sessionEndpoints = (leftovers: readonly DropLeftovers[]) => [
  ...endpoints,
  passwordReset(leftovers),
]
