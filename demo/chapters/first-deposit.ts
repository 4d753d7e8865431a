import { payAtBank } from '../bank.ts'
import { Broken } from '../broken.ts'
import { nextMail } from '../mailbox.ts'
import { type Chapter, type Play, until } from '../play.ts'
import { rupiah, senIn, senOf } from '../rupiah.ts'
import { cashDeposits, rupiahOf } from '../wallet.ts'

const bankCode = 'BCA'
const amount = 1_250_000

/** A bank transfer becomes a balance, a line of history and a mail. */
export const firstDeposit: Chapter = { title: 'Money comes in', run }

async function run(play: Play): Promise<void> {
  const { stage, cast } = play
  const { client, email } = cast.trader.get()
  await stage.step(
    `Open a virtual account at ${bankCode}`,
    async () => {
      const { accountNumber } = await client.post('/api/payx/virtual-accounts', {
        body: { bankCode },
      })
      if (accountNumber === null) throw new Broken('The virtual account has no number.')
      cast.account.is({ bankCode, accountNumber })
      return accountNumber
    },
    (number) => `Open a virtual account at ${bankCode}: ${inFours(number)}`,
  )
  await stage.step('The bank calls back: the account is active', () =>
    until('the virtual account to become active', () => activeAccount(play)),
  )
  await stage.step(`Transfer ${rupiah(senIn(amount))} to it at the bank`, () =>
    payAtBank(play, amount),
  )
  const balance = await stage.step(
    'The bank calls back: the balance grows',
    () => until('the deposit to arrive', async () => (await rupiahOf(play)) || null),
    (sen) => `The bank calls back: the balance is ${rupiah(sen)}`,
  )
  await stage.step(
    'The deposit is in the history',
    () => theDeposit(play, balance),
    ({ status }) => `The deposit is in the history: ${status}`,
  )
  stage.note(`${rupiah(senIn(amount))} paid − ${rupiah(senIn(amount) - balance)} fee`)
  const mail = await stage.step(
    'A mail announces it',
    () => nextMail(play, email, ({ text }) => withoutGroups(text).includes(String(amount))),
    ({ subject }) => `A mail announces it: “${subject}”`,
  )
  for (const line of paragraphsOf(mail.text)) stage.note(line)
}

async function activeAccount({ cast }: Play): Promise<true | null> {
  const accounts = await cast.trader.get().client.get('/api/payx/virtual-accounts')
  const found = accounts.find((account) => account.bankCode === bankCode)
  return found?.status === 'ACTIVE' ? true : null
}

async function theDeposit(play: Play, credited: bigint) {
  const [deposit, ...others] = await cashDeposits(play)
  if (deposit === undefined || others.length > 0) {
    throw new Broken(`The history has ${others.length + 1} deposits where there is one.`)
  }
  if (senOf(deposit.amount) - senOf(deposit.fee) !== credited) {
    throw new Broken(`The history says ${deposit.amount} less ${deposit.fee}, the balance not.`)
  }
  return deposit
}

const withoutGroups = (text: string): string => text.replaceAll(/(?<=\d)[.,](?=\d{3})/g, '')

/** The mail's own words, without greeting and farewell. */
const paragraphsOf = (text: string): readonly string[] => text.trim().split(/\n\n+/).slice(1, -1)

const inFours = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ')
