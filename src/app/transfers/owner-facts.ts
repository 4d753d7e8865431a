import { z } from 'zod'
import type { UserId } from '../../base/values/ids.ts'
import { add, convert, formatMoney, idr, type Money, money, zero } from '../../base/values/money.ts'
import type { Database } from '../../core/database/database.ts'
import { exchangeRate, listPrices, readMaxAges } from '../../core/reference/prices.sql.ts'
import { decimal, isoTime } from '../../platform/http/contracts/contracts.ts'
import {
  type Activity,
  countRecentOrders,
  readDeposits,
  readOwner,
  readSessions,
  readTrades,
  readWithdrawals,
} from './owner-facts.sql.ts'

const Recent = z
  .object({
    count: z.int(),
    worthIdr: decimal.nullable().meta({ description: 'null while a price is missing.' }),
  })
  .meta({ id: 'RecentActivity' })

/** What bears on a decision about a user's money: the account, its sessions, its last 30 days. */
export const OwnerFacts = z
  .object({
    id: z.int(),
    email: z.string(),
    createdAt: isoTime,
    identityStatus: z.string(),
    suspendedAt: isoTime.nullable(),
    authenticator: z.boolean(),
    authenticatorChangedAt: isoTime.nullable(),
    devices: z.int(),
    sessions: z.array(
      z
        .object({
          device: z.string().nullable(),
          ip: z.string().nullable(),
          signedInAt: isoTime,
          usedAt: isoTime,
        })
        .meta({ id: 'OwnerSession' }),
    ),
    recent: z
      .object({
        deposits: Recent,
        orders: z.int(),
        trades: Recent,
        withdrawals: Recent,
      })
      .meta({ id: 'RecentActivities', description: 'Of the last 30 days, at current prices.' }),
  })
  .meta({ id: 'OwnerFacts' })

export async function ownerFacts(
  db: Database['read'],
  user: UserId,
): Promise<z.input<typeof OwnerFacts>> {
  const [owner, sessions, deposits, trades, orders, withdrawals, prices, ages] = await Promise.all([
    readOwner(db, user),
    readSessions(db, user),
    readDeposits(db, user),
    readTrades(db, user),
    countRecentOrders(db, user),
    readWithdrawals(db, user),
    listPrices(db),
    readMaxAges(db),
  ])
  const inRupiah = (sum: Money): Money | null => {
    if (sum.asset.id === idr.id) return sum
    const found = exchangeRate(prices, sum.asset.symbol, idr.symbol, ages)
    return found === null ? null : convert(sum, idr, found.rate, 'down')
  }
  return {
    ...owner,
    sessions: [...sessions],
    recent: {
      deposits: recentOf(deposits, inRupiah),
      orders,
      trades: recentOf(trades, inRupiah),
      withdrawals: {
        count: withdrawals.count,
        worthIdr: formatMoney(money(idr, withdrawals.units)),
      },
    },
  }
}

function recentOf({ count, sums }: Activity, inRupiah: (sum: Money) => Money | null) {
  const worths = sums.map(inRupiah)
  const known = worths.flatMap((worth) => worth ?? [])
  const complete = known.length === worths.length
  return { count, worthIdr: complete ? formatMoney(known.reduce(add, zero(idr))) : null }
}
