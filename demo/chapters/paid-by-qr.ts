import { z } from 'zod'
import { Broken } from '../broken.ts'
import { type Chapter, type Play, until } from '../play.ts'
import { rupiah, senIn, senOf } from '../rupiah.ts'
import { cashDeposits, rupiahOf } from '../wallet.ts'

const amount = 150_000

const Paid = z.unknown()

/** A QRIS code is paid once, with its own amount. */
export const paidByQr: Chapter = { title: 'A code to scan', run }

async function run(play: Play): Promise<void> {
  const { stage, sandbox, cast } = play
  const { client } = cast.trader.get()
  const before = await rupiahOf(play)
  const { externalId } = await stage.step(
    `Open a QRIS code for ${rupiah(senIn(amount))}`,
    () => client.post('/api/payx/qris', { body: { amount: String(amount) } }),
    ({ qrString }) => `Open a QRIS code for ${rupiah(senIn(amount))}: ${qrString?.slice(0, 24)}…`,
  )
  await stage.step('A payer scans it with a wallet and pays', () =>
    sandbox.call('POST', '/control/payx/qr-payments', Paid, { body: { externalId } }),
  )
  const credited = await stage.step(
    'payx calls back: the balance grows',
    () =>
      until('the payment to arrive', async () => {
        const more = (await rupiahOf(play)) - before
        return more > 0n ? more : null
      }),
    (more) => `payx calls back: the balance grows by ${rupiah(more)}`,
  )
  await stage.step('The credit is the payment less the fee, and the code is used up', async () => {
    const [deposit] = await cashDeposits(play)
    if (deposit === undefined || senOf(deposit.amount) - senOf(deposit.fee) !== credited) {
      throw new Broken('The history and the balance show different payments.')
    }
    const codes = await client.get('/api/payx/qris')
    const code = codes.data.find((one) => one.externalId === externalId)
    if (code?.status !== 'PAID') throw new Broken(`The code that was paid is ${code?.status}.`)
  })
}
