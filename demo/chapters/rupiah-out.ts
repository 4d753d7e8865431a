import { Broken } from '../broken.ts'
import type { Chapter, Play } from '../play.ts'
import { rupiah, senIn, senOf } from '../rupiah.ts'
import { rupiahOf } from '../wallet.ts'
import { mailedCode, succeeds, withdrawRupiah } from '../withdrawing.ts'

const amount = 400_000

/** Rupiah go to a bank account: frozen, paid out, gone; amount and fee, and nothing else. */
export const rupiahOut: Chapter = { title: 'Money goes out', run }

async function run(play: Play): Promise<void> {
  const { stage, cast } = play
  const trader = cast.trader.get()
  const person = { ...trader, app: cast.app.get() }
  const bankAccount = await stage.step('Add a bank account in the name on the card', () =>
    addAccount(play),
  )
  const otpCode = await mailedCode(play, trader)
  const before = await rupiahOf(play)
  const asked = await stage.step(
    `Withdraw ${rupiah(senIn(amount))} with both codes`,
    () =>
      withdrawRupiah(person, {
        amount: String(amount),
        paymentMethod: 'payx',
        bankAccount,
        otpCode,
      }),
    ({ status, fee }) =>
      `Withdraw ${rupiah(senIn(amount))} with both codes: ${status}, fee ${rupiah(senOf(fee))}`,
  )
  const left = before - senOf(asked.amount) - senOf(asked.fee)
  await stage.step(
    'Amount and fee can not be spent any more',
    () => exactly(play, left),
    (sen) => `Amount and fee can not be spent any more: ${rupiah(sen)} are left`,
  )
  await stage.step(
    'The bank has paid: SUCCESS',
    () => succeeds(trader, 'FIAT', asked),
    ({ status }) => `The bank has paid: the history says ${status}`,
  )
  await stage.step('The rest of the balance stays', () => exactly(play, left))
}

async function addAccount({ cast }: Play): Promise<number> {
  const body = {
    bankId: '014',
    bankName: 'BCA',
    account: '0081234567',
    bankOwner: cast.cardName.get(),
    address: 'Jalan Contoh 1, Jakarta',
  }
  return (await cast.trader.get().client.post('/api/user/bank', { body })).userBankAddressId
}

async function exactly(play: Play, wanted: bigint): Promise<bigint> {
  const now = await rupiahOf(play)
  if (now === wanted) return now
  throw new Broken(`The balance is ${rupiah(now)} but must be ${rupiah(wanted)}.`)
}
