import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { formatMoney, type Money, money, parseMoney } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { findAssets } from '../../core/reference/assets.sql.ts'
import { type ById, reason } from '../../platform/access/operators/change-contracts.ts'
import { decide } from '../../platform/access/operators/decide.ts'
import { operatorCode } from '../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { decimal, moneyText, oneOf, optional } from '../../platform/http/contracts/contracts.ts'
import { type Custodian, changeOpening } from './books.sql.ts'
import type { Difference } from './break.rules.ts'
import { lockOpenBreak, markOwned } from './breaks.sql.ts'
import { requestRun } from './comparisons.sql.ts'
import { reconcileJob } from './reconciliation-limits.ts'
import { finest } from './venue-parts.rules.ts'

export const OwnBreak = z.object({
  direction: oneOf(['in', 'out']).meta({
    description: '`in`: the operator paid it in at the provider; `out`: it was paid out.',
  }),
  amount: moneyText,
  reason,
  otpCode: optional(operatorCode),
})

export const Owned = z
  .object({ state: z.enum(['proposed', 'booked']), amount: decimal })
  .meta({ id: 'OwnedBreak' })

/**
 * Proposes that part of a balance break is the house's own: money it moved in or out, or a fee that
 * the provider kept. When a second operator proposes the same amount, the opening changes. The next
 * comparison, requested at once, resolves the break, or continues it with the remaining difference;
 * until then nothing more is booked, so that a repeated request is not a second part.
 */
export const ownBreak = (
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  input: z.output<typeof ById> & z.output<typeof OwnBreak>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof Owned>>> =>
  decide(ctx, by, input.otpCode, async (tx, agree) => {
    const { id, direction, amount, reason: note } = input
    const found = await lockOpenBreak(tx, id)
    if (found.isOwned) return refuse('api.nothing_to_change')
    const custodian = custodianOf(found)
    const moved = await readAmount(tx, found, amount)
    const units = direction === 'in' ? moved.units : -moved.units
    const stated = { kind: 'break', subject: id, statement: units.toString(), note } as const
    const booked = await agree({ ...stated, needed: 2 })
    if (booked) {
      await changeOpening(tx, custodian, money(moved.asset, units))
      await markOwned(tx, id)
      await requestRun(tx, reconcileJob)
    }
    const owned = {
      state: booked ? ('booked' as const) : ('proposed' as const),
      amount: formatMoney(money(moved.asset, units)),
    }
    const { provider, subject, theirs, ours } = found
    const change = {
      subject: { kind: 'break', id },
      before: { provider, subject, theirs, ours },
      after: { ...owned, reason: note },
    }
    return audited(tx, by, change, owned)
  })

/** Returns the provider of a balance break; refuses breaks of other kinds. */
function custodianOf({ kind, provider }: Difference): Custodian | 'venue' {
  const isBalance = kind === 'balance'
  if (isBalance && (provider === 'custody' || provider === 'payx' || provider === 'venue')) {
    return provider
  }
  return refuse('api.validation_failed', { text: 'The break is not a balance break.' })
}

/** Parses an amount with the decimals that the balance is compared with. */
async function readAmount(
  tx: Tx,
  { provider, subject }: Difference,
  amount: string,
): Promise<Money> {
  const asset = (await findAssets(tx, [subject])).get(subject)
  if (asset === undefined) throw new Error(`a balance differs of ${subject}, which is not an asset`)
  const read = parseMoney(provider === 'venue' ? finest(asset) : asset, amount)
  if (read.ok) return read.money
  return refuse('api.validation_failed', { text: `The amount is not an amount of ${subject}.` })
}
