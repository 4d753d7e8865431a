import type { components } from '../packages/client/src/client.ts'
import { Broken } from './broken.ts'
import { codeIn, type Mail, mailsTo } from './mailbox.ts'
import { type Person, type Play, type Proven, until } from './play.ts'
import { type Transfer, transfersOf } from './wallet.ts'

type Schemas = components['schemas']
export type Withdrawal = Schemas['Withdrawal']
export type Withdrawer = Person & Pick<Proven, 'app'>

const isForIt = ({ subject }: Mail): boolean => subject === 'Your code to withdraw'

/** Has a code for one withdrawal mailed, and reads it in the mail. */
export async function mailedCode(play: Play, { client, email }: Person): Promise<string> {
  const seen = (await mailsTo(play, email)).filter(isForIt).length
  return play.stage.step(
    'Have a code mailed for it',
    async () => {
      await client.get('/api/withdraws/otp')
      return until(`a code mailed to ${email}`, async () => {
        const mails = (await mailsTo(play, email)).filter(isForIt)
        const [newest] = mails
        return mails.length > seen && newest !== undefined ? codeIn(newest) : null
      })
    },
    (code) => `Have a code mailed for it: ${code}`,
  )
}

type Wanted<Request> = Omit<Request, 'twoFACode'>

/** Requests a withdrawal of coins with both codes. */
export async function withdrawCoins(
  { client, app }: Withdrawer,
  fields: Wanted<Schemas['WithdrawCoinRequest']>,
): Promise<Withdrawal> {
  const body = { ...fields, twoFACode: await app.next() }
  return client.post('/api/withdraw/withdraw-coin', { body })
}

/** Requests a withdrawal of rupiah with both codes. */
export async function withdrawRupiah(
  { client, app }: Withdrawer,
  fields: Wanted<Schemas['WithdrawFiatRequest']>,
): Promise<Withdrawal> {
  const body = { ...fields, twoFACode: await app.next() }
  return client.post('/api/withdraw/withdraw-fiat', { body })
}

/** Waits until the history says that a withdrawal has succeeded. */
export const succeeds = (
  person: Person,
  kind: 'COIN' | 'FIAT',
  { request_id: id }: Withdrawal,
): Promise<Transfer> =>
  until(`the end of ${id}`, async () => {
    const found = (await transfersOf(person, kind)).find((transfer) => transfer.id === id)
    if (found === undefined) throw new Broken(`The history does not have ${id}.`)
    const ended = ['SUCCESS', 'FAILED', 'REJECTED'].includes(found.status)
    if (ended && found.status !== 'SUCCESS') throw new Broken(`${id} is ${found.status}.`)
    return ended ? found : null
  })
