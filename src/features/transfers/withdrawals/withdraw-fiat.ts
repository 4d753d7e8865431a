import { z } from 'zod'
import { totpCode } from '../../../access/one-time-codes/totp.ts'
import type { Caller } from '../../../access/signed-in.ts'
import { limits } from '../../../base/limits.ts'
import { compare, idr, type Money } from '../../../base/money.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { oneOf, rupiahAmount, text, wireId } from '../../../http/contracts.ts'
import { type Bank, findBank } from '../../../reference/banks.sql.ts'
import { readWalletFlags } from '../../../reference/wallet-flags.sql.ts'
import { findProvenName } from '../../../users/identity-card.ts'
import { findBankAccount, type PayoutDestination } from './bank-destinations.sql.ts'
import {
  answering,
  type Particulars,
  type RequestContext,
  readEligibility,
  requestWithdrawal,
} from './request-withdrawal.ts'
import type { Requested } from './request-withdrawals.ts'
import { isSameName } from './same-name.rules.ts'
import { readTerms, type Terms, valueInRupiah } from './withdrawal-terms.ts'

export const WithdrawFiat = z.object({
  amount: rupiahAmount({ min: 1, max: limits.withdrawals.mostRupiah }),
  paymentMethod: oneOf(['payx']),
  bankAccount: wireId,
  otpCode: text({ max: 20 }),
  twoFACode: totpCode,
})

type FiatWithdrawalInput = z.output<typeof WithdrawFiat>

/** Takes on a withdrawal of rupiah, which is sent at once or waits for an operator's approval. */
export const withdrawFiat = answering(requestFiat)

async function requestFiat(
  ctx: RequestContext,
  input: FiatWithdrawalInput,
  caller: Caller,
  requestKey: Buffer | null,
): Promise<Requested> {
  const flags = await readWalletFlags(ctx.db)
  if (flags.WD !== true) return refuse('api.withdrawal_is_inactive')
  const terms = await readTerms(ctx)
  const asked = { user: caller.id, assetId: idr.id, gateSeconds: terms.gateSeconds }
  const { amount } = input
  return requestWithdrawal(ctx, caller, {
    terms,
    standing: await readEligibility(ctx, asked),
    otpCode: input.otpCode,
    twoFACode: input.twoFACode,
    kind: 'CASH',
    amount: isActive(terms) ? amount : null,
    fee: terms.idrFee,
    valued: valueInRupiah(terms, amount),
    particulars: () => particularsOf(ctx, caller, input, terms),
    requestKey,
  })
}

const isActive = ({ assets }: Terms): boolean =>
  assets.some(({ id, active }) => id === idr.id && active)

async function particularsOf(
  ctx: Pick<Context, 'config' | 'db'>,
  caller: Caller,
  { bankAccount, amount }: FiatWithdrawalInput,
  terms: Terms,
): Promise<Particulars> {
  const account = await findBankAccount(ctx.db, caller.id, bankAccount)
  if (account === null) return refuse('api.bank_not_found')
  const channelCode = (await bankOf(ctx, account))?.payxPayoutCode ?? null
  if (channelCode === null) return refuse('api.withdrawal_bank_not_supported')
  assertWithin(amount, terms)
  const proven = await findProvenName(ctx, caller.id)
  const isOwn = proven !== null && isSameName(proven, account.owner)
  return {
    destination: {
      kind: 'CASH',
      bankAccountId: account.id,
      channelCode,
      bankName: account.bankName,
      accountNumber: account.accountNumber,
      accountHolder: account.owner,
    },
    residential: null,
    idCard: null,
    payeeSince: account.changedAt,
    flags: isOwn ? [] : ['the bank account is in another name'],
  }
}

/** Finds the bank by id, or else by name: users enter either. */
const bankOf = async (
  { db }: Pick<Context, 'db'>,
  { bankId, bankName }: PayoutDestination,
): Promise<Bank | null> => (await findBank(db, bankId)) ?? (await findBank(db, bankName))

function assertWithin(amount: Money, { idrMinimum, idrMaximum }: Terms): void {
  if (compare(amount, idrMinimum) < 0) refuse('api.withdrawal_below_minimum')
  if (compare(amount, idrMaximum) > 0) refuse('api.withdrawal_above_maximum')
}
