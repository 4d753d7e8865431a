import { z } from 'zod'
import { Broken } from '../broken.ts'
import type { Chapter, Play } from '../play.ts'
import { grouped, senOf } from '../rupiah.ts'

const dataOf = <Data extends z.ZodType>(data: Data) => z.object({ data })
const listOf = (fields: z.ZodRawShape = {}) => dataOf(z.array(z.object(fields)))

const WalletStatus = dataOf(z.object({ withdrawal_status: z.string(), deposit_status: z.string() }))
const News = dataOf(z.array(z.object({ slug: z.string(), title: z.string() })).min(1))
const Story = dataOf(z.object({ title: z.string(), body: z.string().min(1) }))
const Rate = dataOf(z.object({ base: z.string(), symbol: z.string(), rate: z.string() }))
const Method = dataOf(
  z.object({
    name: z.string(),
    fee: z.string(),
    instructions: z.array(z.object({ channel: z.string(), steps: z.array(z.string()).min(1) })),
  }),
)

const rupiahs = (amount: string): string => `Rp ${grouped(senOf(amount))}`

/** What anybody can see before signing up. */
export const lookAround: Chapter = { title: 'A look around', run }

async function run({ stage, tukar }: Play): Promise<void> {
  await stage.step(
    'Is it open?',
    async () => (await tukar.call('GET', '/api/wallet-status', WalletStatus)).data,
    (status) => `Deposits are ${status.deposit_status}, withdrawals ${status.withdrawal_status}`,
  )
  await stage.step(
    'Read the newest story',
    async () => {
      const [newest] = (await tukar.call('GET', '/api/news?lang=en&limit=1', News)).data
      if (newest === undefined) throw new Broken('There is no news.')
      return (await tukar.call('GET', `/api/news/${newest.slug}?lang=en`, Story)).data
    },
    ({ title }) => `News: “${title}”`,
  )
  await stage.step(
    'What is a dollar?',
    async () => (await tukar.call('GET', '/api/currency/exchange-rate', Rate)).data,
    ({ rate }) => `A dollar is ${rupiahs(rate)} today`,
  )
  await stage.step(
    'How are deposits paid at BCA?',
    async () => (await tukar.call('GET', '/api/payment-methods/va/BCA/en', Method)).data,
    ({ name, fee, instructions }) =>
      `${name}: ${rupiahs(fee)} a deposit, explained for ${instructions.length} ways to pay`,
  )
  await stage.step(
    'What else is there?',
    async () => ({
      banks: (await tukar.call('GET', '/api/banks', listOf())).data.length,
      countries: (await tukar.call('GET', '/api/country', listOf())).data.length,
      errors: (await tukar.call('GET', '/api/errors', listOf())).data.length,
    }),
    ({ banks, countries, errors }) =>
      `${banks} banks, ${countries} countries, and each of ${errors} refusals explained`,
  )
}
