import { orderNo, pairId, type UserId } from '../../src/base/values/ids.ts'
import { idr, money, perMillion } from '../../src/base/values/money.ts'
import type { Database } from '../../src/core/database/database.ts'
import { recordTradeTaxes, type TradeTax } from '../../src/core/taxes/trade-taxes.sql.ts'
import { btc } from './ledger.ts'

let made = 0

/** A tax on a sale of a bitcoin's thousandth, unless `facts` differ. */
export function tradeTax(
  user: UserId,
  { orderNo: number, ...other }: Partial<Omit<TradeTax, 'orderNo'>> & { orderNo?: string } = {},
): TradeTax {
  made += 1
  return {
    user,
    tradeKey: `BTCIDR:${made}`,
    kind: 'PPH',
    orderNo: orderNo(number ?? `TK-${made}`),
    pairId: pairId(1),
    side: 'SELL',
    amount: money(btc, 100_000n),
    value: money(idr, 160_000_000n),
    rate: perMillion(2_100n),
    rule: 'PMK 50/2025',
    tax: money(idr, 336_000n),
    rupiah: {
      value: 160_000_000n,
      tax: 336_000n,
      source: 'trade',
      at: new Date('2025-09-01T05:00:00Z'),
    },
    tradedAt: new Date('2025-09-01T05:00:00Z'),
    ...other,
  }
}

export const taxed = (db: Database, ...taxes: readonly TradeTax[]) =>
  db.inTransaction((tx) => recordTradeTaxes(tx, taxes))
