import { randomBytes } from 'node:crypto'
import type { Tukar, TukarOptions } from '../packages/client/src/client.ts'
import { authenticatorWith } from './authenticator.ts'
import { nextMail, verify } from './mailbox.ts'
import { facePicture, newCard } from './pictures.ts'
import { type Person, type Play, until } from './play.ts'
import type { Withdrawer } from './withdrawing.ts'

type Servers = Pick<Play, 'tukar' | 'sandbox'>

export type Newcomer = Withdrawer &
  Readonly<{
    password: string
    /** The secret of the authenticator app. */
    secret: string
  }>

/** All steps of the first chapters at once: a user who may withdraw. */
export async function newcomer(
  servers: Servers,
  name: string,
  options?: Partial<TukarOptions>,
): Promise<Newcomer> {
  const email = `${name}-${randomBytes(3).toString('hex')}@demo.test`
  const password = `Demo-${randomBytes(9).toString('base64url')}-7a`
  const client = servers.tukar.app(options)
  await signUp(servers, client, { email, password })
  const { id } = await client.get('/api/users/me')
  await proveIdentity({ id, email, client })
  const { secret2FA: secret } = await client.get('/api/users/twofa-secret')
  const app = authenticatorWith(secret)
  await client.post('/api/users/twofa-bind', { body: { otpCode: await app.next() } })
  return { id, email, password, secret, client, app }
}

async function signUp(
  servers: Servers,
  client: Tukar,
  credential: Pick<Newcomer, 'email' | 'password'>,
): Promise<void> {
  const { email, password } = credential
  const body = { email, password, password_confirmation: password, language: 'en' }
  await client.post('/api/auth/register', { body })
  await verify(client, await nextMail(servers, email, ({ link }) => link !== null))
  await client.signIn(credential)
}

async function proveIdentity({ id, email, client }: Person): Promise<void> {
  const ktp = newCard()
  const applicant = { userId: id.toString(), nationality: 'ID' }
  await client.post('/api/idp/ocr', { body: { ...applicant, ktp_image: ktp } })
  const faces = { face1: facePicture(4), face2: facePicture(5), selfie: facePicture(6) }
  const rest = { phone: '081234567890', email, ktp }
  await client.post('/api/idp/liveness-register', { body: { ...applicant, ...faces, ...rest } })
  await until('the identity to be verified', async () => {
    const { identityStatus } = await client.get('/api/users/me')
    return identityStatus === 'success' ? true : null
  })
}
