import { randomBytes } from 'node:crypto'
import { Broken } from '../broken.ts'
import { nextMail, verify } from '../mailbox.ts'
import type { Chapter, Play } from '../play.ts'

/** From nothing to a signed-in trader with a verified address. */
export const openAccount: Chapter = { title: 'A new trader', run }

async function run(play: Play): Promise<void> {
  const { stage, tukar, cast } = play
  const client = tukar.app()
  const email = `sari-${randomBytes(3).toString('hex')}@demo.test`
  const password = `Demo-${randomBytes(9).toString('base64url')}-7a`
  await stage.step(`Sign up as ${email}`, () =>
    client.post('/api/auth/register', {
      body: { email, password, password_confirmation: password, language: 'en' },
    }),
  )
  const mail = await stage.step(
    'A mail with the verification link arrives',
    () => nextMail(play, email, ({ link }) => link !== null),
    ({ subject }) => `A mail arrives: “${subject}”`,
  )
  await stage.step('Open its link and press the button: the address is verified', () =>
    verify(client, mail),
  )
  await stage.step('Sign in', () => client.signIn({ email, password }))
  await stage.step(
    'Show my profile',
    async () => {
      const me = await client.get('/api/users/me')
      if (me.email !== email)
        throw new Broken(`Signed in as ${email}, and the profile shows ${me.email}.`)
      cast.trader.is({ id: me.id, email, password, client })
      return me
    },
    (me) => `My profile: trader ${me.id}, address ${me.emailVerified ? '' : 'not '}verified`,
  )
}
