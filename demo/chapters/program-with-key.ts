import type { components } from '../../packages/client/src/client.ts'
import { Broken } from '../broken.ts'
import { codeIn, nextMail } from '../mailbox.ts'
import type { Chapter, Play } from '../play.ts'
import { rupiah } from '../rupiah.ts'
import { refused } from '../service.ts'
import { rupiahIn, rupiahOf } from '../wallet.ts'

/** A program reads the balance with a key of its own, and can do nothing else with it. */
export const programWithKey: Chapter = { title: 'A program with a key', run }

async function run(play: Play): Promise<void> {
  const { stage, tukar } = play
  const pair = await makeKey(play)
  let signed = new Headers()
  const program = tukar.app({
    apiKey: pair,
    fetch: (input, init) => {
      const request = new Request(input, init)
      signed = request.headers
      return fetch(request)
    },
  })
  await stage.step(
    'A program signs a request and reads the balance',
    async () => {
      const [seen, own] = [await rupiahIn(program), await rupiahOf(play)]
      if (seen === own) return seen
      throw new Broken(`The program sees ${rupiah(seen)}, the trader ${rupiah(own)}.`)
    },
    (sen) => `A program signs a request and reads the balance: ${rupiah(sen)}`,
  )
  await stage.step(
    'A thief sends it again, byte for byte',
    () => refused(tukar.app().get('/api/users/coins', { headers: signed })),
    (why) => `A thief sends it again, byte for byte: ${why}`,
  )
  await stage.step(
    'The program tries to write',
    () => refused(program.post('/api/user-messages/read-all')),
    (why) => `The program tries to write: ${why}`,
  )
}

/** A key that may only read, made for a mailed code. */
async function makeKey(play: Play): Promise<components['schemas']['CreatedApiKey']> {
  const { stage, cast } = play
  const { email, client } = cast.trader.get()
  await stage.step('Have a code mailed', () =>
    client.post('/api/email/otp-code', { body: { email } }),
  )
  const mail = await stage.step(
    'The mail arrives',
    () => nextMail(play, email, (one) => one.subject === 'Your Tukar code'),
    ({ subject, code }) => `The mail arrives: “${subject}”, ${code}`,
  )
  return stage.step(
    'Make an API key that may only read',
    async () => {
      const key = await client.post('/api/user/api-key', {
        body: { apiName: 'Demo', permissions: ['read'], emailOtpCode: codeIn(mail) },
      })
      if (key.permissions.join() !== 'read') {
        throw new Broken(`The key was to read, and may ${key.permissions.join(', ')}.`)
      }
      return key
    },
    ({ apiKey }) => `Make an API key that may only read: ${apiKey.slice(0, 8)}…`,
  )
}
