import { z } from 'zod'
import { Broken } from '../broken.ts'
import { codeIn, nextMail } from '../mailbox.ts'
import type { Chapter, Play } from '../play.ts'
import { rupiah } from '../rupiah.ts'
import { type KeyPair, signed } from '../signed.ts'
import { rupiahIn, rupiahOf } from '../wallet.ts'

const Done = z.object({ result: z.literal(true) })
const Made = z.object({
  data: z.object({ apiKey: z.string(), secretKey: z.string(), permissions: z.array(z.string()) }),
})

/** A program reads the balance with a key of its own, and can do nothing else with it. */
export const programWithKey: Chapter = { title: 'A program with a key', run }

async function run(play: Play): Promise<void> {
  const { stage, tukar } = play
  const pair = await makeKey(play)
  const path = '/api/users/coins'
  const headers = signed(pair, 'GET', path)
  await stage.step(
    'A program signs a request and reads the balance',
    async () => {
      const [seen, own] = [await rupiahIn(tukar, { headers }), await rupiahOf(play)]
      if (seen === own) return seen
      throw new Broken(`The program sees ${rupiah(seen)}, the trader ${rupiah(own)}.`)
    },
    (sen) => `A program signs a request and reads the balance: ${rupiah(sen)}`,
  )
  await stage.step(
    'Somebody sends it again, byte for byte',
    () => tukar.refused('GET', path, { headers }),
    (why) => `Somebody sends it again, byte for byte: ${why}`,
  )
  const write = '/api/user-messages/read-all'
  await stage.step(
    'The program tries to write',
    () => tukar.refused('POST', write, { headers: signed(pair, 'POST', write) }),
    (why) => `The program tries to write: ${why}`,
  )
}

/** A key that may only read, made for a mailed code. */
async function makeKey(play: Play): Promise<KeyPair> {
  const { stage, tukar, cast } = play
  const { email, token } = cast.trader.get()
  await stage.step('Have a code mailed', () =>
    tukar.call('POST', '/api/email/otp-code', Done, { body: { email } }),
  )
  const mail = await stage.step(
    'The mail arrives',
    () => nextMail(play, email, (one) => one.subject === 'Your Tukar code'),
    ({ subject, code }) => `The mail arrives: “${subject}”, ${code}`,
  )
  return stage.step(
    'Make an API key that may only read',
    async () => {
      const body = { apiName: 'Demo', permissions: ['read'], emailOtpCode: codeIn(mail) }
      const { data } = await tukar.call('POST', '/api/user/api-key', Made, { token, body })
      if (data.permissions.join() !== 'read') {
        throw new Broken(`The key was to read, and may ${data.permissions.join(', ')}.`)
      }
      return data
    },
    ({ apiKey }) => `Make an API key that may only read: ${apiKey.slice(0, 8)}…`,
  )
}
