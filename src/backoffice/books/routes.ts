import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import { explainPosting, PostingDetails } from './explain-posting.ts'
import {
  Hold,
  House,
  ListHolds,
  ListPostings,
  PostingView,
  showHolds,
  showHouse,
  showPostings,
} from './query-ledger.ts'
import { ReadStatement, StatementEntry, showStatement } from './show-statement.ts'

const viewer = operatorAs('viewer')

/** The ledger's endpoints, for operators who have to explain its balances. */
export const ledgerEndpoints = [
  ...operatorList('/operator/api/holds', {
    summary: 'All frozen money and its purposes; access is audited',
    access: viewer,
    query: ListHolds,
    run: showHolds,
    message: 'api.holds_retrieved',
    item: Hold,
  }),
  operatorRead('/operator/api/house', {
    summary: 'The balances of the house accounts, and the amounts owed to users',
    access: viewer,
    run: showHouse,
    reply: success('api.house_retrieved', House),
  }),
  ...operatorList('/operator/api/ledger/postings', {
    summary: 'PostingView, newest first; access is audited',
    access: viewer,
    query: ListPostings,
    run: showPostings,
    message: 'api.postings_retrieved',
    item: PostingView,
  }),
  operatorRead('/operator/api/ledger/postings/{id}', {
    summary: 'One posting with its cause, and the events behind it; access is audited',
    access: viewer,
    params: ById,
    run: explainPosting,
    reply: success('api.posting_retrieved', PostingDetails),
    refusals: ['api.posting_not_found'],
  }),
  ...operatorList('/operator/api/statement', {
    summary: "The moves of a user's balance of one asset; access is audited",
    access: viewer,
    query: ReadStatement,
    run: showStatement,
    message: 'api.statement_retrieved',
    item: StatementEntry,
  }),
]
