import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import { twoPersonRefusals } from '../transfers/deciding.ts'
import { ApproveWithdrawal, approveWithdrawal } from './decisions/approve-withdrawal.ts'
import {
  ByRequestId,
  ListWithdrawals,
  SeenWithdrawal,
  showWithdrawal,
  showWithdrawals,
  WithdrawalDetails,
  WithdrawalViews,
} from './decisions/query-withdrawals.ts'
import { RejectWithdrawal, rejectWithdrawal } from './decisions/reject-withdrawal.ts'
import { ResolveWithdrawal, resolveWithdrawal } from './decisions/resolve-withdrawal.ts'

const viewer = operatorAs('viewer')
const finance = operatorAs('finance')

const withdrawals = '/operator/api/withdrawals'
const decisionRefusals = [
  'api.withdrawal_not_found',
  'api.operator_own_money',
  'api.already_decided',
] as const

export const withdrawalOperatorEndpoints = [
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
    run: showWithdrawal,
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
