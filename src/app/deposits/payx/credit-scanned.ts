import type { Rate } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { readPartsPerMillion } from '../../../core/reference/settings.sql.ts'
import { findRecorded } from '../cash-deposits.sql.ts'
import { type Credited, creditDeposits } from '../credit-deposits.ts'
import { type Charged, type PaidIn, referenceOf } from '../paid-in.rules.ts'
import { lockQrisCodes, markQrisPaid } from './qris-codes.sql.ts'
import { ownerOfScanned, qrisFee, type ScannedPayment } from './qris-payment.rules.ts'

/** A payment of a QR code as payx reports it. */
export type Scanned = ScannedPayment &
  Readonly<{
    ref: string
    source: string | null
    sent: string
    /** The reason why no user may be credited, whichever code it names; null if there is none. */
    odd: string | null
  }>

/**
 * Credits payments of QR codes, each once. The codes stay locked, so of two concurrent payments of
 * one code only the first counts as its payment.
 */
export async function creditScanned(
  tx: Tx,
  payments: readonly Scanned[],
  feeRate?: Rate,
): Promise<readonly Credited[]> {
  if (payments.length === 0) return []
  const codes = new Map(
    await lockQrisCodes(
      tx,
      payments.map(({ externalId }) => externalId),
    ),
  )
  const rate = feeRate ?? (await readPartsPerMillion(tx, 'deposit.qris_fee_ppm'))
  const known = new Set((await findRecorded(tx, payments.map(inBooks))).keys())
  const judged = payments.map((payment) => {
    const code = codes.get(payment.externalId)
    const owner: PaidIn['owner'] =
      payment.odd === null ? ownerOfScanned(payment, code) : { suspense: payment.odd }
    const paid = { ...inBooks(payment), owner, fee: qrisFee(payment.amount, rate) }
    const reference = referenceOf(paid)
    const paysCode = code !== undefined && 'user' in owner && !known.has(reference)
    if (paysCode) codes.set(payment.externalId, { ...code, paid: true })
    known.add(reference)
    return { paid, codeId: paysCode ? code.id : null }
  })
  const outcomes = await creditDeposits(
    tx,
    judged.map(({ paid }) => paid),
  )
  const isBooked = (at: number) => outcomes[at] === 'credited' || outcomes[at] === 'suspense'
  const paidIds = judged.flatMap(({ codeId }, at) =>
    codeId !== null && isBooked(at) ? [codeId] : [],
  )
  await markQrisPaid(tx, paidIds)
  return outcomes
}

/** The payment as it is recorded, before its owner is known. */
const inBooks = ({ ref, amount, source, externalId, sent }: Scanned): Omit<Charged, 'fee'> => ({
  provider: 'payx',
  ref,
  method: 'QRIS',
  owner: { suspense: 'unknown-qr-code' },
  amount,
  bankCode: source,
  accountNumber: externalId,
  sent,
})
