import { idr, money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import { LeadershipLost } from '../../../core/database/cluster/leader.ts'
import type { Tx } from '../../../core/database/database.ts'
import { oneOfTexts, readRows } from '../../../core/database/driver/read-rows.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import { isUndecidedReport, sinceMark } from '../../transfers/unconfirmed.sql.ts'
import { newUnconfirmed, type PayxPayment, type Unconfirmed } from './unconfirmed.ts'

type LeaderContext = Pick<Context, 'db' | 'leadership'>

type Held = { epoch: number; unconfirmed: Unconfirmed | null }

const heldBy = perDatabase((_: LeaderContext): Held => ({ epoch: 0, unconfirmed: null }))

/** Returns what the leader holds already in this leadership; null if nothing was read yet. */
export function loadedUnconfirmed(ctx: LeaderContext): Unconfirmed | null {
  const held = heldBy(ctx)
  return held.epoch === ctx.leadership.current()?.epoch ? held.unconfirmed : null
}

/**
 * Returns the unconfirmed payments, which the leader holds in memory, so that crediting a payment
 * costs no statement more. The first callers of a leadership each read them in their own `tx`,
 * after its fence, so that none depends on the transaction of another. Throws `LeadershipLost` if
 * this node does not lead.
 */
export async function heldUnconfirmed(ctx: LeaderContext, tx: Tx): Promise<Unconfirmed> {
  const epoch = ctx.leadership.current()?.epoch
  if (epoch === undefined) throw new LeadershipLost()
  const loaded = loadedUnconfirmed(ctx)
  if (loaded !== null) return loaded
  const unconfirmed = await readUnconfirmed(tx)
  const held = heldBy(ctx)
  if (held.epoch > epoch) throw new LeadershipLost()
  if (held.epoch < epoch) Object.assign(held, { epoch, unconfirmed })
  return held.unconfirmed ?? unconfirmed
}

/**
 * Reads the payments that an earlier leader may have credited unconfirmed: those since the mark,
 * and those that payx is still asked about or denied.
 */
async function readUnconfirmed(tx: Tx): Promise<Unconfirmed> {
  const rows = await readRows(tx, {
    method: oneOfTexts('VA', 'QRIS'),
    ref: 'text',
    account: 'text',
    units: 'units',
    bankCode: 'text?',
    user: 'userId?',
    createdAt: 'timestamptz',
    isAsked: 'boolean',
  })`
    select d.method, d.provider_ref as ref, coalesce(d.account_number, '') as account,
      d.amount as units, d.bank_code as "bankCode", d.user_id as "user",
      d.created_at as "createdAt", r.provider_ref is not null as "isAsked"
    from cash_deposits d
    left join payment_reports r on r.provider_ref = d.provider_ref and r.method = d.method
      and r.account = d.account_number and r.amount = d.amount
      and ${isUndecidedReport}
    where d.id in (
      select d.id from cash_deposits d
      where d.provider = 'payx' and d.method in ('VA', 'QRIS') and ${sinceMark}
      union
      select c.id from payment_reports r
      join cash_deposits c on c.provider = 'payx' and c.provider_ref = r.provider_ref
        and c.method = r.method
      where ${isUndecidedReport})
    order by d.id`
  const unconfirmed = newUnconfirmed()
  for (const { units, user, createdAt, isAsked, method, ref, account, bankCode } of rows) {
    const facts = { ref, account, bankCode, amount: money(idr, units), sent: '', odd: null }
    const payment: PayxPayment =
      method === 'VA' ? { ...facts, method } : { ...facts, method, paidAt: null }
    const sinceMs = createdAt.getTime()
    unconfirmed.restore({ payment, owner: user, sinceMs, isAsked, isBooked: true })
  }
  return unconfirmed
}
