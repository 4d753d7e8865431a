import { limits } from '../../../base/limits.ts'
import type { Context } from '../../../context.ts'

type AddressQuery = Readonly<{ assetId: string; address: string }>

type Checking = Pick<Context, 'clock'> &
  Readonly<{ custody: Pick<Context['custody'], 'checkAddress'> }>

/** What custody called sound, and until when it needs not be asked again, by node. */
const sound = new WeakMap<object, Map<string, number>>()

const { entries, keptMs } = limits.withdrawals.soundAddresses

/**
 * False only where custody says that an address is not valid. Ours is the first look, and a strict
 * one: custody checks the addresses of few networks, and refuses to answer for the others.
 */
export async function isSoundAddress(
  { custody, clock }: Checking,
  { assetId, address }: AddressQuery,
): Promise<boolean> {
  const known = sound.get(custody) ?? new Map<string, number>()
  sound.set(custody, known)
  const key = `${assetId} ${address}`
  if ((known.get(key) ?? 0) > clock.monotonicMs()) return true
  const answer = await custody.checkAddress({ assetId, address })
  if (answer.kind !== 'accepted') return true
  if (!answer.value.isValid) return false
  if (known.size >= entries) known.clear()
  known.set(key, clock.monotonicMs() + keptMs)
  return true
}
