import type { Rate } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { readPartsPerMillion } from '../../../core/reference/settings.sql.ts'
import { findRecorded } from '../cash-deposits.sql.ts'
import { type Credited, creditDeposits, isBooked } from '../credit-deposits.ts'
import { referenceOf } from '../paid-in.rules.ts'
import type { ScannedPayment } from '../payment-report.rules.ts'
import { lockQrisCodes, markQrisPaid, type PayableCode } from './qris-codes.sql.ts'
import { ownerOfScanned, qrisFee } from './qris-payment.rules.ts'
import { chargedBy } from './va-payment.rules.ts'

/**
 * Credits payments of QR codes, each once. The codes stay locked, so of two concurrent payments of
 * one code only the first counts as its payment.
 */
export async function creditScanned(
  tx: Tx,
  payments: readonly ScannedPayment[],
  given?: Readonly<{ feeRate: Rate; codes: ReadonlyMap<string, PayableCode> }>,
): Promise<readonly Credited[]> {
  if (payments.length === 0) return []
  const wanted = payments.map(({ account }) => account)
  const codes = new Map(given?.codes ?? (await lockQrisCodes(tx, wanted)))
  const rate = given?.feeRate ?? (await readPartsPerMillion(tx, 'deposit.qris_fee_ppm'))
  const references = payments.map(({ ref }) => ({ provider: 'payx', ref }) as const)
  const known = new Set((await findRecorded(tx, references)).keys())
  const judged = payments.map((payment) => {
    const code = codes.get(payment.account)
    const owner = ownerOfScanned(payment, code)
    const charged = chargedBy(payment, owner, qrisFee(payment.amount, rate))
    const paysCode = code !== undefined && 'user' in owner && !known.has(referenceOf(charged))
    if (paysCode) codes.set(payment.account, { ...code, paid: true })
    known.add(referenceOf(charged))
    return { charged, codeId: paysCode ? code.id : null }
  })
  const outcomes = await creditDeposits(
    tx,
    judged.map(({ charged }) => charged),
  )
  const paidIds = judged.flatMap(({ codeId }, at) =>
    codeId !== null && isBooked(outcomes[at]) ? [codeId] : [],
  )
  await markQrisPaid(tx, paidIds)
  return outcomes
}
