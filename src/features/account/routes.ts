import { z } from 'zod'
import { signedIn, signedInByToken } from '../../access/signed-in.ts'
import { endpoint } from '../../http/endpoint.ts'
import { success } from '../../http/envelope.ts'
import { BindPhone, bindPhone, phoneBinds } from './bind-phone.ts'
import { BindTwofa, bindTwofa } from './bind-twofa.ts'
import { SetCurrency, SetLanguage, setCurrency, setLanguage } from './set-preferences.ts'
import { showMe } from './show-me.ts'
import { showTwofaSecret } from './show-twofa-secret.ts'
import { SuspendAccount, suspendAccount } from './suspend-account.ts'
import { UnbindTwofa, unbindTwofa } from './unbind-twofa.ts'

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

const TwofaSecret = z.object({
  secret2FA: z.string().meta({ description: 'The secret in base32, to be typed into an app.' }),
  otpauthUrl: z.string().meta({ description: 'The same as the address that apps understand.' }),
  qrCode: z.string().meta({
    description: 'The address as a picture to scan: a PNG in a data URL. Beyond the interface.',
  }),
})

const codeRefusals = ['auth.otp_failed', 'api.too_many_requests'] as const

/** Endpoints of specification 4.1. */
export const accountEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/users/phone-bind',
    tag,
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
  endpoint({
    method: 'GET',
    path: '/api/users/twofa-secret',
    tag,
    summary: 'The secret for an authenticator app, until two-factor authentication is bound',
    access: signedInByToken,
    run: showTwofaSecret,
    reply: success('api.twofa_secret_retrieved', TwofaSecret),
    refusals: ['api.twofa_already_bound'],
  }),
  endpoint({
    method: 'POST',
    path: '/api/users/twofa-bind',
    tag,
    summary: 'Turn two-factor authentication on',
    access: signedIn,
    body: BindTwofa,
    run: bindTwofa,
    reply: success('api.twofa_binded_successfully'),
    refusals: ['api.twofa_already_bound', ...codeRefusals],
  }),
  endpoint({
    method: 'POST',
    path: '/api/users/twofa-unbind',
    tag,
    summary: 'Turn two-factor authentication off; the secret is replaced',
    access: signedIn,
    body: UnbindTwofa,
    run: unbindTwofa,
    reply: success('api.twofa_unbinded', Me),
    refusals: ['api.required_for_twofa_binding', ...codeRefusals],
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/users/language',
    tag,
    summary: 'Choose the language of messages and mails',
    access: signedIn,
    body: SetLanguage,
    run: setLanguage,
    reply: success('api.language_updated_successfully'),
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/users/currency',
    tag,
    summary: 'Choose the currency that amounts are shown in',
    access: signedIn,
    body: SetCurrency,
    run: setCurrency,
    reply: success('api.currency_updated_successfully'),
  }),
  endpoint({
    method: 'POST',
    path: '/api/user/suspend',
    tag,
    summary: 'Suspend the account; every session ends, and only an operator opens it again',
    access: signedIn,
    body: SuspendAccount,
    run: suspendAccount,
    reply: success('api.user_suspended'),
    refusals: ['auth.password', 'auth.throttle', ...codeRefusals],
  }),
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
