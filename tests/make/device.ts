import { type Answer, send, type Tukar } from '../harness.ts'
import { password } from './trader.ts'

export type SignIn = Readonly<{
  deviceKey?: string
  agent?: string
  /** Needs a node at `url` that trusts its proxy. */
  from?: string
  url?: string
  typed?: string
  otpCode?: string
  captchaToken?: string
}>

/** Signs in as an app that stores device keys, or as one that does not. */
export const signInOn = (
  tukar: Tukar,
  email: string,
  {
    deviceKey,
    agent = 'Tukar/3.1 (Android 17)',
    from,
    url = tukar.url,
    typed,
    otpCode,
    captchaToken,
  }: SignIn = {},
): Promise<Answer> =>
  send(url, 'POST', '/api/auth/login', {
    body: { email, password: typed ?? password, otpCode, captchaToken },
    headers: {
      'user-agent': agent,
      ...(deviceKey === undefined ? {} : { 'x-device-key': deviceKey }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    },
  })

/** The device key that a sign-in returned. */
export function keyGiven({ headers, text }: Answer): string {
  const key = headers.get('x-device-key')
  if (key === null) throw new Error(`a sign-in gave no device key: ${text}`)
  return key
}
