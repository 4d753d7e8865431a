import { systemRandom } from '../../src/base/secrets/crypto.ts'
import type { UserId } from '../../src/base/values/ids.ts'
import { findUser, insertUser, markEmailVerified } from '../../src/core/users/users.sql.ts'
import { hashPassword } from '../../src/platform/access/passwords/passwords.ts'
import { startSession } from '../../src/platform/access/sessions/tokens.ts'
import { type Answer, eventually, type Tukar } from '../harness.ts'
import { verificationOf } from './mails.ts'

export type Trader = Readonly<{
  id: UserId
  email: string
  password: string
  token: string
  refreshToken: string
}>

export const password = 'Correct-Horse-9'
let made = 0
let hashed: Promise<string> | null = null

/**
 * A new trader with a verified address, signed in. It is stored at once: no mail is sent, and the
 * password is hashed once for all traders of a process.
 */
export async function makeTrader(tukar: Tukar, email = newAddress()): Promise<Trader> {
  const { ctx } = tukar.service
  hashed ??= hashPassword(systemRandom, password)
  const stored = { passwordHash: await hashed, passwordLeaked: false }
  const account = { email, ...stored, language: 'en', currency: 'IDR' }
  return ctx.db.inTransaction(async (tx) => {
    const id = await insertUser(tx, account)
    if (id === null) throw new Error(`${email} is in use`)
    await markEmailVerified(tx, id)
    const user = await findUser(tx, id)
    if (user === null) throw new Error('a new user is not found')
    const from = { headers: { 'user-agent': 'node' }, ip: '127.0.0.1' }
    const { xToken, refreshToken } = (await startSession(tx, ctx, user, from)).tokens
    return { id, email, password, token: xToken.token, refreshToken }
  })
}

function newAddress(): string {
  made += 1
  return `trader-${process.pid}-${made}@tukar.test`
}

/** A new trader, as an app makes one: registered, verified by the mailed link, signed in. */
export async function registerTrader(tukar: Tukar, email = newAddress()): Promise<Trader> {
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
