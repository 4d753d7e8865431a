import { jakartaDay } from '../../../base/clock.ts'
import { integerOf } from '../../../base/values/integers.ts'
import { formatMoney, idr, money } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { available, house } from '../../../core/ledger/accounts.ts'
import type { Move } from '../../../core/ledger/post.rules.ts'
import { postAll } from '../../../core/ledger/post.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { AccountNotice } from '../../../core/outbox/notices.ts'
import { findTaxFigures, insertCorrection } from '../../../core/taxes/tax-corrections.sql.ts'
import {
  closingIn,
  closingText,
  correctionIn,
  correctionNumber,
  correctionText,
  dueText,
  figuresText,
  follows,
  isMonth,
  monthAfter,
  monthStart,
  paysDue,
  receiptsIn,
  receiptsText,
} from '../../../core/taxes/tax-months.rules.ts'
import {
  findLastMonth,
  findMonth,
  horizonOf,
  insertMonth,
  isReceiptUsed,
  writePayment,
} from '../../../core/taxes/tax-months.sql.ts'
import type { GuardedSubject } from './guarded-kind.ts'

/** Closes the month after the last closed one, once it has ended, with the proposed figures. */
export const taxMonth: GuardedSubject = {
  unknown: 'api.tax_month_not_found',
  unfit: 'api.tax_month_not_next',
  weigh: async (tx, { clock }, month, value) => {
    if (!isMonth(month)) return null
    const last = await findLastMonth(tx)
    const closing = closingIn(value)
    const isNext = last === null || monthAfter(last.month) === month
    const hasEnded = clock.now() >= monthStart(monthAfter(month))
    // Before any month was closed several may be proposed, each with all records before it.
    const isSummed = closing !== null && follows(closing, horizonOf(last))
    if (!isSummed || !isNext || !hasEnded) return { before: 'open', next: null }
    const write = () => insertMonth(tx, month, closing)
    return { before: 'open', next: { value: closingText(closing), write } }
  },
}

/**
 * Books what the treasury was paid for a closed month, from the house's bank account: the taxes on
 * trades, the value-added tax, or both.
 */
export const taxPayment: GuardedSubject = {
  unknown: 'api.tax_month_not_found',
  unfit: 'api.tax_receipt_invalid',
  weigh: async (tx, _ctx, month, value) => {
    const found = isMonth(month) ? await findMonth(tx, month) : null
    if (found === null) return null
    const due = {
      tax: found.taxPaidAt === null ? found.taxDue : 0n,
      vat: found.vatPaidAt === null ? found.vatDue : 0n,
    }
    const before = dueText(due)
    const receipts = receiptsIn(value)
    if (receipts === null || !paysDue(due, receipts)) return { before, next: null }
    const { tax: ofTaxes, vat: ofVat } = receipts
    const isUsed = await isReceiptUsed(tx, [ofTaxes ?? [], ofVat ?? []].flat())
    if (isUsed) return { before, next: null }
    const write = async () => {
      await writePayment(tx, month, receipts)
      const bank = house('bank')
      if (ofTaxes !== null) {
        await book(tx, `tax-month:${month}:tax`, moved({ from: house('tax'), to: bank }, due.tax))
      }
      if (ofVat !== null) {
        await book(tx, `tax-month:${month}:vat`, moved({ from: house('vat'), to: bank }, due.vat))
      }
    }
    return { before, next: { value: receiptsText(receipts), write } }
  },
}

/**
 * Corrects the base and the tax of a trade: the payer gets back what was too much of what was paid;
 * what was too little is owed to the house, until a later correction takes it back.
 */
export const taxCorrection: GuardedSubject = {
  unknown: 'api.tax_not_found',
  unfit: 'api.tax_correction_invalid',
  users: async (tx, id) => {
    const found = await findTaxFigures(tx, integerOf(id))
    return found === null ? [] : [found.user]
  },
  weigh: async (tx, _ctx, id, value) => {
    const found = await findTaxFigures(tx, integerOf(id))
    if (found === null) return null
    const before = figuresText(found)
    const right = correctionIn(value)
    const isSame = right?.value === found.value && right.tax === found.tax
    if (right === null || isSame) return { before, next: null }
    const write = async () => {
      const made = await insertCorrection(tx, integerOf(id), found, right)
      const back = found.paid > right.tax ? found.paid - right.tax : 0n
      const owed = right.tax - found.tax + back
      const [tax, receivable] = [house('tax'), house('receivable')]
      await book(tx, `tax-correction:${made}`, [
        ...moved({ from: tax, to: available(found.user) }, back),
        ...moved({ from: receivable, to: tax }, owed),
        ...moved({ from: tax, to: receivable }, -owed),
      ])
      enqueueAll(tx, [correctedNotice(found, right.tax, made)])
    }
    return { before, next: { value: correctionText(right), write } }
  },
}

type Corrected = NonNullable<Awaited<ReturnType<typeof findTaxFigures>>>

const correctedNotice = (
  { user, tradedAt, tax }: Corrected,
  right: bigint,
  correction: number,
): AccountNotice => ({
  to: 'account',
  kind: 'tax-corrected',
  key: `tax-corrected:${correction}`,
  user,
  day: jakartaDay(tradedAt),
  correction: {
    reference: correctionNumber(correction),
    before: formatMoney(money(idr, tax)),
    after: formatMoney(money(idr, right)),
  },
})

/** A move of rupiah; none of what is not above zero. */
const moved = (ends: Pick<Move, 'from' | 'to'>, units: bigint): readonly Move[] =>
  units > 0n ? [{ ...ends, amount: money(idr, units) }] : []

async function book(tx: Tx, key: string, moves: readonly Move[]): Promise<void> {
  if (moves.length > 0) await postAll(tx, [{ key, action: 'TAX', moves }])
}
