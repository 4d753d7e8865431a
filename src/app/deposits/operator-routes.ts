import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import {
  ApproveWithdrawal,
  approveWithdrawal,
} from '../withdrawals/decisions/approve-withdrawal.ts'
import {
  ByRequestId,
  ListWithdrawals,
  lookAtWithdrawal,
  SeenWithdrawal,
  showWithdrawals,
  WithdrawalDetails,
  WithdrawalViews,
} from '../withdrawals/decisions/query-withdrawals.ts'
import { RejectWithdrawal, rejectWithdrawal } from '../withdrawals/decisions/reject-withdrawal.ts'
import {
  ResolveWithdrawal,
  resolveWithdrawal,
} from '../withdrawals/decisions/resolve-withdrawal.ts'
import { ApproveCashDeposit, approveCashDeposit } from './claims/approve-cash-deposit.ts'
import {
  DepositDetails,
  DepositViews,
  ListDeposits,
  lookAtDeposit,
  SeenDeposit,
  showDeposits,
} from './claims/query-deposits.ts'
import { RejectCashDeposit, rejectCashDeposit } from './claims/reject-cash-deposit.ts'
import {
  AssignSuspense,
  assignSuspense,
  ReturnSuspense,
  returnSuspense,
} from './suspense/decide-suspense.ts'
import {
  ListSuspense,
  lookAtSuspense,
  SeenSuspense,
  SuspenseDetails,
  SuspenseViews,
  showSuspense,
} from './suspense/query-suspense.ts'

const viewer = operatorAs('viewer')
const finance = operatorAs('finance')

/** Refusals of decisions that take two operators, each with a code of their own authenticator. */
const twoPersonRefusals = [
  'api.second_operator_needed',
  'api.operator_not_confirmed',
  'auth.otp_failed',
  'api.too_many_requests',
] as const

const withdrawals = '/operator/api/withdrawals'
const decisionRefusals = [
  'api.withdrawal_not_found',
  'api.operator_own_money',
  'api.already_decided',
] as const

const withdrawalEndpoints = [
  operatorRead(withdrawals, {
    summary: 'Withdrawals by status, newest first',
    access: viewer,
    query: ListWithdrawals,
    run: showWithdrawals,
    reply: success('api.withdrawals_retrieved', WithdrawalViews),
  }),
  operatorRead(`${withdrawals}/{id}`, {
    summary: 'One withdrawal with all details; access is audited',
    access: viewer,
    params: ByRequestId,
    run: lookAtWithdrawal,
    reply: success('api.withdrawal_retrieved', SeenWithdrawal),
    refusals: ['api.withdrawal_not_found'],
  }),
  operatorWrite('POST', `${withdrawals}/{id}/approve`, {
    action: 'withdrawal.approve',
    summary: 'Approve a withdrawal; the last required approval sends it',
    access: finance,
    params: ByRequestId,
    body: ApproveWithdrawal,
    run: approveWithdrawal,
    reply: success('api.withdrawal_updated', WithdrawalDetails),
    refusals: [
      ...decisionRefusals,
      ...twoPersonRefusals,
      'api.owner_suspended',
      'api.withdrawal_is_inactive',
    ],
  }),
  operatorWrite('POST', `${withdrawals}/{id}/reject`, {
    action: 'withdrawal.reject',
    summary: 'Reject a withdrawal and release its money',
    access: finance,
    params: ByRequestId,
    body: RejectWithdrawal,
    run: rejectWithdrawal,
    reply: success('api.withdrawal_updated', WithdrawalDetails),
    refusals: decisionRefusals,
  }),
  operatorWrite('POST', `${withdrawals}/{id}/resolve`, {
    action: 'withdrawal.resolve',
    summary: 'Resolve a stuck or contradicted withdrawal, or retry it at its provider',
    access: finance,
    params: ByRequestId,
    body: ResolveWithdrawal,
    run: resolveWithdrawal,
    reply: success('api.withdrawal_updated', WithdrawalDetails),
    refusals: [
      'api.withdrawal_not_found',
      'api.operator_own_money',
      'api.withdrawal_not_stuck',
      'api.withdrawal_under_way',
      ...twoPersonRefusals,
      'api.provider_unreachable',
      'api.provider_says_otherwise',
      'api.resend_unsafe',
    ],
  }),
]

const deposits = '/operator/api/deposits'
const claimRefusals = [
  'api.cash_deposit_not_found',
  'api.operator_own_money',
  'api.already_decided',
] as const

const depositEndpoints = [
  operatorRead(deposits, {
    summary: 'Transfers to our bank that users claim, oldest first',
    access: viewer,
    query: ListDeposits,
    run: showDeposits,
    reply: success('api.cash_deposits_retrieved', DepositViews),
  }),
  operatorRead(`${deposits}/{id}`, {
    summary: 'One claimed transfer with its proof; access is audited',
    access: viewer,
    params: ById,
    run: lookAtDeposit,
    reply: success('api.cash_deposit_retrieved', SeenDeposit),
    refusals: ['api.cash_deposit_not_found'],
  }),
  operatorWrite('POST', `${deposits}/{id}/approve`, {
    action: 'deposit.approve',
    summary: 'Approve a claimed transfer and state the amount received, which is credited',
    access: finance,
    params: ById,
    body: ApproveCashDeposit,
    run: approveCashDeposit,
    reply: success('api.cash_deposit_updated', DepositDetails),
    refusals: [
      ...claimRefusals,
      'api.second_operator_needed',
      'api.operator_not_confirmed',
      'api.supply_cap_reached',
      'auth.otp_failed',
      'api.too_many_requests',
    ],
  }),
  operatorWrite('POST', `${deposits}/{id}/reject`, {
    action: 'deposit.reject',
    summary: 'Reject a claimed transfer',
    access: finance,
    params: ById,
    body: RejectCashDeposit,
    run: rejectCashDeposit,
    reply: success('api.cash_deposit_updated', DepositDetails),
    refusals: claimRefusals,
  }),
]

const suspense = '/operator/api/suspense'
const suspenseRefusals = [
  'api.suspense_not_found',
  'api.already_decided',
  ...twoPersonRefusals,
] as const

const suspenseEndpoints = [
  operatorRead(suspense, {
    summary: 'Received money without an owner, oldest first',
    access: viewer,
    query: ListSuspense,
    run: showSuspense,
    reply: success('api.suspense_retrieved', SuspenseViews),
  }),
  operatorRead(`${suspense}/{id}`, {
    summary: 'One suspense item with its proposals; access is audited',
    access: viewer,
    params: ById,
    run: lookAtSuspense,
    reply: success('api.suspense_item_retrieved', SeenSuspense),
    refusals: ['api.suspense_not_found'],
  }),
  operatorWrite('POST', `${suspense}/{id}/assign`, {
    action: 'suspense.assign',
    summary:
      "Propose the owner of a suspense item; a second operator's agreement credits the owner",
    access: finance,
    params: ById,
    body: AssignSuspense,
    run: assignSuspense,
    reply: success('api.suspense_updated', SuspenseDetails),
    refusals: [
      ...suspenseRefusals,
      'api.suspense_not_ours',
      'api.user_not_found',
      'api.operator_own_money',
      'api.supply_cap_reached',
    ],
  }),
  operatorWrite('POST', `${suspense}/{id}/return`, {
    action: 'suspense.return',
    summary:
      "Propose that an item was returned to its sender; a second operator's agreement books it",
    access: finance,
    params: ById,
    body: ReturnSuspense,
    run: returnSuspense,
    reply: success('api.suspense_updated', SuspenseDetails),
    refusals: suspenseRefusals,
  }),
]

export const transferOperatorEndpoints = [
  ...withdrawalEndpoints,
  ...depositEndpoints,
  ...suspenseEndpoints,
]
