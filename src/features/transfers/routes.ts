import { z } from 'zod'
import { messagesAndAccounts } from '../../access/one-time-codes/otp-requests.ts'
import { type Caller, signedIn, signedInByToken, signedInOrKey } from '../../access/signed-in.ts'
import { limits } from '../../base/limits.ts'
import { endpoint } from '../../http/endpoint.ts'
import { success } from '../../http/envelope.ts'
import { openPage } from '../../http/lists.ts'
import {
  ClaimCashDeposit,
  cashClaims,
  claimCashDeposit,
} from './deposits/claims/claim-cash-deposit.ts'
import { digitsTaken, giveDepositDigit } from './deposits/claims/give-deposit-digit.ts'
import { OpenCoinAddress, openCoinAddress } from './deposits/coins/open-coin-address.ts'
import { OpenPaydOrder, openPaydOrder } from './deposits/payd/open-payd-order.ts'
import { showPaydNumber } from './deposits/payd/show-payd-number.ts'
import { ListQrisCodes, listQrisCodes } from './deposits/payx/list-qris-codes.ts'
import { listVirtualAccounts } from './deposits/payx/list-virtual-accounts.ts'
import { OpenQrisCode, openQrisCode } from './deposits/payx/open-qris-code.ts'
import { OpenVirtualAccount, openVirtualAccount } from './deposits/payx/open-virtual-account.ts'
import { requestWithdrawOtp } from './withdrawals/request-withdraw-otp.ts'
import { WithdrawCoin, withdrawCoin } from './withdrawals/withdraw-coin.ts'
import { WithdrawFiat, withdrawFiat } from './withdrawals/withdraw-fiat.ts'

const tag = 'Deposits and withdrawals'

const VirtualAccount = z.object({
  id: z.int(),
  bankCode: z.string(),
  accountNumber: z.string().nullable(),
  name: z.string(),
  status: z.string(),
  createdAt: z.date().transform((at) => at.toISOString()),
})

const codesOpened = {
  name: 'qris-codes',
  points: limits.qris.opened,
  windowSeconds: limits.qris.windowSeconds,
  key: ({ caller }: Readonly<{ caller: Caller }>) => caller.id.toString(),
}

const QrisCode = z.object({
  id: z.int(),
  externalId: z.string(),
  amount: z.string(),
  qrString: z.string().nullable(),
  status: z.string(),
  expiresAt: z.date().transform((at) => at.toISOString()),
  createdAt: z.date().transform((at) => at.toISOString()),
})

const CoinAddress = z.object({
  symbol: z.string(),
  network: z.string(),
  address: z.string(),
  legacyAddress: z.string().nullable(),
  tag: z.string().nullable(),
})

const PaydOrder = z.object({
  merchantOrderId: z.string(),
  paymentUrl: z.string(),
  vaNumber: z.string().nullable(),
})

const PaydNumber = z.object({ vaNumber: z.string(), fee: z.string() })

const Claimed = z.object({
  id: z.int(),
  symbol: z.string(),
  amount: z.string(),
  status: z.string(),
  createdAt: z.date().transform((at) => at.toISOString()),
})

const Withdrawn = z.object({
  request_id: z.string(),
  status: z.string(),
  amount: z.string(),
  fee: z.string(),
})

const codesAsked = [
  {
    name: 'withdraw-otps',
    points: 3,
    windowSeconds: 300,
    key: ({ ip, caller }: Asker) => `${ip} ${caller.email}`,
    refusal: 'api.otp_code_request_throttle',
  },
  {
    name: 'withdraw-otps-per-address',
    points: 10,
    windowSeconds: 3_600,
    key: ({ caller }: Asker) => caller.email,
    refusal: 'api.otp_code_request_throttle',
  },
  {
    ...messagesAndAccounts,
    key: ({ ip }: Asker) => ip,
    refusal: 'api.otp_code_request_throttle',
  },
] as const

type Asker = Readonly<{ ip: string; caller: Caller }>

/** The refusals common to all withdrawals, in the order of the interface's table. */
const withdrawalRefusals = [
  'api.identity_verification_are_required',
  'api.no_allow_to_withdraw_in_24_hours_after_changed_password',
  'api.email_otp_error',
  'api.required_for_twofa_binding',
  'api.two_fa_failed',
  'api.too_many_requests',
  'api.try_again_later',
  'api.insufficient_funds',
  'api.exceed_system_daily_withdrawal_limit',
  'api.withdrawal_is_inactive',
  'api.withdrawal_below_minimum',
  'api.withdrawal_above_maximum',
] as const

/** Specification 4.12, and the virtual accounts that deposits are paid into. */
export const transferEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/payx/virtual-accounts',
    tag,
    summary: 'Open a virtual account at a bank, or get the one there is',
    access: signedIn,
    body: OpenVirtualAccount,
    idempotent: true,
    run: openVirtualAccount,
    reply: success('api.virtual_account_created', VirtualAccount),
    refusals: ['api.virtual_account_unavailable'],
  }),
  endpoint({
    method: 'GET',
    path: '/api/payx/virtual-accounts',
    tag,
    summary: 'The virtual accounts of the caller',
    access: signedIn,
    run: listVirtualAccounts,
    reply: success('api.virtual_accounts_retrieved', z.array(VirtualAccount).readonly()),
  }),
  endpoint({
    method: 'POST',
    path: '/api/payx/qris',
    tag,
    summary: 'A QR code that any QRIS app pays once, with exactly this amount of rupiah',
    access: signedIn,
    body: OpenQrisCode,
    throttle: [codesOpened],
    idempotent: true,
    run: openQrisCode,
    reply: success('api.qris_code_created', QrisCode),
    refusals: ['api.qris_code_unavailable'],
  }),
  endpoint({
    method: 'GET',
    path: '/api/payx/qris',
    tag,
    summary: 'The QR codes of the caller',
    access: signedIn,
    query: ListQrisCodes,
    run: listQrisCodes,
    reply: success('api.qris_codes_retrieved', openPage(QrisCode)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/payd/deposits',
    tag,
    summary: 'Open an order to be paid by a bank, a shop, a wallet or QRIS',
    access: signedIn,
    body: OpenPaydOrder,
    throttle: [
      {
        name: 'payd-orders',
        points: limits.payd.ordersAnHour,
        windowSeconds: 3_600,
        key: ({ caller }) => caller.id.toString(),
      },
    ],
    idempotent: true,
    run: openPaydOrder,
    reply: success('api.payd_order_created', PaydOrder),
    refusals: ['api.deposit_amount_out_of_bounds', 'api.payd_order_unavailable'],
  }),
  endpoint({
    method: 'GET',
    path: '/api/payd/virtual-account',
    tag,
    summary: 'The fixed number of the caller, to be paid any amount at any time',
    access: signedIn,
    run: showPaydNumber,
    reply: success('api.payd_virtual_account_retrieved', PaydNumber),
  }),
  endpoint({
    method: 'POST',
    path: '/api/deposit/cash',
    tag,
    summary: 'Claim a transfer to our bank, with its proof; an operator decides',
    access: signedIn,
    body: ClaimCashDeposit,
    throttle: [{ ...cashClaims, key: ({ caller }) => caller.id.toString() }],
    idempotent: true,
    run: claimCashDeposit,
    reply: success('api.cash_deposit_successful', Claimed),
    refusals: [
      'api.captcha_failed',
      'api.deposit_is_inactive',
      'api.cash_deposit_limit',
      'api.oss_upload_fail',
    ],
  }),
  endpoint({
    method: 'POST',
    path: '/api/users/coin-address',
    tag,
    summary: 'Where to receive a coin on a network: the address there is, or a new one',
    access: signedIn,
    body: OpenCoinAddress,
    run: openCoinAddress,
    reply: success('api.coin_address_retrieved', CoinAddress),
    refusals: [
      'api.coin_network_unknown',
      'api.coin_deposit_is_inactive',
      'api.coin_address_unavailable',
    ],
  }),
  endpoint({
    method: 'GET',
    path: '/api/withdraws/otp',
    tag,
    summary: 'Have a code mailed, of four digits and good for one withdrawal',
    access: signedInByToken,
    run: requestWithdrawOtp,
    reply: success('api.withdraw_code_sent_successfully'),
    throttle: codesAsked,
  }),
  endpoint({
    method: 'POST',
    path: '/api/withdraw/withdraw-coin',
    tag,
    summary: 'Withdraw coins to an address; the fee is inside the amount',
    access: signedInOrKey('withdraw'),
    body: WithdrawCoin,
    idempotent: true,
    run: withdrawCoin,
    reply: success('api.withdraw_apply_successful', Withdrawn),
    refusals: [
      'api.residential_address_required',
      'api.from_address_required',
      ...withdrawalRefusals,
      'api.coin_is_inactive',
      'api.market_price_unavailable',
      'api.withdrawal_address_invalid',
      'api.withdrawal_tag_invalid',
      'api.withdrawal_to_own_address',
      'api.oss_upload_fail',
    ],
  }),
  endpoint({
    method: 'POST',
    path: '/api/withdraw/withdraw-fiat',
    tag,
    summary: 'Withdraw rupiah to a bank account of the caller; the fee comes on top',
    access: signedInOrKey('withdraw'),
    body: WithdrawFiat,
    idempotent: true,
    run: withdrawFiat,
    reply: success('api.withdraw_apply_successful', Withdrawn),
    refusals: [
      ...withdrawalRefusals,
      'api.coin_is_inactive',
      'api.bank_not_found',
      'api.withdrawal_bank_not_supported',
    ],
  }),
  endpoint({
    method: 'GET',
    path: '/api/deposit/get-digit-transfer',
    tag: 'Utility',
    summary: 'A number to put into a manual transfer, so that it can be told from others',
    access: signedInByToken,
    throttle: [{ ...digitsTaken, key: ({ caller }) => caller.id.toString() }],
    run: giveDepositDigit,
    reply: success('api.manual_deposit_digits_success', z.object({ digit: z.int() })),
    refusals: ['api.manual_deposit_digits_failed'],
  }),
]
