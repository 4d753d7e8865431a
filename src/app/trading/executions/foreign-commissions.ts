import type { Asset } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { readToday } from '../../../core/histories/today.sql.ts'
import { house } from '../../../core/ledger/accounts.ts'
import type { Posting } from '../../../core/ledger/post.rules.ts'
import { postAll } from '../../../core/ledger/post.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { findAssets } from '../../../core/reference/assets.sql.ts'
import { type ForeignCommission, flow, unitsOfParts, wholeOf } from './fill.rules.ts'
import { commissionUnbooked } from './order-notice.rules.ts'
import { noteDust } from './venue-dust.sql.ts'

/** Books commissions that the house pays; alerts operators of those in an asset we do not have. */
export async function bookForeignCommissions(
  tx: Tx,
  kept: readonly ForeignCommission[],
): Promise<void> {
  if (kept.length === 0) return
  const assets = await findAssets(
    tx,
    kept.map(({ symbol }) => symbol),
  )
  const known = kept.flatMap(({ key, symbol, parts }) => {
    const asset = assets.get(symbol)
    return asset === undefined ? [] : [{ key, asset, parts }]
  })
  await postAll(tx, known.map(postingOf))
  noteDust(
    tx,
    known
      .map((one) => ({ asset: one.asset, parts: wholeOf(one).parts - one.parts }))
      .filter(({ parts }) => parts !== 0n),
  )
  const unbooked = kept.filter(({ symbol }) => !assets.has(symbol))
  if (unbooked.length === 0) return
  const today = await readToday(tx)
  enqueueAll(
    tx,
    unbooked.map((one) => commissionUnbooked(one, today)),
  )
}

type Known = Readonly<{ key: string; asset: Asset; parts: bigint }>

const postingOf = ({ key, asset, parts }: Known): Posting => ({
  key: `commission:${key}`,
  action: 'FEE',
  moves: flow(house('fees'), house('venue'), asset, unitsOfParts(asset, parts, 'down')),
})
