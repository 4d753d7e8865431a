import { operatorRead } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import { SearchEverything, SearchHits, searchEverything } from './search-everything.ts'

/** The one search of the console. */
export const searchEndpoints = [
  operatorRead('/operator/api/search', {
    summary: 'Find users, withdrawals, orders, deposits and suspense; access is audited',
    description:
      'By name, mail address, phone, bank account, address, transaction hash, id or amount. At ' +
      'most ten of each kind and reason; amounts are those of withdrawals, claims and suspense.',
    access: operatorAs('viewer'),
    query: SearchEverything,
    run: searchEverything,
    reply: success('api.search_completed', SearchHits),
  }),
]
