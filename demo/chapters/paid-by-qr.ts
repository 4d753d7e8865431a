import { z } from 'zod'
import { Broken } from '../broken.ts'
import { type Chapter, type Play, until } from '../play.ts'
import { rupiah, senIn, senOf } from '../rupiah.ts'
import { cashDeposits, rupiahOf } from '../wallet.ts'

const amount = 150_000

const Opened = z.object({
  data: z.object({ externalId: z.string(), qrString: z.string(), status: z.string() }),
})
const Paid = z.unknown()
const Codes = z.object({
  data: z.object({ data: z.array(z.object({ externalId: z.string(), status: z.string() })) }),
})

/** A QRIS code is paid once, with what it asks for. */
export const paidByQr: Chapter = { title: 'A code to scan', run }

async function run(play: Play): Promise<void> {
  const { stage, tukar, sandbox, cast } = play
  const { token } = cast.trader.get()
  const before = await rupiahOf(play)
  const { externalId } = await stage.step(
    `Open a QRIS code for ${rupiah(senIn(amount))}`,
    async () => {
      const sent = { token, body: { amount } }
      return (await tukar.call('POST', '/api/payx/qris', Opened, sent)).data
    },
    ({ qrString }) => `Open a QRIS code for ${rupiah(senIn(amount))}: ${qrString.slice(0, 24)}…`,
  )
  await stage.step('Somebody scans it with a wallet and pays', () =>
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
  await stage.step('Payment less fee is what came, and the code is used up', async () => {
    const [deposit] = await cashDeposits(play)
    if (deposit === undefined || senOf(deposit.amount) - senOf(deposit.fee) !== credited) {
      throw new Broken('The history and the balance tell of different payments.')
    }
    const codes = await tukar.call('GET', '/api/payx/qris', Codes, { token })
    const code = codes.data.data.find((one) => one.externalId === externalId)
    if (code?.status !== 'PAID') throw new Broken(`The code that was paid is ${code?.status}.`)
  })
}
