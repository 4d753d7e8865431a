import { operatorRead } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import {
  ApprovalView,
  ApprovalViews,
  ByDecision,
  ListApprovals,
  showApproval,
  showApprovals,
} from './show-approvals.ts'

const approvals = '/operator/api/approvals'

export const approvalOperatorEndpoints = [
  operatorRead(approvals, {
    summary: 'All decisions that wait for operators, oldest first, by kind or all together',
    access: operatorAs('viewer'),
    query: ListApprovals,
    run: showApprovals,
    reply: success('api.approvals_retrieved', ApprovalViews),
  }),
  operatorRead(`${approvals}/{kind}/{id}`, {
    summary: 'One open decision: who agreed, what is still needed, and whether you may agree',
    access: operatorAs('viewer'),
    params: ByDecision,
    run: showApproval,
    reply: success('api.approval_retrieved', ApprovalView),
    refusals: ['api.decision_not_open', 'api.operator_not_permitted'],
  }),
]
