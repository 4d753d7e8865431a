import { idr, perMillion, zero } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { readSettings, type SettingsRead } from '../../../core/reference/settings.sql.ts'
import { isBooked } from '../credit-deposits.ts'
import { reportLimits } from '../deposit-limits.ts'
import type { PaidIn } from '../paid-in.rules.ts'
import type { AccountPayment, ScannedPayment } from '../payment-report.rules.ts'
import { takePayments } from '../take-payments.ts'
import { type Accounts, creditAccountPayments, readAccounts } from './credit-account-payments.ts'
import { creditScanned } from './credit-scanned.ts'
import { lockQrisCodes } from './qris-codes.sql.ts'
import { ownerOfScanned } from './qris-payment.rules.ts'
import { heldUnconfirmed } from './unconfirmed.sql.ts'
import type { PayxPayment, UnconfirmedBounds } from './unconfirmed.ts'
import { ownerOfPaid } from './va-payment.rules.ts'

type TakeContext = Pick<Context, 'clock' | 'config' | 'db' | 'leadership'>

/** The settings that bound what is credited on a message alone. */
const boundKeys = ['payx.unconfirmed_account_idr', 'payx.unconfirmed_house_idr'] as const

/**
 * The bounds of the settings; nothing if real callbacks may come from any address: then a leaked
 * token is enough to send them.
 */
export function unconfirmedBounds(
  { config }: Readonly<{ config: Pick<Context['config'], 'payx' | 'production'> }>,
  { rupiah }: Pick<SettingsRead, 'rupiah'>,
): UnconfirmedBounds {
  const isOpen = config.production && config.payx.callbackSources.length === 0
  if (isOpen) return { account: zero(idr), house: zero(idr) }
  const [account, house] = boundKeys
  return { account: rupiah(account), house: rupiah(house) }
}

/**
 * Handles payments into virtual accounts that payx reports by callback. The callback's token does
 * not protect its body, so payments are credited in this transaction only up to a sum that payx has
 * not confirmed yet; those beyond it are recorded, and credited once payx confirms them.
 */
export async function takeAccountPayments(
  tx: Tx,
  payments: readonly AccountPayment[],
  ctx: TakeContext,
  ahead?: Promise<Accounts>,
): Promise<readonly string[]> {
  if (payments.length === 0) return []
  const accounts = await (ahead ??
    readPaidAccounts(
      tx,
      payments.map(({ account }) => account),
    ))
  const { terms, holders, settings } = accounts
  return takeWithin(tx, payments, ctx, {
    bounds: unconfirmedBounds(ctx, settings),
    ownerOf: (payment) => ownerOfPaid(payment, holders.get(payment.account) ?? [], terms),
    book: (_, believed) => creditAccountPayments(tx, believed, accounts),
  })
}

/** Reads what `takeAccountPayments` needs for payments into these accounts. */
export const readPaidAccounts = (tx: Tx, numbers: readonly string[]): Promise<Accounts> =>
  readAccounts(tx, numbers, boundKeys)

/** Handles payments of QR codes in the same way. */
export async function takeScanned(
  tx: Tx,
  payments: readonly ScannedPayment[],
  ctx: TakeContext,
): Promise<readonly string[]> {
  if (payments.length === 0) return []
  const wanted = payments.map(({ account }) => account)
  const [settings, codes] = await Promise.all([
    readSettings(tx, ['deposit.qris_fee_ppm', ...boundKeys]),
    lockQrisCodes(tx, wanted),
  ])
  const feeRate = perMillion(settings.ppm('deposit.qris_fee_ppm'))
  return takeWithin(tx, payments, ctx, {
    bounds: unconfirmedBounds(ctx, settings),
    ownerOf: (payment) => ownerOfScanned(payment, codes.get(payment.account)),
    book: (_, believed) => creditScanned(tx, believed, { feeRate, codes }),
  })
}

type Within<Paid> = Readonly<{
  bounds: UnconfirmedBounds
  ownerOf: (payment: Paid) => PaidIn['owner']
  book: (tx: Tx, believed: readonly Paid[]) => Promise<readonly string[]>
}>

async function takeWithin<Paid extends PayxPayment>(
  tx: Tx,
  payments: readonly Paid[],
  ctx: TakeContext,
  { bounds, ownerOf, book }: Within<Paid>,
): Promise<readonly string[]> {
  const unconfirmed = await heldUnconfirmed(ctx, tx)
  const nowMs = ctx.clock.now().getTime()
  const beliefs = new Map(
    payments.map((payment) => {
      const owner = ownerOf(payment)
      const user = 'user' in owner ? owner.user : null
      return [payment, unconfirmed.believe(payment, user, bounds, nowMs)]
    }),
  )
  const isBelieved = (payment: Paid) => beliefs.get(payment) !== 'beyond'
  const outcomes = await takePayments(tx, payments, {
    isBelieved,
    book,
    pauseMs: reportLimits.payxPauseMs,
  })
  for (const [at, payment] of payments.entries()) {
    const booked = isBooked(outcomes[at])
    if (booked || beliefs.get(payment) === 'believed') unconfirmed.settle(payment, booked)
  }
  return outcomes
}
