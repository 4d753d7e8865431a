import { operatorRead } from '../../access/operator-endpoint.ts'
import { operatorAs } from '../../access/operator-signed-in.ts'
import { success } from '../../http/envelope.ts'
import { Breaks, ListBreaks, showBreaks } from './show-breaks.ts'

/** Where the books of the providers differ from ours. */
export const reconciliationOperatorEndpoints = [
  operatorRead({
    path: '/operator/api/breaks',
    summary: 'Where the books of providers differ from ours, or did, the newest first',
    access: operatorAs('viewer'),
    query: ListBreaks,
    run: showBreaks,
    reply: success('api.breaks_retrieved', Breaks),
  }),
]
