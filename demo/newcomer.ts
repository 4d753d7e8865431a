import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { authenticatorWith } from './authenticator.ts'
import { Broken } from './broken.ts'
import { nextMail, verificationOf } from './mailbox.ts'
import { facePicture, formOf, newCard } from './pictures.ts'
import { type Play, until } from './play.ts'
import type { Withdrawer } from './withdrawing.ts'

const Done = z.object({ result: z.literal(true) })
const SignedIn = z.object({ data: z.object({ xToken: z.object({ token: z.string() }) }) })
const Me = z.object({ data: z.object({ id: z.int(), identityStatus: z.string() }) })
const Secret = z.object({ data: z.object({ secret2FA: z.string() }) })

/** What the first chapters show step by step, at once: somebody who may withdraw. */
export async function newcomer(play: Play, name: string): Promise<Withdrawer> {
  const { tukar } = play
  const email = `${name}-${randomBytes(3).toString('hex')}@demo.test`
  const token = await signUp(play, email)
  const { id } = (await tukar.call('GET', '/api/users/me', Me, { token })).data
  await proveIdentity(play, { id, email, token })
  const secret = await tukar.call('GET', '/api/users/twofa-secret', Secret, { token })
  const app = authenticatorWith(secret.data.secret2FA)
  const body = { otpCode: await app.next() }
  await tukar.call('POST', '/api/users/twofa-bind', Done, { token, body })
  return { id, email, token, app }
}

async function signUp(play: Play, email: string): Promise<string> {
  const { tukar } = play
  const password = `Demo-${randomBytes(9).toString('base64url')}-7a`
  const body = { email, password, password_confirmation: password, language: 'en' }
  await tukar.call('POST', '/api/auth/register', Done, { body })
  const { link } = await nextMail(play, email, (mail) => mail.link !== null)
  if (link === null) throw new Broken('The verification mail has no link.')
  await tukar.call('GET', verificationOf(link), Done)
  const signIn = { body: { email, password } }
  return (await tukar.call('POST', '/api/auth/login', SignedIn, signIn)).data.xToken.token
}

async function proveIdentity(
  { tukar }: Play,
  { id, email, token }: Pick<Withdrawer, 'id' | 'email' | 'token'>,
): Promise<void> {
  const ktp = newCard()
  const applicant = { userId: id.toString(), nationality: 'ID' }
  const card = formOf({ ...applicant, ktp_image: ktp })
  await tukar.call('POST', '/api/idp/ocr', Done, { token, form: card })
  const faces = { face1: facePicture(4), face2: facePicture(5), selfie: facePicture(6) }
  const rest = { phone: '081234567890', email, ktp }
  const form = formOf({ ...applicant, ...faces, ...rest })
  await tukar.call('POST', '/api/idp/liveness-register', Done, { token, form })
  await until('the identity to be verified', async () => {
    const { identityStatus } = (await tukar.call('GET', '/api/users/me', Me, { token })).data
    return identityStatus === 'success' ? true : null
  })
}
