import { limits } from '../../../base/limits.ts'
import type { Context } from '../../../context.ts'

type Asked = Readonly<{ assetId: string; address: string; tagged: boolean }>

/** What custody called sound, and until when it needs not be asked again, by node. */
const sound = new WeakMap<object, Map<string, number>>()

const { entries, keptMs } = limits.withdrawals.soundAddresses

/**
 * Whether custody takes an address. Ours is the first look, and a strict one; when custody can not
 * be asked now it looks again when it is to send, and a refusal then gives the money back.
 */
export async function isSoundAddress(
  { custody, clock }: Pick<Context, 'custody' | 'clock'>,
  { assetId, address, tagged }: Asked,
): Promise<boolean> {
  const known = sound.get(custody) ?? new Map<string, number>()
  sound.set(custody, known)
  const key = `${assetId} ${tagged} ${address}`
  if ((known.get(key) ?? 0) > clock.monotonicMs()) return true
  const answer = await custody.checkAddress({ assetId, address })
  if (answer.kind === 'unknown') return true
  if (answer.kind === 'rejected') return false
  const { isValid, requiresTag } = answer.value
  if (!isValid || (requiresTag && !tagged)) return false
  if (known.size >= entries) known.clear()
  known.set(key, clock.monotonicMs() + keptMs)
  return true
}
