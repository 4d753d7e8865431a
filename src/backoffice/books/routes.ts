import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import { explainPosting, PostingDetails } from './explain-posting.ts'
import {
  InboxEvent,
  InboxEventDetails,
  ListInbox,
  ReplayEvents,
  ReplayedEvents,
  replayEvent,
  replayEvents,
  showEvent,
  showInbox,
} from './query-inbox.ts'
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
import { BalanceAt, ListBalancesAt, showBalancesAt } from './show-balances-at.ts'
import { ReadStatement, StatementEntry, showStatement } from './show-statement.ts'
import { OfDay, showTrialBalance, TrialBalanceRow } from './show-trial-balance.ts'

const viewer = operatorAs('viewer')

/** Endpoints of the ledger and the inbox, for operators who have to explain balances. */
export const bookEndpoints = [
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
    summary: 'Postings, newest first; access is audited',
    access: viewer,
    query: ListPostings,
    run: showPostings,
    message: 'api.postings_retrieved',
    item: PostingView,
  }),
  ...operatorList('/operator/api/ledger/balances', {
    summary: 'The balances of the house, or of users, at a time; access is audited',
    description:
      'Only of times to which no posting can be added, so the result never changes. A page of ' +
      'users may be short although there is a next one.',
    access: viewer,
    query: ListBalancesAt,
    run: showBalancesAt,
    message: 'api.balances_retrieved',
    item: BalanceAt,
  }),
  ...operatorList('/operator/api/ledger/trial-balance', {
    summary: 'The trial balance of a day, with the total of each asset',
    access: viewer,
    query: OfDay,
    run: showTrialBalance,
    message: 'api.trial_balance_retrieved',
    item: TrialBalanceRow,
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
  ...operatorList('/operator/api/inbox', {
    summary: 'Events from providers',
    description:
      'A page reads a bounded number of events, so it may be short although there is a next one.',
    access: viewer,
    query: ListInbox,
    run: showInbox,
    message: 'api.inbox_retrieved',
    item: InboxEvent,
  }),
  operatorRead('/operator/api/inbox/{id}', {
    summary: 'One event with its body, without secrets; access is audited',
    access: viewer,
    params: ById,
    run: showEvent,
    reply: success('api.inbox_event_retrieved', InboxEventDetails),
    refusals: ['api.inbox_event_not_found'],
  }),
  operatorWrite('POST', '/operator/api/inbox/{id}/replay', {
    action: 'inbox.replay',
    summary: 'Apply a parked event again',
    access: operatorAs('finance'),
    params: ById,
    run: replayEvent,
    reply: success('api.inbox_event_replayed'),
    refusals: ['api.inbox_event_not_found', 'api.inbox_event_not_parked'],
  }),
  operatorWrite('POST', '/operator/api/inbox/replay', {
    action: 'inbox.replay-all',
    summary: 'Apply the parked events again that the filters find, up to a bound',
    access: operatorAs('finance'),
    body: ReplayEvents,
    run: replayEvents,
    reply: success('api.inbox_events_replayed', ReplayedEvents),
    refusals: ['api.nothing_to_change'],
  }),
]
