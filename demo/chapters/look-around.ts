import { Broken } from '../broken.ts'
import type { Chapter, Play } from '../play.ts'
import { grouped, senOf } from '../rupiah.ts'

const rupiahs = (amount: string): string => `Rp ${grouped(senOf(amount))}`

/** The public pages, before signing up. */
export const lookAround: Chapter = { title: 'A look around', run }

async function run({ stage, tukar }: Play): Promise<void> {
  const client = tukar.app()
  await stage.step(
    'Show the status',
    () => client.get('/api/wallet-status'),
    (status) => `Deposits are ${status.deposit_status}, withdrawals ${status.withdrawal_status}`,
  )
  await stage.step(
    'Read the newest story',
    async () => {
      const query = { lang: 'en', limit: 1 } as const
      const [newest] = await client.get('/api/news', { params: { query } })
      if (newest === undefined) throw new Broken('There is no news.')
      const params = { path: { slug: newest.slug }, query: { lang: 'en' } } as const
      return client.get('/api/news/{slug}', { params })
    },
    ({ title }) => `News: “${title}”`,
  )
  await stage.step(
    'Show the dollar rate',
    () => client.get('/api/currency/exchange-rate'),
    ({ rate }) => `A dollar is ${rupiahs(rate)} today`,
  )
  await stage.step(
    'Show how to deposit at BCA',
    () =>
      client.get('/api/payment-methods/va/{code}/{lang}', {
        params: { path: { code: 'BCA', lang: 'en' } },
      }),
    ({ name, fee, instructions }) =>
      `${name}: ${rupiahs(fee)} a deposit, explained for ${instructions.length} ways to pay`,
  )
  await stage.step(
    'Show the rest',
    async () => ({
      banks: (await client.get('/api/banks')).length,
      countries: (await client.get('/api/country')).length,
      errors: (await client.get('/api/errors')).length,
    }),
    ({ banks, countries, errors }) =>
      `${banks} banks, ${countries} countries, and each of ${errors} refusals explained`,
  )
}
