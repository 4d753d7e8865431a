import { randomBytes } from 'node:crypto'
import { generateSync } from 'otplib'
import { z } from 'zod'
import { type ApiCall, storedPassword, type TimedAnswer } from './api-client.ts'
import { withClient } from './postgres.ts'
import type { Stage } from './stage.ts'
import { makeVictim, received, type Service, successOf } from './victims.ts'

/** An endpoint that requires a code, and an attacker who tries all codes. */
export type Attack = Readonly<{
  name: string
  /** The maximum number of guesses that are compared. */
  allowed: number
  guess: (index: number) => ApiCall
  /** The expected responses to guesses, status and message; any other fails. */
  answers: readonly string[]
  /** The number of guesses that were compared, by the database or else by the responses. */
  looked: (refusals: ReadonlyMap<string, number>) => Promise<number>
  /** Attempts to reset the tries during the attack. */
  meanwhile?: () => Promise<unknown>
  /** Sends the code that its owner received last. */
  right: () => Promise<TimedAnswer>
  /** The same with a code that is valid after the lock ends. */
  later: () => Promise<TimedAnswer>
}>

export type Scene = Readonly<{
  stage: Stage
  service: Service
  callApi: (callApi: ApiCall) => Promise<TimedAnswer>
}>

const sixDigits = (index: number): string => String(index % 1_000_000).padStart(6, '0')

const post = (to: string, body: unknown, token?: string): ApiCall => ({
  method: 'POST',
  to,
  body,
  ...(token === undefined ? {} : { token }),
})

const Tries = z.tuple([z.object({ tries: z.number() })])

const triesIn = ({ service }: Scene, statement: string, of: string | number): Promise<number> =>
  withClient(service.url, async (client) => {
    const { rows } = await client.query(statement, [of])
    return Tries.parse(rows)[0].tries
  })

/** Ends the windows of every code and counter, as if their time had passed. */
export const passTime = ({ service }: Scene): Promise<unknown> =>
  withClient(service.url, (client) =>
    client.query(
      'with waited as (delete from counters) update otp_codes set window_ends_at = now()',
    ),
  )

const otpTries = (scene: Scene, identity: string) =>
  triesIn(scene, 'select window_tries as tries from otp_codes where identity = $1', identity)

/** Attempts to create an API key with a mailed code. */
export async function mailedCode(scene: Scene): Promise<Attack> {
  const { callApi, service, stage } = scene
  const { email, tokens } = await makeVictim(service, callApi, 'mailed-code')
  const ask = () => callApi(post('/api/email/otp-code', { email }))
  const next = () => received(stage, service, email, 'code', ask)
  const make = (emailOtpCode: string, index = 0) =>
    post(
      '/api/user/api-key',
      { apiName: 'x', permissions: ['read'], emailOtpCode },
      tokens[index % 4],
    )
  const code = await next()
  return {
    name: 'a mailed code',
    allowed: 5,
    guess: (index) => make(sixDigits(index), index),
    answers: ['400 api.email_otp_error'],
    looked: () => otpTries(scene, email),
    meanwhile: ask,
    right: () => callApi(make(code)),
    later: async () => callApi(make(await next())),
  }
}

/** Attempts to bind a phone with a texted code. */
export async function textedCode(scene: Scene): Promise<Attack> {
  const { callApi, service, stage } = scene
  const { tokens } = await makeVictim(service, callApi, 'texted-code')
  const phone = { phone: '081234567890', countryCode: 'ID', dialCode: '62' }
  const to = '+6281234567890'
  // An attacker who guesses passes the captcha as well.
  const ask = () => {
    const captchaToken = `pass-${randomBytes(8).toString('hex')}`
    return callApi(post('/api/phone/otp', { ...phone, captchaToken }, tokens[0]))
  }
  const next = () => received(stage, service, to, 'code', ask)
  const bind = (otpCode: string, index = 0) =>
    post('/api/users/phone-bind', { ...phone, otpCode }, tokens[index % 4])
  const code = await next()
  return {
    name: 'a texted code',
    allowed: 5,
    guess: (index) => bind(sixDigits(index), index),
    answers: ['400 api.otp_verification_code_invalid', '429 api.too_many_requests'],
    looked: () => otpTries(scene, to),
    meanwhile: ask,
    right: () => callApi(bind(code)),
    later: async () => callApi(bind(await next())),
  }
}

/** Attempts to unlock the app with a PIN. */
export async function appPin(scene: Scene): Promise<Attack> {
  const { callApi, service } = scene
  const { id, tokens } = await makeVictim(service, callApi, 'app-pin')
  const pin = '948213'
  successOf(await callApi(post('/api/pin/create', { pin, pin_confirmation: pin }, tokens[0])))
  const open = (digits: string, index = 0) =>
    post('/api/pin/validate', { pin: digits }, tokens[index % 4])
  const right = () => callApi(open(pin))
  return {
    name: 'a PIN',
    allowed: 5,
    guess: (index) => open(sixDigits(index), index),
    answers: ['400 api.pin_login_failed', '429 api.too_many_requests'],
    looked: () => triesIn(scene, 'select wrong_in_a_row as tries from pins where id_user = $1', id),
    right,
    later: right,
  }
}

const Shown = z.object({ data: z.object({ secret2FA: z.string() }) })

/** Binds an authenticator app, and returns a function that shows its codes. */
async function bindApp({ callApi, service }: Scene, id: number, token: string) {
  const shown = await callApi({ method: 'GET', to: '/api/users/twofa-secret', token })
  const { secret2FA: secret } = Shown.parse(successOf(shown)).data
  const code = () => generateSync({ secret })
  successOf(await callApi(post('/api/users/twofa-bind', { otpCode: code() }, token)))
  await withClient(service.url, (client) =>
    client.query('update totp_secrets set last_step = 0 where user_id = $1', [id]),
  )
  return code
}

const Opened = z.object({ data: z.object({ address: z.string() }) })

/** Sends a coin to a user with proven identity. */
async function furnish({ callApi, service, stage }: Scene, id: number, token: string) {
  const coin = { symbol: 'ETH', network: 'ETH' }
  const opened = await callApi(post('/api/users/coin-address', coin, token))
  const { address } = Opened.parse(successOf(opened)).data
  await fetch(`${service.node.sandboxUrl}/control/custody/deposits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, assetId: 'ETH', amount: '1' }),
  })
  await withClient(service.url, async (client) => {
    await client.query(`update users set identity_status = 'success' where id = $1`, [id])
    await stage.until('the coin', async () => {
      const { rowCount } = await client.query('select from balances where user_id = $1', [id])
      return rowCount === 1
    })
  })
}

/** Attempts to withdraw a coin with the four digits that confirm a withdrawal. */
export async function withdrawalCode(scene: Scene): Promise<Attack> {
  const { callApi, service, stage } = scene
  const { id, email, tokens } = await makeVictim(service, callApi, 'withdrawal-code')
  const [token = ''] = tokens
  const app = await bindApp(scene, id, token)
  await furnish(scene, id, token)
  const ask = () => callApi({ method: 'GET', to: '/api/withdraws/otp', token })
  const next = () => received(stage, service, email, 'code', ask)
  // Binding the app ended the other sessions.
  const withdraw = (otpCode: string, twoFACode: string) => {
    const to = { symbol: 'ETH', network: 'ETH', toAddress: `0x${'ab'.repeat(20)}`, amount: '0.1' }
    const codes = { otpCode, twoFACode, residentialName: 'Sari', residentialAddress: 'Jakarta' }
    return post('/api/withdraw/withdraw-coin', { ...to, ...codes }, token)
  }
  const code = await next()
  return {
    name: 'the code of a withdrawal',
    allowed: 3,
    guess: (index) => withdraw(String(index % 10_000).padStart(4, '0'), '000000'),
    answers: ['400 api.email_otp_error'],
    looked: () => otpTries(scene, email),
    meanwhile: ask,
    right: () => callApi(withdraw(code, app())),
    later: async () => callApi(withdraw(await next(), app())),
  }
}

/** Attempts to disable the second factor, and sometimes to sign in. */
export async function appCode(scene: Scene): Promise<Attack> {
  const { callApi, service } = scene
  const { id, email, tokens } = await makeVictim(service, callApi, 'app-code')
  const [token = ''] = tokens
  const code = await bindApp(scene, id, token)
  const unbind = (otpCode: string) => post('/api/users/twofa-unbind', { otpCode }, token)
  const signIn = (otpCode: string) =>
    post('/api/auth/login', { email, password: storedPassword, otpCode })
  const wrong = '403 auth.otp_failed'
  return {
    name: 'a code of an authenticator app',
    allowed: 5,
    guess: (index) => (index % 50 === 1 ? signIn : unbind)(sixDigits(index)),
    // Sign-ins are also paused, as after wrong passwords.
    answers: [wrong, '429 api.too_many_requests', '429 auth.throttle'],
    looked: async (refusals) => refusals.get(wrong) ?? 0,
    right: () => callApi(unbind(code())),
    later: () => callApi(signIn(code())),
  }
}

/** Attempts to set a user's password with a reset token. */
export async function resetToken(scene: Scene): Promise<Attack> {
  const { callApi, service, stage } = scene
  const { email } = await makeVictim(service, callApi, 'reset-token')
  const ask = () => callApi(post('/api/auth/password-token', { email }))
  const link = new URL(await received(stage, service, email, '/reset-password', ask)).searchParams
  const password = 'Fresh-Horse-10'
  const reset = (token: string) =>
    post('/api/auth/password-reset', {
      token,
      email: link.get('email'),
      password,
      password_confirmation: password,
    })
  const wrong = '401 api.invalid_token'
  const right = () => callApi(reset(link.get('token') ?? ''))
  return {
    name: 'the token of a password reset',
    allowed: 5,
    guess: () => reset(randomBytes(32).toString('base64url')),
    answers: [wrong, '429 api.reset_password_throttle'],
    looked: async (refusals) => refusals.get(wrong) ?? 0,
    right,
    later: right,
  }
}
