import { z } from 'zod'
import { apiAt } from '../../demo/api.ts'
import { Broken } from '../../demo/broken.ts'
import { coinAddress, receiveCoins } from '../../demo/custody.ts'
import { atoms } from '../../demo/decimals.ts'
import { type Newcomer, newcomer } from '../../demo/newcomer.ts'
import { until } from '../../demo/play.ts'
import { serviceAt } from '../../demo/service.ts'
import { coinsBecome, rupiahIn } from '../../demo/wallet.ts'
import { memoryStore } from '../../packages/client/src/client.ts'
import { Refused } from '../refused.ts'

const rupiah = 45_000_000
const coins = [
  { symbol: 'BTC', network: 'BTC', assetId: 'BTC', amount: '0.1' },
  { symbol: 'ETH', network: 'ETH', assetId: 'ETH', amount: '2' },
  { symbol: 'USDT', network: 'TRC20', assetId: 'TRX_USDT_S2UZ', amount: '5000' },
] as const

/** A trader with a proven identity, an authenticator app and money, and how to act as them. */
export type NewTrader = Readonly<{
  id: number
  email: string
  password: string
  /** Of the authenticator app. */
  totpSecret: string
  accessToken: string
  accessTokenExpiresAt: string
  balances: Readonly<Record<string, string>>
}>

type Servers = Parameters<typeof newcomer>[0]

/** Creates a trader through the public interface alone, as the demo does. */
export async function createTrader(
  at: Readonly<{ url: string; sandboxUrl: string }>,
): Promise<NewTrader> {
  const tukar = serviceAt({ url: at.url, name: 'Tukar', whenAway: 'Is the service running?' })
  const sandbox = apiAt({ url: at.sandboxUrl, name: 'The sandbox', whenAway: '' })
  const store = memoryStore()
  try {
    const trader = await newcomer({ tukar, sandbox }, 'trader', { store })
    await payIn({ tukar, sandbox }, trader)
    const tokens = (await store.load())?.tokens
    const token = tokens?.xToken
    if (token === undefined) throw new Broken('The new trader is not signed in.')
    const { id, email, password, secret: totpSecret } = trader
    const held = await trader.client.get('/api/users/coins')
    return {
      id,
      email,
      password,
      totpSecret,
      accessToken: token.token,
      accessTokenExpiresAt: token.expiresAt,
      balances: Object.fromEntries(
        held.flatMap(({ symbol, available }) =>
          atoms(available) === 0n ? [] : [[symbol, available]],
        ),
      ),
    }
  } catch (error) {
    const why = tukar.broken(error)
    throw why instanceof Broken ? new Refused(502, 'SERVICE', why.message) : why
  }
}

async function payIn(servers: Servers, trader: Newcomer): Promise<void> {
  const { client } = trader
  const { accountNumber } = await client.post('/api/payx/virtual-accounts', {
    body: { bankCode: 'BCA' },
  })
  const body = { accountNumber, amount: rupiah }
  await servers.sandbox.call('POST', '/control/payx/va-payments', z.unknown(), { body })
  for (const { symbol, network, assetId, amount } of coins) {
    const address = await coinAddress(trader, symbol, network)
    await receiveCoins(servers, { address, assetId, amount })
  }
  for (const { symbol, amount } of coins) await coinsBecome(trader, symbol, atoms(amount))
  await until('the rupiah to arrive', async () => (await rupiahIn(client)) || null)
}
