import { type Answer, eventually, type Tukar } from '../harness.ts'
import { verificationOf } from './mails.ts'

export type Trader = Readonly<{
  id: number
  email: string
  password: string
  token: string
  refreshToken: string
}>

export const password = 'Correct-Horse-9'
let made = 0

/** A new trader, as an app makes one: registered, verified by the mailed link, signed in. */
export async function makeTrader(tukar: Tukar, address?: string): Promise<Trader> {
  made += 1
  const email = address ?? `trader-${process.pid}-${made}@tukar.test`
  const body = { email, password, password_confirmation: password, language: 'en' }
  expectOk(await tukar.call('POST', '/api/auth/register', { body }))
  const link = await mailedLink(tukar, email)
  expectOk(await tukar.call('GET', verificationOf(link)))
  const signedIn = await tukar.call('POST', '/api/auth/login', { body: { email, password } })
  expectOk(signedIn)
  const { xToken, refreshToken } = signedIn.body.data
  const me = await tukar.call('GET', '/api/users/me', { token: xToken.token })
  expectOk(me)
  return { id: me.body.data.id, email, password, token: xToken.token, refreshToken }
}

/** The link of the newest mail to an address that has one. */
function mailedLink(tukar: Tukar, email: string): Promise<string> {
  return eventually(`a mail to ${email}`, async () => {
    const query = new URLSearchParams({ to: email, channel: 'mail' })
    const mails = await tukar.control('GET', `/messages?${query}`)
    return mails.body.find(({ link }: { link: string | null }) => link)?.link
  })
}

export function expectOk(answer: Answer): void {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
}
