import { z } from 'zod'
import { formatMoney, idr, isPositive, money } from '../../../base/values/money.ts'
import { formatRatio } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../core/database/database.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import { mayReadNames } from '../../../core/operators/roles.ts'
import { findPrices } from '../../../core/reference/prices.sql.ts'
import { provenName } from '../../../platform/access/operators/change-contracts.ts'
import { decimal, isoTime } from '../../../platform/http/contracts/contracts.ts'
import { findProvenName } from '../../identity-records/proven-names.ts'
import { isSameName } from '../../identity-records/same-name.rules.ts'
import { OwnerFacts, ownerFacts } from '../../transfers/owner-facts.ts'
import { readDestination, readWaiting } from './withdrawal-context.sql.ts'
import type { DecidedWithdrawal } from './withdrawal-decisions.sql.ts'

const priceDecimals = 8

const PriceNow = z
  .object({
    price: decimal,
    median: decimal.nullable(),
    samples: z.int(),
    source: z.string(),
    observedAt: isoTime,
    ageMs: z.int(),
  })
  .meta({ id: 'PriceNow' })

export const WithdrawalContext = z
  .object({
    destination: z
      .object({
        withdrawals: z.int(),
        users: z.int(),
        firstAt: isoTime.nullable(),
        lastAt: isoTime.nullable(),
        succeeded: z.int(),
        ownSucceeded: z.int().meta({ description: 'Those of the same user.' }),
        worthIdr: decimal,
      })
      .meta({
        id: 'DestinationHistory',
        description: 'Other withdrawals of all users to it, at most the newest 1,000.',
      }),
    price: z
      .object({
        used: decimal.nullable().meta({
          description: 'In rupiah, by which the request was valued; null if there was none.',
        }),
        now: PriceNow.nullable(),
      })
      .meta({ id: 'WithdrawalPrice' })
      .nullable(),
    alsoWaiting: z.array(
      z
        .object({ id: z.string(), at: isoTime, worthIdr: decimal })
        .meta({ id: 'WaitingWithdrawal' }),
    ),
    owner: OwnerFacts,
    ownerName: provenName,
    isOwnAccount: z
      .boolean()
      .nullable()
      .meta({
        description:
          "Whether the bank account is in the owner's proven name, apart from titles and marks; " +
          'null if a name is not known, or coins are withdrawn.',
      }),
  })
  .meta({ id: 'WithdrawalContext' })

/** Reads what bears on the decision about a withdrawal. */
export async function withdrawalContext(
  ctx: Pick<Context, 'config' | 'db'>,
  found: DecidedWithdrawal,
  operator: Operator,
): Promise<z.input<typeof WithdrawalContext>> {
  const { read: db } = ctx.db
  const [{ count, worth, ...destination }, waiting, owner, price, proven] = await Promise.all([
    readDestination(db, found),
    readWaiting(db, found),
    ownerFacts(db, found.user),
    priceOf(db, found),
    findProvenName(ctx, found.user),
  ])
  const { accountHolder: holder } = found
  const inRupiah = (units: bigint) => formatMoney(money(idr, units))
  return {
    destination: { ...destination, withdrawals: count, worthIdr: inRupiah(worth) },
    price,
    alsoWaiting: waiting.map(({ id, at, worth: units }) => ({ id, at, worthIdr: inRupiah(units) })),
    owner,
    ownerName: mayReadNames(operator.role) ? proven : null,
    isOwnAccount: holder === null || proven === null ? null : isSameName(proven, holder),
  }
}

/** Null for rupiah, which has no price. */
async function priceOf(db: Database['read'], { amount, worth }: DecidedWithdrawal) {
  if (amount.asset.id === idr.id) return null
  const pair = `${amount.asset.symbol}_${idr.symbol}`
  const now = (await findPrices(db, [pair])).get(pair)
  const used = {
    numerator: worth.units * 10n ** BigInt(amount.asset.scale),
    denominator: amount.units * 10n ** BigInt(idr.scale),
  }
  return {
    used: isPositive(worth) ? formatRatio(used, priceDecimals, 'down') : null,
    now:
      now === undefined
        ? null
        : {
            price: formatRatio(now.price, priceDecimals, 'down'),
            median: now.median === null ? null : formatRatio(now.median, priceDecimals, 'down'),
            samples: now.samples,
            source: now.source,
            observedAt: now.observedAt,
            ageMs: now.ageMs,
          },
  }
}
