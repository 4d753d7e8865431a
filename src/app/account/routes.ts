import { z } from 'zod'
import { signedIn, signedInByToken } from '../../platform/access/signed-in.ts'
import { isoTime } from '../../platform/http/contracts/contracts.ts'
import { PinState } from '../../platform/http/contracts/pin-state.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { success } from '../../platform/http/envelope.ts'
import { BindPhone, bindPhone, phoneBinds } from './bind-phone.ts'
import { BindTwofa, bindTwofa } from './bind-twofa.ts'
import {
  RecoveryCodes,
  RecoveryCodesLeft,
  RenewRecoveryCodes,
  renewRecoveryCodes,
  showRecoveryCodes,
} from './recovery-codes.ts'
import { SetCurrency, SetLanguage, setCurrency, setLanguage } from './set-preferences.ts'
import { showMe } from './show-me.ts'
import { showTwofaSecret } from './show-twofa-secret.ts'
import { SuspendAccount, suspendAccount } from './suspend-account.ts'
import { UnbindTwofa, unbindTwofa } from './unbind-twofa.ts'

const { get, patch, post } = endpointsOf('Account')

const Me = z
  .object({
    id: z.int(),
    email: z.string(),
    emailVerified: z.boolean(),
    phone: z.string().nullable(),
    language: z.string(),
    currency: z.string(),
    bind2FA: z.boolean(),
    provisional2FAUntil: isoTime.nullable().meta({
      description:
        'Until when an app that was bound without password or mailed code does not count alone: ' +
        'step-up requires a mailed code besides. Null if it counts, or none is bound.',
    }),
    identityStatus: z.string(),
    passwordLeaked: z.boolean().meta({
      description:
        'Whether the password is on a list of leaked ones. Until the user chooses another one,' +
        ' operators review each withdrawal. Beyond the interface.',
    }),
    pin: PinState,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'User' })

const TwofaSecret = z
  .object({
    secret2FA: z.string().meta({ description: 'The secret in base32, to be typed into an app.' }),
    otpauthUrl: z.string().meta({ description: 'The same as an `otpauth` URL.' }),
    qrCode: z.string().meta({
      description: 'The address as a picture to scan: a PNG in a data URL. Beyond the interface.',
    }),
  })
  .meta({ id: 'TwofaSecret' })

const codeRefusals = ['auth.otp_failed', 'api.too_many_requests'] as const

/** Endpoints of specification 4.1. */
export const accountEndpoints = [
  post('/api/users/phone-bind', {
    summary: 'Bind a phone with the code that was sent to it',
    access: signedIn,
    body: BindPhone,
    throttle: [{ ...phoneBinds, key: ({ caller }) => caller.id.toString() }],
    run: bindPhone,
    reply: success('api.mobile_verified'),
    refusals: [
      'api.phone_number_in_used',
      'api.phone_number_blacklisted',
      'api.otp_verification_code_invalid',
    ],
  }),
  get('/api/users/twofa-secret', {
    summary: 'The secret for an authenticator app, until two-factor authentication is enabled',
    access: signedInByToken,
    writes: true,
    run: showTwofaSecret,
    reply: success('api.twofa_secret_retrieved', TwofaSecret),
    refusals: ['api.twofa_already_bound'],
  }),
  post('/api/users/twofa-bind', {
    summary: 'Enable two-factor authentication; without password or mailed code, provisionally',
    access: signedIn,
    body: BindTwofa,
    slowRefusals: true,
    run: bindTwofa,
    reply: success('api.twofa_binded_successfully'),
    refusals: [
      'api.twofa_already_bound',
      'auth.password',
      'auth.throttle',
      'api.email_otp_error',
      ...codeRefusals,
    ],
  }),
  get('/api/users/recovery-codes', {
    summary: 'How many recovery codes of the authenticator are left',
    access: signedInByToken,
    run: showRecoveryCodes,
    reply: success('api.recovery_codes_counted', RecoveryCodesLeft),
  }),
  post('/api/users/recovery-codes', {
    summary: 'Make recovery codes of the authenticator; the former ones stop working',
    access: signedInByToken,
    body: RenewRecoveryCodes,
    run: renewRecoveryCodes,
    reply: success('api.recovery_codes_made', RecoveryCodes),
    refusals: ['api.required_for_twofa_binding', ...codeRefusals],
  }),
  post('/api/users/twofa-unbind', {
    summary: 'Disable two-factor authentication; the secret is replaced',
    access: signedIn,
    body: UnbindTwofa,
    run: unbindTwofa,
    reply: success('api.twofa_unbinded', Me),
    refusals: ['api.required_for_twofa_binding', ...codeRefusals],
  }),
  patch('/api/users/language', {
    summary: 'Choose the language of messages and mails',
    access: signedIn,
    body: SetLanguage,
    run: setLanguage,
    reply: success('api.language_updated_successfully'),
  }),
  patch('/api/users/currency', {
    summary: 'Choose the currency that amounts are shown in',
    access: signedIn,
    body: SetCurrency,
    run: setCurrency,
    reply: success('api.currency_updated_successfully'),
  }),
  post('/api/user/suspend', {
    summary:
      'Suspend the account: every session ends, and only an operator can lift the suspension',
    access: signedIn,
    body: SuspendAccount,
    run: suspendAccount,
    reply: success('api.user_suspended'),
    refusals: ['auth.password', 'auth.throttle', ...codeRefusals],
  }),
  get('/api/users/me', {
    summary: 'The profile of the caller',
    access: signedIn,
    run: showMe,
    reply: success('api.profile_retrieved', Me),
  }),
]
