import { randomInt } from 'node:crypto'
import { authenticatorWith } from '../authenticator.ts'
import { Broken } from '../broken.ts'
import { codeIn, nextText } from '../mailbox.ts'
import type { Chapter, Play } from '../play.ts'
import { refused } from '../service.ts'

/** A phone that is proven to be the trader's, and a second factor at the door. */
export const secureAccount: Chapter = { title: 'Two locks on the door', run }

async function run(play: Play): Promise<void> {
  await bindPhone(play)
  await bindApp(play)
}

async function bindPhone(play: Play): Promise<void> {
  const { stage, cast } = play
  const { client } = cast.trader.get()
  // The digit at its end is none of those that the sandbox's network fails on.
  const digits = `812${randomInt(1_000_000, 10_000_000)}5`
  const typed = `0${digits.slice(0, 3)}-${digits.slice(3, 7)}-${digits.slice(7)}`
  const e164 = `+62${digits}`
  const phone = { phone: typed, countryCode: 'ID', dialCode: '62' }
  await stage.step(`Have a code sent to ${typed}`, () =>
    client.post('/api/phone/otp', { body: phone }),
  )
  const text = await stage.step(
    'A text arrives',
    () => nextText(play, e164),
    (arrived) => `A text arrives: “${arrived.text.split('. ')[0]}”`,
  )
  await stage.step(
    'Bind the phone with the code',
    async () => {
      const body = { ...phone, otpCode: codeIn(text) }
      await client.post('/api/users/phone-bind', { body })
      const me = await client.get('/api/users/me')
      if (me.phone !== e164) throw new Broken(`${e164} was bound, and the profile has ${me.phone}.`)
    },
    () => `Bind the phone with the code: it is ${e164} now`,
  )
}

async function bindApp({ stage, cast }: Play): Promise<void> {
  const { email, password, client } = cast.trader.get()
  const { secret2FA } = await stage.step(
    'Ask for a secret for an authenticator app',
    () => client.get('/api/users/twofa-secret'),
    ({ otpauthUrl }) => `Scan a secret into an authenticator app: ${otpauthUrl.split(':')[0]}:…`,
  )
  const app = authenticatorWith(secret2FA)
  const first = await app.next()
  await stage.step(`Bind the app with its code, ${first}`, async () => {
    const body = { otpCode: first }
    cast.app.is(app)
    await client.post('/api/users/twofa-bind', { body })
    const me = await client.get('/api/users/me')
    if (!me.bind2FA) throw new Broken('The app was bound, and the profile says it was not.')
  })
  await stage.step(
    'Sign in with the password alone',
    () => refused(client.signIn({ email, password })),
    (why) => `Sign in with the password alone: ${why}`,
  )
  const code = await app.next()
  const signIn = () => client.signIn({ email, password, otpCode: code })
  await stage.step(`Sign in with the app’s next code, ${code}`, signIn)
  await stage.step(
    'Sign in with that code once more',
    () => refused(signIn()),
    (why) => `Sign in with that code once more: ${why}`,
  )
}
