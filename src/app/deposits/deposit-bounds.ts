import { refuse } from '../../base/refusal.ts'
import { compare, type Money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import { readSettings } from '../../core/reference/settings.sql.ts'

const bounds = {
  payd: { least: 'deposit.payd_minimum_idr', most: 'deposit.payd_maximum_idr' },
  qris: { least: 'deposit.qris_minimum_idr', most: 'deposit.qris_maximum_idr' },
} as const

/** Refuses an amount outside the bounds that operators set for this way to pay. */
export async function assertWithinBounds(
  { db }: Pick<Context, 'db'>,
  way: keyof typeof bounds,
  amount: Money,
): Promise<void> {
  const { least, most } = bounds[way]
  const { rupiah } = await readSettings(db.read, [least, most])
  const fits = compare(amount, rupiah(least)) >= 0 && compare(amount, rupiah(most)) <= 0
  if (!fits) refuse('api.deposit_amount_out_of_bounds')
}
