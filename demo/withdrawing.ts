import { z } from 'zod'
import { Broken } from './broken.ts'
import { codeIn, type Mail, mailsTo } from './mailbox.ts'
import { type Person, type Play, type Proven, until } from './play.ts'
import { type Transfer, transfersOf } from './wallet.ts'

const Done = z.object({ result: z.literal(true) })
const Asked = z.object({
  data: z.object({
    request_id: z.string(),
    status: z.string(),
    amount: z.string(),
    fee: z.string(),
  }),
})

export type Withdrawal = z.output<typeof Asked>['data']
export type Withdrawer = Person & Pick<Proven, 'app'>

const paths = {
  COIN: '/api/withdraw/withdraw-coin',
  FIAT: '/api/withdraw/withdraw-fiat',
} as const

type Kind = keyof typeof paths

const isForIt = ({ subject }: Mail): boolean => subject === 'Your code to withdraw'

/** Has a code for one withdrawal mailed, and reads it in the mail. */
export async function mailedCode(play: Play, { token, email }: Person): Promise<string> {
  const { stage, tukar } = play
  const seen = (await mailsTo(play, email)).filter(isForIt).length
  return stage.step(
    'Have a code mailed for it',
    async () => {
      await tukar.call('GET', '/api/withdraws/otp', Done, { token })
      return until(`a code mailed to ${email}`, async () => {
        const mails = (await mailsTo(play, email)).filter(isForIt)
        const [newest] = mails
        return mails.length > seen && newest !== undefined ? codeIn(newest) : null
      })
    },
    (code) => `Have a code mailed for it: ${code}`,
  )
}

/** Asks for a withdrawal with both codes; what is asked for comes first in `fields`. */
export async function withdraw(
  { tukar }: Play,
  { token, app }: Withdrawer,
  kind: Kind,
  fields: Readonly<Record<string, string | number>>,
): Promise<Withdrawal> {
  const body = { ...fields, twoFACode: await app.next() }
  return (await tukar.call('POST', paths[kind], Asked, { token, body })).data
}

/** Waits until the history says that a withdrawal has succeeded. */
export const succeeds = (
  play: Play,
  person: Person,
  kind: Kind,
  { request_id: id }: Withdrawal,
): Promise<Transfer> =>
  until(`the end of ${id}`, async () => {
    const found = (await transfersOf(play, person, kind)).find((transfer) => transfer.id === id)
    if (found === undefined) throw new Broken(`The history does not have ${id}.`)
    const ended = ['SUCCESS', 'FAILED', 'REJECTED'].includes(found.status)
    if (ended && found.status !== 'SUCCESS') throw new Broken(`${id} is ${found.status}.`)
    return ended ? found : null
  })
