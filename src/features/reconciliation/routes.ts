import { operatorRead, operatorWrite } from '../../access/operators/operator-endpoint.ts'
import { operatorAs } from '../../access/operators/operator-signed-in.ts'
import { success } from '../../http/envelope.ts'
import { ById } from '../../operators/change-contracts.ts'
import { CloseBreak, closeBreak } from './close-break.ts'
import { OwnBreak, Owned, ownBreak } from './own-break.ts'
import { Breaks, ListBreaks, showBreaks } from './show-breaks.ts'

export const reconciliationOperatorEndpoints = [
  operatorRead({
    path: '/operator/api/breaks',
    summary: 'Where the books of providers differ from ours, or did, the newest first',
    access: operatorAs('viewer'),
    query: ListBreaks,
    run: showBreaks,
    reply: success('api.breaks_retrieved', Breaks),
  }),
  operatorWrite({
    action: 'break.close',
    method: 'POST',
    path: '/operator/api/breaks/{id}/close',
    summary: 'End a break that was settled; where the books are still compared, it comes back',
    access: operatorAs('finance'),
    params: ById,
    body: CloseBreak,
    run: closeBreak,
    reply: success('api.break_closed'),
    refusals: ['api.break_not_found', 'api.nothing_to_change'],
  }),
  operatorWrite({
    action: 'break.own',
    method: 'POST',
    path: '/operator/api/breaks/{id}/own',
    summary: "Say what of a balance's difference is the house's own doing; two must say the same",
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
