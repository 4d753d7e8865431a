import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { lookupOf } from '../../../base/secrets/app-keys.ts'
import { formatMoney, type Money } from '../../../base/values/money.ts'
import { shownMoney } from '../../../base/values/shown-amount.ts'
import type { Context } from '../../../context.ts'
import type { CounterRule } from '../../../core/database/cluster/counters.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { readCount } from '../../../core/reference/settings.sql.ts'
import { readWalletFlags } from '../../../core/reference/wallet-flags.sql.ts'
import { captchaFields, passCaptcha } from '../../../platform/access/captcha.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { keepFiles, storeFile } from '../../../platform/files/store-file.ts'
import { image } from '../../../platform/http/bodies/uploads.ts'
import { digits, email, line, rupiahAmount } from '../../../platform/http/contracts/contracts.ts'
import {
  dialFits,
  e164Of,
  phoneFields,
  phoneFits,
} from '../../../platform/http/contracts/phone-contracts.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { cashDepositLimits } from '../deposit-limits.ts'
import { assertCertified } from '../unproven/unproven-bounds.ts'
import { sealDetails } from './cash-details.ts'
import {
  claimAlone,
  countClaimsOfToday,
  insertClaim,
  type ManualDeposit,
} from './manual-deposits.sql.ts'

/** The bounds of a transfer to our bank, in whole rupiah. */
export const bankTransferAmount = rupiahAmount({ min: 1, max: cashDepositLimits.maxRupiah })

const { proofBytes, nameChars, bankNameChars, numberDigits } = cashDepositLimits

export const ClaimCashDeposit = z
  .object({
    amount: bankTransferAmount,
    payment: image({ maxBytes: proofBytes, types: ['image/jpeg', 'image/png'] }),
    fullName: line({ max: nameChars }),
    email,
    ...phoneFields,
    bankName: line({ max: bankNameChars }),
    bankNo: digits({ min: 5, max: numberDigits }),
    bankCompany: line({ max: bankNameChars }),
    ...captchaFields,
  })
  .refine(...dialFits)
  .refine(...phoneFits)

/** Limits claim attempts: each one stores a picture, even if it is refused. */
export const cashClaims: CounterRule = {
  name: 'cash-deposits',
  points: cashDepositLimits.triesAnHour,
  windowSeconds: 3_600,
}

const refBytes = 16

/**
 * Records a transfer to our bank that a user claims, with its proof. It credits nothing: an
 * operator checks the bank statement and decides.
 */
export async function claimCashDeposit(
  ctx: Pick<Context, 'captcha' | 'config' | 'counters' | 'db' | 'log' | 'objectStore' | 'random'>,
  input: z.output<typeof ClaimCashDeposit>,
  { id: user }: Caller,
  request: HttpRequest,
) {
  await passCaptcha(ctx, input, request)
  const { DEPO } = await readWalletFlags(ctx.db)
  if (DEPO !== true) return refuse('api.deposit_is_inactive')
  await assertCertified(ctx, user)
  const most = await readCount(ctx.db.read, 'deposit.cash_per_day')
  if ((await countClaimsOfToday(ctx.db.read, user)) >= most) refuse('api.cash_deposit_limit')
  const { clean } = input.payment
  const proof = await storeFile(ctx, { owner: user, purpose: 'transfer-proof', image: clean })
  if (proof === null) return refuse('api.oss_upload_fail')
  const ref = ctx.random.bytes(refBytes).toString('hex')
  const claim = {
    ref,
    user,
    amount: input.amount,
    proof: proof.name,
    // Computed from the pixels: a copy with other metadata is still the same picture.
    digest: lookupOf(ctx.config, 'transfer proof', clean.bytes),
    details: sealDetails(ctx, ref, { ...input, phone: e164Of(input) }),
  }
  const deposit = await ctx.db.inTransaction(async (tx) => {
    await claimAlone(tx, claim)
    if ((await countClaimsOfToday(tx, user)) >= most) refuse('api.cash_deposit_limit')
    await keepFiles(tx, [proof.name])
    const made = await insertClaim(tx, claim)
    enqueueAll(tx, [toDecide(made)])
    return made
  })
  return shown(deposit)
}

const shown = ({ id, amount, status, createdAt }: ManualDeposit) => ({
  id,
  symbol: amount.asset.symbol,
  amount: formatMoney(amount),
  status,
  createdAt,
})

const inWords = (amount: Money): string => shownMoney(amount)

const toDecide = ({ id, user, amount, review }: ManualDeposit) =>
  ({
    to: 'operator',
    kind: 'cash-deposit-to-decide',
    key: `cash-deposit:${id}`,
    severity: review === null ? 'info' : 'warning',
    subject:
      review === null
        ? `A transfer of ${inWords(amount)} was reported`
        : `A transfer of ${inWords(amount)} was reported with a proof that was used before`,
    data: { depositId: id.toString(), userId: user.toString(), review: review ?? '' },
  }) as const
