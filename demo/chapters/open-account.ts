import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Broken } from '../broken.ts'
import { nextMail, verificationOf } from '../mailbox.ts'
import type { Chapter, Play } from '../play.ts'

const Done = z.object({ result: z.literal(true) })
const SignedIn = z.object({
  data: z.object({ xToken: z.object({ token: z.string(), expiresAt: z.iso.datetime() }) }),
})
const Me = z.object({
  data: z.object({ id: z.int(), email: z.string(), emailVerified: z.boolean() }),
})

/** From nothing to a signed-in trader with a verified address. */
export const openAccount: Chapter = { title: 'A new trader', run }

async function run(play: Play): Promise<void> {
  const { stage, tukar, cast } = play
  const email = `sari-${randomBytes(3).toString('hex')}@demo.test`
  const password = `Demo-${randomBytes(9).toString('base64url')}-7a`
  await stage.step(`Sign up as ${email}`, () =>
    tukar.call('POST', '/api/auth/register', Done, {
      body: { email, password, password_confirmation: password, language: 'en' },
    }),
  )
  const mail = await stage.step(
    'A mail with the verification link arrives',
    () => nextMail(play, email, ({ link }) => link !== null),
    ({ subject }) => `A mail arrives: “${subject}”`,
  )
  await stage.step('Open its link and press the button: the address is verified', () =>
    open(play, mail.link),
  )
  const { xToken } = await stage.step('Sign in', async () => {
    const body = { email, password }
    return (await tukar.call('POST', '/api/auth/login', SignedIn, { body })).data
  })
  await stage.step(
    'Ask who I am',
    async () => {
      const { token } = xToken
      const me = (await tukar.call('GET', '/api/users/me', Me, { token })).data
      if (me.email !== email) throw new Broken(`Signed in as ${email}, and was told ${me.email}.`)
      cast.trader.is({ id: me.id, email, password, token })
      return me
    },
    (me) => `Who am I? Trader ${me.id}, address ${me.emailVerified ? '' : 'not '}verified`,
  )
}

/** Presses the button of the page, at the service's address that the demo was told. */
async function open({ tukar }: Play, link: string | null): Promise<void> {
  if (link === null) throw new Broken('The verification mail has no link.')
  await tukar.call('GET', verificationOf(link), Done)
}
