import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { UserId } from '../../../base/values/ids.ts'
import { add, idr } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import { type Bank, findBank } from '../../../core/reference/banks.sql.ts'
import { readWalletFlags } from '../../../core/reference/wallet-flags.sql.ts'
import { totpCode } from '../../../platform/access/one-time-codes/totp.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { anyCode, oneOf, rupiahAmount, wireId } from '../../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { findProvenName } from '../../identity-records/proven-names.ts'
import { isSameName } from '../../identity-records/same-name.rules.ts'
import type { CashDestination } from '../model/withdrawal.rules.ts'
import { withdrawalLimits } from '../withdrawal-limits.ts'
import { findBankAccount, type PayoutDestination } from './bank-destinations.sql.ts'
import {
  acceptWithdrawal,
  answerWith,
  assertAllowed,
  assertGateOpen,
  assertWithin,
  burnCode,
  checkCaller,
  type RequestContext,
  readEligibility,
  type Withdrawn,
} from './request-withdrawal.ts'
import type { Requested } from './request-withdrawals.ts'
import { readWithdrawalTerms, type WithdrawalTerms } from './withdrawal-terms.ts'

export const WithdrawFiat = z.object({
  amount: rupiahAmount({ min: 1, max: withdrawalLimits.mostRupiah }),
  paymentMethod: oneOf(['payx']),
  bankAccount: wireId,
  otpCode: anyCode,
  twoFACode: totpCode,
})

type FiatWithdrawalInput = z.output<typeof WithdrawFiat>

/** Takes on a withdrawal of rupiah, which is sent at once or waits for an operator's approval. */
export const withdrawFiat = (
  ctx: RequestContext,
  input: FiatWithdrawalInput,
  caller: Caller,
  request: HttpRequest,
): Promise<Withdrawn> => answerWith(ctx, request, requestFiat(ctx, input, caller, request))

/**
 * Refuses for the first reason in the order of the interface's table.
 *
 * @transactions codes are counted, and a mailed one used up, even if the withdrawal is refused.
 */
async function requestFiat(
  ctx: RequestContext,
  input: FiatWithdrawalInput,
  caller: Caller,
  request: HttpRequest,
): Promise<Requested> {
  const walletFlags = await readWalletFlags(ctx.db)
  if (walletFlags.WD !== true) return refuse('api.withdrawal_is_inactive')
  const user = caller.id
  const terms = await readWithdrawalTerms(ctx)
  const { idrFee: fee, gateSeconds } = terms
  const query = { user, assetId: idr.id, gateSeconds, place: null }
  const eligibility = await readEligibility(ctx, query)
  const codes = await checkCaller(ctx, caller, eligibility, input)
  try {
    assertGateOpen(terms, eligibility)
    if (!isActive(terms)) return refuse('api.coin_is_inactive')
    const { amount } = input
    const sum = { amount, fee, held: add(amount, fee), sent: amount }
    const allowed = assertAllowed(terms, eligibility, sum)
    const { destination, payeeSince } = await checkAccount(ctx, user, input.bankAccount)
    assertWithin(amount, { minimum: terms.idrMinimum, maximum: terms.idrMaximum })
    const proven = await findProvenName(ctx, user)
    const flags = [...nameFlags(proven, destination.accountHolder), ...allowed.flags]
    const requestKey = request.requestKey ?? null
    const whose = { user, codes, requestKey, bounds: terms, residential: null, idCard: null }
    return await acceptWithdrawal(ctx, { ...allowed, ...whose, destination, payeeSince, flags })
  } catch (error) {
    return burnCode(ctx, codes, error)
  }
}

/** Why the payee's name requires an operator. An unknown name is not another name. */
function nameFlags(proven: string | null, payee: string): readonly string[] {
  if (proven === null) return ['the verified name is not known']
  return isSameName(proven, payee) ? [] : ['the bank account is in another name']
}

const isActive = ({ assets }: WithdrawalTerms): boolean =>
  assets.some(({ id, active }) => id === idr.id && active)

/** Finds the caller's bank account, and how payx pays out to its bank. */
async function checkAccount(
  ctx: Pick<Context, 'db'>,
  user: UserId,
  bankAccount: FiatWithdrawalInput['bankAccount'],
): Promise<Readonly<{ destination: CashDestination; payeeSince: Date }>> {
  const account = await findBankAccount(ctx.db, user, bankAccount)
  if (account === null) return refuse('api.bank_not_found')
  const channelCode = (await bankOf(ctx, account))?.payxPayoutCode ?? null
  if (channelCode === null) return refuse('api.withdrawal_bank_not_supported')
  return {
    destination: {
      kind: 'CASH',
      bankAccountId: account.id,
      channelCode,
      bankName: account.bankName,
      accountNumber: account.accountNumber,
      accountHolder: account.owner,
    },
    payeeSince: account.changedAt,
  }
}

/** Finds the bank by id, or else by name: users enter either. */
const bankOf = async (
  { db }: Pick<Context, 'db'>,
  { bankId, bankName }: PayoutDestination,
): Promise<Bank | null> => (await findBank(db, bankId)) ?? (await findBank(db, bankName))
