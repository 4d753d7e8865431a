import { randomBytes } from 'node:crypto'
import { bech32 } from '@scure/base'
import { z } from 'zod'
import type { Person, Play } from './play.ts'

const Opened = z.object({ data: z.object({ address: z.string(), symbol: z.string() }) })
const Received = z.object({ id: z.string() })

type Receipt = Readonly<{
  address: string
  assetId: string
  amount: string
  statuses?: readonly string[]
  versions?: readonly (1 | 2)[]
}>

/** Where somebody receives a coin. */
export async function coinAddress(
  { tukar }: Play,
  { token }: Pick<Person, 'token'>,
  symbol: string,
  network: string,
): Promise<string> {
  const sent = { token, body: { symbol, network } }
  return (await tukar.call('POST', '/api/users/coin-address', Opened, sent)).data.address
}

/** Coins reach an address of custody's, which tells of it as often and in the words it is told. */
export const receiveCoins = async ({ sandbox }: Play, receipt: Receipt): Promise<string> =>
  (await sandbox.call('POST', '/control/custody/deposits', Received, { body: receipt })).id

/** Addresses that belong to nobody here, each of its own: what goes to one adds up for a day. */
export const strangeBitcoinAddress = (): string =>
  bech32.encode('bc', [0, ...bech32.toWords(Uint8Array.from(randomBytes(20)))])
export const strangeAddress = (): string => `0x${randomBytes(20).toString('hex')}`
