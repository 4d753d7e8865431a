import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import { CloseBreak, closeBreak } from './close-break.ts'
import { OwnBreak, Owned, ownBreak } from './own-break.ts'
import { Break, BreakDetails, ListBreaks, showBreak, showBreaks } from './show-breaks.ts'
import {
  Comparisons,
  RequestedRun,
  runReconciliation,
  showReconciliation,
} from './show-reconciliation.ts'

export const reconciliationOperatorEndpoints = [
  operatorRead('/operator/api/reconciliation', {
    summary: 'The last comparison of each balance with its provider',
    access: operatorAs('viewer'),
    run: showReconciliation,
    reply: success('api.reconciliation_retrieved', Comparisons),
  }),
  operatorWrite('POST', '/operator/api/reconciliation/run', {
    action: 'reconciliation.run',
    summary: 'Compare our books with the providers now',
    access: operatorAs('finance'),
    run: runReconciliation,
    reply: success('api.reconciliation_requested', RequestedRun),
  }),
  ...operatorList('/operator/api/breaks', {
    summary: "Differences between the providers' books and ours",
    access: operatorAs('viewer'),
    query: ListBreaks,
    run: showBreaks,
    message: 'api.breaks_retrieved',
    item: Break,
    exportedBy: 'viewer',
  }),
  operatorRead('/operator/api/breaks/{id}', {
    summary: 'One break with the movements that bear on it; access is audited',
    access: operatorAs('viewer'),
    params: ById,
    run: showBreak,
    reply: success('api.break_retrieved', BreakDetails),
    refusals: ['api.break_not_found'],
  }),
  operatorWrite('POST', '/operator/api/breaks/{id}/close', {
    action: 'break.close',
    summary: 'Resolve the break of a movement that was settled elsewhere; a balance must agree',
    access: operatorAs('finance'),
    params: ById,
    body: CloseBreak,
    run: closeBreak,
    reply: success('api.break_closed'),
    refusals: ['api.break_not_found', 'api.break_must_agree', 'api.nothing_to_change'],
  }),
  operatorWrite('POST', '/operator/api/breaks/{id}/own', {
    action: 'break.own',
    summary: "Propose how much of a balance break is the house's own; two operators must agree",
    access: operatorAs('finance'),
    params: ById,
    body: OwnBreak,
    run: ownBreak,
    reply: success('api.break_owned', Owned),
    refusals: [
      'api.break_not_found',
      'api.nothing_to_change',
      'api.second_operator_needed',
      'api.operator_not_confirmed',
      'auth.otp_failed',
      'api.too_many_requests',
    ],
  }),
]
