import { operatorRead } from '../../access/operators/operator-endpoint.ts'
import { operatorAs } from '../../access/operators/operator-signed-in.ts'
import { success } from '../../http/envelope.ts'
import {
  Holds,
  House,
  ListHolds,
  ListPostings,
  Postings,
  showHolds,
  showHouse,
  showPostings,
} from './query-ledger.ts'

const viewer = operatorAs('viewer')

/** The ledger's endpoints, for operators who have to explain its balances. */
export const ledgerEndpoints = [
  operatorRead({
    path: '/operator/api/holds',
    summary: 'All frozen money and what it is frozen for; who looked stands in the audit',
    access: viewer,
    query: ListHolds,
    run: showHolds,
    reply: success('api.holds_retrieved', Holds),
  }),
  operatorRead({
    path: '/operator/api/house',
    summary: 'What the accounts of the house hold, and what users are owed',
    access: viewer,
    run: showHouse,
    reply: success('api.house_retrieved', House),
  }),
  operatorRead({
    path: '/operator/api/ledger/postings',
    summary: 'Postings, the latest first; who looked stands in the audit',
    access: viewer,
    query: ListPostings,
    run: showPostings,
    reply: success('api.postings_retrieved', Postings),
  }),
]
