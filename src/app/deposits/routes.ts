import { z } from 'zod'
import { type Caller, signedIn, signedInByToken } from '../../platform/access/signed-in.ts'
import { decimal, isoTime } from '../../platform/http/contracts/contracts.ts'
import { openPage } from '../../platform/http/contracts/lists.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { success } from '../../platform/http/envelope.ts'
import { ClaimCashDeposit, cashClaims, claimCashDeposit } from './claims/claim-cash-deposit.ts'
import { digitsTaken, giveDepositDigit } from './claims/give-deposit-digit.ts'
import { OpenCoinAddress, openCoinAddress } from './coins/open-coin-address.ts'
import { qrisLimits } from './deposit-limits.ts'
import { OpenPaydOrder, openPaydOrder } from './payd/open-payd-order.ts'
import { paydLimits } from './payd/payd-limits.ts'
import { showPaydNumber } from './payd/show-payd-number.ts'
import { ListQrisCodes, listQrisCodes } from './payx/list-qris-codes.ts'
import { listVirtualAccounts } from './payx/list-virtual-accounts.ts'
import { OpenQrisCode, openQrisCode } from './payx/open-qris-code.ts'
import { OpenVirtualAccount, openVirtualAccount } from './payx/open-virtual-account.ts'

const utility = endpointsOf('Utility')

const { get, post } = endpointsOf('Deposits and withdrawals')

const VirtualAccount = z
  .object({
    id: z.int(),
    bankCode: z.string(),
    accountNumber: z.string().nullable(),
    name: z.string(),
    status: z.string(),
    createdAt: isoTime,
  })
  .meta({ id: 'VirtualAccount' })

const codesOpened = {
  name: 'qris-codes',
  points: qrisLimits.opened,
  windowSeconds: qrisLimits.windowSeconds,
  key: ({ caller }: Readonly<{ caller: Caller }>) => caller.id.toString(),
}

const QrisCode = z
  .object({
    id: z.int(),
    externalId: z.string(),
    amount: decimal,
    qrString: z.string().nullable(),
    status: z.string(),
    expiresAt: isoTime,
    createdAt: isoTime,
  })
  .meta({ id: 'QrCode' })

const CoinAddress = z
  .object({
    symbol: z.string(),
    network: z.string(),
    address: z.string(),
    legacyAddress: z.string().nullable(),
    tag: z.string().nullable(),
  })
  .meta({ id: 'CoinAddress' })

const PaydOrder = z
  .object({
    merchantOrderId: z.string(),
    paymentUrl: z.string(),
    vaNumber: z.string().nullable(),
  })
  .meta({ id: 'PaydDeposit' })

const PaydNumber = z
  .object({ vaNumber: z.string(), fee: decimal })
  .meta({ id: 'PaydVirtualAccount' })

const Claimed = z
  .object({
    id: z.int(),
    symbol: z.string(),
    amount: decimal,
    status: z.string(),
    createdAt: isoTime,
  })
  .meta({ id: 'Deposit' })

/** The deposits of specification 4.12, and the virtual accounts that they are paid into. */
export const depositEndpoints = [
  post('/api/payx/virtual-accounts', {
    summary: 'Open a virtual account at a bank, or return the existing one',
    access: signedIn,
    body: OpenVirtualAccount,
    idempotent: true,
    run: openVirtualAccount,
    reply: success('api.virtual_account_created', VirtualAccount),
    refusals: [
      'api.identity_verification_are_required',
      'api.tax_certification_required',
      'api.too_many_requests',
      'api.virtual_account_unavailable',
    ],
  }),
  get('/api/payx/virtual-accounts', {
    summary: 'The virtual accounts of the caller',
    access: signedIn,
    run: listVirtualAccounts,
    reply: success('api.virtual_accounts_retrieved', z.array(VirtualAccount).readonly()),
  }),
  post('/api/payx/qris', {
    summary: 'A QR code that any QRIS app pays once, with exactly this amount of rupiah',
    access: signedIn,
    body: OpenQrisCode,
    throttle: [codesOpened],
    idempotent: true,
    run: openQrisCode,
    reply: success('api.qris_code_created', QrisCode),
    refusals: [
      'api.deposit_amount_out_of_bounds',
      'api.identity_verification_are_required',
      'api.tax_certification_required',
      'api.qris_code_unavailable',
    ],
  }),
  get('/api/payx/qris', {
    summary: 'The QR codes of the caller',
    access: signedIn,
    query: ListQrisCodes,
    run: listQrisCodes,
    reply: success('api.qris_codes_retrieved', openPage(QrisCode)),
  }),
  post('/api/payd/deposits', {
    summary: 'Open an order to be paid by a bank, a shop, a wallet or QRIS',
    access: signedIn,
    body: OpenPaydOrder,
    throttle: [
      {
        name: 'payd-orders',
        points: paydLimits.ordersAnHour,
        windowSeconds: 3_600,
        key: ({ caller }) => caller.id.toString(),
      },
    ],
    idempotent: true,
    run: openPaydOrder,
    reply: success('api.payd_order_created', PaydOrder),
    refusals: [
      'api.deposit_amount_out_of_bounds',
      'api.identity_verification_are_required',
      'api.tax_certification_required',
      'api.payd_order_unavailable',
    ],
  }),
  get('/api/payd/virtual-account', {
    summary: "The caller's fixed number, which accepts any amount at any time",
    access: signedIn,
    writes: true,
    run: showPaydNumber,
    reply: success('api.payd_virtual_account_retrieved', PaydNumber),
    refusals: ['api.tax_certification_required'],
  }),
  post('/api/deposit/cash', {
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
      'api.tax_certification_required',
      'api.cash_deposit_limit',
      'api.oss_upload_fail',
    ],
  }),
  post('/api/users/coin-address', {
    summary: "The caller's deposit address of a coin on a network, opened if there is none",
    access: signedIn,
    body: OpenCoinAddress,
    run: openCoinAddress,
    reply: success('api.coin_address_retrieved', CoinAddress),
    refusals: [
      'api.coin_network_unknown',
      'api.coin_deposit_is_inactive',
      'api.identity_verification_are_required',
      'api.tax_certification_required',
      'api.too_many_requests',
      'api.coin_address_unavailable',
    ],
  }),
  utility.get('/api/deposit/get-digit-transfer', {
    summary: 'A number to add to a manual transfer, so that it can be distinguished from others',
    access: signedInByToken,
    throttle: [{ ...digitsTaken, key: ({ caller }) => caller.id.toString() }],
    writes: true,
    run: giveDepositDigit,
    reply: success(
      'api.manual_deposit_digits_success',
      z.object({ digit: z.int() }).meta({ id: 'TransferDigit' }),
    ),
    refusals: ['api.manual_deposit_digits_failed'],
  }),
]
