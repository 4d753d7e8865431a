import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { authenticatorWith } from '../authenticator.ts'
import { Broken } from '../broken.ts'
import { codeIn, nextText } from '../mailbox.ts'
import type { Chapter, Play } from '../play.ts'

const Done = z.object({ result: z.literal(true) })
const Me = z.object({ data: z.object({ phone: z.string().nullable(), bind2FA: z.boolean() }) })
const Secret = z.object({ data: z.object({ secret2FA: z.string(), otpauthUrl: z.string() }) })
const SignedIn = z.object({ data: z.object({ xToken: z.object({ token: z.string() }) }) })

/** A phone that is proven to be the trader's, and a second factor at the door. */
export const secureAccount: Chapter = { title: 'Two locks on the door', run }

async function run(play: Play): Promise<void> {
  await bindPhone(play)
  await bindApp(play)
}

async function bindPhone(play: Play): Promise<void> {
  const { stage, tukar, cast } = play
  const { token } = cast.trader.get()
  // The digit at its end is none of those that the sandbox's network fails on.
  const digits = `812${randomInt(1_000_000, 10_000_000)}5`
  const typed = `0${digits.slice(0, 3)}-${digits.slice(3, 7)}-${digits.slice(7)}`
  const e164 = `+62${digits}`
  const phone = { phone: typed, countryCode: 'ID', dialCode: '62' }
  await stage.step(`Have a code sent to ${typed}`, () =>
    tukar.call('POST', '/api/phone/otp', Done, { token, body: phone }),
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
      await tukar.call('POST', '/api/users/phone-bind', Done, { token, body })
      const me = (await tukar.call('GET', '/api/users/me', Me, { token })).data
      if (me.phone !== e164) throw new Broken(`${e164} was bound, and the profile has ${me.phone}.`)
    },
    () => `Bind the phone with the code: it is ${e164} now`,
  )
}

async function bindApp({ stage, tukar, cast }: Play): Promise<void> {
  const { token, ...trader } = cast.trader.get()
  const { email, password } = trader
  const { secret2FA } = await stage.step(
    'Ask for a secret for an authenticator app',
    async () => (await tukar.call('GET', '/api/users/twofa-secret', Secret, { token })).data,
    ({ otpauthUrl }) => `Scan a secret into an authenticator app: ${otpauthUrl.split(':')[0]}:…`,
  )
  const app = authenticatorWith(secret2FA)
  const first = await app.next()
  await stage.step(`Bind the app with its code, ${first}`, async () => {
    const body = { otpCode: first }
    cast.app.is(app)
    await tukar.call('POST', '/api/users/twofa-bind', Done, { token, body })
    const me = (await tukar.call('GET', '/api/users/me', Me, { token })).data
    if (!me.bind2FA) throw new Broken('The app was bound, and the profile says it was not.')
  })
  const signIn = (otpCode?: string) => ({ body: { email, password, otpCode } })
  await stage.step(
    'Sign in with the password alone',
    () => tukar.refused('POST', '/api/auth/login', signIn()),
    (why) => `Sign in with the password alone: ${why}`,
  )
  const code = await app.next()
  await stage.step(`Sign in with the app’s next code, ${code}`, async () => {
    const { data } = await tukar.call('POST', '/api/auth/login', SignedIn, signIn(code))
    cast.trader.is({ ...trader, token: data.xToken.token })
  })
  await stage.step(
    'Sign in with that code once more',
    () => tukar.refused('POST', '/api/auth/login', signIn(code)),
    (why) => `Sign in with that code once more: ${why}`,
  )
}
