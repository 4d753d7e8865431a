import { limits } from '../../../base/limits.ts'
import type { Context } from '../../../context.ts'

type AddressQuery = Readonly<{ assetId: string; address: string }>

type Checking = Pick<Context, 'clock'> &
  Readonly<{ custody: Pick<Context['custody'], 'checkAddress'> }>

/** The addresses custody has validated, with the time until which the result is cached. */
const sound = new WeakMap<object, Map<string, number>>()

const { entries, keptMs } = limits.withdrawals.soundAddresses

/**
 * Returns false only if custody reports an address as invalid. Our own strict check comes first;
 * custody validates addresses on few networks and refuses for the others.
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
