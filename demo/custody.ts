import { randomBytes } from 'node:crypto'
import { bech32 } from '@scure/base'
import { z } from 'zod'
import type { Person, Play } from './play.ts'

const Received = z.object({ id: z.string() })

type Receipt = Readonly<{
  address: string
  assetId: string
  amount: string
  statuses?: readonly string[]
  versions?: readonly (1 | 2)[]
}>

/** A user's deposit address of a coin. */
export async function coinAddress(
  { client }: Pick<Person, 'client'>,
  symbol: string,
  network: string,
): Promise<string> {
  return (await client.post('/api/users/coin-address', { body: { symbol, network } })).address
}

/** Sends coins to an address of custody, which reports them as often and in the given forms. */
export const receiveCoins = async (
  { sandbox }: Pick<Play, 'sandbox'>,
  receipt: Receipt,
): Promise<string> =>
  (await sandbox.call('POST', '/control/custody/deposits', Received, { body: receipt })).id

/** External addresses, each unique: amounts to one address add up for a day. */
export const strangeBitcoinAddress = (): string =>
  bech32.encode('bc', [0, ...bech32.toWords(Uint8Array.from(randomBytes(20)))])
export const strangeAddress = (): string => `0x${randomBytes(20).toString('hex')}`
