import { z } from 'zod'
import type { Context } from '../../context.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { decimal, isoTime } from '../../platform/http/contracts/contracts.ts'
import { comparedProviders, listLastComparisons, listSlots, requestRun } from './comparisons.sql.ts'
import { reconcileJob } from './reconciliation-limits.ts'

const ComparisonPoint = z
  .object({ at: isoTime, difference: decimal, agrees: z.boolean() })
  .meta({ id: 'ComparisonPoint' })

export const Comparisons = z.array(
  z
    .object({
      provider: z.enum(comparedProviders),
      symbol: z.string(),
      ours: decimal.meta({ description: "By our books, with the house's own funds." }),
      theirs: decimal,
      difference: decimal.meta({ description: 'Theirs less ours.' }),
      agrees: z.boolean().meta({ description: 'True if movements under way explain it.' }),
      comparedAt: isoTime,
      ageSeconds: z.int(),
      breakId: z.int().nullable().meta({ description: 'The open break of this balance.' }),
      points: z.array(ComparisonPoint).meta({
        description: 'The widest difference of each quarter of an hour of the last day.',
      }),
    })
    .meta({ id: 'Comparison' }),
)

/** Returns the last comparison of each balance at a provider, with those of the last day. */
export async function showReconciliation(
  ctx: Pick<Context, 'db'>,
): Promise<z.input<typeof Comparisons>> {
  const [last, slots] = await Promise.all([listLastComparisons(ctx.db), listSlots(ctx.db)])
  const points = Map.groupBy(slots, ({ provider, symbol }) => `${provider} ${symbol}`)
  return last.map((one) => ({
    ...one,
    points: (points.get(`${one.provider} ${one.symbol}`) ?? []).map(
      ({ at, difference, agrees }) => ({ at, difference, agrees }),
    ),
  }))
}

export const RequestedRun = z.object({ askedAt: isoTime }).meta({ id: 'RequestedRun' })

/** Makes the leader reconcile now, within seconds, if it is not reconciling already. */
export const runReconciliation = (
  ctx: Pick<Context, 'db'>,
  _input: object,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof RequestedRun>>> =>
  ctx.db.inTransaction(async (tx) => {
    const askedAt = await requestRun(tx, reconcileJob)
    return audited(tx, by, { subject: { kind: 'job', id: reconcileJob } }, { askedAt })
  })
