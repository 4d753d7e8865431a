import { agingCache } from '../../../base/concurrency/cache.ts'
import { perOwner } from '../../../base/concurrency/per-owner.ts'
import type { Context } from '../../../context.ts'
import { withdrawalLimits } from '../withdrawal-limits.ts'

type AddressQuery = Readonly<{ assetId: string; address: string }>

type Checking = Pick<Context, 'clock'> &
  Readonly<{ custody: Pick<Context['custody'], 'checkAddress'> }>

const { entries, keptMs: maxAgeMs } = withdrawalLimits.validAddresses

/** The addresses that custody has validated. */
const validBy = perOwner(
  ({ custody }: Checking) => custody,
  ({ clock }) => agingCache<true>({ entries, maxAgeMs, clock }),
)

/**
 * Returns false only if custody reports an address as invalid. Our own strict check comes first;
 * custody validates addresses on few networks and refuses for the others.
 */
export async function isValidAddress(
  ctx: Checking,
  { assetId, address }: AddressQuery,
): Promise<boolean> {
  const valid = validBy(ctx)
  const key = `${assetId} ${address}`
  if (valid.get(key) === true) return true
  const answer = await ctx.custody.checkAddress({ assetId, address })
  if (answer.kind !== 'accepted') return true
  if (answer.value.isValid) valid.set(key, true)
  return answer.value.isValid
}
