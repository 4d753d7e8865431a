import { type Caller, signedInByToken, signedInOrKey } from '../../platform/access/signed-in.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { success } from '../../platform/http/envelope.ts'
import { requestWithdrawOtp } from './requests/request-withdraw-otp.ts'
import { Withdrawn } from './requests/request-withdrawal.ts'
import { WithdrawCoin, withdrawCoin } from './requests/withdraw-coin.ts'
import { WithdrawFiat, withdrawFiat } from './requests/withdraw-fiat.ts'

const { get, post } = endpointsOf('Deposits and withdrawals')

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

/** The withdrawals of specification 4.12. */
export const withdrawalEndpoints = [
  get('/api/withdraws/otp', {
    summary: 'Mail a four-digit code for one withdrawal',
    access: signedInByToken,
    writes: true,
    run: requestWithdrawOtp,
    reply: success('api.withdraw_code_sent_successfully'),
    throttle: codesAsked,
  }),
  post('/api/withdraw/withdraw-coin', {
    summary: 'Withdraw coins to an address; the amount includes the fee',
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
      'api.withdrawal_address_invalid',
      'api.withdrawal_tag_invalid',
      'api.withdrawal_to_own_address',
      'api.oss_upload_fail',
    ],
  }),
  post('/api/withdraw/withdraw-fiat', {
    summary: 'Withdraw rupiah to a bank account of the caller; the fee is added to the amount',
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
]
